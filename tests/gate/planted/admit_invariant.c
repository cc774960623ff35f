/* A loop invariant that is admitted is believed.
 * breaks: admits status
 */
/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(void)
{
    int i = 0;
    /*@ admit loop invariant gift: i <= 5;
        loop assigns i;
        loop variant 10 - i;
    */
    while (i < 10) {
        i++;
    }
    return 5;
}
