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

/*@ ghost
  void rtmr_reduce_estimate_covers(struct rtmr_ratio eta, int64_t out, int64_t in, struct rtmr_ratio rate, int64_t time, int64_t size,
                                   int64_t map_size, int64_t tasks, int64_t input, int64_t share, int64_t n)
  {
      /@ assert product: 0 <= eta.numerator * map_size; @/
      /@ assert none: 0 <= input; @/
      /@ assert nothing: 0 <= share; @/
      rtmr_estimate_covers(rate, time, size, share, n);
      /@ assert first: (out * eta.denominator) * map_size <= (eta.numerator * in) * map_size; @/
      /@ assert second: (eta.numerator * map_size) * in <= (input * eta.denominator) * in; @/
      /@ assert both: (out * map_size) * eta.denominator <= (input * in) * eta.denominator; @/
      /@ assert made: out * map_size <= input * in; @/
      /@ assert shared: input * in <= (share * tasks) * in; @/
      /@ assert each: time * (out * map_size) <= time * ((share * tasks) * in); @/
      /@ assert timed: (time * share) * (in * tasks) <= (n * size) * (in * tasks); @/
  }
*/
