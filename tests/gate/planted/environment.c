/* Nothing is known of what the world answers.
 * breaks: nothing
 * claims:
 * [environment]
 * any_number = "any number"
 */
/*@ terminates \true;
    exits \false;
    assigns \nothing;
*/
int any_number(void);

/*@ assigns \nothing; */
int planted(void)
{
    return any_number();
}
