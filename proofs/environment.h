/*
 * The environment: it sets up a system and calls the interface for ever, in any order, with any arguments. What the kernel
 * promises, it promises to this program.
 *
 * After rtmr_init() it calls what stands behind the functions of rtmr.h: those check pointers, context and stage, and then
 * do just this call (their contracts in kernel/rtmr.c say so, in the same words).
 */
#ifndef PROOFS_ENVIRONMENT_H
#define PROOFS_ENVIRONMENT_H

#include "kernel/clock.h"
#include "kernel/dispatch.h"
#include "kernel/requests.h"
#include "kernel/rtmr.h"
#include "kernel/slot_changes.h"
#include "state.h"
#include "spec/slot_calls.acsl"

/* What the environment decides: nothing is known of the results. These functions have no body. */
/*@ terminates \true; exits \false; assigns \nothing; */
int32_t rtmr_any_number(void);
/*@ terminates \true; exits \false; assigns \nothing; */
rtmr_ticks rtmr_any_instant(void);
/*@ terminates \true; exits \false; assigns \nothing; */
rtmr_handle rtmr_any_handle(void);
/*@ terminates \true; exits \false; assigns \nothing; */
enum rtmr_stage rtmr_any_stage(void);
/*@ terminates \true; exits \false; assigns \nothing; */
enum rtmr_feedback rtmr_any_feedback(void);
/*@ terminates \true; exits \false; assigns \nothing; */
enum rtmr_order rtmr_any_order(void);

/* What became of the job that is watched. */
enum rtmr_fate {
    RTMR_UNWATCHED, /* no job has been chosen yet */
    RTMR_LIVE,      /* accepted, unfinished */
    RTMR_DONE,      /* reported finished */
    RTMR_WITHDRAWN, /* taken back */
    RTMR_FLAGGED    /* a violation that was reported has reached it */
};

/* One stage of it, as the environment saw it. */
struct rtmr_story_stage {
    int32_t runs[RTMR_SLOTS];   /* LIVE, nonzero: the slot was told to run a task of it, and has neither reported nor failed since */
    rtmr_ticks due[RTMR_SLOTS]; /* by when, as the dispatch said */
    int32_t reports;            /* how many of its tasks were reported finished, by slots that were told to run them */
};

/* The story of one accepted job, any, from the call that accepts it. */
struct rtmr_story {
    enum rtmr_fate fate;
    rtmr_handle handle;   /* as the call that accepted it said */
    struct rtmr_job job;  /* as it was submitted */
    struct rtmr_story_stage map, reduce;
    int32_t named;        /* nonzero: a withdrawal named it, and was granted */
    int32_t violated;     /* nonzero: since it was accepted a call has returned a violation */
    rtmr_ticks estimated; /* DONE: e, last recorded */
    rtmr_ticks ended;     /* DONE: when it was reported finished */
};

/*@
  // These slots are known to run a task of the job: those that were told to, and have neither reported nor failed since; and each until the
  // instant that it was told.
  predicate RunsTold(uint8_t known[RTMR_SLOTS], rtmr_ticks until[RTMR_SLOTS], int32_t told[RTMR_SLOTS], rtmr_ticks due[RTMR_SLOTS]) =
    \forall integer s; 0 <= s < RTMR_SLOTS ==> (known[s] != 0 <==> told[s] != 0) && (known[s] != 0 ==> until[s] == due[s]);
*/

/* The theorem. While the job is live it stands in the table under its handle with its deadline and its estimates, with a promise, and
 * now <= e <= deadline; what is left of it is what has not been reported finished, and the slots that the kernel takes to run it are
 * those that it has told to, each until the instant that it was told. When it is done, every one of its tasks was reported finished, the last by e. It is withdrawn only by its
 * name, and flagged only if a call has returned a violation. When it is no longer live, no promised job has its handle: State says so of
 * g->job (spec/watch.acsl). */
#define STORY(clause, K, G, W) \
    clause live:    (W).fate == RTMR_LIVE <==> (G).watched >= 0; \
    clause same:    (W).fate != RTMR_UNWATCHED ==> (G).job.handle == (W).handle && (G).job.deadline == (W).job.deadline; \
    clause maps:    (W).fate == RTMR_LIVE ==> STAGE_TOLD((K).map, (G).job.map, (W).job.map_tasks, (W).job.map_estimate, (W).map.reports); \
    clause reduces: (W).fate == RTMR_LIVE ==> \
                    STAGE_TOLD((K).reduce, (G).job.reduce, (W).job.reduce_tasks, (W).job.reduce_estimate, (W).reduce.reports); \
    clause mruns:   (W).fate == RTMR_LIVE ==> RunsTold((G).job.map.runs, (G).job.map.due, (W).map.runs, (W).map.due); \
    clause rruns:   (W).fate == RTMR_LIVE ==> RunsTold((G).job.reduce.runs, (G).job.reduce.due, (W).reduce.runs, (W).reduce.due); \
    clause promise: (W).fate == RTMR_LIVE ==> (G).watched < (K).promised && (K).handle[(G).watched] == (W).handle \
                    && (K).deadline[(G).watched] == (W).job.deadline && (K).now <= (K).reduce.end[(G).watched] <= (W).job.deadline; \
    clause done:    (W).fate == RTMR_DONE ==> (W).ended <= (W).estimated <= (W).job.deadline \
                    && (W).map.reports == (W).job.map_tasks && (W).reduce.reports == (W).job.reduce_tasks; \
    clause named:   (W).fate == RTMR_WITHDRAWN ==> (W).named != 0; \
    clause violated: (W).fate == RTMR_FLAGGED ==> (W).violated != 0;
#define STAGE_TOLD(P, J, tasks, eps, reports) \
    (0 <= (reports) && (J).left == (tasks) - (reports) && ((tasks) > 0 ==> (J).estimate == (eps) + (P).notice_pad))

#define STORY_RUNS(W) STAGE_STORY_RUNS((W).map), STAGE_STORY_RUNS((W).reduce)
#define STAGE_STORY_RUNS(S) (S).runs[0 .. RTMR_SLOTS - 1], (S).due[0 .. RTMR_SLOTS - 1]

/* Which job it is, and what it was submitted with. */
#define TOLD_BEFORE(W) ((W).handle == \old((W).handle) && (W).job == \old((W).job))

/* A job is submitted. If none is watched and it is accepted, with something to do, it may become the one. */
/*@ requires valid:   \valid(k) && \valid(job) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    STORY(requires, *k, *g, *w)
    assigns SUBMITTED(*k), GHOST_SUBMITTED(*g), g->job, *w;
    ensures state:    State(*k, *g);
    STORY(ensures, *k, *g, *w)
    ensures chosen:   w->fate != \old(w->fate) ==> \old(w->fate) == RTMR_UNWATCHED && w->fate == RTMR_LIVE && w->job == *job;
    ensures fate:     \old(w->fate) != RTMR_UNWATCHED ==> TOLD_BEFORE(*w)
                      && w->map.reports == \old(w->map.reports) && w->reduce.reports == \old(w->reduce.reports)
                      && w->estimated == \old(w->estimated) && w->ended == \old(w->ended);
*/
void rtmr_environment_submits(struct rtmr *k, const struct rtmr_job *job)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */;

/* Questions are asked. */
/*@ requires valid:   \valid(k) && \valid(job) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    STORY(requires, *k, *g, *w)
    assigns SCRATCH(*k), GHOST_ASKED(*g);
    ensures state:    State(*k, *g);
    STORY(ensures, *k, *g, *w)
*/
void rtmr_environment_asks(struct rtmr *k, const struct rtmr_job *job, enum rtmr_stage stage)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */;

/* A job is withdrawn. If it is the one, it was named. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    STORY(requires, *k, *g, *w)
    assigns WITHDRAWN(*k), GHOST_WITHDRAWN(*g), w->fate, w->named;
    ensures state:    State(*k, *g);
    STORY(ensures, *k, *g, *w)
    ensures news:     w->fate == \old(w->fate) || (\old(w->fate) == RTMR_LIVE && w->fate == RTMR_WITHDRAWN && job == w->handle);
*/
void rtmr_environment_withdraws(struct rtmr *k, rtmr_handle job)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */;

/* A task is dispatched. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    STORY(requires, *k, *g, *w)
    assigns DISPATCHED(*k, k->map), DISPATCHED(*k, k->reduce), GHOST_STARTS(g->map), GHOST_STARTS(g->reduce), JOB_STARTS(g->job.map), JOB_STARTS(g->job.reduce),
            STORY_RUNS(*w);
    ensures state:    State(*k, *g);
    STORY(ensures, *k, *g, *w)
*/
void rtmr_environment_dispatches(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */;

/* A slot reports. If that finishes the job, it is in time. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    STORY(requires, *k, *g, *w)
    assigns FINISHED(*k), GHOST_FINISHED(*g), w->fate, w->ended, w->estimated, w->map.reports, w->reduce.reports, STORY_RUNS(*w);
    ensures state:    State(*k, *g);
    STORY(ensures, *k, *g, *w)
    ensures news:     w->fate == \old(w->fate) || (\old(w->fate) == RTMR_LIVE && w->fate == RTMR_DONE && w->ended == k->now);
    ensures past:     w->fate == \old(w->fate) ==> w->ended == \old(w->ended) && w->estimated == \old(w->estimated);
    ensures over:     \old(w->fate) != RTMR_LIVE ==> w->map.reports == \old(w->map.reports) && w->reduce.reports == \old(w->reduce.reports);
*/
void rtmr_environment_reports(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */;

/* Time moves, or tries to. If the job loses its promise, a violation is returned. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    STORY(requires, *k, *g, *w)
    assigns ADVANCED(*k), GHOST_RECOVERED(*g), w->fate, w->violated;
    ensures state:    State(*k, *g);
    STORY(ensures, *k, *g, *w)
    ensures news:     w->fate == \old(w->fate) || (\old(w->fate) == RTMR_LIVE && w->fate == RTMR_FLAGGED
                      && (\result == RTMR_VIOLATION_OVERRUN || \result == RTMR_VIOLATION_WAITING));
*/
enum rtmr_status rtmr_environment_waits(struct rtmr *k, rtmr_ticks to)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */;

/* A slot is lost with whatever it runs. If the job loses its promise, a violation is returned. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    STORY(requires, *k, *g, *w)
    assigns DROPPED(*k), GHOST_DROPPED(*g), w->fate, w->violated, STORY_RUNS(*w);
    ensures state:    State(*k, *g);
    STORY(ensures, *k, *g, *w)
    ensures news:     w->fate == \old(w->fate) || (\old(w->fate) == RTMR_LIVE && w->fate == RTMR_FLAGGED && \result == RTMR_VIOLATION_LOST);
*/
enum rtmr_status rtmr_environment_loses(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */;

/* A task fails. If the job loses its promise, a violation is returned. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    STORY(requires, *k, *g, *w)
    assigns DROPPED(*k), GHOST_DROPPED(*g), w->fate, w->violated, STORY_RUNS(*w);
    ensures state:    State(*k, *g);
    STORY(ensures, *k, *g, *w)
    ensures news:     w->fate == \old(w->fate) || (\old(w->fate) == RTMR_LIVE && w->fate == RTMR_FLAGGED && \result == RTMR_VIOLATION_FAILED);
*/
enum rtmr_status rtmr_environment_fails(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */;

/* A slot is to leave; one joins. No promise is lost. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    STORY(requires, *k, *g, *w)
    assigns DRAINED(*k), GHOST_DRAINED(*g);
    ensures state:    State(*k, *g);
    STORY(ensures, *k, *g, *w)
*/
void rtmr_environment_drains(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */;
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    STORY(requires, *k, *g, *w)
    assigns JOINED(k->map), JOINED(k->reduce), k->projects, g->map.position[0 .. RTMR_SLOTS - 1], g->reduce.position[0 .. RTMR_SLOTS - 1];
    ensures state:    State(*k, *g);
    STORY(ensures, *k, *g, *w)
*/
void rtmr_environment_adds(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */;

/* Any call. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    requires state:   State(*k, *g);
    STORY(requires, *k, *g, *w)
    assigns *k, *g, *w;
    ensures state:    State(*k, *g);
    STORY(ensures, *k, *g, *w)
    ensures past:     \old(w->fate) != RTMR_UNWATCHED ==> TOLD_BEFORE(*w);
    ensures over:     \old(w->fate) != RTMR_UNWATCHED && \old(w->fate) != RTMR_LIVE ==> w->fate == \old(w->fate)
                      && w->map.reports == \old(w->map.reports) && w->reduce.reports == \old(w->reduce.reports)
                      && w->estimated == \old(w->estimated) && w->ended == \old(w->ended);
*/
void rtmr_environment_acts(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */;

/* A system is set up, in any way (dispatch latency with exact projection only); once it is, any calls, for ever. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w);
    terminates \false;
    assigns *k, *g, *w;
    ensures for_ever: \false;
*/
void rtmr_environment(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */;

#endif
