/*
 * The environment: it sets up a system and calls the interface for ever, in any order, with any
 * arguments. What the kernel promises, it promises to this program.
 *
 * After rtmr_init() it calls what stands behind the functions of rtmr.h: those check pointers,
 * context and stage, and then do just this call (their contracts in kernel/rtmr.c say so, in the
 * same words).
 */
#ifndef PROOFS_ENVIRONMENT_H
#define PROOFS_ENVIRONMENT_H

#include "kernel/clock.h"
#include "kernel/dispatch.h"
#include "kernel/offer.h"
#include "kernel/renewal.h"
#include "kernel/requests.h"
#include "kernel/rtmr.h"
#include "kernel/slot_changes.h"
#include "kernel/suspension.h"
#include "kernel/work_changes.h"
#include "proofs/theorem/choices.h"
#include "proofs/theorem/queue.h"
#include "proofs/theorem/trace.h"
#include "spec/slot_calls.acsl"

/* A job that has left the table stays away. */
#define STAYS_AWAY(clause, K, W) \
    CLAUSE(clause, away, \old((W).job_status != RTMR_UNWATCHED && NO_JOB_NAMED(K, (W).handle)) ==> \
                         NO_JOB_NAMED(K, (W).handle))

/* A job is submitted. If none is watched and it is accepted, with something to do, it may become
 * the one. */
/*@ requires valid:   \valid(k) && \valid(job) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    TRACE(requires, *k, *g, *w)
    WAITS_OBSERVED(requires, *k, w->waits)
    assigns SUBMITTED(*k), GHOST_SUBMITTED(*g), g->job, w->job_status, w->handle, w->job, w->named, TRACE_RUNS(*w),
            STAGE_TRACE_TIMES(w->map), STAGE_TRACE_TIMES(w->reduce),
            WAITS_ASSIGNED(w->waits);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             WAITS_OBSERVED(conjunct, *k, w->waits)
             STAYS_AWAY(conjunct, *k, *w)
             CLAUSE(conjunct, chosen,
                    w->job_status != \old(w->job_status) ==>
                    \old(w->job_status) == RTMR_UNWATCHED && w->job_status == RTMR_LIVE && w->job == *job
                    && w->named == RTMR_UNWATCHED)
             CLAUSE(conjunct, job_status,
                    \old(w->job_status) != RTMR_UNWATCHED ==> OBSERVED_BEFORE(*w)
                    && w->map.reports == \old(w->map.reports) && w->reduce.reports == \old(w->reduce.reports)
                    && w->job_status == \old(w->job_status))
             CLAUSE(conjunct, queued, \old(QUEUED(*k)) ==> QUEUED(*k)))
    TRACE(ensures, *k, *g, *w)
*/
enum rtmr_status rtmr_environment_submits(struct rtmr *k, const struct rtmr_job *job)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;

/* Questions are asked. */
/*@ requires valid:   \valid(k) && \valid(job) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    TRACE(requires, *k, *g, *w)
    WAITS_OBSERVED(requires, *k, w->waits)
    assigns SEARCHED(*k), GHOST_ASKED(*g);
    ensures state:    State(*k, *g);
    TRACE(ensures, *k, *g, *w)
    WAITS_OBSERVED(ensures, *k, w->waits)
    STAYS_AWAY(ensures, *k, *w)
*/
enum rtmr_status rtmr_environment_asks(struct rtmr *k, const struct rtmr_job *job, enum rtmr_stage stage)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;

/* A job is withdrawn. If it is the one, it was named. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    TRACE(requires, *k, *g, *w)
    WAITS_OBSERVED(requires, *k, w->waits)
    assigns WITHDRAWN(*k), GHOST_WITHDRAWN(*g), w->job_status, w->named,
            WAITS_ASSIGNED(w->waits);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             TRACE(conjunct, *k, *g, *w)
             WAITS_OBSERVED(conjunct, *k, w->waits)
             STAYS_AWAY(conjunct, *k, *w)
             CLAUSE(conjunct, transition,
                    w->job_status == \old(w->job_status)
                    || (\old(w->job_status) == RTMR_LIVE && w->job_status == RTMR_WITHDRAWN && job == w->handle))
             CLAUSE(conjunct, queued, \old(QUEUED(*k)) ==> QUEUED(*k)))
*/
enum rtmr_status rtmr_environment_withdraws(struct rtmr *k, rtmr_handle job)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;

/* A task is dispatched. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    TRACE(requires, *k, *g, *w)
    WAITS_OBSERVED(requires, *k, w->waits)
    assigns DISPATCHED(*k, k->map), DISPATCHED(*k, k->reduce), GHOST_STARTS(g->map), GHOST_STARTS(g->reduce),
            JOB_STARTS(g->job.map), JOB_STARTS(g->job.reduce),
            TRACE_RUNS(*w),
            WAITS_ASSIGNED(w->waits);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             TRACE(conjunct, *k, *g, *w)
             WAITS_OBSERVED(conjunct, *k, w->waits)
             STAYS_AWAY(conjunct, *k, *w))
*/
enum rtmr_status rtmr_environment_dispatches(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;

/* A report from a slot that was told to run a task of the job is heard, and frees the slot; that
 * of the last task finishes the job, whose e was the one recorded last. */
#define REPORT_HEARD(clause, K, G, W, stage, slot) \
    CLAUSE(clause, heard, \old(OBSERVED_TO_RUN(W, stage, slot)) ==> ((stage) == RTMR_MAP \
                          ? REPORTED_NOW((W).map, \old((W).map.reports), (K).now) \
                          && (W).reduce.reports == \old((W).reduce.reports) \
                          : REPORTED_NOW((W).reduce, \old((W).reduce.reports), (K).now) \
                          && (W).map.reports == \old((W).map.reports))) \
    CLAUSE(clause, last, \old(RUNS_THE_LAST(W, stage, slot)) ==> \
                         (W).job_status == RTMR_DONE && (W).ended == (K).now && (K).jobs == \old((K).jobs) - 1) \
    CLAUSE(clause, freed, \
           \old(OBSERVED_TO_RUN(W, stage, slot)) ==> ((stage) == RTMR_MAP \
           ? (K).map.state[slot] == FREED(\old((K).map.state)[slot]) && OTHER_SLOTS((K).map, slot) \
           && OTHER_SLOTS((K).reduce, -1) \
           : (K).reduce.state[slot] == FREED(\old((K).reduce.state)[slot]) && OTHER_SLOTS((K).reduce, slot) \
           && OTHER_SLOTS((K).map, -1))) \
    CLAUSE(clause, promised, (W).job_status != \old((W).job_status) ==> \
                             (W).estimated == \old((K).reduce.end)[\old((G).watched)])
/* A slot reports. If that finishes the job, it is in time; and what Algorithm VI has of its
 * finish times, if it is to correct the vectors, are the last ones of all its tasks. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    TRACE(requires, *k, *g, *w)
    WAITS_OBSERVED(requires, *k, w->waits)
    assigns FINISHED(*k), GHOST_FINISHED(*g), w->job_status, w->ended, w->estimated, STAGE_TRACE_TIMES(w->map),
            STAGE_TRACE_TIMES(w->reduce),
            TRACE_RUNS(*w),
            WAITS_ASSIGNED(w->waits);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             WAITS_OBSERVED(conjunct, *k, w->waits)
             CLAUSE(conjunct, transition,
                    w->job_status == \old(w->job_status)
                    || (\old(w->job_status) == RTMR_LIVE && w->job_status == RTMR_DONE && w->ended == k->now))
             REPORT_HEARD(conjunct, *k, *g, *w, stage, slot)
             CLAUSE(conjunct, fed_back,
                    w->job_status != \old(w->job_status) ==>
                    FedBack(g->retired.corrected, g->retired.reported, g->map.replan, g->reduce.replan,
                            \old(g->watched)))
             CLAUSE(conjunct, planned,
                    w->job_status != \old(w->job_status) ==>
                    PlanningSame(g->retired.corrected, g->retired.reported) && SettingSame(*k, g->retired.corrected)
                    && g->retired.reported.plans_from_slots == \old(k->plans_from_slots)
                    && g->retired.reported.reduce.end[\old(g->watched)] == w->estimated)
             CLAUSE(conjunct, past, w->job_status == \old(w->job_status) ==>
                                    w->ended == \old(w->ended) && w->estimated == \old(w->estimated))
             CLAUSE(conjunct, over,
                    \old(w->job_status) != RTMR_LIVE ==>
                    w->map.reports == \old(w->map.reports) && w->reduce.reports == \old(w->reduce.reports))
             CLAUSE(conjunct, queued, \old(QUEUED(*k)) ==> QUEUED(*k)))
    TRACE(ensures, *k, *g, *w)
    STAYS_AWAY(ensures, *k, *w)
    ensures corrects: w->job_status != \old(w->job_status) && \old(k->plans_from_slots) == 0 ==>
                      TIMES_PAST(w->map, k->now) && TIMES_PAST(w->reduce, k->now)
                      && TIMES_OBSERVED(MAP_MEMORY(g->retired.reported), \old(g->watched), w->map, k->map.slots)
                      && TIMES_OBSERVED(REDUCE_MEMORY(g->retired.reported), \old(g->watched), w->reduce,
                                        k->reduce.slots);
*/
enum rtmr_status rtmr_environment_reports(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;

/* Time moves, or tries to. If the job loses its promise, a violation is returned. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    TRACE(requires, *k, *g, *w)
    WAITS_OBSERVED(requires, *k, w->waits)
    assigns ADVANCED(*k), GHOST_RECOVERED(*g), w->job_status, w->flagged_by,
            WAITS_ASSIGNED(w->waits);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             TRACE(conjunct, *k, *g, *w)
             WAITS_OBSERVED(conjunct, *k, w->waits)
             STAYS_AWAY(conjunct, *k, *w)
             CLAUSE(conjunct, transition, w->job_status == \old(w->job_status) && w->flagged_by == \old(w->flagged_by)
                                            || (\old(w->job_status) == RTMR_LIVE && w->job_status == RTMR_FLAGGED
                                          && w->flagged_by == \result
                                          && (\result == RTMR_VIOLATION_OVERRUN || \result == RTMR_VIOLATION_WAITING)))
             CLAUSE(conjunct, waited,
                    \result == RTMR_VIOLATION_WAITING <==>
                    \old(k->now < to <= RTMR_TIME_MAX && !(OVERRUN(k->map, to) || OVERRUN(k->reduce, to))
                         && (WAITED_TOO_LONG(k->map, w->waits.map, to)
                             || WAITED_TOO_LONG(k->reduce, w->waits.reduce, to))))
             CLAUSE(conjunct, queued, \old(QUEUED(*k)) ==> QUEUED(*k)))
*/
enum rtmr_status rtmr_environment_waits(struct rtmr *k, rtmr_ticks to)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;

#if RTMR_WITH_SLOT_CHANGES
/* A slot is lost with whatever it runs. If the job loses its promise, a violation is returned. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    TRACE(requires, *k, *g, *w)
    WAITS_OBSERVED(requires, *k, w->waits)
    assigns DROPPED(*k), GHOST_DROPPED(*g), w->job_status, w->flagged_by, TRACE_RUNS(*w),
            WAITS_ASSIGNED(w->waits);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             WAITS_OBSERVED(conjunct, *k, w->waits)
             STAYS_AWAY(conjunct, *k, *w)
             CLAUSE(conjunct, transition,
                    w->job_status == \old(w->job_status) && w->flagged_by == \old(w->flagged_by)
                    || (\old(w->job_status) == RTMR_LIVE && w->job_status == RTMR_FLAGGED && w->flagged_by == \result
                        && \result == RTMR_VIOLATION_LOST))
             CLAUSE(conjunct, queued, \old(QUEUED(*k)) ==> QUEUED(*k)))
    TRACE(ensures, *k, *g, *w)
*/
enum rtmr_status rtmr_environment_loses(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;

/* A task fails. If the job loses its promise, a violation is returned. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    TRACE(requires, *k, *g, *w)
    WAITS_OBSERVED(requires, *k, w->waits)
    assigns DROPPED(*k), GHOST_DROPPED(*g), w->job_status, w->flagged_by, TRACE_RUNS(*w),
            WAITS_ASSIGNED(w->waits);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             WAITS_OBSERVED(conjunct, *k, w->waits)
             STAYS_AWAY(conjunct, *k, *w)
             CLAUSE(conjunct, transition,
                    w->job_status == \old(w->job_status) && w->flagged_by == \old(w->flagged_by)
                    || (\old(w->job_status) == RTMR_LIVE && w->job_status == RTMR_FLAGGED && w->flagged_by == \result
                        && \result == RTMR_VIOLATION_FAILED))
             CLAUSE(conjunct, queued, \old(QUEUED(*k)) ==> QUEUED(*k)))
    TRACE(ensures, *k, *g, *w)
*/
enum rtmr_status rtmr_environment_fails(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;

/* A slot is to leave; one joins. No promise is lost. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    TRACE(requires, *k, *g, *w)
    WAITS_OBSERVED(requires, *k, w->waits)
    assigns DRAINED(*k), GHOST_DRAINED(*g),
            WAITS_ASSIGNED(w->waits);
    ensures state:    State(*k, *g);
    TRACE(ensures, *k, *g, *w)
    WAITS_OBSERVED(ensures, *k, w->waits)
    STAYS_AWAY(ensures, *k, *w)
*/
enum rtmr_status rtmr_environment_drains(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    TRACE(requires, *k, *g, *w)
    WAITS_OBSERVED(requires, *k, w->waits)
    assigns JOINED(k->map), JOINED(k->reduce), k->plans_from_slots, g->map.position[0 .. RTMR_SLOTS - 1],
            g->reduce.position[0 .. RTMR_SLOTS - 1],
            WAITS_ASSIGNED(w->waits);
    ensures state:    State(*k, *g);
    TRACE(ensures, *k, *g, *w)
    WAITS_OBSERVED(ensures, *k, w->waits)
    STAYS_AWAY(ensures, *k, *w)
*/
enum rtmr_status rtmr_environment_adds(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;
#endif

/* A promise is renewed. Of a job whose promise stands, the trace goes on; that of one whose promise
 * had ended begins again, with what is left of it. */
#define WAS_RENEWED(W, job, status) \
    ((status) == RTMR_OK && \old((W).job_status) != RTMR_UNWATCHED && (job) == (W).handle)
#if RTMR_WITH_PROMISE_CHANGES
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    TRACE(requires, *k, *g, *w)
    WAITS_OBSERVED(requires, *k, w->waits)
    assigns RENEWS(*k), GHOST_RENEWS(*g), w->job_status, w->job, w->renewed, TRACE_RUNS(*w), w->map.reports,
            w->reduce.reports,
            WAITS_ASSIGNED(w->waits);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             TRACE(conjunct, *k, *g, *w)
             WAITS_OBSERVED(conjunct, *k, w->waits)
             STAYS_AWAY(conjunct, *k, *w)
             CLAUSE(conjunct, renewed, WAS_RENEWED(*w, job, \result) ==>
                                       w->job_status == RTMR_LIVE && w->renewed != 0 && w->job.deadline == deadline)
             CLAUSE(conjunct, transition, !WAS_RENEWED(*w, job, \result) ==>
                                          w->job_status == \old(w->job_status) && w->renewed == \old(w->renewed)
                                          && w->job == \old(w->job))
             CLAUSE(conjunct, live, \old(w->job_status) == RTMR_LIVE ==>
                                    w->job_status == RTMR_LIVE && w->job.map_tasks == \old(w->job.map_tasks)
                                    && w->job.reduce_tasks == \old(w->job.reduce_tasks)
                                    && w->job.map_estimate == \old(w->job.map_estimate)
                                    && w->job.reduce_estimate == \old(w->job.reduce_estimate))
             CLAUSE(conjunct, reports,
                    \old(w->job_status) == RTMR_LIVE || !WAS_RENEWED(*w, job, \result) ==>
                    w->map.reports == \old(w->map.reports) && w->reduce.reports == \old(w->reduce.reports))
             CLAUSE(conjunct, again, \old(w->job_status) != RTMR_LIVE && WAS_RENEWED(*w, job, \result) ==>
                                     w->map.reports == 0 && w->reduce.reports == 0
                                     && w->job.map_tasks == k->map.unfinished[g->watched]
                                     && w->job.reduce_tasks == k->reduce.unfinished[g->watched])
             CLAUSE(conjunct, left, \old(NO_JOB_NAMED(*k, w->handle)) ==>
                                    w->job_status == \old(w->job_status) && w->renewed == \old(w->renewed))
             CLAUSE(conjunct, queued, \old(QUEUED(*k)) ==> QUEUED(*k)))
*/
enum rtmr_status rtmr_environment_renews(struct rtmr *k, rtmr_handle job, rtmr_ticks deadline)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;

/* A running task gets a later bound. No promise is lost, whether that is granted or refused. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    TRACE(requires, *k, *g, *w)
    WAITS_OBSERVED(requires, *k, w->waits)
    assigns EXTENDED(*k), GHOST_EXTENDED(*g), w->map.due[0 .. RTMR_SLOTS - 1], w->reduce.due[0 .. RTMR_SLOTS - 1],
            WAITS_ASSIGNED(w->waits);
    ensures state:    State(*k, *g);
    TRACE(ensures, *k, *g, *w)
    WAITS_OBSERVED(ensures, *k, w->waits)
    STAYS_AWAY(ensures, *k, *w)
    ensures due:      \forall integer s; 0 <= s < RTMR_SLOTS ==>
                      w->map.due[s] == (\result == RTMR_OK && stage == RTMR_MAP && s == slot ? bound
                                        : \old(w->map.due)[s])
                      && w->reduce.due[s] == (\result == RTMR_OK && stage != RTMR_MAP && s == slot ? bound
                                              : \old(w->reduce.due)[s]);
    ensures queued:   \old(QUEUED(*k)) ==> QUEUED(*k);
*/
enum rtmr_status rtmr_environment_extends(struct rtmr *k, enum rtmr_stage stage, int32_t slot, rtmr_ticks bound)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;

/* A stage of a job gets another estimate. No promise is lost, granted or refused. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    TRACE(requires, *k, *g, *w)
    WAITS_OBSERVED(requires, *k, w->waits)
    assigns ESTIMATE_CHANGED(*k), GHOST_ESTIMATE_CHANGED(*g), w->job.map_estimate, w->job.reduce_estimate,
            w->reestimated,
            WAITS_ASSIGNED(w->waits);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             TRACE(conjunct, *k, *g, *w)
             WAITS_OBSERVED(conjunct, *k, w->waits)
             STAYS_AWAY(conjunct, *k, *w)
             CLAUSE(conjunct, reestimated,
                    \result == RTMR_OK && w->job_status == RTMR_LIVE && job == w->handle
                    ? w->reestimated != 0
                      && w->job.map_estimate == (stage == RTMR_MAP ? estimate : \old(w->job.map_estimate))
                      && w->job.reduce_estimate == (stage == RTMR_MAP ? \old(w->job.reduce_estimate) : estimate)
                    : w->reestimated == \old(w->reestimated)
                      && w->job.map_estimate == \old(w->job.map_estimate)
                      && w->job.reduce_estimate == \old(w->job.reduce_estimate))
             CLAUSE(conjunct, queued, \old(QUEUED(*k)) ==> QUEUED(*k)))
*/
enum rtmr_status rtmr_environment_reestimates(struct rtmr *k, rtmr_handle job, enum rtmr_stage stage,
                                              rtmr_ticks estimate)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;

/* A promise is given up. If it is that of the one, it was named. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    TRACE(requires, *k, *g, *w)
    WAITS_OBSERVED(requires, *k, w->waits)
    assigns SUSPENDED(*k), GHOST_SUSPENDED(*g), w->job_status, w->named,
            WAITS_ASSIGNED(w->waits);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             TRACE(conjunct, *k, *g, *w)
             WAITS_OBSERVED(conjunct, *k, w->waits)
             STAYS_AWAY(conjunct, *k, *w)
             CLAUSE(conjunct, transition,
                    w->job_status == (\result == RTMR_OK && \old(w->job_status) == RTMR_LIVE && job == w->handle
                    ? RTMR_SUSPENDED : \old(w->job_status)))
             CLAUSE(conjunct, queued, \old(QUEUED(*k)) ==> QUEUED(*k)))
*/
enum rtmr_status rtmr_environment_suspends(struct rtmr *k, rtmr_handle job)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;

/* A job is aborted. If it is the one, it was named. If no task of it runs, it is gone. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    TRACE(requires, *k, *g, *w)
    WAITS_OBSERVED(requires, *k, w->waits)
    assigns ABORTED(*k), GHOST_ABORTED(*g), w->job_status, w->named,
            WAITS_ASSIGNED(w->waits);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             TRACE(conjunct, *k, *g, *w)
             WAITS_OBSERVED(conjunct, *k, w->waits)
             STAYS_AWAY(conjunct, *k, *w)
             CLAUSE(conjunct, transition,
                    w->job_status == (\result == RTMR_OK && \old(w->job_status) == RTMR_LIVE && job == w->handle
                    ? RTMR_ABORTED : \old(w->job_status)))
             CLAUSE(conjunct, at_once, k->jobs < \old(k->jobs) ==> NO_JOB_NAMED(*k, job)))
    ensures queued:   \old(QUEUED(*k)) ==> QUEUED(*k);
*/
enum rtmr_status rtmr_environment_aborts(struct rtmr *k, rtmr_handle job)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;
#endif

/* The allowed status changes of the watched job by a call that returned `status`, from `before`:
 * none; or it was chosen; or, while it was live, it was reported finished, at this instant; or it
 * was withdrawn, suspended or aborted, by its handle; or it was flagged, and the status is a
 * violation; or its promise had ended, and was renewed, by its handle. */
#define TRANSITION(K, W, before, status) \
    ((W).job_status == (before) || ((before) == RTMR_UNWATCHED && (W).job_status == RTMR_LIVE) \
     || ((before) == RTMR_LIVE && (((W).job_status == RTMR_DONE && (W).ended == (K).now) \
                                   || (W).job_status == RTMR_WITHDRAWN || (W).job_status == RTMR_SUSPENDED \
                                   || (W).job_status == RTMR_ABORTED \
                                   || ((W).job_status == RTMR_FLAGGED \
                                       && (W).flagged_by == (status) && IS_VIOLATION(status)))) \
     || (PROMISE_ENDED(before) && (W).job_status == RTMR_LIVE && (W).renewed != 0 && (status) == RTMR_OK))
/* The promise has ended, but the job may be there. */
#define PROMISE_ENDED(job_status) \
    ((job_status) == RTMR_FLAGGED || (job_status) == RTMR_SUSPENDED || (job_status) == RTMR_ABORTED)
/* Any call, and what it returns. A job keeps its handle, and the deadline of its promise unless the
 * promise is renewed. A job whose promise has ended, and is not renewed, keeps its trace; one that
 * has left the table is never renewed. Jobs with a promise stand in the order that was set up. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    TRACE(requires, *k, *g, *w)
    WAITS_OBSERVED(requires, *k, w->waits)
    assigns *k, *g, *w;
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             TRACE(conjunct, *k, *g, *w)
             WAITS_OBSERVED(conjunct, *k, w->waits)
             STAYS_AWAY(conjunct, *k, *w)
             CLAUSE(conjunct, transition, TRANSITION(*k, *w, \old(w->job_status), \result))
             CLAUSE(conjunct, handle, \old(w->job_status) != RTMR_UNWATCHED ==> w->handle == \old(w->handle))
             CLAUSE(conjunct, past, \old(w->job_status) != RTMR_UNWATCHED && w->renewed == 0 && w->reestimated == 0 ==>
                                    OBSERVED_BEFORE(*w))
             CLAUSE(conjunct, deadline, \old(w->job_status) != RTMR_UNWATCHED && w->renewed == 0 ==>
                                        w->job.deadline == \old(w->job.deadline))
             CLAUSE(conjunct, tasks,
                    \old(w->job_status) != RTMR_UNWATCHED
                    && (\old(w->job_status) == RTMR_LIVE || w->renewed == 0) ==>
                    w->job.map_tasks == \old(w->job.map_tasks) && w->job.reduce_tasks == \old(w->job.reduce_tasks))
             CLAUSE(conjunct, over,
                    \old(w->job_status) != RTMR_UNWATCHED && \old(w->job_status) != RTMR_LIVE && w->renewed == 0 ==>
                    w->job_status == \old(w->job_status) && OBSERVED_BEFORE(*w)
                    && w->map.reports == \old(w->map.reports) && w->reduce.reports == \old(w->reduce.reports)
                    && w->estimated == \old(w->estimated) && w->ended == \old(w->ended)
                    && w->flagged_by == \old(w->flagged_by))
             CLAUSE(conjunct, left, \old(w->job_status != RTMR_UNWATCHED && NO_JOB_NAMED(*k, w->handle)) ==>
                                    w->renewed == 0 && w->job_status == \old(w->job_status))
             CLAUSE(conjunct, queued, \old(QUEUED(*k)) ==> QUEUED(*k)))
*/
enum rtmr_status rtmr_environment_step(struct rtmr *k)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;

/* A system is set up, in any way; once it is, any calls, for ever. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    terminates \false;
    assigns *k, *g, *w;
    ensures for_ever: \false;
*/
void rtmr_environment(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */;

#endif
