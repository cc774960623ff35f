/* Frama-C makes up a contract for a function that has none.
 * breaks: bodiless warnings proved counted status
 */
int unknown(int x);

/*@ assigns \nothing; */
int planted(int x)
{
    return unknown(x);
}
