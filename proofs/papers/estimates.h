/*
 * An estimate is never below what an observed rate implies, however much has been observed since.
 *
 * Lemma functions: ghost code whose contract is the lemma. Never compiled; nor is the program
 * linked.
 */
#ifndef PROOFS_ESTIMATES_H
#define PROOFS_ESTIMATES_H

#include "kernel/rtmr_estimator.h"
#include "proofs/theorem/choices.h"
#include "spec/clauses.acsl"
#include "spec/estimator.acsl"

/* What one rate covers, a rate that is at least as large covers too: an observation once learned
 * stays learned. */
/*@ ghost
  /@ requires valid:    RATIO_VALID(a) && RATIO_VALID(b) && 0 <= much && 0 <= many;
     requires later:    RATIO_AT_MOST(a, b);
     assigns \nothing;
     ensures observed:  OBSERVED(a, much, many) ==> OBSERVED(b, much, many);
  @/
  void rtmr_observed_stays(struct rtmr_ratio a, struct rtmr_ratio b, int64_t much, int64_t many);
*/

/* So however often anything is reported to the estimator, valid or not: what its rates cover,
 * they cover still. */
/*@ requires valid:    \valid(e);
    requires estimator: ESTIMATOR_VALID(*e);
    requires observation: 0 <= much && 0 <= many && 0 <= out && 0 <= in;
    assigns *e;
    ensures valid:     ESTIMATOR_VALID(*e);
    ensures map:       \old(OBSERVED(e->map_rate, much, many)) ==> OBSERVED(e->map_rate, much, many);
    ensures reduce:    \old(OBSERVED(e->reduce_rate, much, many)) ==> OBSERVED(e->reduce_rate, much, many);
    ensures eta:       \old(OBSERVED(e->eta, out, in)) ==> OBSERVED(e->eta, out, in);
*/
void rtmr_estimator_learns(struct rtmr_estimator *e, int32_t reports)
    /*@ ghost (int64_t much, int64_t many, int64_t out, int64_t in) */;

/* If a task of `many` units took `much`, and the rate covers that, a task of `size` units is
 * estimated at n with n : size >= much : many. */
/*@ ghost
  /@ requires valid:    RATIO_VALID(r) && 0 <= much && 0 <= many && 0 <= size;
     requires observed: OBSERVED(r, much, many);
     requires estimate: SCALED_UP(r, size, n);
     assigns \nothing;
     ensures covers:    n * many >= much * size;
  @/
  void rtmr_estimate_covers(struct rtmr_ratio r, int64_t much, int64_t many, int64_t size, int64_t n);
*/

/* The two observations behind the estimate of a reduce task, put together. If a job made `out`
 * units of reduce input of `in` units of map input, and a task took `time` for `size` units of
 * reduce input, then each of `tasks` tasks, which share what becomes of `map_size` units, is
 * estimated at n >= (time / size) * (out / in) * (map_size / tasks). Hypotheses in words: the
 * two rates cover the observations, and n is what rtmr_estimate_reduce says that it finds of the
 * rates (estimate). */
/*@ ghost
  /@ requires valid:    RATIO_VALID(eta) && RATIO_VALID(rate) && 0 <= out && 0 <= in && 0 <= time && 0 <= size
                        && 0 <= map_size <= INT32_MAX
                        && 1 <= tasks;
     TOGETHER(requires, given,
              CLAUSE(conjunct, learned, OBSERVED(eta, out, in))
              CLAUSE(conjunct, observed, OBSERVED(rate, time, size))
              CLAUSE(conjunct, estimate, SCALED_UP(rate, REDUCE_SHARE(eta, map_size, tasks), n)))
     assigns \nothing;
     ensures covers:    n * size * in * tasks >= time * out * map_size;
  @/
  void rtmr_reduce_estimate_covers(struct rtmr_ratio eta, int64_t out, int64_t in, struct rtmr_ratio rate, int64_t time,
                                   int64_t size,
                                   int64_t map_size, int64_t tasks, int64_t n);
*/

/* All of it, of the estimator that ships. A client reports that a map task of `size` units took
 * `duration`; then whatever is reported; then he asks for the estimate of a task of `next`
 * units: it is not below what the observation implies. */
/*@ requires valid:    \valid(e) && \valid(estimate);
    requires separate: \separated(e, estimate);
    requires estimator: ESTIMATOR_VALID(*e);
    assigns *e, *estimate;
    ensures covers:    \result == RTMR_ESTIMATOR_OK ==> *estimate * size >= duration * next;
    ensures refused:   \result != RTMR_ESTIMATOR_OK ==> *estimate == \old(*estimate);
*/
enum rtmr_estimator_status rtmr_map_observed(struct rtmr_estimator *e, int32_t size, rtmr_ticks duration,
                                             int32_t reports, int32_t next, rtmr_ticks *estimate);

/* And of reduces: he reports a job that made `out` units of reduce input of `in` units, and a
 * task that took `duration` for `size` units; then he asks for the estimate of each of `reduces`
 * tasks that share what becomes of `map_size` units. */
/*@ requires valid:    \valid(e) && \valid(estimate);
    requires separate: \separated(e, estimate);
    requires estimator: ESTIMATOR_VALID(*e);
    assigns *e, *estimate;
    ensures covers:    \result == RTMR_ESTIMATOR_OK ==> *estimate * size * in * reduces >= duration * out * map_size;
    ensures refused:   \result != RTMR_ESTIMATOR_OK ==> *estimate == \old(*estimate);
*/
enum rtmr_estimator_status rtmr_reduce_observed(struct rtmr_estimator *e, int32_t in, int32_t out, int32_t size,
                                                rtmr_ticks duration, int32_t reports, int32_t map_size, int32_t reduces,
                                                rtmr_ticks *estimate);

#endif
