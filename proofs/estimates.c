/*
 * The arithmetic behind estimates.h: both sides are multiplied by what is positive.
 */
#include "estimates.h"

/*@ ghost
  void rtmr_observed_stays(struct rtmr_ratio a, struct rtmr_ratio b, int64_t much, int64_t many)
  {
      /@ assert first: OBSERVED(a, much, many) ==> (much * a.denominator) * b.denominator <= (a.numerator * many) * b.denominator; @/
      /@ assert second: (a.numerator * b.denominator) * many <= (b.numerator * a.denominator) * many; @/
      /@ assert both: OBSERVED(a, much, many) ==> (much * b.denominator) * a.denominator <= (b.numerator * many) * a.denominator; @/
  }
*/

/* A task is reported, or whatever may look like one. */
/*@ requires valid:   \valid(e) && ESTIMATOR_VALID(*e);
    requires observation: 0 <= much && 0 <= many;
    assigns e->map_rate, e->reduce_rate;
    ensures valid:    ESTIMATOR_VALID(*e);
    ensures map:      \old(OBSERVED(e->map_rate, much, many)) ==> OBSERVED(e->map_rate, much, many);
    ensures reduce:   \old(OBSERVED(e->reduce_rate, much, many)) ==> OBSERVED(e->reduce_rate, much, many);
*/
static void learn_from_task(struct rtmr_estimator *e) /*@ ghost (int64_t much, int64_t many) */
{
    //@ ghost struct rtmr_ratio map = e->map_rate;
    //@ ghost struct rtmr_ratio reduce = e->reduce_rate;
    rtmr_estimator_task(e, rtmr_any_stage(), rtmr_any_number(), rtmr_any_instant());
    //@ ghost rtmr_observed_stays(map, e->map_rate, much, many);
    //@ ghost rtmr_observed_stays(reduce, e->reduce_rate, much, many);
}

/* A job is, or whatever may look like one. */
/*@ requires valid:   \valid(e) && ESTIMATOR_VALID(*e);
    requires observation: 0 <= much && 0 <= many;
    assigns e->eta;
    ensures valid:    ESTIMATOR_VALID(*e);
    ensures eta:      \old(OBSERVED(e->eta, much, many)) ==> OBSERVED(e->eta, much, many);
*/
static void learn_from_job(struct rtmr_estimator *e) /*@ ghost (int64_t much, int64_t many) */
{
    //@ ghost struct rtmr_ratio eta = e->eta;
    rtmr_estimator_job(e, rtmr_any_number(), rtmr_any_number());
    //@ ghost rtmr_observed_stays(eta, e->eta, much, many);
}

void rtmr_estimator_learns(struct rtmr_estimator *e, int32_t reports) /*@ ghost (int64_t much, int64_t many) */
{
    /*@ loop invariant valid:  ESTIMATOR_VALID(*e);
        loop invariant map:    \at(OBSERVED(e->map_rate, much, many), Pre) ==> OBSERVED(e->map_rate, much, many);
        loop invariant reduce: \at(OBSERVED(e->reduce_rate, much, many), Pre) ==> OBSERVED(e->reduce_rate, much, many);
        loop invariant eta:    \at(OBSERVED(e->eta, much, many), Pre) ==> OBSERVED(e->eta, much, many);
        loop assigns i, *e;
        loop variant reports - i;
    */
    for (int32_t i = 0; i < reports; i++) {
        if (rtmr_any_number() != 0) {
            learn_from_task(e) /*@ ghost (much, many) */;
        } else {
            learn_from_job(e) /*@ ghost (much, many) */;
        }
    }
}

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
