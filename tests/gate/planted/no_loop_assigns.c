/* Without loop assigns the loop may change everything.
 * breaks: proved counted status warnings
 */
int other;

/*@ assigns \nothing;
    ensures same: other == \old(other);
*/
int planted(void)
{
    int i = 0;
    /*@ loop invariant range: 0 <= i <= 10;
        loop variant 10 - i;
    */
    while (i < 10) {
        i++;
    }
    return i;
}
