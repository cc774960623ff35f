/* The body was emptied, and with it most goals went.
 * breaks: floors
 * claims:
 * [files."kernel/planted.c"]
 * claim = "Planted."
 * floor = 10
 */
/*@ assigns \nothing;
    ensures zero: \result == 0;
*/
int planted(void)
{
    return 0;
}
