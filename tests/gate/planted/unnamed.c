/* A clause without a name cannot be told apart in a report.
 * breaks: named
 */
/*@ assigns \nothing;
    ensures \result == x;
*/
int planted(int x)
{
    return x;
}
