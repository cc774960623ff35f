/* WP neither proves nor uses it, but it reads like a promise.
 * breaks: axioms
 */
static int state;

/*@ global invariant zero: state == 0; */

/*@ assigns state; */
void planted(void)
{
    state = 1;
}
