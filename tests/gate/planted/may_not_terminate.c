/* A contract that promises nothing about termination.
 * breaks: termination
 */
/*@ terminates \false;
    assigns \nothing;
    ensures same: \result == x;
*/
int planted(int x)
{
    return x;
}
