/* A logic function that is defined by itself, and that no function can be: whatever is asked for follows.
 * breaks: definitions
 */
/*@ logic integer f(integer n) = f(n) + 1; */

/*@ assigns \nothing;
    ensures wrong: f(0) == f(0) && \result == 8;
*/
int planted(int x)
{
    return x;
}
