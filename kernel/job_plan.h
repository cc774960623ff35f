/*
 * Planning of whole jobs, both stages together: what admission, feedback and recovery share.
 *
 * Planning writes scratch only: the `free_at` vectors and the `draft` arrays of the pools. Nothing
 * visible changes until a plan is adopted.
 */
#ifndef RTMR_JOB_PLAN_H
#define RTMR_JOB_PLAN_H

#include "job_table.h"
#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/schedule_lemmas.h"
#include "proofs/lemmas/table_lemmas.h"
#include "spec/schedule.acsl"
#endif

/* The planned ends of a job's stages: e_m and e, or RTMR_NEVER. */
struct rtmr_span {
    rtmr_ticks map_end;
    rtmr_ticks end;
};

/* What a plan of all promised jobs and a candidate says. Its order: the jobs before the
 * candidate's place, the candidate, the others. */
struct rtmr_outlook {
    int32_t late;        /* index in that order of the first job that would miss; -1: none would */
    rtmr_ticks late_end; /* its estimated finish */
    struct rtmr_span candidate;
};

/* Plans the waiting tasks of one job onto the `free_at` vectors. The map stage is released now,
 * the reduce stage at e_m; with dispatch latency each later by the pool's release pad, and a
 * task takes the pool's wait pad longer. map_end and end are at least the floors given, and end
 * is at least map_end. Source: Algorithms II and III. O(rtmr_plan_stage()). */
/*@ requires valid:   \valid(k) && \valid_read(job) && \valid(span) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, now, 0 <= k->now <= RTMR_TIME_MAX && k->now <= map_floor && k->now <= end_floor
                                   && (map_floor == RTMR_NEVER || map_floor <= 4 * RTMR_TIME_MAX))
             CLAUSE(conjunct, pads, PLAN_PADS(*k))
             CLAUSE(conjunct, job, PLANNABLE(*job))
             CLAUSE(conjunct, place, 0 <= place <= RTMR_JOBS)
             CLAUSE(conjunct, space, g->map.draft.tasks + job->map.waiting <= RTMR_TASKS
                                     && g->reduce.draft.tasks + job->reduce.waiting <= RTMR_TASKS)
             DRAFTS_STAND(conjunct, *k, *g, place)
             EXACT(conjunct, map_, \true, k->map, g->map, place)
             EXACT(conjunct, reduce_, \true, k->reduce, g->reduce, place))
    assigns k->map.free_at, k->reduce.free_at, *span, GHOST_DRAFTED(*g);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, vectors, VECTOR(k->map) && VECTOR(k->reduce))
             BOTH_STAGES(conjunct, shape, HAD_SLOTS(*k, *job) ==> DRAFT_SHAPE, *g, place + 1)
             BOTH_PLANS(conjunct, times, HAD_SLOTS(*k, *job) ==> DRAFT_TIMES, *k, *g, k->now)
             CLAUSE(conjunct, ends, HAD_SLOTS(*k, *job) ==>
                                    g->map.draft.end[place] == span->map_end && g->reduce.draft.end[place] == span->end
                                    && map_floor <= span->map_end <= span->end && end_floor <= span->end)
             CLAUSE(conjunct, release, HAD_SLOTS(*k, *job) ==> DRAFT_RELEASE(*g))
             CLAUSE(conjunct, pushed,
                    HAD_SLOTS(*k, *job) ==> g->map.draft.tasks == \old(g->map.draft.tasks) + job->map.waiting
                    && g->reduce.draft.tasks == \old(g->reduce.draft.tasks) + job->reduce.waiting)
             CLAUSE(conjunct, row, HAD_SLOTS(*k, *job) ==>
                                   g->map.draft.waiting[place] == job->map.waiting
                                   && g->map.draft.estimate[place] == job->map.estimate
                                   && g->reduce.draft.waiting[place] == job->reduce.waiting
                                   && g->reduce.draft.estimate[place] == job->reduce.estimate)
             EARLIER_KEPT(conjunct, *g, place)
             CLAUSE(conjunct, nothing, job->map.waiting == 0 && job->reduce.waiting == 0 ==>
                                       span->end == (map_floor > end_floor ? map_floor : end_floor))
             CLAUSE(conjunct, no_slot, HAD_SLOTS(*k, *job) || span->end == RTMR_NEVER)
             BOTH_PLANS(conjunct, balance, HAD_SLOTS(*k, *job) ==> BALANCE, *k, *g)
             BOTH_DRAFTED(conjunct, *g, place)
             EXACT(conjunct, map_was_, \true, k->map, g->map, place)
             EXACT(conjunct, reduce_was_, \true, k->reduce, g->reduce, place)
             EXACT(conjunct, map_, HAD_SLOTS(*k, *job), k->map, g->map, place + 1)
             EXACT(conjunct, reduce_, HAD_SLOTS(*k, *job), k->reduce, g->reduce, place + 1)
             CLAUSE(conjunct, planned, g->planned == (HAD_SLOTS(*k, *job) ? place + 1 : \old(g->planned)))
             CLAUSE(conjunct, releases, HAD_SLOTS(*k, *job) ==> RELEASES(*k, *g, place))
             CLAUSE(conjunct, floors, HAD_SLOTS(*k, *job) ==> FLOORS(*g, place, map_floor, end_floor))
             EARLIER_PLANNED(conjunct, *g, place))
*/
void rtmr_plan_job(struct rtmr *k, const struct rtmr_row *job, rtmr_ticks map_floor, rtmr_ticks end_floor,
                   struct rtmr_span *span) /*@ ghost (struct rtmr_ghost \ghost *g, int32_t place) */;

/* *row becomes a job without tasks and with all the time there is: as a candidate it changes
 * nothing. */
/*@ requires valid: \valid(row);
    assigns *row;
    ensures none:   row->map.waiting == 0 && row->reduce.waiting == 0 && row->map.estimate == 0
                    && row->reduce.estimate == 0
                    && row->deadline == RTMR_TIME_MAX;
*/
void rtmr_no_candidate(struct rtmr_row *row);

/* *job becomes job i of the order, the candidate or a promised job. Its ends are those if none
 * of its tasks awaits dispatch. */
/*@ requires valid:   \valid_read(k) && \valid_read(candidate) && \valid(job);
    requires order:   0 <= i <= k->promised <= RTMR_JOBS && 0 <= place <= k->promised;
    assigns *job;
    ensures deadline: job->deadline == IN_ORDER(i, place, candidate->deadline, k->deadline);
    ensures map:      job->map.waiting == IN_ORDER(i, place, candidate->map.waiting, k->map.waiting)
                      && job->map.estimate == IN_ORDER(i, place, candidate->map.estimate, k->map.estimate);
    ensures reduce:   job->reduce.waiting == IN_ORDER(i, place, candidate->reduce.waiting, k->reduce.waiting)
                      && job->reduce.estimate == IN_ORDER(i, place, candidate->reduce.estimate, k->reduce.estimate);
    ensures floors:   job->map.end == IN_ORDER(i, place, k->now, k->map.draft)
                      && job->reduce.end == IN_ORDER(i, place, k->now, k->reduce.draft);
*/
void rtmr_read_next(const struct rtmr *k, int32_t i, int32_t place, const struct rtmr_row *candidate,
                    struct rtmr_row *job);

/* Plans the jobs from place `from` on, with the candidate put at `place`, from <= place <=
 * promised, onto the vectors as they are. Leaves the ends in `draft`. Stops early once the first
 * miss and the candidate's end are known. Source: Algorithm I lines 4-21. */
/*@ requires valid:   \valid(k) && \valid_read(candidate) && \valid(outlook) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, now, 0 <= k->now <= RTMR_TIME_MAX)
             CLAUSE(conjunct, pads, PLAN_PADS(*k))
             CLAUSE(conjunct, order, 0 <= from <= place <= k->promised <= RTMR_JOBS)
             CLAUSE(conjunct, job, PLANNABLE(*candidate) && candidate->deadline <= RTMR_TIME_MAX)
             CLAUSE(conjunct, floors, \forall integer p; from <= p < k->promised ==>
                                      k->now <= k->map.draft[p] <= 4 * RTMR_TIME_MAX && k->now <= k->reduce.draft[p])
             CLAUSE(conjunct, space, Sum(k->map.waiting, k->promised) + candidate->map.waiting <= RTMR_TASKS
                                     && Sum(k->reduce.waiting, k->promised) + candidate->reduce.waiting <= RTMR_TASKS)
             CLAUSE(conjunct, begun, g->map.draft.tasks == 0 && g->reduce.draft.tasks == 0)
             CLAUSE(conjunct, skipped, SKIPPED(g->map.draft, from) && SKIPPED(g->reduce.draft, from))
             DRAFTS_STAND(conjunct, *k, *g, from)
             CLAUSE(conjunct, planned, g->planned == from)
             BOTH_PLANS(conjunct, exact, EXACTLY, *k, *g, from))
    requires jobs:    \forall integer p; 0 <= p < k->promised ==>
                      0 <= k->map.waiting[p] && 0 <= k->map.estimate[p] <= RTMR_TIME_MAX + RTMR_TIME_MAX / 2
                      && 0 <= k->reduce.waiting[p] && 0 <= k->reduce.estimate[p] <= RTMR_TIME_MAX + RTMR_TIME_MAX / 2
                      && k->deadline[p] <= RTMR_TIME_MAX;
    assigns k->map.free_at, k->reduce.free_at,
            k->map.draft[0 .. RTMR_JOBS - 1], k->reduce.draft[0 .. RTMR_JOBS - 1], *outlook, GHOST_DRAFTED(*g);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, skipped, SKIPPED(g->map.draft, from) && SKIPPED(g->reduce.draft, from))
             CLAUSE(conjunct, late, outlook->late == -1 || from <= outlook->late <= k->promised)
             CLAUSE(conjunct, nothing,
                    candidate->map.waiting == 0 && candidate->reduce.waiting == 0 && k->now <= candidate->deadline ==>
                    outlook->late != place)
             BOTH_STAGES(conjunct, shape, outlook->late == -1 ==> DRAFT_SHAPE, *g, k->promised + 1)
             BOTH_PLANS(conjunct, times, outlook->late == -1 ==> DRAFT_TIMES, *k, *g, k->now)
             CLAUSE(conjunct, release, outlook->late == -1 ==> DRAFT_RELEASE(*g))
             CLAUSE(conjunct, now, outlook->late == -1 ==> k->now <= outlook->candidate.end)
             CLAUSE(conjunct, rows,
                    outlook->late == -1 ==> \forall integer i; from <= i <= k->promised ==>
                    g->map.draft.waiting[i] == IN_ORDER(i, place, candidate->map.waiting, k->map.waiting)
                    && g->map.draft.estimate[i] == IN_ORDER(i, place, candidate->map.estimate, k->map.estimate)
                    && g->reduce.draft.waiting[i] == IN_ORDER(i, place, candidate->reduce.waiting, k->reduce.waiting)
                    && g->reduce.draft.estimate[i] == IN_ORDER(i, place, candidate->reduce.estimate,
                        k->reduce.estimate))
             CLAUSE(conjunct, floors,
                    outlook->late == -1 ==> \forall integer p; from <= p < k->promised ==>
                    \old(k->map.draft)[p] <= k->map.draft[p] && \old(k->reduce.draft)[p] <= k->reduce.draft[p])
             BOTH_DRAFTED(conjunct, *g, g->planned)
             EXACT(conjunct, map_, \true, k->map, g->map, g->planned)
             EXACT(conjunct, reduce_, \true, k->reduce, g->reduce, g->planned)
             CLAUSE(conjunct, late_end, outlook->late >= 0 ==> outlook->late_end ==
                                        (outlook->late < g->planned ? g->reduce.draft.end[outlook->late] : RTMR_NEVER)))
    ensures kept:     \forall integer p; 0 <= p < from ==>
                      k->map.draft[p] == \old(k->map.draft)[p] && k->reduce.draft[p] == \old(k->reduce.draft)[p];
    ensures miss:     outlook->late >= 0 ==>
                      outlook->late_end > IN_ORDER(outlook->late, place, candidate->deadline, k->deadline);
    ensures in_time:  outlook->late == -1 ==> \forall integer i; from <= i <= k->promised ==>
                      g->reduce.draft.end[i] <= IN_ORDER(i, place, candidate->deadline, k->deadline);
    ensures ends:     \forall integer i; from <= i < g->planned ==> NOTED(*k, *g, place, *outlook, i);
    ensures planned:  JOBS_PLANNED(*k, place, *candidate, outlook->late, g->planned);
    ensures asked:    \forall integer i; from <= i < g->planned ==>
                      ROW_PLANNED(*k, *g, place, *candidate, i);
    ensures served:   \forall integer i; from <= i < g->planned ==>
                      SERVED(*k, place, *candidate, i);
    ensures releases: \forall integer i; from <= i < g->planned ==> RELEASES(*k, *g, i);
    ensures floored:  \forall integer i; from <= i < g->planned ==> FLOORED(*k, Pre, *g, place, i);
    ensures before:   outlook->late >= 0 ==> \forall integer i; from <= i < outlook->late ==>
                      g->reduce.draft.end[i] <= IN_ORDER(i, place, candidate->deadline, k->deadline);
    ensures own_end:  outlook->candidate.end == (place < g->planned ? g->reduce.draft.end[place] : RTMR_NEVER);
*/
void rtmr_plan_jobs(struct rtmr *k, int32_t from, int32_t place, const struct rtmr_row *candidate,
                    struct rtmr_outlook *outlook) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Sets the vectors to the slot table as it is now (exact projection) and the drafts to what
 * runs. O(jobs + slots). */
/*@ requires valid:   \valid(k) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, now, 0 <= k->now <= RTMR_TIME_MAX)
             CLAUSE(conjunct, sizes, 0 <= k->promised <= k->jobs)
             BOTH_STAGES(conjunct, table, SLOT_TABLE, *k)
             BOTH_STAGES(conjunct, slot_bounds, SLOT_BOUNDS, *k, 0, k->now)
             POOL_BUSY(conjunct, map_, k->map)
             POOL_BUSY(conjunct, reduce_, k->reduce)
             CLAUSE(conjunct, plans, g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0))
    BOTH_STAGES(requires, jobs, SLOT_JOBS, *k, k->jobs)
    assigns k->map.free_at, k->reduce.free_at, k->map.draft[0 .. RTMR_JOBS - 1], k->reduce.draft[0 .. RTMR_JOBS - 1],
            GHOST_BEGUN(*g);
    BEGUN(ensures, *k, *g, 0)
    ensures map_snapshot: SNAPSHOT(k->map, g->map.base, k->now);
    ensures reduce_snapshot: SNAPSHOT(k->reduce, g->reduce.base, k->now);
*/
void rtmr_project(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
