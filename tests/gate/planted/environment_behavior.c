/* What the world answers is restricted in a behavior of its contract.
 * breaks: environment
 * claims:
 * [environment]
 * any_number = "any number"
 */
/*@ terminates \true;
    exits \false;
    assigns \nothing;
    behavior always:
      ensures much: 0 <= \result;
*/
int any_number(void);

/*@ assigns \nothing;
    ensures much: \result >= 0;
*/
int planted(void)
{
    return any_number();
}
