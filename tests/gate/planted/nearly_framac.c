/* A name that begins like the one that is allowed.
 * breaks: conditions
 * needs: erasure
 */
/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
#ifndef __FRAMAC__NOT
    (void)x;
    return 5;
#else
    return x;
#endif
}
