/* A function without a contract has no goals.
 * breaks: contracts warnings
 */
int planted(int x)
{
    return x;
}
