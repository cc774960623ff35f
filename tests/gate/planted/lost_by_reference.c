/* A pointer that is compared is no longer modelled by reference.
 * breaks: memory
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
