/* A macro that is defined twice, differently: the contract would say what the last definition says.
 * breaks: ended covered floors claims warnings
 */
#define RESULT(x) (x)
#define RESULT(x) (0 * (x))
/*@ assigns \nothing;
    ensures same: \result == RESULT(x);
*/
int planted(int x)
{
    return RESULT(x);
}
