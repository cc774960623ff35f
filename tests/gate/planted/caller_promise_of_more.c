/* What a proven function promises is listed, but it asks for more than the group.
 * breaks: callers claims
 * claims:
 * [clauses]
 * state = ["state: p->a == 5", "parts"]
 * [callers]
 * parts = { clauses = ["objects", "state", "more: p->b == 6"], reason = "planted" }
 * planted = { clauses = ["objects", "state"], reason = "planted" }
 */
struct pair {
    int a;
    int b;
};

/*@ requires valid: \valid(p);
    requires state: p->a == 5;
    requires more: p->b == 6;
    assigns \nothing;
    ensures six: p->b == 6;
*/
void parts(struct pair *p)
{
}

/*@ requires valid: \valid(p);
    requires state: p->a == 5;
    requires six: p->b == 6;
    assigns \nothing;
    ensures six: \result == 6;
*/
int planted(struct pair *p)
{
    return p->b;
}
