/*
 * One run, from an empty table to an empty table, to show that the promise is about something, with
 * each policy: a job is accepted, and it is finished by its deadline.
 *
 * There is one slot for maps and one for reduces. The job has one map task of 3 ticks and one
 * reduce task of 4, and it is due at 7: there is not a tick to spare. Each task is dispatched when
 * it is offered, and reported at its bound.
 */
#ifndef PROOFS_FIRST_RUN_H
#define PROOFS_FIRST_RUN_H

#include "kernel/clock.h"
#include "kernel/dispatch.h"
#include "kernel/requests.h"
#include "kernel/rtmr.h"
#include "spec/calls.acsl"

/* The job is in the table, at the instant t, and so many of its tasks are left; all of them
 * await dispatch. */
#define HALFWAY(K, t, maps, reduces) \
    ((K).now == (t) && (K).jobs == 1 && (K).promised == 1 && ALL_IDLE((K).map, 1) && ALL_IDLE((K).reduce, 1) \
     && (K).handle[0] == 1 && (K).deadline[0] == 7 && (K).map.estimate[0] == 3 && (K).reduce.estimate[0] == 4 \
     && (K).map.waiting[0] == (maps) && (K).map.unfinished[0] == (maps) \
     && (K).reduce.waiting[0] == (reduces) && (K).reduce.unfinished[0] == (reduces))

/* One task on one idle slot starts when it is released. */
/*@ ghost
  /@ requires valid:     \valid_read(pool) && \valid(base) && \valid(d);
     TOGETHER(requires, given,
              CLAUSE(conjunct, table, SLOT_TABLE(*pool))
              CLAUSE(conjunct, slot, ALL_IDLE(*pool, 1))
              CLAUSE(conjunct, task, d->waiting[0] == 1 && WAIT_PAD(*pool) == 0)
              CLAUSE(conjunct, scheduled, STAGE_SCHEDULED(*pool, *base, *d, 1))
              CLAUSE(conjunct, range, 0 <= now <= d->release[0] && 0 <= d->estimate[0]
                                      && d->release[0] + d->estimate[0] <= RTMR_TIME_MAX)
              CLAUSE(conjunct, floor, d->floor[0] <= d->release[0] + d->estimate[0]))
     requires snapshot:  SNAPSHOT(*pool, *base, now);
     assigns \nothing;
     ensures end:        d->end[0] == d->release[0] + d->estimate[0];
     ensures entries:    \forall integer x; Entries(1, base->at, d->open, d->least, d->finish, 1, x)
                         == (d->end[0] > x ? 1 : 0);
  @/
  void rtmr_only_task(const struct rtmr_pool *pool, struct rtmr_vector \ghost *base, struct rtmr_ghost_plan \ghost *d,
                      rtmr_ticks now);
*/

/* It is submitted, and accepted. */
/*@ requires valid:  \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    requires empty:  k->now == 0 && k->jobs == 0 && k->next_handle == 1 && ALL_IDLE(k->map, 1) && ALL_IDLE(k->reduce, 1)
                     && LATENCY(*k) == 0 && WAIT_PAD(k->reduce) == 0;
    assigns SUBMITTED(*k), GHOST_SUBMITTED(*g);
    ensures state:    State(*k, *g);
    ensures ok:      \result == RTMR_OK;
    ensures entered: HALFWAY(*k, 0, 1, 1);
*/
enum rtmr_status rtmr_first_job_enters(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Its map task starts at 0, and is reported at 3. */
/*@ requires valid:  \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    requires before: HALFWAY(*k, 0, 1, 1);
    assigns *k, *g;
    ensures state:    State(*k, *g);
    ensures after:   HALFWAY(*k, 3, 0, 1);
*/
void rtmr_first_map_runs(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Its reduce task starts at 3, and is reported at 7; that finishes the job, and it leaves the
 * table. */
/*@ requires valid:  \valid(k) && \valid(report) && \valid(g);
    requires state:   State(*k, *g);
    requires before: HALFWAY(*k, 3, 0, 1);
    assigns *k, *report, *g;
    ensures state:    State(*k, *g);
    ensures after:   k->now == 7 && k->jobs == 0 && ALL_IDLE(k->map, 1) && ALL_IDLE(k->reduce, 1);
    ensures done:    report->job_done != 0 && report->flagged == 0 && report->job == 1 && report->deadline == 7;
*/
void rtmr_first_reduce_runs(struct rtmr *k, struct rtmr_report *report) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* All of it, whatever the policy. */
/*@ requires valid: \valid(k) && \valid(report) && \valid(g);
    requires policy: FeedbackValid(feedback);
    assigns *k, *report, *g;
    ensures done:   report->job_done != 0 && report->flagged == 0 && report->job == 1 && report->deadline == 7;
    ensures time:   k->now == 7 && k->jobs == 0;
*/
void rtmr_first_run(struct rtmr *k, enum rtmr_feedback feedback, struct rtmr_report *report)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
