/* Ghost code that leaves the function early.
 * breaks: ended covered floors claims warnings
 */
/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
    //@ ghost return 5;
    return x;
}
