/*
 * The trace of one accepted job, any, as the environment has it from the calls alone; and that the
 * kernel remembers of its finish times what Algorithm VI needs.
 *
 * Lemma functions, and the functions that record the trace: ghost code. Never compiled.
 */
#ifndef PROOFS_TRACE_H
#define PROOFS_TRACE_H

#include "proofs/lemmas/state.h"
#include "proofs/theorem/waits.h"
#include "spec/finish_times.acsl"
#include "spec/renewal_calls.acsl"

/* The status of the job that is watched. */
enum rtmr_job_status {
    RTMR_UNWATCHED, /* no job has been chosen yet */
    RTMR_LIVE,      /* accepted, unfinished */
    RTMR_DONE,      /* reported finished */
    RTMR_WITHDRAWN, /* taken back */
    RTMR_FLAGGED,   /* a violation that was reported has reached it */
    RTMR_SUSPENDED, /* its promise was given up, by its handle */
    RTMR_ABORTED    /* what waited of it was given up, by its handle */
};

/* One stage of it, as the environment saw it. */
struct rtmr_trace_stage {
    /* LIVE, nonzero: the slot was told to run a task of it, and has not reported, failed or been
     * lost since */
    int32_t runs[RTMR_SLOTS];
    rtmr_ticks due[RTMR_SLOTS];    /* by when, as the dispatch said */
    /* how many of its tasks were reported finished, by slots that were told to run them */
    int32_t reports;
    rtmr_ticks finish[RTMR_TASKS]; /* when each of these was */
};

/* The trace of one accepted job, any, from the call that accepts it. When its promise has ended and
 * is renewed, the trace begins again, with what is left of the job then. */
struct rtmr_trace {
    enum rtmr_job_status job_status;
    rtmr_handle handle;   /* as the call that accepted it said */
    /* the tasks that it has when the trace begins, the deadline of its acceptance or of its last
     * renewal, the estimates that were named last */
    struct rtmr_job job;
    struct rtmr_trace_stage map, reduce;
    enum rtmr_job_status named; /* the status that a granted request gave it by its handle */
    /* nonzero: in the last step its promise was renewed; an estimate of it was changed */
    int32_t renewed, reestimated;
    rtmr_ticks estimated; /* DONE: e, last recorded */
    rtmr_ticks ended;     /* DONE: when it was reported finished */
    enum rtmr_status flagged_by; /* FLAGGED: what the call returned that flagged it */
    struct rtmr_waits waits;     /* beside it: since when each idle slot waits */
};

/*@
  // These slots are known to run a task of the job: those that were told to, and have not reported,
  // failed or been lost since; and each until the instant that it was told.
  predicate RunsObserved(uint8_t known[RTMR_SLOTS], rtmr_ticks until[RTMR_SLOTS], int32_t observed[RTMR_SLOTS],
                         rtmr_ticks due[RTMR_SLOTS]) =
    \forall integer s; 0 <= s < RTMR_SLOTS ==>
    (known[s] != 0 <==> observed[s] != 0) && (known[s] != 0 ==> until[s] == due[s]);
*/

/* The theorem. While the job is live it stands in the table under its handle with its deadline
 * and its estimates, with a promise, and now <= e <= deadline; what is left of it is what has
 * not been reported finished, and the slots that the kernel takes to run it are those that it
 * has told to, each until the instant that it was told. The instants at which its tasks were
 * reported ascend, and as long as plans are made from stored vectors the last of them, as many
 * as the stage has slots, are what is remembered of it. When it is done, every one of its tasks
 * was reported finished, the last by e. It is withdrawn only by its name, and flagged only by a
 * call that returns a violation. When it is no longer live, no promised job has its handle:
 * State says so of g->job (spec/watch.acsl). */
#define TRACE(clause, K, G, W) TOGETHER(clause, job, \
    CLAUSE(conjunct, known, RTMR_UNWATCHED <= (W).job_status <= RTMR_ABORTED) \
    CLAUSE(conjunct, live, (W).job_status == RTMR_LIVE <==> (G).watched >= 0) \
    CLAUSE(conjunct, same, (W).job_status != RTMR_UNWATCHED ==> \
                           (G).job.handle == (W).handle && (G).job.deadline == (W).job.deadline) \
    CLAUSE(conjunct, tasks, (W).job_status == RTMR_LIVE ==> \
                            (W).job.map_tasks <= RTMR_TASKS && (W).job.reduce_tasks <= RTMR_TASKS) \
    CLAUSE(conjunct, no_job, (W).job_status == RTMR_UNWATCHED ==> (G).job.handle == RTMR_NO_JOB)) \
    STAGE_TRACED(clause, maps, map_times, K, (K).map, MAP_MEMORY(K), G, (G).job.map, W, (W).map, \
                 (W).job.map_tasks, (W).job.map_estimate) \
    STAGE_TRACED(clause, reduces, reduce_times, K, (K).reduce, REDUCE_MEMORY(K), G, (G).job.reduce, W, (W).reduce, \
                 (W).job.reduce_tasks, (W).job.reduce_estimate) \
    TOGETHER(clause, fate, \
    CLAUSE(conjunct, promise, (W).job_status == RTMR_LIVE ==> \
                              (G).watched < (K).promised && (K).handle[(G).watched] == (W).handle \
                              && (K).deadline[(G).watched] == (W).job.deadline \
                              && (K).now <= (K).reduce.end[(G).watched] <= (W).job.deadline) \
    CLAUSE(conjunct, done, (W).job_status == RTMR_DONE ==> (W).ended <= (W).estimated <= (W).job.deadline \
                           && (W).map.reports == (W).job.map_tasks && (W).reduce.reports == (W).job.reduce_tasks) \
    CLAUSE(conjunct, named, (W).job_status == RTMR_WITHDRAWN || (W).job_status == RTMR_SUSPENDED \
                            || (W).job_status == RTMR_ABORTED ==> (W).named == (W).job_status) \
    CLAUSE(conjunct, violated, (W).job_status == RTMR_FLAGGED ==> IS_VIOLATION((W).flagged_by))) \
    CLAUSE(clause, gone, (W).job_status == RTMR_DONE || (W).job_status == RTMR_WITHDRAWN ==> \
                         NO_JOB_NAMED(K, (W).handle))
/* The same of one stage: the tasks that the kernel knows of, and when tasks of it finished, are
 * what was observed. */
#define STAGE_TRACED(clause, name, times, K, P, M, G, J, W, S, tasks, takes) \
    TOGETHER(clause, name, \
    CLAUSE(conjunct, left, (W).job_status == RTMR_LIVE ==> STAGE_OBSERVED(P, J, tasks, takes, (S).reports)) \
    CLAUSE(conjunct, runs, (W).job_status == RTMR_LIVE ==> RunsObserved((J).runs, (J).due, (S).runs, (S).due))) \
    TOGETHER(clause, times, \
    CLAUSE(conjunct, past, (W).job_status == RTMR_LIVE ==> TIMES_PAST(S, (K).now)) \
    CLAUSE(conjunct, finish_times, (W).job_status == RTMR_LIVE && (K).plans_from_slots == 0 ==> \
                                   TIMES_OBSERVED(M, (G).watched, S, (P).slots)))
/*@
  // No job in the table has this handle.
  predicate NoJobNamed(integer jobs, rtmr_handle handle[RTMR_JOBS], integer name) =
    \forall integer p; 0 <= p < jobs ==> handle[p] != name;
*/
#define NO_JOB_NAMED(K, name) NoJobNamed((K).jobs, (K).handle, name)
#define IS_VIOLATION(status) \
    ((status) == RTMR_VIOLATION_OVERRUN || (status) == RTMR_VIOLATION_WAITING || (status) == RTMR_VIOLATION_LOST \
     || (status) == RTMR_VIOLATION_FAILED)
#define STAGE_OBSERVED(P, J, tasks, eps, reports) \
    (0 <= (reports) && (J).left == (tasks) - (reports) && ((tasks) > 0 ==> (J).estimate == (eps) + NOTICE_PAD(P)))
/* The finish times of a stage S of the trace ascend, and have passed. */
#define TIMES_PAST(S, now) (Ascending((S).finish, (S).reports) && Passed((S).finish, (S).reports, now))
/* What is remembered at a place is the last of them. */
#define TIMES_OBSERVED(M, at, S, slots) LastTimes((M).of[at].ended, (S).finish, (S).reports, slots)

#define TRACE_RUNS(W) STAGE_TRACE_RUNS((W).map), STAGE_TRACE_RUNS((W).reduce)
#define STAGE_TRACE_RUNS(S) (S).runs[0 .. RTMR_SLOTS - 1], (S).due[0 .. RTMR_SLOTS - 1]
#define STAGE_TRACE_TIMES(S) (S).reports, (S).finish[0 .. RTMR_TASKS - 1]

/* The slot was told to run a task of the job's stage, and has not reported it yet; that is the
 * last task of the job. */
#define OBSERVED_TO_RUN(W, stage, slot) \
    ((W).job_status == RTMR_LIVE && 0 <= (slot) < RTMR_SLOTS \
     && ((stage) == RTMR_MAP ? (W).map.runs[slot] != 0 : (W).reduce.runs[slot] != 0))
#define RUNS_THE_LAST(W, stage, slot) \
    (OBSERVED_TO_RUN(W, stage, slot) && (W).map.reports + (W).reduce.reports + 1 == (W).job.map_tasks \
     + (W).job.reduce_tasks)
/* One report more of a stage, at `now`. */
#define REPORTED_NOW(S, before, now) ((S).reports == (before) + 1 && (S).finish[before] == (now))

/* Which job it is, and what it was submitted with. */
#define OBSERVED_BEFORE(W) ((W).handle == \old((W).handle) && (W).job == \old((W).job))

/* 1 if the slot was told to run a task of the watched job, and has not reported, failed or been
 * lost since; 0 if not. */
/*@ ghost
  /@ requires valid: \valid(stage);
     assigns \nothing;
     ensures mine:   \result == (0 <= slot < RTMR_SLOTS && stage->runs[slot] != 0 ? 1 : 0);
  @/
  int32_t rtmr_is_observed(struct rtmr_trace_stage \ghost *stage, int32_t slot);
*/

/* The slot, if there is one of that number, is told to run a task until `due`: of the watched
 * job, or of another. If of that slot the kernel knows the same, and of the others what it did
 * before, then all that it knows is what was told, if it was so before. */
/*@ ghost
  /@ requires valid: \valid(stage) && \valid_read(known) && \valid_read(before);
     requires others: OtherRuns(*known, *before, slot);
     requires same:  0 <= slot < RTMR_SLOTS ==> (known->runs[slot] != 0 <==> mine != 0) && known->due[slot] == due;
     assigns STAGE_TRACE_RUNS(*stage);
     ensures observed: \forall integer s; 0 <= s < RTMR_SLOTS ==>
                       stage->runs[s] == (s == slot ? mine : \old(stage->runs)[s]);
     ensures due:    \forall integer s; 0 <= s < RTMR_SLOTS ==>
                     stage->due[s] == (s == slot ? due : \old(stage->due)[s]);
     ensures known:  \old(RunsObserved(before->runs, before->due, stage->runs, stage->due)) ==>
                     RunsObserved(known->runs, known->due, stage->runs, stage->due);
  @/
  void rtmr_observe_start(struct rtmr_trace_stage \ghost *stage, const struct rtmr_ghost_job_stage \ghost *known,
                       const struct rtmr_ghost_job_stage \ghost *before, int32_t slot, int32_t mine, rtmr_ticks due);
*/

/* The slot, if there is one of that number, is done with what it ran. */
/*@ ghost
  /@ requires valid: \valid(stage);
     assigns stage->runs[0 .. RTMR_SLOTS - 1];
     ensures observed: \forall integer s; 0 <= s < RTMR_SLOTS ==>
                       stage->runs[s] == (s == slot ? 0 : \old(stage->runs)[s]);
  @/
  void rtmr_observe_end(struct rtmr_trace_stage \ghost *stage, int32_t slot);
*/

/* The trace of a stage begins: no slot was told to run a task of the job. */
/*@ ghost
  /@ requires valid: \valid(stage);
     assigns STAGE_TRACE_RUNS(*stage), STAGE_TRACE_TIMES(*stage);
     ensures none:    stage->reports == 0 && \forall integer s; 0 <= s < RTMR_SLOTS ==> stage->runs[s] == 0;
  @/
  void rtmr_observe_begin(struct rtmr_trace_stage \ghost *stage);
*/

/* The trace of a stage begins again: as many tasks of it are left, and each that runs is to end by
 * then, as the kernel says. */
/*@ ghost
  /@ requires valid: \valid(stage) && \valid_read(known);
     assigns STAGE_TRACE_RUNS(*stage), stage->reports;
     ensures none:    stage->reports == 0;
     ensures known:   RunsObserved(known->runs, known->due, stage->runs, stage->due);
  @/
  void rtmr_observe_again(struct rtmr_trace_stage \ghost *stage, const struct rtmr_ghost_job_stage \ghost *known);
*/

/* The trace of the watched job begins again, with what the table says of it. */
/*@ ghost
  /@ requires valid:  \valid(k) && \valid(g) && \valid(w);
     requires state:  State(*k, *g);
     requires watched: g->watched >= 0;
     assigns w->job, TRACE_RUNS(*w), w->map.reports, w->reduce.reports;
     ensures due:     w->job.deadline == k->deadline[g->watched];
     ensures tasks:   w->job.map_tasks == k->map.unfinished[g->watched] <= RTMR_TASKS
                      && w->job.reduce_tasks == k->reduce.unfinished[g->watched] <= RTMR_TASKS;
     ensures none:    w->map.reports == 0 && w->reduce.reports == 0;
     ensures maps:    STAGE_OBSERVED(k->map, g->job.map, w->job.map_tasks, w->job.map_estimate, w->map.reports);
     ensures reduces: STAGE_OBSERVED(k->reduce, g->job.reduce, w->job.reduce_tasks, w->job.reduce_estimate,
                                     w->reduce.reports);
     ensures map_runs: RunsObserved(g->job.map.runs, g->job.map.due, w->map.runs, w->map.due);
     ensures reduce_runs: RunsObserved(g->job.reduce.runs, g->job.reduce.due, w->reduce.runs, w->reduce.due);
  @/
  void rtmr_trace_again(struct rtmr *k, struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w);
*/

/* The slot, if there is one of that number, was told to run its task until `due`. If of a task of
 * the watched job there the kernel knows the same, and of the other slots what it did before, then
 * all that it knows is what was told, if it was so before. */
/*@ ghost
  /@ requires valid: \valid(stage) && \valid_read(known) && \valid_read(before);
     requires others: OtherRuns(*known, *before, slot);
     requires same:  0 <= slot < RTMR_SLOTS ==> known->runs[slot] == before->runs[slot] && known->due[slot] == due;
     assigns stage->due[0 .. RTMR_SLOTS - 1];
     ensures due:    \forall integer s; 0 <= s < RTMR_SLOTS ==>
                     stage->due[s] == (s == slot ? due : \old(stage->due)[s]);
     ensures known:  \old(RunsObserved(before->runs, before->due, stage->runs, stage->due)) ==>
                     RunsObserved(known->runs, known->due, stage->runs, stage->due);
  @/
  void rtmr_observe_bound(struct rtmr_trace_stage \ghost *stage, const struct rtmr_ghost_job_stage \ghost *known,
                          const struct rtmr_ghost_job_stage \ghost *before, int32_t slot, rtmr_ticks due);
*/

/* One task more of the stage was reported finished, at `now`; or none was, if `more` is 0. */
/*@ ghost
  /@ requires valid: \valid(stage);
     requires range: more != 0 ==> more == 1 && 0 <= stage->reports < RTMR_TASKS;
     assigns STAGE_TRACE_TIMES(*stage);
     ensures count:  stage->reports == \old(stage->reports) + more;
     ensures past:   \old(TIMES_PAST(*stage, now)) ==> TIMES_PAST(*stage, now);
     ensures noted:  more != 0 ==> stage->finish[stage->reports - 1] == now;
     ensures kept:   \forall integer i; 0 <= i < \old(stage->reports) ==> stage->finish[i] == \old(stage->finish)[i];
  @/
  void rtmr_observe_report(struct rtmr_trace_stage \ghost *stage, int32_t more, rtmr_ticks now);
*/

/* Whatever runs is a task of the watched job exactly if its slot was told so. */
#define OBSERVED_ON(P, watched, J) \
    (\forall integer s; 0 <= s < (P).slots && RUNS((P).state[s]) ==> ((P).place[s] == (watched) <==> (J).runs[s] != 0))
#define RUNNING_AS_OBSERVED(P, J) (\forall integer s; 0 <= s < RTMR_SLOTS && (J).runs[s] != 0 ==> \
                                   s < (P).slots && RUNS((P).state[s]))
/* No job is watched. */
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid(g);
     requires state:  State(*k, *g);
     requires none:   g->watched == -1;
     assigns g->job.handle;
     ensures state:   State(*k, *g);
     ensures no_job:  g->job.handle == RTMR_NO_JOB;
  @/
  void rtmr_watch_none(const struct rtmr *k, struct rtmr_ghost \ghost *g);
*/

/* Of the watched job some tasks are left, and a slot runs one of them exactly if it was told to. */
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid(g);
     requires state:  State(*k, *g);
     assigns \nothing;
     TOGETHER(ensures, outcome,
              CLAUSE(conjunct, left, g->watched >= 0 ==>
                                     0 <= g->job.map.left <= RTMR_TASKS && 0 <= g->job.reduce.left <= RTMR_TASKS
                                     && 0 < g->job.map.left + g->job.reduce.left)
              CLAUSE(conjunct, takes,
                     g->watched >= 0 ==>
                     0 <= g->job.map.estimate <= 2 * RTMR_TIME_MAX && 0 <= g->job.reduce.estimate <= 2 * RTMR_TIME_MAX)
              CLAUSE(conjunct, running,
                     g->watched >= 0 ==>
                     RUNNING_AS_OBSERVED(k->map, g->job.map) && RUNNING_AS_OBSERVED(k->reduce, g->job.reduce))
              CLAUSE(conjunct, maps, g->watched >= 0 ==> OBSERVED_ON(k->map, g->watched, g->job.map))
              CLAUSE(conjunct, reduces, g->watched >= 0 ==> OBSERVED_ON(k->reduce, g->watched, g->job.reduce))
              CLAUSE(conjunct, slots, 0 <= k->map.slots <= RTMR_SLOTS && 0 <= k->reduce.slots <= RTMR_SLOTS))
  @/
  void rtmr_watched_tasks(const struct rtmr *k, struct rtmr_ghost \ghost *g);
*/

#if RTMR_WITH_STORED_VECTORS
/* The same times at one place of a memory and at another place of the memory before: they are
 * the last ones still. */
/*@ ghost
  /@ requires valid: \valid_read(m) && \valid_read(b) && \valid_read(stage);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= at < RTMR_JOBS && 0 <= was < RTMR_JOBS)
              CLAUSE(conjunct, same, VectorSame(m->of[at].ended, b->of[was].ended))
              CLAUSE(conjunct, observed, TIMES_OBSERVED(*b, was, *stage, limit)))
     assigns \nothing;
     ensures observed: TIMES_OBSERVED(*m, at, *stage, limit);
  @/
  void rtmr_times_same(const struct rtmr_stage_memory *m, const struct rtmr_stage_memory \ghost *b,
                       const struct rtmr_trace_stage \ghost *stage,
                       int32_t at, int32_t was, int32_t limit);
*/

/* If all that is remembered is the same, so is what is remembered of the watched job. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(b) && \valid_read(w);
     requires same:  0 <= at < RTMR_JOBS && b->map.slots <= RTMR_SLOTS && b->reduce.slots <= RTMR_SLOTS
                     && (k->plans_from_slots == 0 ==>
                         b->plans_from_slots == 0 && k->map.slots == b->map.slots && k->reduce.slots == b->reduce.slots
                         && MemorySame(MAP_MEMORY(*k), MAP_MEMORY(*b))
                         && MemorySame(REDUCE_MEMORY(*k), REDUCE_MEMORY(*b)));
     requires times: k->plans_from_slots == 0 ==> TIMES_OBSERVED(MAP_MEMORY(*b), at, w->map, b->map.slots)
                     && TIMES_OBSERVED(REDUCE_MEMORY(*b), at, w->reduce, b->reduce.slots);
     assigns \nothing;
     ensures maps:   k->plans_from_slots == 0 ==> TIMES_OBSERVED(MAP_MEMORY(*k), at, w->map, k->map.slots);
     ensures reduces: k->plans_from_slots == 0 ==> TIMES_OBSERVED(REDUCE_MEMORY(*k), at, w->reduce, k->reduce.slots);
  @/
  void rtmr_times_stay(const struct rtmr *k, const struct rtmr \ghost *b, const struct rtmr_trace \ghost *w,
                       int32_t at);
*/

/* So it is when a job is submitted, whether it is put in the table, in front of the watched one,
 * say, or not. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(b) && \valid_read(g) && \valid_read(w);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range,
                     0 <= was < b->jobs <= RTMR_JOBS && 0 <= k->jobs <= RTMR_JOBS && k->promised <= k->jobs)
              CLAUSE(conjunct, slots,
                     k->map.slots == b->map.slots <= RTMR_SLOTS && k->reduce.slots == b->reduce.slots <= RTMR_SLOTS)
              CLAUSE(conjunct, place, 0 <= g->watched < k->jobs && k->handle[g->watched] == b->handle[was])
              CLAUSE(conjunct, names, Handles(k->jobs, k->handle, k->next_handle))
              CLAUSE(conjunct, jobs, k->jobs == b->jobs || k->jobs == b->jobs + 1 && k->promised == b->promised + 1
                                     && 0 <= g->admitted < k->promised)
              CLAUSE(conjunct, others, OthersSame(*k, *b, g->admitted))
              CLAUSE(conjunct, promise, was < b->promised && g->watched < k->promised)
              CLAUSE(conjunct, plans, k->plans_from_slots == b->plans_from_slots)
              CLAUSE(conjunct, same,
                     k->jobs == b->jobs ==>
                     MemorySame(MAP_MEMORY(*k), MAP_MEMORY(*b)) && MemorySame(REDUCE_MEMORY(*k), REDUCE_MEMORY(*b)))
              CLAUSE(conjunct, put, k->jobs > b->jobs && k->plans_from_slots == 0 ==>
                                    TimesPut(g->admitted, k->promised, MAP_MEMORY(*k), MAP_MEMORY(*b))
                                    && TimesPut(g->admitted, k->promised, REDUCE_MEMORY(*k), REDUCE_MEMORY(*b)))
              CLAUSE(conjunct, maps,
                     b->plans_from_slots == 0 ==> TIMES_OBSERVED(MAP_MEMORY(*b), was, w->map, b->map.slots))
              CLAUSE(conjunct, reduces,
                     b->plans_from_slots == 0 ==> TIMES_OBSERVED(REDUCE_MEMORY(*b), was, w->reduce, b->reduce.slots)))
     assigns \nothing;
     ensures maps:   k->plans_from_slots == 0 ==> TIMES_OBSERVED(MAP_MEMORY(*k), g->watched, w->map, k->map.slots);
     ensures reduces: k->plans_from_slots == 0 ==>
                      TIMES_OBSERVED(REDUCE_MEMORY(*k), g->watched, w->reduce, k->reduce.slots);
  @/
  void rtmr_times_stay_behind(const struct rtmr *k, const struct rtmr \ghost *b, const struct rtmr_ghost \ghost *g,
                              const struct rtmr_trace \ghost *w, int32_t was);
*/
#endif

/* Where the job of this name stands; -1: there is none. */
/*@ ghost
  /@ requires valid: \valid_read(k);
     requires range: 0 <= k->jobs <= RTMR_JOBS;
     assigns \nothing;
     ensures found:  \result >= 0 ==> \result < k->jobs && k->handle[\result] == name;
     ensures none:   \result < 0 ==> NO_JOB_NAMED(*k, name);
  @/
  int32_t rtmr_place_of(const struct rtmr *k, rtmr_handle name);
*/

/* The job at `gone` has left: those behind it have moved up, with what is remembered of them. */
#define MOVED_UP(K, B, gone) \
    (0 <= (gone) < (B).jobs && (K).jobs == (B).jobs - 1 \
     && (\forall integer p; 0 <= p < (gone) && p < (K).jobs ==> (K).handle[p] == (B).handle[p]) \
     && (\forall integer p; (gone) <= p < (K).jobs ==> (K).handle[p] == (B).handle[p + 1]) \
     && ((B).plans_from_slots == 0 ==> TimesMoved(gone, (K).jobs, MAP_MEMORY(K), MAP_MEMORY(B)) \
                               && TimesMoved(gone, (K).jobs, REDUCE_MEMORY(K), REDUCE_MEMORY(B))))

#if RTMR_WITH_STORED_VECTORS
/* So it is when another job has left. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(b) && \valid_read(g) && \valid_read(w);
     TOGETHER(requires, given,
              CLAUSE(conjunct, place,
                     0 <= was < b->jobs <= RTMR_JOBS
                     && k->map.slots == b->map.slots <= RTMR_SLOTS && k->reduce.slots == b->reduce.slots <= RTMR_SLOTS
                     && 0 <= g->watched < k->jobs && k->handle[g->watched] == b->handle[was]
                     && Handles(b->jobs, b->handle, b->next_handle)
                     && (k->plans_from_slots == 0 ==> b->plans_from_slots == 0))
              CLAUSE(conjunct, moved, MOVED_UP(*k, *b, gone))
              CLAUSE(conjunct, times,
                     b->plans_from_slots == 0 ==> TIMES_OBSERVED(MAP_MEMORY(*b), was, w->map, b->map.slots)
                     && TIMES_OBSERVED(REDUCE_MEMORY(*b), was, w->reduce, b->reduce.slots)))
     assigns \nothing;
     ensures maps:   k->plans_from_slots == 0 ==> TIMES_OBSERVED(MAP_MEMORY(*k), g->watched, w->map, k->map.slots);
     ensures reduces: k->plans_from_slots == 0 ==>
                      TIMES_OBSERVED(REDUCE_MEMORY(*k), g->watched, w->reduce, k->reduce.slots);
  @/
  void rtmr_times_move_up(const struct rtmr *k, const struct rtmr \ghost *b, const struct rtmr_ghost \ghost *g,
                          const struct rtmr_trace \ghost *w, int32_t was, int32_t gone);
*/
#endif

/* The job that stood at `gone` has left the table: no job there has its name, nor that of one that
 * had left before. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(b);
     requires range: 0 <= gone < b->jobs <= RTMR_JOBS && k->jobs == b->jobs - 1
                     && Handles(b->jobs, b->handle, b->next_handle);
     requires others: (\forall integer p; 0 <= p < gone && p < k->jobs ==> k->handle[p] == b->handle[p])
                      && \forall integer p; gone <= p < k->jobs ==> k->handle[p] == b->handle[p + 1];
     assigns \nothing;
     ensures away:   NO_JOB_NAMED(*b, name) ==> NO_JOB_NAMED(*k, name);
     ensures gone:   b->handle[gone] == name ==> NO_JOB_NAMED(*k, name);
  @/
  void rtmr_name_leaves(const struct rtmr *k, const struct rtmr \ghost *b, int32_t gone, rtmr_handle name);
*/

/* A job may have been put into the table, under a new name. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(b);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range,
                     0 <= b->jobs <= RTMR_JOBS && (k->jobs == b->jobs || k->jobs == b->jobs + 1 && 0 <= put < k->jobs))
              CLAUSE(conjunct, fresh, name < b->next_handle)
              CLAUSE(conjunct, put, k->jobs > b->jobs ==> k->handle[put] == b->next_handle)
              CLAUSE(conjunct, others, OthersSame(*k, *b, put)))
     assigns \nothing;
     ensures away:   NO_JOB_NAMED(*b, name) ==> NO_JOB_NAMED(*k, name);
  @/
  void rtmr_name_stays_away(const struct rtmr *k, const struct rtmr \ghost *b, int32_t put, rtmr_handle name);
*/

/* A renewal that was adopted brings no other job: a name that no job had is that of none. */
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid_read(b);
     requires range:  0 <= from < k->jobs <= RTMR_JOBS && 0 <= to < k->jobs;
     requires rows:   RowsMovedTo(*k, *b, from, to, due);
     assigns \nothing;
     ensures away:    NO_JOB_NAMED(*b, name) ==> NO_JOB_NAMED(*k, name);
  @/
  void rtmr_name_stays_away_renewed(const struct rtmr *k, const struct rtmr \ghost *b, int32_t from, int32_t to,
                                    rtmr_ticks due, rtmr_handle name);
*/

/* When a task of the job at `p` is reported: where the watched job, which stood at `was`, stands
 * then, if it is still there. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(b) && \valid_read(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= p < b->jobs && 0 <= was < b->jobs <= RTMR_JOBS)
              CLAUSE(conjunct, names, Handles(b->jobs, b->handle, b->next_handle))
              CLAUSE(conjunct, place, g->watched >= 0 ==> g->watched < k->jobs
                                      && k->handle[g->watched] == b->handle[was])
              CLAUSE(conjunct, worked, done == 0 ==> OneTaskLess(*k, *b, stage, p))
              CLAUSE(conjunct, left, done != 0 ==> k->jobs == b->jobs - 1
                                     && OneTaskLess(g->retired.reported, *b, stage, p)
                                     && PlanningSame(g->retired.corrected, g->retired.reported)
                                     && OthersLeft(*k, g->retired.corrected, p)))
     assigns \nothing;
     ensures place:  g->watched >= 0 ==>
                     g->watched == (done != 0 && p < was ? was - 1 : was) && (done != 0 ==> p != was);
  @/
  void rtmr_watched_place(const struct rtmr *k, const struct rtmr \ghost *b, const struct rtmr_ghost \ghost *g,
                          enum rtmr_stage stage,
                          int32_t p, int32_t was, int32_t done);
*/

/* The trace S of a stage is the trace T before, with one report more at `now`, or none. */
#define STAGE_GREW(S, T, more, now) \
    ((S).reports == (T).reports + ((more) ? 1 : 0) && ((more) ==> (S).finish[(T).reports] == (now)) \
     && \forall integer i; 0 <= i < (T).reports ==> (S).finish[i] == (T).finish[i])

#if RTMR_WITH_STORED_VECTORS
/* And what is remembered of a stage of it: what was remembered before, and the instant if a task
 * of its own was reported. If that was its last, so it was in the memory `noted`, when the task
 * had been counted. */
/*@ ghost
  /@ requires valid: \valid_read(m) && \valid_read(b) && \valid_read(noted) && \valid_read(stage)
                     && \valid_read(observed);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range,
                     0 <= was < RTMR_JOBS && 0 <= p < RTMR_JOBS && 1 <= limit <= RTMR_SLOTS && 0 <= observed->reports
                     && stage->reports <= RTMR_TASKS)
              CLAUSE(conjunct, at, done == 0 ==> at == was)
              CLAUSE(conjunct, moved, done != 0 && p != was ==> at == (p < was ? was - 1 : was) && at < n)
              CLAUSE(conjunct, times, done != 0 ? TimesMoved(p, n, *m, *b) : TIME_NOTED(ended != 0, p, limit, now, *m,
                                      *b))
              CLAUSE(conjunct, noted, done != 0 ==> TIME_NOTED(ended != 0, p, limit, now, *noted, *b))
              CLAUSE(conjunct, grew, STAGE_GREW(*stage, *observed, ended != 0 && p == was, now))
              CLAUSE(conjunct, observed, TIMES_OBSERVED(*b, was, *observed, limit)))
     assigns \nothing;
     ensures observed: done == 0 || p != was ==> TIMES_OBSERVED(*m, at, *stage, limit);
     ensures last:   done != 0 && p == was ==> TIMES_OBSERVED(*noted, was, *stage, limit);
  @/
  void rtmr_times_grow(const struct rtmr_stage_memory *m, const struct rtmr_stage_memory \ghost *b,
                       const struct rtmr_stage_memory \ghost *noted,
                       const struct rtmr_trace_stage \ghost *stage, const struct rtmr_trace_stage \ghost *observed,
                       int32_t was, int32_t at,
                       int32_t p, int32_t n, int32_t limit, rtmr_ticks now, int32_t ended, int32_t done);
*/
#endif

#if !RTMR_WITH_STORED_VECTORS
/* Nothing is remembered, and no plan made of it. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(g);
     requires state: State(*k, *g);
     assigns \nothing;
     PLANS_BUILT(ensures, *k)
  @/
  void rtmr_no_times(const struct rtmr *k, const struct rtmr_ghost \ghost *g);
*/
#define rtmr_times_stay(...) rtmr_no_times(k, g)
#define rtmr_times_stay_behind(...) rtmr_no_times(k, g)
#define rtmr_times_move_up(...) rtmr_no_times(k, g)
#define rtmr_times_grow(...) rtmr_no_times(k, g)
#endif

#endif
