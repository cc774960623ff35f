/* The macro of the attribute decides what the code is: a build with another word makes other code.
 * breaks: conditions
 * needs: erasure
 */
#ifndef RTMR_NOINLINE
#define RTMR_NOINLINE __attribute__((noinline))
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
