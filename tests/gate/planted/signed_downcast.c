/* Cuts bits off: not checked unless asked.
 * breaks: proved counted status
 */
/*@ assigns \nothing; */
int planted(long long x)
{
    return (int)x;
}
