/* A precondition has the label of one that is listed, and says something else.
 * breaks: callers
 * claims:
 * [clauses]
 * state = ["state: p->a == 0"]
 * [callers]
 * planted = { clauses = ["objects", "state"], reason = "planted" }
 */
struct pair {
    int a;
    int b;
};

/*@ requires valid: \valid(p);
    requires state: p->a == 0;
    requires state: p->b == 5;
    assigns \nothing;
    ensures five: \result == 5;
*/
int planted(struct pair *p)
{
    return p->b;
}
