/* An assertion behind a return holds as it is never reached.
 * breaks: reached
 */
/*@ assigns \nothing; */
int planted(int x)
{
    return x;
    //@ assert wrong: 1 == 2;
    return 0;
}
