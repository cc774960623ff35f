/* No function shows that the proof about the kernel is about anything.
 * breaks: callers
 * room: proofs
 */
/*@ requires odd: x == 5;
    assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
    return x;
}
