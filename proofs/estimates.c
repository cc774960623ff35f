/*
 * The arithmetic behind estimates.h: both sides are multiplied by what is positive.
 */
#include "estimates.h"

/*@ ghost
  void rtmr_observed_stays(struct rtmr_ratio a, struct rtmr_ratio b, int64_t much, int64_t many)
  {
      /@ assert first: (much * a.denominator) * b.denominator <= (a.numerator * many) * b.denominator; @/
      /@ assert second: (a.numerator * b.denominator) * many <= (b.numerator * a.denominator) * many; @/
      /@ assert both: (much * b.denominator) * a.denominator <= (b.numerator * many) * a.denominator; @/
  }
*/

/*@ ghost
  void rtmr_estimate_covers(struct rtmr_ratio r, int64_t much, int64_t many, int64_t size, int64_t n)
  {
      /@ assert first: (much * r.denominator) * size <= (r.numerator * many) * size; @/
      /@ assert second: (r.numerator * size) * many <= (n * r.denominator) * many; @/
      /@ assert both: (much * size) * r.denominator <= (n * many) * r.denominator; @/
  }
*/
