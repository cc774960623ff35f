/* A lemma that is only declared is believed wherever it is of use.
 * breaks: proved counted status lemmas
 */
/*@ lemma wrong: \forall integer x; x * x == x + 100; */

/*@ assigns \nothing;
    ensures sum: \result * \result == \result + 100;
*/
int planted(int x)
{
    return x;
}
