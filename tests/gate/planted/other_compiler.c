/* One compiler gets other code.
 * breaks: conditions erased
 * needs: erasure
 */
/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
#ifndef __clang__
    (void)x;
    return 5;
#else
    return x;
#endif
}
