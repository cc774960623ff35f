/*
 * The arithmetic behind estimates.h: both sides are multiplied by what is positive.
 */
#include "proofs/papers/estimates.h"

/*@ ghost
  void rtmr_observed_stays(struct rtmr_ratio a, struct rtmr_ratio b, int64_t much, int64_t many)
  {
      /@ assert first: OBSERVED(a, much, many) ==>
                       (much * a.denominator) * b.denominator <= (a.numerator * many) * b.denominator; @/
      /@ assert second: (a.numerator * b.denominator) * many <= (b.numerator * a.denominator) * many; @/
      /@ assert both: OBSERVED(a, much, many) ==>
                      (much * b.denominator) * a.denominator <= (b.numerator * many) * a.denominator; @/
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

void rtmr_estimator_learns(struct rtmr_estimator *e, int32_t reports)
    /*@ ghost (int64_t much, int64_t many, int64_t out, int64_t in) */
{
    /*@ loop invariant valid:  ESTIMATOR_VALID(*e);
        loop invariant map:    \at(OBSERVED(e->map_rate, much, many), Pre) ==> OBSERVED(e->map_rate, much, many);
        loop invariant reduce: \at(OBSERVED(e->reduce_rate, much, many), Pre) ==> OBSERVED(e->reduce_rate, much, many);
        loop invariant eta:    \at(OBSERVED(e->eta, out, in), Pre) ==> OBSERVED(e->eta, out, in);
        loop assigns i, *e;
        loop variant reports - i;
    */
    for (int32_t i = 0; i < reports; i++) {
        if (rtmr_any_number() != 0) {
            learn_from_task(e) /*@ ghost (much, many) */;
        } else {
            learn_from_job(e) /*@ ghost (out, in) */;
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

/* A quotient that is rounded up is not below it. */
/*@ ghost
  /@ requires range: 0 <= dividend <= (int64_t)INT32_MAX * INT32_MAX && 1 <= divisor;
     assigns \nothing;
     ensures value:  \result == RoundedUp(dividend, divisor);
     ensures range:  0 <= \result <= (int64_t)INT32_MAX * INT32_MAX;
     ensures enough: \result * divisor >= dividend;
  @/
  static int64_t rounded_up(int64_t dividend, int64_t divisor)
  {
      /@ assert whole: dividend == (dividend / divisor) * divisor + dividend % divisor; @/
      return dividend / divisor + (dividend % divisor != 0 ? 1 : 0);
  }
*/

/* What becomes of so much map input, and what each of the tasks reads of that, are enough: so
 * the estimate is. */
/*@ ghost
  /@ requires valid:    RATIO_VALID(eta) && 0 <= out && 0 <= in && 0 <= time && 0 <= size && 0 <= map_size
                        && 1 <= tasks;
     requires learned:  OBSERVED(eta, out, in);
     requires input:    0 <= input && input * eta.denominator >= eta.numerator * map_size;
     requires share:    0 <= share && share * tasks >= input;
     requires estimate: n * size >= time * share;
     assigns \nothing;
     ensures covers:    n * size * in * tasks >= time * out * map_size;
  @/
  static void shares_cover(struct rtmr_ratio eta, int64_t out, int64_t in, int64_t time, int64_t size, int64_t map_size,
                           int64_t tasks,
                           int64_t input, int64_t share, int64_t n)
  {
      /@ assert first: (out * eta.denominator) * map_size <= (eta.numerator * in) * map_size; @/
      /@ assert second: (eta.numerator * map_size) * in <= (input * eta.denominator) * in; @/
      /@ assert both: (out * map_size) * eta.denominator <= (input * in) * eta.denominator; @/
      /@ assert made: out * map_size <= input * in; @/
      /@ assert shared: input * in <= (share * tasks) * in; @/
      /@ assert each: time * (out * map_size) <= time * ((share * tasks) * in); @/
      /@ assert timed: (time * share) * (in * tasks) <= (n * size) * (in * tasks); @/
  }
*/

/*@ ghost
  void rtmr_reduce_estimate_covers(struct rtmr_ratio eta, int64_t out, int64_t in, struct rtmr_ratio rate, int64_t time,
                                   int64_t size,
                                   int64_t map_size, int64_t tasks, int64_t n)
  {
      int64_t input = rounded_up(eta.numerator * map_size, eta.denominator);
      int64_t share = rounded_up(input, tasks);
      rtmr_estimate_covers(rate, time, size, share, n);
      shares_cover(eta, out, in, time, size, map_size, tasks, input, share, n);
  }
*/

enum rtmr_estimator_status rtmr_map_observed(struct rtmr_estimator *e, int32_t size, rtmr_ticks duration,
                                             int32_t reports, int32_t next, rtmr_ticks *estimate)
{
    enum rtmr_estimator_status status = rtmr_estimator_task(e, RTMR_MAP, size, duration);

    if (status != RTMR_ESTIMATOR_OK) {
        return status;
    }
    rtmr_estimator_learns(e, reports) /*@ ghost (duration, size, 0, 0) */;
    status = rtmr_estimate_map(e, next, estimate);
    //@ ghost if (status == RTMR_ESTIMATOR_OK) rtmr_estimate_covers(e->map_rate, duration, size, next, *estimate);
    return status;
}

enum rtmr_estimator_status rtmr_reduce_observed(struct rtmr_estimator *e, int32_t in, int32_t out, int32_t size,
                                                rtmr_ticks duration, int32_t reports, int32_t map_size, int32_t reduces,
                                                rtmr_ticks *estimate)
{
    enum rtmr_estimator_status status = rtmr_estimator_job(e, in, out);

    if (status != RTMR_ESTIMATOR_OK) {
        return status;
    }
    status = rtmr_estimator_task(e, RTMR_REDUCE, size, duration);
    if (status != RTMR_ESTIMATOR_OK) {
        return status;
    }
    //@ assert made: OBSERVED(e->eta, out, in);
    //@ assert took: OBSERVED(e->reduce_rate, duration, size);
    rtmr_estimator_learns(e, reports) /*@ ghost (duration, size, out, in) */;
    //@ ghost struct rtmr_ratio eta = e->eta;
    //@ ghost struct rtmr_ratio rate = e->reduce_rate;
    //@ assert still_made: OBSERVED(eta, out, in);
    //@ assert still_took: OBSERVED(rate, duration, size);
    status = rtmr_estimate_reduce(e, map_size, reduces, estimate);
    //@ assert same: e->eta == eta && e->reduce_rate == rate;
    /*@ assert estimate: status == RTMR_ESTIMATOR_OK ==>
            SCALED_UP(rate, REDUCE_SHARE(eta, map_size, reduces), *estimate); */
    /*@ ghost
      if (status == RTMR_ESTIMATOR_OK) {
          rtmr_reduce_estimate_covers(eta, out, in, rate, duration, size, map_size, reduces, *estimate);
      }
    */
    return status;
}
