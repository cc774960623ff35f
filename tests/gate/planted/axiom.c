/* An axiom is believed.
 * breaks: axioms
 */
/*@ axiomatic Planted {
      logic integer f(integer x);
      axiom wrong: \forall integer x; f(x) == 5;
    }
*/

/*@ assigns \nothing;
    ensures five: f(\result) == 5;
*/
int planted(int x)
{
    return x;
}
