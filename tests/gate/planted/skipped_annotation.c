/* WP skips the contract of a statement, with a warning.
 * breaks: status warnings
 */
/*@ assigns \nothing; */
int planted(int x)
{
    int y = x;
    /*@ requires wrong: 1 == 2;
        assigns \nothing;
        ensures wrong:  1 == 2; */
    {
        if (y > 0) {
            return 1;
        }
    }
    return 0;
}
