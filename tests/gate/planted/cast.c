/* A cast that the memory model does not follow.
 * breaks: proved counted status warnings memory
 * claims:
 * [callers]
 * planted = { clauses = ["objects"], reason = "planted" }
 */
/*@ requires valid: \valid(p);
    assigns *p;
*/
void planted(int *p)
{
    *(char *)p = 1;
}
