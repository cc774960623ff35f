/* Two parameters that the memory model takes to be separate are the same.
 * breaks: proved counted status
 * claims:
 * [callers]
 * planted = { clauses = ["objects"], reason = "planted" }
 */
struct pair {
    int a;
    int b;
};

/*@ requires valid: \valid(p) && \valid(q);
    assigns p->a, q->a;
    ensures one: p->a == 1;
*/
static void set(struct pair *p, struct pair *q)
{
    p->a = 1;
    q->a = 2;
}

/*@ requires valid: \valid(p);
    assigns p->a;
    ensures one: p->a == 1;
*/
void planted(struct pair *p)
{
    set(p, p);
}
