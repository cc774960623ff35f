/* claims.toml allows a function to lose what it does not lose.
 * breaks: claims
 * claims:
 * [by_reference_lost]
 * set = "planted"
 */
struct pair {
    int a;
    int b;
};

/*@ requires valid: \valid(p);
    assigns p->a;
    ensures one: p->a == 1;
*/
static void set(struct pair *p)
{
    p->a = 1;
}

/*@ assigns \nothing; */
void planted(void)
{
    struct pair pair;
    set(&pair);
}
