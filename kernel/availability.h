/*
 * What planning works on, however it is kept: as sorted runs, or as a heap.
 */
#ifndef RTMR_AVAILABILITY_H
#define RTMR_AVAILABILITY_H

#include "rtmr.h"
#include "runs.h"
#include "slot_vector.h"

/* How many entries there are. */
/*@ requires valid: \valid_read(a);
    assigns \nothing;
    ensures size:   \result == FREE_N(*a);
*/
static inline int32_t rtmr_availability_size(const struct rtmr_availability *a)
{
#if RTMR_WITH_RUNS
    return a->runs.n;
#else
    return a->heap.n;
#endif
}

/* No entries. */
/*@ requires valid:  \valid(a);
    assigns *a;
    ensures none:    FREE_N(*a) == 0 && FREE_ORDERED(*a);
    ensures counted: \forall integer x; FREE_ABOVE(*a, x) == 0;
*/
static inline void rtmr_availability_clear(struct rtmr_availability *a)
{
#if RTMR_WITH_RUNS
    rtmr_runs_clear(&a->runs);
#else
    a->heap.n = 0;
#endif
}

/* n entries, all `at`. */
/*@ requires valid:  \valid(a);
    requires range:  0 <= n <= RTMR_SLOTS;
    assigns *a;
    ensures size:    FREE_N(*a) == n && FREE_ORDERED(*a);
    ensures counted: \forall integer x; FREE_ABOVE(*a, x) == (at > x ? n : 0);
*/
static inline void rtmr_availability_fill(struct rtmr_availability *a, int32_t n, rtmr_ticks at)
{
#if RTMR_WITH_RUNS
    rtmr_runs_clear(&a->runs);
    if (n > 0) {
        rtmr_runs_insert(&a->runs, at, n);
    }
#else
    rtmr_vector_fill(&a->heap, n, at);
#endif
}

#if RTMR_WITH_STORED_VECTORS
/* The entries of a stored vector. */
/*@ requires valid:  \valid(a) && \valid_read(row);
    requires range:  0 <= row->n <= RTMR_SLOTS;
    requires ordered: ROW_ORDERED(*row);
    assigns *a;
    ensures size:    FREE_N(*a) == row->n && FREE_ORDERED(*a);
    ensures counted: \forall integer x; FREE_ABOVE(*a, x) == Above(row->at, row->n, x);
*/
static inline void rtmr_availability_load(struct rtmr_availability *a, const struct rtmr_vector *row)
{
#if RTMR_WITH_RUNS
    rtmr_runs_load(&a->runs, row);
#else
    rtmr_vector_copy(&a->heap, row);
#endif
}

/* *row becomes a stored vector of these entries. */
/*@ requires valid:  \valid_read(a) && \valid(row);
    requires ordered: FREE_ORDERED(*a);
    assigns row->n, row->at[0 .. RTMR_SLOTS - 1];
    ensures size:    row->n == FREE_N(*a) && ROW_ORDERED(*row);
    ensures counted: \forall integer x; Above(row->at, row->n, x) == FREE_ABOVE(*a, x);
*/
static inline void rtmr_availability_store(const struct rtmr_availability *a, struct rtmr_vector *row)
{
#if RTMR_WITH_RUNS
    rtmr_runs_store(&a->runs, row);
#else
    rtmr_vector_copy(row, &a->heap);
#endif
}
#endif

#if RTMR_WITH_WHAT_IF
/* *kept becomes a copy of the entries. */
/*@ requires valid:  \valid_read(a) && \valid(kept) && \separated(a, kept);
    requires ordered: FREE_ORDERED(*a);
    assigns *kept;
    ensures size:    FREE_N(*kept) == FREE_N(*a) && FREE_ORDERED(*kept);
    ensures counted: \forall integer x; FREE_ABOVE(*kept, x) == FREE_ABOVE(*a, x);
*/
static inline void rtmr_availability_keep(const struct rtmr_availability *a, struct rtmr_kept *kept)
{
#if RTMR_WITH_RUNS
    rtmr_runs_copy_behind(&kept->runs, &a->runs, 0, 0);
#else
    rtmr_vector_copy(&kept->heap, &a->heap);
#endif
}

/* The entries become those that were kept. */
/*@ requires valid:  \valid(a) && \valid_read(kept) && \separated(a, kept);
    requires ordered: FREE_ORDERED(*kept);
    assigns *a;
    ensures size:    FREE_N(*a) == FREE_N(*kept) && FREE_ORDERED(*a);
    ensures counted: \forall integer x; FREE_ABOVE(*a, x) == FREE_ABOVE(*kept, x);
*/
static inline void rtmr_availability_return(struct rtmr_availability *a, const struct rtmr_kept *kept)
{
#if RTMR_WITH_RUNS
    rtmr_runs_copy_behind(&a->runs, &kept->runs, 0, 0);
#else
    rtmr_vector_copy(&a->heap, &kept->heap);
#endif
}
#endif

/* The smallest entry becomes `at`. */
/*@ requires valid:  \valid(a);
    requires some:   FREE_N(*a) > 0;
    requires ordered: FREE_ORDERED(*a);
    assigns *a;
    ensures size:    FREE_N(*a) == \old(FREE_N(*a)) && FREE_ORDERED(*a);
    ensures counted: \forall integer x; FREE_ABOVE(*a, x)
                       == \old(FREE_ABOVE(*a, x)) + (at > x ? 1 : 0) - (\old(FREE_LEAST(*a)) > x ? 1 : 0);
*/
static inline void rtmr_availability_replace_first(struct rtmr_availability *a, rtmr_ticks at)
{
#if RTMR_WITH_RUNS
    //@ ghost rtmr_free_least(a);
    //@ ghost rtmr_runs_empty(&a->runs, a->runs.first);
    rtmr_runs_remove(&a->runs, a->runs.at[a->runs.first]);
    rtmr_runs_insert(&a->runs, at, 1);
#else
    rtmr_vector_replace_first(&a->heap, at);
#endif
}

#endif
