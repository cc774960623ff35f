/*
 * Lemmas on availability vectors.
 *
 * Lemma functions: ghost code whose contract is the lemma and whose loop is the induction. Never
 * compiled.
 */
#ifndef PROOFS_VECTOR_LEMMAS_H
#define PROOFS_VECTOR_LEMMAS_H

#include "kernel/rtmr.h"
#include "spec/availability.acsl"

#if !RTMR_WITH_RUNS
/* Heap order makes the first entry the smallest. */
/*@ ghost
  /@ requires valid:   \valid(v);
     requires range:   1 <= v->n <= RTMR_SLOTS;
     requires ordered: HeapFrom(v->at, v->n, 0);
     assigns \nothing;
     ensures least:    FirstLeast(v->at, v->n);
  @/
  void rtmr_first_is_least(struct rtmr_vector *v);
*/
#endif

/* All entries lie above exactly what the smallest lies above. */
/*@ ghost
  /@ requires valid:   \valid(v);
     requires range:   1 <= v->n <= RTMR_SLOTS;
     requires ordered: FirstLeast(v->at, v->n);
     assigns \nothing;
     ensures all:      \forall integer y; y < v->at[0] ==> Above(v->at, v->n, y) == v->n;
     ensures some:     \forall integer y; y >= v->at[0] ==> Above(v->at, v->n, y) <= v->n - 1;
  @/
  void rtmr_above_first(const struct rtmr_vector *v);
*/

/* No more entries lie above anything than there are. */
/*@ ghost
  /@ requires valid: \valid(v);
     requires range: 0 <= v->n <= RTMR_SLOTS;
     assigns \nothing;
     ensures most:   \forall integer y; 0 <= Above(v->at, v->n, y) <= v->n;
  @/
  void rtmr_above_at_most(struct rtmr_vector \ghost *v);
*/

/* Below the smallest entry, all entries lie above. */
/*@ ghost
  /@ requires valid:   \valid(v);
     requires range:   0 <= v->n <= RTMR_SLOTS;
     requires ordered: FirstLeast(v->at, v->n);
     assigns \nothing;
     ensures all:      v->n > 0 ==> \forall integer y; y < v->at[0] ==> Above(v->at, v->n, y) == v->n;
  @/
  void rtmr_below_first(struct rtmr_vector \ghost *v);
*/

#endif
