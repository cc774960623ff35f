/*
 * One run with a refusal, to show that what is said of Algorithm I is about jobs behind the one
 * that asks as well: a job would pass another one, and make it late.
 *
 * There is one slot for maps and one for reduces, and the order is edf. A job with one map task of
 * 3 ticks, due at 4, is accepted. Then one with a map task of 2, due at 3, asks: it would go in
 * front and end at 2, but the job behind it would end at 5, which is 1 too late.
 */
#ifndef PROOFS_REFUSED_RUN_H
#define PROOFS_REFUSED_RUN_H

#include "proofs/examples/first_run.h"

/* The maps of one job, or of two, with a task each, on one idle slot: one after the other. */
/*@ ghost
  /@ requires valid:     \valid_read(pool) && \valid(base) && \valid(d);
     TOGETHER(requires, given,
              CLAUSE(conjunct, table, SLOT_TABLE(*pool))
              CLAUSE(conjunct, slot, ALL_IDLE(*pool, 1))
              CLAUSE(conjunct, jobs, 1 <= jobs <= 2)
              CLAUSE(conjunct, tasks, WAIT_PAD(*pool) == 0 && d->waiting[0] == 1 && (jobs == 2 ==> d->waiting[1] == 1))
              CLAUSE(conjunct, scheduled, STAGE_SCHEDULED(*pool, *base, *d, jobs))
              CLAUSE(conjunct, first, 0 <= now && d->release[0] == now && d->floor[0] == now && 0 < d->estimate[0] <= 3)
              CLAUSE(conjunct, next, jobs == 2 ==> d->release[1] == now && d->floor[1] == now
                                     && 0 < d->estimate[1] <= 3)
              CLAUSE(conjunct, end, now + 6 <= RTMR_TIME_MAX))
     requires snapshot:  SNAPSHOT(*pool, *base, now);
     assigns \nothing;
     ensures first:      d->end[0] == now + d->estimate[0];
     ensures second:     jobs == 2 ==> d->end[1] == d->end[0] + d->estimate[1];
  @/
  void rtmr_one_after_the_other(const struct rtmr_pool *pool, struct rtmr_vector \ghost *base,
                                struct rtmr_ghost_plan \ghost *d, int32_t jobs,
                                rtmr_ticks now);
*/

/* The first job waits for its map. */
#define WAITING_JOB(K) \
    ((K).now == 0 && (K).jobs == 1 && (K).promised == 1 && (K).next_handle == 2 && (K).map.tasks == 1 \
     && (K).reduce.tasks == 0 \
     && (K).plans_from_slots != 0 && (K).order == RTMR_ORDER_EDF && LATENCY(K) == 0 && WAIT_PAD((K).reduce) == 0 \
     && (K).counter_offer == 0 \
     && ALL_IDLE((K).map, 1) && ALL_IDLE((K).reduce, 1) && (K).handle[0] == 1 \
     && (K).deadline[0] == 4 && (K).map.estimate[0] == 3 && (K).map.waiting[0] == 1 && (K).map.unfinished[0] == 1 \
     && (K).reduce.waiting[0] == 0 && (K).reduce.unfinished[0] == 0)

/* It is submitted, and accepted. */
/*@ requires valid:    \valid(k) && \valid(g);
    requires state:    State(*k, *g);
    requires empty:    k->now == 0 && k->jobs == 0 && k->next_handle == 1 && ALL_IDLE(k->map, 1)
                       && ALL_IDLE(k->reduce, 1)
                       && LATENCY(*k) == 0 && WAIT_PAD(k->reduce) == 0 && k->plans_from_slots != 0
                       && k->order == RTMR_ORDER_EDF && k->counter_offer == 0;
    assigns SUBMITTED(*k), GHOST_SUBMITTED(*g);
    ensures state:     State(*k, *g);
    ensures entered:   WAITING_JOB(*k);
*/
void rtmr_waiting_job_enters(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The other asks, and is refused: the job that would be late is named, and by how much. */
/*@ requires valid:    \valid(k) && \valid(decision) && \valid(g);
    requires state:    State(*k, *g);
    requires entered:  WAITING_JOB(*k);
    assigns SUBMITTED(*k), GHOST_SUBMITTED(*g), *decision;
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             CLAUSE(conjunct, passes, g->verdict.place == 0 && g->verdict.late == 1 && g->verdict.jobs == 2)
             CLAUSE(conjunct, ends, g->verdict.reduce.end[0] == 2 && g->verdict.reduce.end[1] == 5)
             CLAUSE(conjunct, refused, \result == RTMR_REJECTED && decision->reason == RTMR_REASON_LATE
                                       && decision->estimated_finish == 2)
             CLAUSE(conjunct, named, decision->late_job == 1 && decision->late_by == 1))
*/
enum rtmr_status rtmr_passing_job_asks(struct rtmr *k, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* All of it. */
/*@ requires valid:    \valid(k) && \valid(decision) && \valid(g);
    assigns *k, *g, *decision;
    ensures refused:   \result == RTMR_REJECTED && decision->reason == RTMR_REASON_LATE
                       && decision->estimated_finish == 2;
    ensures named:     decision->late_job == 1 && decision->late_by == 1;
*/
enum rtmr_status rtmr_refused_run(struct rtmr *k, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
