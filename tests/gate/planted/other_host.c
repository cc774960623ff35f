/* Freestanding code is other code.
 * breaks: conditions erased
 * needs: erasure
 */
/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
#if __STDC_HOSTED__
    (void)x;
    return 5;
#else
    return x;
#endif
}
