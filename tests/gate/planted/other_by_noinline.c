/* The macro of the attribute decides what the code is: a compiler without it makes other code.
 * breaks: conditions
 * needs: erasure
 */
#if defined(__GNUC__)
#define RTMR_NOINLINE __attribute__((noinline))
#else
#define RTMR_NOINLINE
#endif
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int other(int x)
{
    return sizeof TEXT(RTMR_NOINLINE) == 1 ? x : 5;
}
