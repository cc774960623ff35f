/* A predicate that is defined by its own negation, as none can be: whatever is asked for follows.
 * breaks: definitions
 */
/*@ predicate liar(integer n) = !liar(n); */

/*@ assigns \nothing;
    ensures wrong: \result == 8;
*/
int planted(int x)
{
    //@ assert any: liar(x);
    return x;
}
