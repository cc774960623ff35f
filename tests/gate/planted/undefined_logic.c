/* A logic function without a definition may be anything.
 * breaks: axioms
 */
/*@ axiomatic Planted { logic integer f(integer x); } */

/*@ assigns \nothing;
    ensures same: f(x) == f(\result);
*/
int planted(int x)
{
    return x;
}
