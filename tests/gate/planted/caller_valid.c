/* A precondition that is called `valid` says more than that pointers are.
 * breaks: callers
 * claims:
 * [callers]
 * planted = { clauses = ["objects"], reason = "planted" }
 */
/*@ requires valid: \valid(p);
    requires valid: \valid(q) && *q == 5;
    assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int *p, int *q)
{
    return *q;
}
