/* Cuts bits off: not checked unless asked.
 * breaks: proved counted status
 */
/*@ assigns \nothing; */
unsigned char planted(unsigned x)
{
    return (unsigned char)x;
}
