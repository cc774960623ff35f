/* claims.toml lists a precondition that no function has.
 * breaks: claims
 * claims:
 * [clauses]
 * state = ["state: x == 5", "gone: x == 6"]
 * [callers]
 * planted = { clauses = ["state"], reason = "planted" }
 */
/*@ requires state: x == 5;
    assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
    return x;
}
