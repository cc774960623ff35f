/* Ghost code that the compiler does not see decides what is returned.
 * breaks: ended covered floors claims warnings
 */
/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
    //@ ghost x = 5;
    return x;
}
