/* An annotation that does not type-check could be dropped with a warning.
 * breaks: ended covered floors claims warnings
 */
/*@ assigns \nothing;
    ensures five: \result == unknown_name;
*/
int planted(int x)
{
    return x;
}
