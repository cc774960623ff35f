/*
 * One run with feedback, to show that what is said of Algorithm V and of Algorithm VI at the level
 * of events (feedback.h) is about something: a job ends before the e that was recorded, and the
 * vectors are corrected by it.
 *
 * There is one slot for maps and one for reduces. The job has one map task of 3 ticks, and it is
 * due at 3. It is dispatched at 0, and reported at 2. An auditor who does Algorithm VI begins with
 * [0], as there is no job in front, and ends with [2].
 */
#ifndef PROOFS_CORRECTED_RUN_H
#define PROOFS_CORRECTED_RUN_H

#include "proofs/papers/feedback.h"
#include "proofs/examples/first_run.h"

#if RTMR_WITH_STORED_VECTORS

/* The job is live, at the instant t, and its map task waits, or runs on slot 0, or neither. */
#define EARLY_JOB(K, G, W, t, waits, runs_) \
    ((K).now == (t) && (K).jobs == 1 && (K).promised == 1 && (K).plans_from_slots == 0 \
     && (K).feedback == RTMR_FEEDBACK_SATU && (K).delta == 0 && LATENCY(K) == 0 && WAIT_PAD((K).reduce) == 0 \
     && (K).map.slots == 1 && (K).map.usable == 1 && (K).reduce.usable == 1 && (K).reduce.idle == 1 \
     && (K).reduce.slots == 1 \
     && (K).handle[0] == 1 && (K).reduce.end[0] == 3 && (K).map.waiting[0] == (waits) && (K).map.unfinished[0] == 1 \
     && (K).reduce.waiting[0] == 0 && (K).reduce.unfinished[0] == 0 && (K).map.estimate[0] == 3 && (G).watched == 0 \
     && (W).job_status == RTMR_LIVE && (W).handle == 1 && (W).job.map_tasks == 1 && (W).job.reduce_tasks == 0 \
     && (W).job.deadline == 3 \
     && (W).map.reports == 0 && (W).reduce.reports == 0 && ((W).map.runs[0] != 0 <==> (runs_)))

/* It is submitted, and accepted, and the trace begins. */
/*@ requires valid:  \valid(k) && \valid(g) && \valid(w);
    requires state:  State(*k, *g);
    requires empty:  k->now == 0 && k->jobs == 0 && k->next_handle == 1 && ALL_IDLE(k->map, 1) && ALL_IDLE(k->reduce, 1)
                     && LATENCY(*k) == 0 && WAIT_PAD(k->reduce) == 0 && k->plans_from_slots == 0
                     && k->feedback == RTMR_FEEDBACK_SATU && k->delta == 0;
    requires unwatched: w->job_status == RTMR_UNWATCHED && g->watched == -1;
    assigns SUBMITTED(*k), GHOST_SUBMITTED(*g), g->job, *w;
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             TRACE(conjunct, *k, *g, *w)
             CLAUSE(conjunct, entered, EARLY_JOB(*k, *g, *w, 0, 1, 0) && k->map.idle == 1))
*/
void rtmr_early_job_enters(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;

/* Its task starts at 0. */
/*@ requires valid:  \valid(k) && \valid(g) && \valid(w);
    requires state:  State(*k, *g);
    TRACE(requires, *k, *g, *w)
    requires entered: EARLY_JOB(*k, *g, *w, 0, 1, 0) && k->map.idle == 1;
    assigns DISPATCHED(*k, k->map), GHOST_STARTS(g->map), JOB_STARTS(g->job.map), TRACE_RUNS(*w);
    ensures state:   State(*k, *g);
    TRACE(ensures, *k, *g, *w)
    ensures runs:    EARLY_JOB(*k, *g, *w, 0, 0, 1) && k->map.idle == 0 && k->map.state[0] == RTMR_SLOT_BUSY
                     && k->map.bound[0] == 3;
*/
void rtmr_early_job_starts(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;

/* It runs until 2. */
/*@ requires valid:  \valid(k) && \valid(g) && \valid(w);
    requires state:  State(*k, *g);
    TRACE(requires, *k, *g, *w)
    requires runs:   EARLY_JOB(*k, *g, *w, 0, 0, 1) && k->map.idle == 0 && k->map.state[0] == RTMR_SLOT_BUSY
                     && k->map.bound[0] == 3;
    assigns ADVANCED(*k), GHOST_RECOVERED(*g);
    ensures state:   State(*k, *g);
    TRACE(ensures, *k, *g, *w)
    ensures ran:     EARLY_JOB(*k, *g, *w, 2, 0, 1) && k->map.state[0] == RTMR_SLOT_BUSY;
*/
void rtmr_early_job_runs(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;

/* And is reported then: the auditors' last vectors, [2] and [0], are what the jobs behind it
 * would be planned from. */
/*@ requires valid:  \valid(k) && \valid(g) && \valid(w) && \valid(maps) && \valid(reduces);
    requires state:  State(*k, *g);
    TRACE(requires, *k, *g, *w)
    requires ran:    EARLY_JOB(*k, *g, *w, 2, 0, 1) && k->map.state[0] == RTMR_SLOT_BUSY;
    assigns FINISHED(*k), GHOST_FINISHED(*g), w->job_status, w->ended, w->estimated, STAGE_TRACE_TIMES(w->map),
            STAGE_TRACE_TIMES(w->reduce),
            TRACE_RUNS(*w), w->waits, *maps, *reduces;
    ensures done:    w->job_status == RTMR_DONE && w->ended == 2 && w->estimated == 3 && k->jobs == 0;
    ensures due:     CORRECTS(g->retired.corrected, 3);
    ensures maps:    AUDITED(*maps, g->map.replan.origin) && maps->m == 1 && maps->u.row[1].at[0] == 2;
    ensures reduces: AUDITED(*reduces, g->reduce.replan.origin) && reduces->m == 0 && reduces->u.row[0].at[0] == 0;
*/
void rtmr_early_job_corrects(struct rtmr *k)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w, struct rtmr_ghost_audit \ghost *maps,
               struct rtmr_ghost_audit \ghost *reduces) */;

/* All of it. */
/*@ requires valid:  \valid(k) && \valid(g) && \valid(w) && \valid(maps) && \valid(reduces);
    assigns *k, *g, *w, *maps, *reduces;
    ensures done:    w->job_status == RTMR_DONE && w->ended == 2 && w->estimated == 3 && k->jobs == 0;
    ensures due:     CORRECTS(g->retired.corrected, 3);
    ensures maps:    AUDITED(*maps, g->map.replan.origin) && maps->m == 1 && maps->u.row[1].at[0] == 2;
    ensures reduces: AUDITED(*reduces, g->reduce.replan.origin) && reduces->m == 0 && reduces->u.row[0].at[0] == 0;
*/
void rtmr_corrected_run(struct rtmr *k)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w, struct rtmr_ghost_audit \ghost *maps,
               struct rtmr_ghost_audit \ghost *reduces) */;

#endif

#endif
