/* A pointer that may be NULL, as claims.toml has it, may not.
 * breaks: callers
 * claims:
 * [callers]
 * planted = { clauses = ["arguments"], reason = "planted" }
 * [by_reference_lost]
 * planted = "compares its pointers with NULL"
 */
/*@ requires valid: p == \null || \valid(p);
    requires valid: \valid(q);
    assigns \nothing;
    ensures five: p == \null ==> \result == 5;
*/
int planted(int *p, int *q)
{
    return p == (int *)0 || q == (int *)0 ? 5 : 6;
}
