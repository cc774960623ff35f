/* A function whose name goes on from that of one that is left out is not left out.
 * breaks: proved status counted
 * claims:
 * [excluded]
 * "kernel/planted.c:helper" = "planted"
 */
/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int helper(int x)
{
    return x;
}

/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int helper_2(int x)
{
    return x;
}
