/* An inductive predicate: its cases are believed, even if none can be like that.
 * breaks: definitions
 */
/*@ inductive f(integer n) { case wrong: \forall integer n; !f(n) ==> f(n);
    case next: \forall integer n; f(n) ==> f(n + 1); } */

/*@ assigns \nothing;
    ensures same: f(x) ==> f(\result);
*/
int planted(int x)
{
    return x;
}
