/* Messages and goals are said to stand elsewhere.
 * breaks: conditions
 * needs: erasure
 */
/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(void)
{
#line 100
    return 5;
}
