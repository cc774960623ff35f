/* The contract of a ghost function without a body is believed.
 * breaks: bodiless
 */
/*@ ghost
  /@ terminates \true;
     assigns \nothing;
     ensures liar: \false;
  @/
  void believed(void);
*/

/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
    //@ ghost believed();
    return x;
}
