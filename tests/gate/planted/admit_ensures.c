/* A postcondition that is admitted is believed.
 * breaks: admits status
 */
/*@ assigns \nothing;
    admit ensures five: \result == 5;
*/
int planted(int x)
{
    return x;
}
