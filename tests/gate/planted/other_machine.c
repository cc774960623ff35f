/* The prover's machine gets other code than any compiler.
 * breaks: conditions erased
 * needs: erasure
 */
/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
#ifdef __FC_MACHDEP_X86_64
    (void)x;
    return 5;
#else
    return x;
#endif
}
