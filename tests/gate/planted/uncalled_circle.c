/* Two functions call each other, and no other calls them.
 * breaks: callers recursion
 */
int pong(int x, int n);

/*@ requires odd: x == 5 && n >= 0;
    decreases n;
    assigns \nothing;
    ensures five: \result == 5;
*/
int ping(int x, int n)
{
    return n > 0 ? pong(x, n - 1) : x;
}

/*@ requires odd: x == 5 && n >= 0;
    decreases n;
    assigns \nothing;
    ensures five: \result == 5;
*/
int pong(int x, int n)
{
    return n > 0 ? ping(x, n - 1) : x;
}
