/* Partial correctness of a loop that may never end.
 * breaks: proved counted status
 */
/*@ assigns \nothing;
    ensures ten: \result == 10;
*/
int planted(int x)
{
    /*@ loop assigns x; */
    while (x != 10) {
        x = x > 0 ? 0 : 1;
    }
    return x;
}
