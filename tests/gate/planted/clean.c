/* Nothing is wrong here: every rule holds.
 * breaks: nothing
 * needs: smoke erasure
 * claims:
 * [clauses]
 * planted = ["small: 0 <= p->a <= 100"]
 * [callers]
 * planted = { clauses = ["objects", "planted"], reason = "planted" }
 */
#include <stdint.h>

struct pair {
    int32_t a;
    int32_t b;
};

/*@ requires small: 0 <= n <= 100;
    assigns \nothing;
    ensures same:   \result == n;
*/
static int32_t count(int32_t n)
{
    int32_t i = 0;
    /*@ loop invariant range: 0 <= i <= n;
        loop assigns i;
        loop variant n - i;
    */
    while (i < n) {
        i++;
    }
    return i;
}

/*@ requires valid: \valid(p);
    requires small: 0 <= p->a <= 100;
    assigns p->b;
    ensures same:   (copied: p->b == p->a) && (small: 0 <= p->a);
*/
void planted(struct pair *p) /*@ ghost (int32_t unused) */;

void planted(struct pair *p) /*@ ghost (int32_t unused) */
{
    p->b = count(p->a);
    //@ assert still: p->a == \at(p->a, Pre);
}
