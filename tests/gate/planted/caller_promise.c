/* Promises of a proven function to the environment of a group need not be listed one by one.
 * breaks: nothing
 * claims:
 * [clauses]
 * state = ["state: p->a == 5 && p->b == 6", "parts"]
 * [callers]
 * parts = { clauses = ["objects", "state"], reason = "planted" }
 * planted = { clauses = ["objects", "state"], reason = "planted" }
 */
struct pair {
    int a;
    int b;
};

/*@ requires valid: \valid(p);
    requires state: p->a == 5 && p->b == 6;
    assigns \nothing;
    ensures five: p->a == 5;
*/
void parts(struct pair *p)
{
}

/*@ requires valid: \valid(p);
    requires five: p->a == 5;
    assigns \nothing;
    ensures five: \result == 5;
*/
int planted(struct pair *p)
{
    return p->a;
}
