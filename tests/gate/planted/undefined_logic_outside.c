/* A logic function without a definition, in the old way that Frama-C only warns of.
 * breaks: warnings definitions
 */
/*@ logic integer f(integer x); */

/*@ assigns \nothing;
    ensures same: f(x) == f(\result);
*/
int planted(int x)
{
    return x;
}
