/* A public function is called by a proven one too; other callers must still establish its
 * precondition.
 * breaks: callers
 */
#include "rtmr.h"

/*@ requires odd: x == 5;
    assigns \nothing;
    ensures five: \result == 5;
*/
int interface(int x)
{
    return x;
}

/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(void)
{
    return interface(5);
}
