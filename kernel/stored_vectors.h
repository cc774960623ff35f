/*
 * The policies `none` and `satu`: the papers' stored vectors J.T, Algorithms V and VI.
 *
 * For every promised job the kernel remembers, per stage, when the slots become available once it
 * and the jobs before it have run. A new job is planned from the vectors of the job before its
 * place; since finished jobs retire, that is the last unfinished one. With `satu` a finished job
 * corrects its vectors, and those behind it, as it retires.
 *
 * After a violation or a change of a promise the vectors no longer cover what runs; when a slot
 * drains they have an entry too many, and when one joins too few. Then these policies plan by exact
 * projection, until no job is left and they start afresh (k->plans_from_slots). Meanwhile the
 * functions below are not called, or leave everything as it is.
 *
 * Built without RTMR_WITH_STORED_VECTORS, these policies do not exist; what is there of these
 * functions does nothing.
 */
#ifndef RTMR_STORED_VECTORS_H
#define RTMR_STORED_VECTORS_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/reestimate.h"
#include "proofs/lemmas/stored_lemmas.h"
#include "spec/calls.acsl"
#endif

#if RTMR_WITH_STORED_VECTORS
/* A plan with a job put at `place` may begin there: the planning vectors become those of the job
 * before it ([0 .. 0] if there is none), the drafts now from there on, and the recorded ends
 * before. Source: Algorithm I lines 1-3. O(jobs + slots). */
/*@ requires valid:   \valid(k) && \valid(g);
    STATE(requires, *k, *g)
    requires stored:  k->plans_from_slots == 0;
    requires place:   MAY_BE_PUT(*k, place);
    assigns SCRATCH(*k), GHOST_BEGUN(*g);
    BEGUN(ensures, *k, *g, place)
    ensures map_base: STORED_BASE(k->map, k->map_memory, g->map.base, place);
    ensures reduce_base: STORED_BASE(k->reduce, k->reduce_memory, g->reduce.base, place);
*/
void rtmr_stored_begin(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */;
#endif

/* The job that was put at `place`, and those behind it, get their vectors, as long as plans are
 * made from those. Source: Algorithm I line 23. O(a plan + jobs * slots). */
/*@ requires valid:   \valid(k) && \valid(g);
    STATE_KEEPING(requires, *k, *g, place)
    PENDING(requires, *k)
    requires place:   0 <= place < k->promised;
    assigns k->map.free_at, k->reduce.free_at, MEMORY(*k), k->map.end[0 .. RTMR_JOBS - 1],
            GHOST_BEGUN(*g),
            GHOST_REPLANNED(*g), GHOST_REPLAN(*g);
    STATE_UNNOTED(ensures, *k, *g)
    ensures stored:   k->plans_from_slots == 0 ==> Replanned(*k, *g, place);
    ensures map_ends: k->plans_from_slots == 0 ==>
                      ENDS_SOONER(k->map, \old(k->map.end), g->map.replan, place, k->promised);
    ensures others:   \forall integer p; 0 <= p < RTMR_JOBS && !(k->plans_from_slots == 0
                          && place <= p < k->promised) ==>
                      k->map.end[p] == \old(k->map.end)[p];
    ensures map_kept: ROWS_KEPT(MAP_MEMORY(*k), \old(MAP_MEMORY(*k)), place, k->promised);
    ensures reduce_kept: ROWS_KEPT(REDUCE_MEMORY(*k), \old(REDUCE_MEMORY(*k)), place, k->promised);
    BOTH_MEMORIES(ensures, finish_times, TimesKept, *k)
*/
#if RTMR_WITH_STORED_VECTORS
void rtmr_stored_admitted(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */;
#else
static inline void rtmr_stored_admitted(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    (void)k;
    (void)place;
}
#endif

#if RTMR_WITH_STORED_VECTORS
/* The jobs from `place` on have not ended a task: a job was put there. O(jobs). */
/*@ requires valid:   \valid(k) && \valid(g);
    requires range:   0 <= place && k->promised <= RTMR_JOBS;
    BOTH_ROWS(requires, rows, ROWS_COVER, *k, *g, place, k->now)
    assigns k->map_memory, k->reduce_memory;
    BOTH_ROWS(ensures, rows, ROWS_COVER, *k, *g, place, k->now)
    ensures map_none: \forall integer p; place <= p < k->promised ==> k->map_memory.of[p].ended.n == 0;
    ensures reduce_none: \forall integer p; place <= p < k->promised ==> k->reduce_memory.of[p].ended.n == 0;
    BOTH_MEMORIES(ensures, same, RowsKept, *k)
    ensures map_kept: \forall integer p; 0 <= p < place ==>
                      k->map_memory.of[p].ended == \old(k->map_memory).of[p].ended;
    ensures reduce_kept: \forall integer p; 0 <= p < place ==>
                         k->reduce_memory.of[p].ended == \old(k->reduce_memory).of[p].ended;
*/
void rtmr_stored_forget(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */;
#endif

/* A task of the job at `place` ends now: it is still counted as running. Remembered as long as
 * plans are made from stored vectors. O(slots). */
/*@ requires valid:   \valid(k) && \valid(g);
    STATE(requires, *k, *g)
    requires place:   0 <= place < k->jobs;
    requires maps:    stage == RTMR_MAP ==> k->map.waiting[place] < k->map.unfinished[place];
    requires reduces: stage != RTMR_MAP ==> k->reduce.waiting[place] < k->reduce.unfinished[place];
    assigns FINISH_TIMES_OF(*k, place);
    STATE_UNNOTED(ensures, *k, *g)
    ensures map:      k->plans_from_slots == 0 && stage == RTMR_MAP ==>
                      TimeAppended(place, k->map.slots, k->now, MAP_MEMORY(*k), \old(MAP_MEMORY(*k)));
    ensures reduce:   k->plans_from_slots == 0 && stage != RTMR_MAP ==>
                      TimeAppended(place, k->reduce.slots, k->now, REDUCE_MEMORY(*k), \old(REDUCE_MEMORY(*k)));
    ensures map_kept: k->plans_from_slots != 0 || stage != RTMR_MAP ==> TimesKept(MAP_MEMORY(*k), \old(MAP_MEMORY(*k)));
    ensures reduce_kept: k->plans_from_slots != 0 || stage == RTMR_MAP ==>
                         TimesKept(REDUCE_MEMORY(*k), \old(REDUCE_MEMORY(*k)));
*/
#if RTMR_WITH_STORED_VECTORS
void rtmr_stored_task_finished(struct rtmr *k, enum rtmr_stage stage, int32_t place)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;
#else
static inline void rtmr_stored_task_finished(struct rtmr *k, enum rtmr_stage stage, int32_t place)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    (void)k;
    (void)stage;
    (void)place;
}
#endif

/* All tasks of the job at `place` have ended, and it is about to retire. With `satu`, as long as
 * plans are made from stored vectors, and if its recorded e was off by delta or more: its
 * vectors are corrected (Algorithm VI) and the jobs behind it re-estimated from their unfinished
 * tasks (Algorithm V, slips 7 and 8). A re-estimate never raises a recorded e: the old bound
 * holds as well. (Algorithm V asks too whether the deadline was missed. It was not: that is a
 * violation, and plans are made by projection after one.) O(a plan + jobs * slots). */
/*@ requires valid:   \valid(k) && \valid(g);
    STATE_BUT_PENDING(requires, *k, *g)
    requires place:   0 <= place < k->jobs;
    requires in_time: place < k->promised ==> k->now <= k->reduce.end[place];
    requires done:    k->map.unfinished[place] == 0 && k->reduce.unfinished[place] == 0;
    assigns k->map.free_at, k->reduce.free_at, MEMORY(*k), k->map.end[0 .. RTMR_JOBS - 1],
            k->reduce.end[0 .. RTMR_JOBS - 1], GHOST_BEGUN(*g), GHOST_REPLANNED(*g), GHOST_REPLAN(*g);
    STATE_BUT_PENDING(ensures, *k, *g)
    ensures own:      k->reduce.end[place] == \old(k->reduce.end)[place];
    FED_BACK(ensures, *k, \old(*k), g->map.replan, g->reduce.replan, place)
    ensures sooner:   \forall integer p; 0 <= p < k->promised ==> k->reduce.end[p] <= \old(k->reduce.end)[p];
*/
#if RTMR_WITH_STORED_VECTORS
void rtmr_stored_job_finished(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */;
#else
static inline void rtmr_stored_job_finished(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    (void)k;
    (void)place;
}
#endif

#if RTMR_WITH_STORED_VECTORS
/* The job at `place` leaves the table: what is remembered of those behind it moves one place
 * down. O(jobs * slots). */
/*@ requires valid:   \valid(k) && \valid(g);
    requires range:   0 <= place < k->promised <= RTMR_JOBS && 0 <= k->map.usable <= RTMR_SLOTS
                      && 0 <= k->reduce.usable <= RTMR_SLOTS;
    BOTH_ROWS(requires, rows, ROWS_COVER, *k, *g, k->promised, k->now)
    requires map_finishes: EndedWithout(place, k->promised - 1, k->now, k->map_memory, k->started);
    requires reduce_finishes: EndedWithout(place, k->promised - 1, k->now, k->reduce_memory, k->started);
    assigns k->map_memory, k->reduce_memory;
    TOGETHER(ensures, outcome,
             BOTH_ROWS(conjunct, rows, ROWS_WITHOUT, *k, *g, place, k->promised - 1, k->now)
             CLAUSE(conjunct, map_finishes, Ended(k->promised - 1, k->now, k->map_memory, k->started))
             CLAUSE(conjunct, reduce_finishes, Ended(k->promised - 1, k->now, k->reduce_memory, k->started))
             CLAUSE(conjunct, map_begun,
                    \forall integer p; 0 <= p < k->promised - 1 ==>
                    k->map_memory.of[p].ended.n == \old(k->map_memory).of[p < place ? p : p + 1].ended.n)
             CLAUSE(conjunct, reduce_begun,
                    \forall integer p; 0 <= p < k->promised - 1 ==>
                    k->reduce_memory.of[p].ended.n == \old(k->reduce_memory).of[p < place ? p : p + 1].ended.n)
             BOTH_MEMORIES(conjunct, finish_times, TimesMoved, *k, place, k->promised - 1)
             BOTH_MEMORIES(conjunct, moved, RowsMoved, *k, place, k->promised - 1))
*/
void rtmr_stored_job_left(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */;
#endif

#endif
