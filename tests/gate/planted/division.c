/* Divides by zero: a run-time error is a goal.
 * breaks: proved counted status
 */
/*@ assigns \nothing; */
int planted(unsigned char x)
{
    return 100 / x;
}
