/* Whatever has a contradictory precondition is proved.
 * breaks: smoke
 * needs: smoke
 * claims:
 * [callers]
 * planted = { clauses = ["one: x == 1", "two: x == 2"], reason = "planted" }
 */
/*@ requires one: x == 1;
    requires two: x == 2;
    assigns \nothing;
    ensures wrong: \result == 3;
*/
int planted(int x)
{
    return x;
}
