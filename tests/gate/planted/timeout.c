/* A goal that is true and beyond the provers, as each choice of the numbers would have to be tried:
 * they are stopped at the limit, and that is no proof.
 * breaks: proved counted status
 */
/*@ assigns \nothing;
    ensures none:
      0 <= x0 <= 1 && 0 <= x1 <= 1 && 0 <= x2 <= 1 && 0 <= x3 <= 1
      && 0 <= x4 <= 1 && 0 <= x5 <= 1 && 0 <= x6 <= 1 && 0 <= x7 <= 1
      && 0 <= x8 <= 1 && 0 <= x9 <= 1 && 0 <= x10 <= 1 && 0 <= x11 <= 1
      && 0 <= x12 <= 1 && 0 <= x13 <= 1 && 0 <= x14 <= 1 && 0 <= x15 <= 1
      && 0 <= x16 <= 1 && 0 <= x17 <= 1 && 0 <= x18 <= 1 && 0 <= x19 <= 1
      && 0 <= x20 <= 1 && 0 <= x21 <= 1 && 0 <= x22 <= 1 && 0 <= x23 <= 1 ==>
      41939071 * x0 + 89542916 * x1 + 83045210 * x2 + 27505051 * x3 + 59654541 * x4
      + 91056775 * x5 + 73626388 * x6 + 93982757 * x7 + 87960647 * x8 + 18795134 * x9
      + 91282193 * x10 + 11767377 * x11 + 72979298 * x12 + 44809906 * x13 + 83925063 * x14
      + 41451369 * x15 + 35735457 * x16 + 73117699 * x17 + 82608285 * x18 + 83770246 * x19
      + 73935045 * x20 + 63302500 * x21 + 95774273 * x22 + 30215394 * x23
      != 775891297;
*/
void planted(int x0, int x1, int x2, int x3, int x4, int x5, int x6, int x7, int x8, int x9, int x10,
             int x11, int x12, int x13, int x14, int x15, int x16, int x17, int x18, int x19, int x20,
             int x21, int x22, int x23)
{
}
