/* The macro that decides has a name of ours, but not a value.
 * breaks: conditions erased
 * needs: erasure
 */
#include <stdint.h>

/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
#define RTMR_PROVED defined(__FC_STDINT)
#if RTMR_PROVED
    (void)x;
    return 5;
#else
    return x;
#endif
}
