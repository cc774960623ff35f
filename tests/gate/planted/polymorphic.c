/* A predicate of any type that says the contrary of itself.
 * breaks: definitions
 */
#include <stdint.h>

/*@ predicate Bad<T>(T a) = \let z = 0; !Bad(a);
*/

/*@ assigns \nothing;
    ensures wrong: \result == n + 1;
*/
int32_t planted(int32_t n)
{
    //@ assert bad: Bad(n);
    //@ assert good: !Bad(n);
    return n;
}
