/*
 * The recorded ends of jobs while one is accepted: those that it adopts from the draft, those that
 * are lowered with stored vectors, and the releases that follow from them.
 *
 * Lemma functions: ghost code whose contract is the lemma. Never compiled.
 */
#ifndef PROOFS_RECORDED_ENDS_H
#define PROOFS_RECORDED_ENDS_H

#include "kernel/rtmr.h"
#include "proofs/lemmas/plan_merge.h"
#include "spec/calls.acsl"

/* Inserting a job leaves the recorded ends of flagged jobs unchanged: `put` is the context just
 * before that. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(put) && \valid_read(before);
     requires range:   0 <= put->promised <= put->jobs < RTMR_JOBS && k->promised == put->promised + 1
                       && k->jobs == put->jobs + 1;
     requires moved:   \forall integer p; k->promised <= p < k->jobs ==>
                       k->map.end[p] == put->map.end[p - 1] && k->reduce.end[p] == put->reduce.end[p - 1];
     requires kept:    ENDS_STAY(*put, *before, put->promised);
     assigns \nothing;
     ensures flagged:  FLAGGED_ENDS(*k, before->map.end, before->reduce.end);
  @/
  void rtmr_ends_move(const struct rtmr *k, const struct rtmr \ghost *put, const struct rtmr \ghost *before);
*/

/* When the draft has been adopted, behind what was kept of the plan, no reduce task is planned
 * to start before its job's maps end. */
/*@ ghost
  /@ requires valid:    \valid_read(k) && \valid_read(g) && \valid_read(was) && \valid_read(kept);
     requires range:    0 <= from <= k->promised <= RTMR_JOBS;
     requires front:    \forall integer m; 0 <= m < kept->index[was->plan.first[from]] ==>
                        0 <= kept->source[m] < was->plan.first[from] && was->plan.open[kept->source[m]] != 0
                        && g->reduce.plan.job[m] == was->plan.job[kept->source[m]]
                        && g->reduce.plan.start[m] == was->plan.start[kept->source[m]];
     requires behind:   g->reduce.plan.tasks == kept->index[was->plan.first[from]] + g->reduce.draft.tasks
                        && \forall integer m; kept->index[was->plan.first[from]] <= m < g->reduce.plan.tasks ==>
                           g->reduce.plan.job[m] == g->reduce.draft.job[m - kept->index[was->plan.first[from]]]
                           && g->reduce.plan.start[m] == g->reduce.draft.start[m - kept->index[was->plan.first[from]]];
     requires before:   PlanRelease(was->plan.first[from], was->plan.open, was->plan.job, was->plan.start, k->map.end);
     requires drafted:  DRAFT_RELEASE(*g);
     requires shape:    DRAFT_SHAPE(g->reduce, k->promised) && \forall integer p; 0 <= p <= from ==>
                        g->reduce.draft.first[p] == 0;
     requires ends:     \forall integer p; from <= p < k->promised ==> g->map.draft.end[p] == k->map.end[p];
     assigns \nothing;
     ensures release:   PlanRelease(g->reduce.plan.tasks, g->reduce.plan.open, g->reduce.plan.job, g->reduce.plan.start,
                                    k->map.end);
  @/
  void rtmr_all_released(const struct rtmr *k, const struct rtmr_ghost \ghost *g,
                         const struct rtmr_ghost_pool \ghost *was, const struct rtmr_ghost_kept \ghost *kept,
                         int32_t from);
*/

/* The ends that the draft has are those of the verdict. */
/*@ ghost
  /@ requires valid:    \valid_read(k) && \valid(g) && \valid_read(before);
     requires range:    0 <= k->promised <= RTMR_JOBS;
     requires drafts:   JUST_DRAFTED(g->verdict, *g);
     requires map_ends: EndsAdopted(PLAN_FROM(*k, place), k->promised, k->map.end, before->map.end, g->map.draft.end);
     requires reduce_ends: EndsAdopted(PLAN_FROM(*k, place), k->promised, k->reduce.end, before->reduce.end,
                                       g->reduce.draft.end);
     assigns \nothing;
     ensures map_ends:  EndsAdopted(PLAN_FROM(*k, place), k->promised, k->map.end, before->map.end, g->verdict.map.end);
     ensures reduce_ends: EndsAdopted(PLAN_FROM(*k, place), k->promised, k->reduce.end, before->reduce.end,
                                      g->verdict.reduce.end);
  @/
  void rtmr_ends_drafted(const struct rtmr *k, struct rtmr_ghost \ghost *g, const struct rtmr \ghost *before,
                         int32_t place);
*/

/* The recorded ends when the job at `place` has got its vectors, and those behind it: `put` had
 * the planned ones. */
/*@ ghost
  /@ requires valid:    \valid_read(k) && \valid(g) && \valid_read(put) && \valid_read(before);
     TOGETHER(requires, given,
              CLAUSE(conjunct, taken, EndsAdopted(PLAN_FROM(*k, place), k->promised, put->map.end, before->map.end,
                                      g->verdict.map.end))
              CLAUSE(conjunct, sooner, k->plans_from_slots == 0 ==>
                                       ENDS_SOONER(k->map, put->map.end, g->map.replan, place, k->promised))
              CLAUSE(conjunct, others,
                     \forall integer p; 0 <= p < RTMR_JOBS
                     && !(k->plans_from_slots == 0 && place <= p < k->promised) ==> k->map.end[p] == put->map.end[p])
              CLAUSE(conjunct, flagged, FlaggedEnds(k->promised, k->jobs, put->map.end, before->map.end))
              CLAUSE(conjunct, range, 0 <= k->promised <= k->jobs <= RTMR_JOBS))
     assigns \nothing;
     ensures map_ends:  k->plans_from_slots != 0 ==>
                        EndsAdopted(0, k->promised, k->map.end, before->map.end, g->verdict.map.end);
     ensures mlowered:  k->plans_from_slots == 0 ==>
                        EndsLowered(place, k->promised, k->map.end, before->map.end, g->verdict.map.end,
                                    g->map.replan.end);
     ensures flagged:   FlaggedEnds(k->promised, k->jobs, k->map.end, before->map.end);
  @/
  void rtmr_ends_recorded(const struct rtmr *k, struct rtmr_ghost \ghost *g, const struct rtmr \ghost *put,
                          const struct rtmr \ghost *before, int32_t place);
*/

#endif
