/* What a proven function promises is listed, but it makes it so.
 * breaks: callers claims
 * claims:
 * [clauses]
 * state = ["state: p->a == 5", "parts"]
 * [callers]
 * parts = { clauses = ["objects", "state"], reason = "planted" }
 * planted = { clauses = ["objects", "state"], reason = "planted" }
 */
struct pair {
    int a;
    int b;
};

/*@ requires valid: \valid(p);
    requires state: p->a == 5;
    assigns p->b;
    ensures six: p->b == 6;
*/
void parts(struct pair *p)
{
    p->b = 6;
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
