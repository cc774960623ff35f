/* Frama-C's headers give it other code.
 * breaks: conditions erased
 * needs: erasure
 */
#include <stdint.h>

/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
#ifdef __FC_STDINT
    (void)x;
    return 5;
#else
    return x;
#endif
}
