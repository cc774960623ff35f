/* The contract of a function without a body is believed.
 * breaks: bodiless
 */
/*@ terminates \true;
    assigns \nothing;
    ensures liar: \false;
*/
void believed(void);

/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
    believed();
    return x;
}
