/*
 * The jobs in plan order.
 */
#ifndef RTMR_JOB_TABLE_H
#define RTMR_JOB_TABLE_H

#include "rtmr.h"
#include "stage_jobs.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/lemmas/table_lemmas.h"
#include "spec/admission.acsl"
#include "spec/remembered.acsl"
#endif

/* A job as it is planned: the tasks that await dispatch, and when its stages end. */
struct rtmr_row {
    rtmr_ticks deadline;
    struct rtmr_stage_row map;
    struct rtmr_stage_row reduce;
};

/* The first place that a new job may take. FLOOR: behind the last promised job with a dispatched
 * task of either stage; EDF: the first; FIFO: the last. O(jobs). */
/*@ requires valid: \valid_read(k);
    requires range: 0 <= k->promised <= RTMR_JOBS;
    assigns \nothing;
    ensures floor:  \result == Floor(k->order, k->promised, k->started) && 0 <= \result <= k->promised;
*/
int32_t rtmr_table_floor(const struct rtmr *k);

/* The place at which a new job with this deadline goes, floor .. promised: behind equal
 * deadlines. O(jobs). */
/*@ requires valid: \valid_read(k);
    requires range: 0 <= k->promised <= RTMR_JOBS;
    assigns \nothing;
    ensures place:  PLACE(*k, deadline, \result);
    ensures range:  0 <= \result <= k->promised;
*/
int32_t rtmr_table_place(const struct rtmr *k, rtmr_ticks deadline);

/* The place of a job, or -1. O(jobs). */
/*@ requires valid: \valid_read(k);
    requires range: 0 <= k->jobs <= RTMR_JOBS;
    assigns \nothing;
    ensures found:  \result >= 0 ==> \result < k->jobs && k->handle[\result] == handle;
    ensures none:   \result < 0 ==> \result == -1 && \forall integer p; 0 <= p < k->jobs ==> k->handle[p] != handle;
*/
int32_t rtmr_table_find(const struct rtmr *k, rtmr_handle handle);

/* Puts a new job at `place` <= promised, with a promise: it gets the next handle, and none of
 * its tasks has been dispatched. There is room. O(jobs + slots). */
/*@ requires valid:   \valid(k) && \valid_read(row) && \valid(g);
    TABLE(requires, *k, k->promised)
    WATCHED(requires, *k, *g)
    requires range:   0 <= place <= k->promised <= k->jobs < RTMR_JOBS && k->next_handle < RTMR_LAST_HANDLE;
    requires fresh:   CANDIDATE(*row, *k) && HAS_TASKS(*row);
    requires room:    k->map.tasks + row->map.waiting <= RTMR_TASKS
                      && k->reduce.tasks + row->reduce.waiting <= RTMR_TASKS;
    assigns TABLE_COLUMNS(*k), k->map.tasks, k->reduce.tasks, k->jobs, k->promised, k->next_handle, g->watched;
    TOGETHER(ensures, outcome,
             TABLE(conjunct, *k, k->promised)
             WATCHED(conjunct, *k, *g)
             CLAUSE(conjunct, count, k->jobs == \old(k->jobs) + 1 && k->promised == \old(k->promised) + 1
                                     && k->next_handle == \old(k->next_handle) + 1)
             CLAUSE(conjunct, before, \forall integer p; 0 <= p < place ==> ROW_KEPT(*k, p, Pre, p))
             CLAUSE(conjunct, put, ROW_IS(*k, place, \old(k->next_handle), *row))
             CLAUSE(conjunct, behind, \forall integer p; place < p < k->jobs ==> ROW_KEPT(*k, p, Pre, p - 1))
             BOTH_STAGES(conjunct, moved, SLOTS_MOVED, *k, place)
             ALL_TASKS_STAY(conjunct, *k)
             BOTH_STAGES(conjunct, busy, BUSY_MOVED, *k, place)
             CLAUSE(conjunct, watch, g->watched == \old(g->watched) + (\old(g->watched) >= place ? 1 : 0)))
    ensures in_time:  \old(InTime(k->promised, k->map.end, k->reduce.end, k->deadline))
                      && row->map.end <= row->reduce.end <= row->deadline ==>
                      InTime(k->promised, k->map.end, k->reduce.end, k->deadline);
*/
void rtmr_table_insert(struct rtmr *k, int32_t place, const struct rtmr_row *row)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Takes the job at `place` out of the table. No slot runs a task of it. O(jobs + slots). */
/*@ requires valid:   \valid(k) && \valid(g);
    TOGETHER(requires, given,
             STATE_BUT_PENDING(conjunct, *k, *g)
             CLAUSE(conjunct, range, 0 <= place < k->jobs)
             CLAUSE(conjunct, quiet, TasksOf(k->map.state, k->map.place, k->map.slots, place) == 0
                                     && TasksOf(k->reduce.state, k->reduce.place, k->reduce.slots, place) == 0)
             CLAUSE(conjunct, others, \forall integer p; 0 <= p < k->jobs && p != place ==>
                                      k->map.unfinished[p] + k->reduce.unfinished[p] > 0))
    assigns TABLE_COLUMNS(*k), k->map.tasks, k->reduce.tasks, k->jobs, k->promised, k->plans_from_slots, MEMORY(*k),
            g->watched,
            g->map.plan.first[0 .. RTMR_PLACES - 1], g->map.plan.job[0 .. RTMR_TASKS - 1],
            g->map.plan.open[0 .. RTMR_TASKS - 1],
            g->reduce.plan.first[0 .. RTMR_PLACES - 1], g->reduce.plan.job[0 .. RTMR_TASKS - 1],
            g->reduce.plan.open[0 .. RTMR_TASKS - 1];
    STATE_UNNOTED(ensures, *k, *g)
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, count, k->jobs == \old(k->jobs) - 1 && k->promised == \old(k->promised)
                                     - (place < \old(k->promised) ? 1 : 0))
             CLAUSE(conjunct, before, \forall integer p; 0 <= p < place ==> ROW_KEPT(*k, p, Pre, p))
             CLAUSE(conjunct, behind, \forall integer p; place <= p < k->jobs ==> ROW_KEPT(*k, p, Pre, p + 1))
             CLAUSE(conjunct, plans, PLANS_KEPT(*k, \old(k->jobs), \old(k->plans_from_slots)))
             BOTH_MEMORIES(conjunct, finish_times, \old(k->plans_from_slots) == 0 ==> TimesMoved, *k, place, k->jobs)
             BOTH_MEMORIES(conjunct, moved, \old(k->plans_from_slots) == 0 ==> RowsMoved, *k, place, k->jobs)
             ALL_TASKS_STAY(conjunct, *k)
             CLAUSE(conjunct, watch, WATCH_LEFT(*g, place)))
*/
void rtmr_table_remove(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The job at `from` goes to `to`, those between one place the other way; who has a promise is for
 * the caller to say. Moved back, every job and every slot's task stands where it stood.
 * O(jobs + slots). */
/*@ requires valid:   \valid(k) && \valid(g);
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             CLAUSE(conjunct, range, 0 <= from < k->jobs && 0 <= to < k->jobs && -1 <= g->watched < k->jobs)
             CLAUSE(conjunct, watched_maps, WATCHED_STAGE(k->map, g->watched, g->job.map))
             CLAUSE(conjunct, watched_reduces, WATCHED_STAGE(k->reduce, g->watched, g->job.reduce)))
    assigns TABLE_COLUMNS(*k), g->watched;
    TABLE(ensures, *k, 0)
    ensures watched_maps: WATCHED_STAGE(k->map, g->watched, g->job.map);
    ensures watched_reduces: WATCHED_STAGE(k->reduce, g->watched, g->job.reduce);
    ensures rows:     \forall integer p; 0 <= p < RTMR_JOBS ==> ROW_KEPT(*k, p, Pre, STOOD(p, from, to));
    BOTH_STAGES(ensures, slots, SLOTS_ROTATED, *k, from, to)
    BOTH_STAGES(ensures, running, TASKS_ROTATED, *k, from, to)
    ALL_TASKS_STAY(ensures, *k)
    ensures watch:    g->watched == STOOD(\old(g->watched), to, from);
*/
void rtmr_table_move(struct rtmr *k, int32_t from, int32_t to) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The job at `place` < promised has no promise any more: it goes behind those that have one, and
 * behind the flagged ones whose deadline is not later. Returns its place then. O(jobs + slots). */
/*@ requires valid:   \valid(k) && \valid(g);
    TABLE(requires, *k, 0)
    WATCHED(requires, *k, *g)
    requires range:   0 <= place < k->promised;
    assigns TABLE_COLUMNS(*k), k->promised, g->watched;
    TABLE(ensures, *k, 0)
    WATCHED(ensures, *k, *g)
    ensures count:    k->promised == \old(k->promised) - 1;
    ensures flagged:  k->promised <= \result < k->jobs;
    ensures queued:   \forall integer p; k->promised <= p < \result ==> k->deadline[p] <= k->deadline[\result];
    ensures sooner:   \result + 1 < k->jobs ==> k->deadline[\result] < k->deadline[\result + 1];
    ensures rows:     \forall integer p; 0 <= p < RTMR_JOBS ==> ROW_KEPT(*k, p, Pre, STOOD(p, place, \result));
    BOTH_STAGES(ensures, slots, SLOTS_ROTATED, *k, place, \result)
    BOTH_STAGES(ensures, running, TASKS_ROTATED, *k, place, \result)
    ALL_TASKS_STAY(ensures, *k)
    ensures watch:    WATCH_LEFT(*g, place);
*/
int32_t rtmr_table_flag(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
