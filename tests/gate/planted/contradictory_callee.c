/* After a call whose contract contradicts itself everything is proved.
 * breaks: smoke proved counted status
 * needs: smoke
 */
/*@ assigns \nothing;
    ensures wrong: \result < \result;
*/
static int liar(int x)
{
    return x;
}

/*@ assigns \nothing;
    ensures wrong: \result == 3;
*/
int planted(int x)
{
    liar(x);
    return x;
}
