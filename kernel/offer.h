/*
 * The reservation rule of Algorithm IV: the task that a stage offers, if it offers one.
 */
#ifndef RTMR_OFFER_H
#define RTMR_OFFER_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/lemmas/state.h"
#include "spec/calls.acsl"
#endif

/* The search for an offer begins at the first job again: what the jobs have to offer has changed.
 * O(1). */
/*@ requires valid: \valid(pool);
    assigns CURSOR_OF(*pool);
    ensures first:  pool->first == 0 && pool->reserved == 0;
*/
static inline void rtmr_search_afresh(struct rtmr_pool *pool)
{
    pool->first = 0;
    pool->reserved = 0;
}

/* The place of the job whose task may start now, or -1. A ready task may start only if more
 * slots are idle than are reserved: one for every waiting, not yet ready task of an earlier job.
 * (Line 10 as printed lets a task take the last reserved slot; the test here is reserved >=
 * idle, slip 1.) Serves the map stage too: there every job is ready. rtmr_seek_offers() has
 * found the only job that may have it. O(1). */
/*@ requires valid:    \valid_read(pool) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, table, SLOT_TABLE(*pool))
             CLAUSE(conjunct, counts, JOB_COUNTS(*pool, jobs))
             CLAUSE(conjunct, shape, PLAN_SHAPE(*pool, *g, promised))
             CLAUSE(conjunct, range, 0 <= promised <= jobs <= RTMR_JOBS)
             CLAUSE(conjunct, cursor, CURSOR(*pool, RTMR_JOBS))
             CLAUSE(conjunct, found, FOUND(*pool, jobs)))
    assigns \nothing;
    ensures none:      \result == -1 || 0 <= \result < jobs;
    ensures offered:   \result >= 0 ==> OFFER(*pool, jobs, \result);
    ensures nothing:   \result == -1 ==> \forall integer p; !OFFER(*pool, jobs, p);
    ensures denied:    \result == -1 ==> DENIED(*pool, jobs);
    ensures unserved:  \result >= 0 ==> UNSERVED(*pool, *g, promised, \result);
    ensures quiet:     \result == -1 ==> QUIET(*pool, *g, promised);
*/
int32_t rtmr_offer_place(const struct rtmr_pool *pool, int32_t jobs)
    /*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t promised) */;

/* In each stage the search for an offer begins at the first job that has a ready task that waits.
 * O(jobs that are passed). */
/*@ requires valid:    \valid(k);
    requires range:    0 <= k->jobs <= RTMR_JOBS;
    BOTH_STAGES(requires, counts, JOB_COUNTS, *k, k->jobs)
    requires map_tasks: Sum(k->map.unfinished, k->jobs) <= RTMR_TASKS;
    requires reduce_tasks: Sum(k->reduce.unfinished, k->jobs) <= RTMR_TASKS;
    BOTH_STAGES(requires, cursor, CURSOR, *k, k->jobs)
    assigns CURSORS(*k);
    BOTH_STAGES(ensures, cursor, CURSOR, *k, k->jobs)
    BOTH_STAGES(ensures, found, FOUND, *k, k->jobs)
*/
void rtmr_seek_offers(struct rtmr *k);

/* rtmr_offer() for a stage: MAP or another. */
/*@ requires valid:   \valid_read(k) && \valid(offer) && \valid(g);
    requires state:   State(*k, *g);
    assigns *offer;
    OFFER_RESULT(ensures, *k, stage, *offer)
*/
enum rtmr_status rtmr_find_offer(const struct rtmr *k, enum rtmr_stage stage, struct rtmr_offer *offer)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
