/* What the world answers is restricted by its contract.
 * breaks: environment
 * claims:
 * [environment]
 * any_number = "any number"
 */
/*@ terminates \true;
    exits \false;
    assigns \nothing;
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
