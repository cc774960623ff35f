/* Without an assigns clause nothing says what a function leaves alone.
 * breaks: contracts warnings
 */
/*@ ensures same: \result == x; */
int planted(int x)
{
    return x;
}
