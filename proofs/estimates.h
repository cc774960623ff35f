/*
 * An estimate is never below what an observed rate implies, however much has been observed since.
 *
 * Lemma functions: ghost code whose contract is the lemma. Never compiled.
 */
#ifndef PROOFS_ESTIMATES_H
#define PROOFS_ESTIMATES_H

#include "kernel/rtmr_estimator.h"
#include "spec/estimator.acsl"

/* What one rate covers, a rate that is at least as large covers too: an observation once learned stays learned. */
/*@ ghost
  /@ requires valid:    RATIO_VALID(a) && RATIO_VALID(b) && 0 <= much && 0 <= many;
     requires observed: OBSERVED(a, much, many);
     requires later:    RATIO_AT_MOST(a, b);
     assigns \nothing;
     ensures observed:  OBSERVED(b, much, many);
  @/
  void rtmr_observed_stays(struct rtmr_ratio a, struct rtmr_ratio b, int64_t much, int64_t many);
*/

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

#endif
