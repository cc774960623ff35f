/* The contract of a function that is not proven is believed.
 * breaks: assumed
 * claims:
 * [excluded]
 * "kernel/planted.c:unproven" = "planted"
 */
/*@ assigns \nothing;
    ensures five: \result == 5;
*/
static int unproven(int x)
{
    return x;
}

/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
    return unproven(x);
}
