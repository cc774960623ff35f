/* A goal that is true and beyond the provers: they are stopped at the limit, and that is no
 * proof.
 * breaks: proved counted status
 */
/*@ assigns \nothing;
    ensures fermat: 0 < a && 0 < b && 0 < c ==> a * a * a + b * b * b != c * c * c;
*/
void planted(int a, int b, int c)
{
}
