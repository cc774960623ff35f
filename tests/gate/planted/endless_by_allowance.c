/* A function that is meant to run for ever, as claims.toml and its contract say.
 * breaks: nothing
 * claims:
 * [endless]
 * planted = "it is the environment"
 */
/*@ terminates \false;
    assigns \nothing;
*/
void planted(void)
{
    /*@ loop assigns \nothing; */
    while (1) {
    }
}
