/* Only optimised code is other code.
 * breaks: conditions erased
 * needs: erasure
 */
/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
#ifndef __OPTIMIZE__
    (void)x;
    return 5;
#else
    return x;
#endif
}
