/* The contract speaks of few calls, and nothing says that these are all.
 * breaks: complete
 */
/*@ assigns \nothing;
    behavior rare:
      assumes rare: x == 7;
      ensures seven: \result == 7;
*/
int planted(int x)
{
    return x == 7 ? 7 : 0;
}
