/* No function shows that the precondition is ever true.
 * breaks: callers
 */
/*@ requires odd: x == 5;
    assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
    return x;
}
