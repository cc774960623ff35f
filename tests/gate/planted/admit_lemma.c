/* A lemma that is admitted is an axiom.
 * breaks: axioms
 */
/*@ admit lemma wrong: \forall integer x; x * x == x + 100; */

/*@ assigns \nothing;
    ensures sum: \result * \result == \result + 100;
*/
int planted(int x)
{
    return x;
}
