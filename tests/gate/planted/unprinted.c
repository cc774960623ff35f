/* A predicate that says the contrary of itself, and that Frama-C does not print.
 * breaks: printed
 * room: proofs
 */
#include <stdint.h>

#pragma fc_stdlib(push, "stdlib.h")
/*@ predicate Bad(integer a) = \let z = 0; !Bad(a);
*/
#pragma fc_stdlib(pop)

/*@ assigns \nothing;
    ensures wrong: \result == n + 1;
*/
int32_t planted(int32_t n)
{
    //@ assert bad: Bad(n);
    //@ assert good: !Bad(n);
    return n;
}
