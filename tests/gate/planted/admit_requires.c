/* A precondition that is admitted is not proved at the calls.
 * breaks: admits status
 */
/*@ admit requires five: x == 5;
    assigns \nothing;
    ensures five: \result == 5;
*/
static int same(int x)
{
    return x;
}

/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
    return same(x);
}
