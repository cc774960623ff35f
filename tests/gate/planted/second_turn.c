/* What matching does not prove is tried once more, by the provers that race.
 * breaks: nothing
 */
/*@ assigns \nothing;
    ensures same:  \result == x;
    ensures above: \exists integer y; \result < y;
*/
int planted(int x)
{
    return x;
}
