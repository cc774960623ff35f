/* What is admitted is believed.
 * breaks: admits status
 */
/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
    //@ admit gift: x == 5;
    return x;
}
