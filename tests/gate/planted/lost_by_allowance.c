/* A thin wrapper that compares its pointer with NULL may lose it, as claims.toml says.
 * breaks: nothing
 * claims:
 * [by_reference_lost]
 * "set.p" = "compared with NULL"
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
    if (p) {
        p->a = 1;
    }
}

static struct pair pair;

/*@ assigns pair.a; */
void planted(void)
{
    set(&pair);
}
