/* Wraps around: not checked unless asked.
 * breaks: proved counted status
 */
/*@ assigns \nothing; */
unsigned planted(unsigned x)
{
    return x + 1u;
}
