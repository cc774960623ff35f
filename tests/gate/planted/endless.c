/* What follows an endless loop holds as it is never reached.
 * breaks: proved counted status reached
 */
/*@ assigns \nothing;
    ensures wrong: \result == 8;
*/
int planted(void)
{
    /*@ loop assigns \nothing; */
    while (1) {
    }
    return 7;
}
