/* Frama-C reads other code than the compiler.
 * breaks: erased
 * needs: erasure
 */
/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
#ifdef __FRAMAC__
    (void)x;
    return 5;
#else
    return x;
#endif
}
