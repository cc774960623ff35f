/* A function that proves its contract by calling itself.
 * breaks: proved counted status warnings recursion
 */
/*@ assigns \nothing;
    ensures wrong: \result == 8;
*/
int planted(int x)
{
    return planted(x);
}
