/* A goal is not true. Frama-C ends with status 0.
 * breaks: proved counted status
 */
/*@ assigns \nothing;
    ensures more: \result > x;
*/
int planted(int x)
{
    return x;
}
