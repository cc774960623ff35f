/* A space too many, and Frama-C sees a plain comment.
 * breaks: annotations
 */
/*@ assigns \nothing; */
int planted(int x)
{
    /* @ assert wrong: x == x + 1; */
    return x;
}
