/* An invariant without a name.
 * breaks: named
 */
/*@ assigns \nothing; */
int planted(void)
{
    int i = 0;
    /*@ loop invariant 0 <= i <= 10;
        loop assigns i;
        loop variant 10 - i;
    */
    while (i < 10) {
        i++;
    }
    return i;
}
