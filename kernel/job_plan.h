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
    requires now:     0 <= k->now <= RTMR_TIME_MAX && k->now <= map_floor && k->now <= end_floor
                      && (map_floor == RTMR_NEVER || map_floor <= 4 * RTMR_TIME_MAX);
    requires pads:    PLAN_PADS(*k);
    requires job:     PLANNABLE(*job);
    requires place:   0 <= place <= RTMR_JOBS;
    requires space:   g->map.draft.tasks + job->map.waiting <= RTMR_TASKS
                      && g->reduce.draft.tasks + job->reduce.waiting <= RTMR_TASKS;
    DRAFTS_STAND(requires, *k, *g, place)
    EXACT(requires, map_, \true, k->map, g->map, place)
    EXACT(requires, reduce_, \true, k->reduce, g->reduce, place)
    assigns k->map.free_at, k->reduce.free_at, *span, GHOST_DRAFTED(*g);
    ensures vectors: VECTOR(k->map) && VECTOR(k->reduce);
    BOTH_STAGES(ensures, shape, HAD_SLOTS(*k, *job) ==> DRAFT_SHAPE, *g, place + 1)
    BOTH_PLANS(ensures, times, HAD_SLOTS(*k, *job) ==> DRAFT_TIMES, *k, *g, k->now)
    ensures ends:    HAD_SLOTS(*k, *job) ==>
                     g->map.draft.end[place] == span->map_end && g->reduce.draft.end[place] == span->end
                     && map_floor <= span->map_end <= span->end && end_floor <= span->end;
    ensures release: HAD_SLOTS(*k, *job) ==> DRAFT_RELEASE(*g);
    ensures pushed:  HAD_SLOTS(*k, *job) ==> g->map.draft.tasks == \old(g->map.draft.tasks) + job->map.waiting
                     && g->reduce.draft.tasks == \old(g->reduce.draft.tasks) + job->reduce.waiting;
    ensures row:     HAD_SLOTS(*k, *job) ==>
                     g->map.draft.waiting[place] == job->map.waiting
                     && g->map.draft.estimate[place] == job->map.estimate
                     && g->reduce.draft.waiting[place] == job->reduce.waiting
                     && g->reduce.draft.estimate[place] == job->reduce.estimate;
    EARLIER_KEPT(ensures, *g, place)
    ensures nothing: job->map.waiting == 0 && job->reduce.waiting == 0 ==>
                     span->end == (map_floor > end_floor ? map_floor : end_floor);
    ensures no_slot: HAD_SLOTS(*k, *job) || span->end == RTMR_NEVER;
    BOTH_PLANS(ensures, balance, HAD_SLOTS(*k, *job) ==> BALANCE, *k, *g)
    BOTH_DRAFTED(ensures, *g, place)
    EXACT(ensures, map_was_, \true, k->map, g->map, place)
    EXACT(ensures, reduce_was_, \true, k->reduce, g->reduce, place)
    EXACT(ensures, map_, HAD_SLOTS(*k, *job), k->map, g->map, place + 1)
    EXACT(ensures, reduce_, HAD_SLOTS(*k, *job), k->reduce, g->reduce, place + 1)
    ensures planned: g->planned == (HAD_SLOTS(*k, *job) ? place + 1 : \old(g->planned));
    ensures releases: HAD_SLOTS(*k, *job) ==> RELEASES(*k, *g, place);
    ensures floors:  HAD_SLOTS(*k, *job) ==> FLOORS(*g, place, map_floor, end_floor);
    EARLIER_PLANNED(ensures, *g, place)
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
    requires now:     0 <= k->now <= RTMR_TIME_MAX;
    requires pads:    PLAN_PADS(*k);
    requires order:   0 <= from <= place <= k->promised <= RTMR_JOBS;
    requires job:     PLANNABLE(*candidate) && candidate->deadline <= RTMR_TIME_MAX;
    requires jobs:    \forall integer p; 0 <= p < k->promised ==>
                      0 <= k->map.waiting[p] && 0 <= k->map.estimate[p] <= RTMR_TIME_MAX + RTMR_TIME_MAX / 2
                      && 0 <= k->reduce.waiting[p] && 0 <= k->reduce.estimate[p] <= RTMR_TIME_MAX + RTMR_TIME_MAX / 2
                      && k->deadline[p] <= RTMR_TIME_MAX;
    requires floors:  \forall integer p; from <= p < k->promised ==>
                      k->now <= k->map.draft[p] <= 4 * RTMR_TIME_MAX && k->now <= k->reduce.draft[p];
    requires space:   Sum(k->map.waiting, k->promised) + candidate->map.waiting <= RTMR_TASKS
                      && Sum(k->reduce.waiting, k->promised) + candidate->reduce.waiting <= RTMR_TASKS;
    requires begun:   g->map.draft.tasks == 0 && g->reduce.draft.tasks == 0;
    requires skipped: SKIPPED(g->map.draft, from) && SKIPPED(g->reduce.draft, from);
    DRAFTS_STAND(requires, *k, *g, from)
    requires planned: g->planned == from;
    BOTH_PLANS(requires, exact, EXACTLY, *k, *g, from)
    assigns k->map.free_at, k->reduce.free_at,
            k->map.draft[0 .. RTMR_JOBS - 1], k->reduce.draft[0 .. RTMR_JOBS - 1], *outlook, GHOST_DRAFTED(*g);
    ensures skipped:  SKIPPED(g->map.draft, from) && SKIPPED(g->reduce.draft, from);
    ensures kept:     \forall integer p; 0 <= p < from ==>
                      k->map.draft[p] == \old(k->map.draft)[p] && k->reduce.draft[p] == \old(k->reduce.draft)[p];
    ensures late:     outlook->late == -1 || from <= outlook->late <= k->promised;
    ensures nothing:  candidate->map.waiting == 0 && candidate->reduce.waiting == 0 && k->now <= candidate->deadline ==>
                      outlook->late != place;
    ensures miss:     outlook->late >= 0 ==>
                      outlook->late_end > IN_ORDER(outlook->late, place, candidate->deadline, k->deadline);
    BOTH_STAGES(ensures, shape, outlook->late == -1 ==> DRAFT_SHAPE, *g, k->promised + 1)
    BOTH_PLANS(ensures, times, outlook->late == -1 ==> DRAFT_TIMES, *k, *g, k->now)
    ensures release:  outlook->late == -1 ==> DRAFT_RELEASE(*g);
    ensures now:      outlook->late == -1 ==> k->now <= outlook->candidate.end;
    ensures in_time:  outlook->late == -1 ==> \forall integer i; from <= i <= k->promised ==>
                      g->reduce.draft.end[i] <= IN_ORDER(i, place, candidate->deadline, k->deadline);
    ensures ends:     \forall integer i; from <= i < g->planned ==> NOTED(*k, *g, place, *outlook, i);
    ensures rows:     outlook->late == -1 ==> \forall integer i; from <= i <= k->promised ==>
                      g->map.draft.waiting[i] == IN_ORDER(i, place, candidate->map.waiting, k->map.waiting)
                      && g->map.draft.estimate[i] == IN_ORDER(i, place, candidate->map.estimate, k->map.estimate)
                      && g->reduce.draft.waiting[i] == IN_ORDER(i, place, candidate->reduce.waiting, k->reduce.waiting)
                      && g->reduce.draft.estimate[i] == IN_ORDER(i, place, candidate->reduce.estimate,
                          k->reduce.estimate);
    ensures floors:   outlook->late == -1 ==> \forall integer p; from <= p < k->promised ==>
                      \old(k->map.draft)[p] <= k->map.draft[p] && \old(k->reduce.draft)[p] <= k->reduce.draft[p];
    ensures planned:  JOBS_PLANNED(*k, place, *candidate, outlook->late, g->planned);
    BOTH_DRAFTED(ensures, *g, g->planned)
    EXACT(ensures, map_, \true, k->map, g->map, g->planned)
    EXACT(ensures, reduce_, \true, k->reduce, g->reduce, g->planned)
    ensures asked:    \forall integer i; from <= i < g->planned ==>
                      ROW_PLANNED(*k, *g, place, *candidate, i);
    ensures served:   \forall integer i; from <= i < g->planned ==>
                      SERVED(*k, place, *candidate, i);
    ensures releases: \forall integer i; from <= i < g->planned ==> RELEASES(*k, *g, i);
    ensures floored:  \forall integer i; from <= i < g->planned ==> FLOORED(*k, Pre, *g, place, i);
    ensures before:   outlook->late >= 0 ==> \forall integer i; from <= i < outlook->late ==>
                      g->reduce.draft.end[i] <= IN_ORDER(i, place, candidate->deadline, k->deadline);
    ensures late_end: outlook->late >= 0 ==> outlook->late_end ==
                      (outlook->late < g->planned ? g->reduce.draft.end[outlook->late] : RTMR_NEVER);
    ensures own_end:  outlook->candidate.end == (place < g->planned ? g->reduce.draft.end[place] : RTMR_NEVER);
*/
void rtmr_plan_jobs(struct rtmr *k, int32_t from, int32_t place, const struct rtmr_row *candidate,
                    struct rtmr_outlook *outlook) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Sets the vectors to the slot table as it is now (exact projection) and the drafts to what
 * runs. O(jobs + slots). */
/*@ requires valid:   \valid(k) && \valid(g);
    requires now:     0 <= k->now <= RTMR_TIME_MAX;
    requires sizes:   0 <= k->promised <= k->jobs;
    BOTH_STAGES(requires, table, SLOT_TABLE, *k)
    BOTH_STAGES(requires, jobs, SLOT_JOBS, *k, k->jobs)
    BOTH_STAGES(requires, slot_bounds, SLOT_BOUNDS, *k, 0, k->now)
    POOL_BUSY(requires, map_, k->map)
    POOL_BUSY(requires, reduce_, k->reduce)
    requires plans:   g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0;
    assigns k->map.free_at, k->reduce.free_at, k->map.draft[0 .. RTMR_JOBS - 1], k->reduce.draft[0 .. RTMR_JOBS - 1],
            GHOST_BEGUN(*g);
    BEGUN(ensures, *k, *g, 0)
    ensures map_snapshot: SNAPSHOT(k->map, g->map.base, k->now);
    ensures reduce_snapshot: SNAPSHOT(k->reduce, g->reduce.base, k->now);
*/
void rtmr_project(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
