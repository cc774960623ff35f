/*
 * An estimate is never below what an observed rate implies, however much has been observed since.
 *
 * Lemma functions: ghost code whose contract is the lemma. Never compiled; nor is the program linked.
 */
#ifndef PROOFS_ESTIMATES_H
#define PROOFS_ESTIMATES_H

#include "kernel/rtmr_estimator.h"
#include "proofs/choices.h"
#include "spec/estimator.acsl"

/* What one rate covers, a rate that is at least as large covers too: an observation once learned stays learned. */
/*@ ghost
  /@ requires valid:    RATIO_VALID(a) && RATIO_VALID(b) && 0 <= much && 0 <= many;
     requires later:    RATIO_AT_MOST(a, b);
     assigns \nothing;
     ensures observed:  OBSERVED(a, much, many) ==> OBSERVED(b, much, many);
  @/
  void rtmr_observed_stays(struct rtmr_ratio a, struct rtmr_ratio b, int64_t much, int64_t many);
*/

/* So however often anything is reported to the estimator, valid or not: what its rates cover, they cover still. */
/*@ requires valid:    \valid(e);
    requires estimator: ESTIMATOR_VALID(*e);
    requires observation: 0 <= much && 0 <= many;
    assigns *e;
    ensures valid:     ESTIMATOR_VALID(*e);
    ensures map:       \old(OBSERVED(e->map_rate, much, many)) ==> OBSERVED(e->map_rate, much, many);
    ensures reduce:    \old(OBSERVED(e->reduce_rate, much, many)) ==> OBSERVED(e->reduce_rate, much, many);
    ensures eta:       \old(OBSERVED(e->eta, much, many)) ==> OBSERVED(e->eta, much, many);
*/
void rtmr_estimator_learns(struct rtmr_estimator *e, int32_t reports) /*@ ghost (int64_t much, int64_t many) */;

/* If a task of `many` units took `much`, and the rate covers that, a task of `size` units is estimated at n with
 * n : size >= much : many. */
/*@ ghost
  /@ requires valid:    RATIO_VALID(r) && 0 <= much && 0 <= many && 0 <= size;
     requires observed: OBSERVED(r, much, many);
     requires estimate: SCALED_UP(r, size, n);
     assigns \nothing;
     ensures covers:    n * many >= much * size;
  @/
  void rtmr_estimate_covers(struct rtmr_ratio r, int64_t much, int64_t many, int64_t size, int64_t n);
*/

/* The two observations behind the estimate of a reduce task, put together. If a job made `out` units of reduce input of `in` units of
 * map input, and a task took `time` for `size` units of reduce input, then each of `tasks` tasks, which share what becomes of `map_size`
 * units, is estimated at n >= (time / size) * (out / in) * (map_size / tasks).
 * Hypotheses in words: the two rates cover the observations, and `input`, `share` and n are what rtmr_estimate_reduce says that it finds
 * of the rates (estimate). */
/*@ ghost
  /@ requires valid:    RATIO_VALID(eta) && RATIO_VALID(rate) && 0 <= out && 0 <= in && 0 <= time && 0 <= size && 0 <= map_size && 1 <= tasks;
     requires learned:  OBSERVED(eta, out, in);
     requires observed: OBSERVED(rate, time, size);
     requires input:    LeastProduct(input, eta.numerator, eta.denominator, map_size);
     requires share:    LeastShare(share, tasks, input);
     requires estimate: SCALED_UP(rate, share, n);
     assigns \nothing;
     ensures covers:    n * size * in * tasks >= time * out * map_size;
  @/
  void rtmr_reduce_estimate_covers(struct rtmr_ratio eta, int64_t out, int64_t in, struct rtmr_ratio rate, int64_t time, int64_t size,
                                   int64_t map_size, int64_t tasks, int64_t input, int64_t share, int64_t n);
*/

#endif
