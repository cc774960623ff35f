/* Another machine gets other code, which no compiler here shows.
 * breaks: conditions
 * needs: erasure
 */
/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
#ifndef __arm__
    (void)x;
    return 5;
#else
    return x;
#endif
}
