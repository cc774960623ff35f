/* The world may be asked only at a time.
 * breaks: environment
 * claims:
 * [environment]
 * any_number = "any number"
 */
/*@ requires late: \true;
    terminates \true;
    exits \false;
    assigns \nothing;
*/
int any_number(void);

/*@ assigns \nothing; */
int planted(void)
{
    return any_number();
}
