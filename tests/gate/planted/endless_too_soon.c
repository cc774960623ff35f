/* What is said of a loop holds as another, in front of it, never ends.
 * breaks: reached
 * claims:
 * [endless]
 * planted = "it is the environment"
 */
/*@ terminates \false;
    assigns \nothing;
*/
void planted(void)
{
    int i = 0;

    /*@ loop assigns \nothing; */
    while (1) {
    }
    /*@ loop invariant wrong: i == 1;
        loop assigns i;
    */
    while (1) {
        i = 2;
    }
}
