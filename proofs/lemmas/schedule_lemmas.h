/*
 * The list schedule is determined: two trials of the same candidate at the same place of the same
 * table find the same.
 */
#ifndef PROOFS_SCHEDULE_LEMMAS_H
#define PROOFS_SCHEDULE_LEMMAS_H

#include "kernel/job_table.h"
#include "kernel/rtmr.h"
#include "proofs/lemmas/runs_lemmas.h"
#include "proofs/lemmas/vector_lemmas.h"
#include "spec/verdict.acsl"

/* Where there is no entry, none lies above anything. */
/*@ ghost
  /@ requires valid:   \valid_read(a);
     requires ordered: FREE_ORDERED(*a);
     assigns \nothing;
     ensures none:     FREE_N(*a) == 0 ==> \forall integer x; FREE_ABOVE(*a, x) == 0;
  @/
  void rtmr_free_none(const struct rtmr_availability *a);
*/

/* What has the same entries has the same smallest one. */
/*@ ghost
  /@ requires valid:   \valid_read(a) && \valid_read(v);
     requires ordered: FREE_ORDERED(*a) && FirstLeast(v->at, v->n);
     requires same:    v->n == FREE_N(*a) && \forall integer x; Above(v->at, v->n, x) == FREE_ABOVE(*a, x);
     assigns \nothing;
     ensures first:    v->n > 0 ==> v->at[0] == FREE_LEAST(*a);
  @/
  void rtmr_same_first(const struct rtmr_availability *a, const struct rtmr_vector *v);
*/

/* An empty draft of the jobs from `from` on is begun with the planning vector. */
/*@ ghost
  /@ requires valid:   \valid(pool) && \valid(g);
     requires range:   0 <= from <= RTMR_JOBS;
     requires ordered: FREE_ORDERED(pool->free_at);
     assigns g->draft.tasks, g->draft.first[0 .. RTMR_PLACES - 1], g->draft.waiting[0 .. RTMR_PLACES - 1],
             g->draft.estimate[0 .. RTMR_PLACES - 1], g->draft.release[0 .. RTMR_PLACES - 1],
             g->draft.floor[0 .. RTMR_PLACES - 1],
             g->draft.end[0 .. RTMR_PLACES - 1], g->base;
     ensures base:     Spread(g->base, pool->free_at);
     ensures shape:    DRAFT_SHAPE(*g, from) && g->draft.tasks == 0;
     ensures skipped:  SKIPPED(g->draft, from);
     ensures balance:  BALANCE(*pool, *g);
     ensures exact:    EXACTLY(*pool, *g, from);
  @/
  void rtmr_begin_draft(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t from);
*/

/* What planning found is kept as a trial: the drafts, what they were begun with, and for whom. */
/*@ ghost
  /@ requires valid:  \valid(g) && \valid_read(row);
     assigns g->trial;
     ensures tried:   TRIED(g->trial, *row) && g->trial.place == place && g->trial.late == late
                      && g->trial.jobs == g->planned;
     ensures map:     g->trial.map == g->map.draft && g->trial.map_base == g->map.base;
     ensures reduce:  g->trial.reduce == g->reduce.draft && g->trial.reduce_base == g->reduce.base;
  @/
  void rtmr_keep_trial(struct rtmr_ghost \ghost *g, int32_t place, const struct rtmr_row *row, int32_t late);
*/

/* Jobs with as many tasks have their tasks at the same indices. */
/*@ ghost
  /@ requires valid: \valid(a) && \valid(b);
     requires range: 0 <= jobs <= jobs_a <= RTMR_JOBS + 1 && jobs <= jobs_b <= RTMR_JOBS + 1;
     requires a:     DRAFTED(*a, jobs_a);
     requires b:     DRAFTED(*b, jobs_b);
     requires tasks: \forall integer p; 0 <= p < jobs ==> a->waiting[p] == b->waiting[p];
     assigns \nothing;
     ensures first:  \forall integer p; 0 <= p <= jobs ==> a->first[p] == b->first[p];
     ensures job:    \forall integer i; 0 <= i < a->first[jobs] ==> a->job[i] == b->job[i] && 0 <= a->job[i] < jobs;
     ensures range:  0 <= a->first[jobs] <= a->first[jobs_a] <= RTMR_TASKS && a->first[jobs] <= b->first[jobs_b];
     ensures open:   \forall integer i; 0 <= i < a->first[jobs] ==> a->open[i] != 0 && b->open[i] != 0;
     ensures within: \forall integer p, i; 0 <= p < jobs && a->first[p] <= i < a->first[p + 1] ==> i < a->first[jobs];
  @/
  void rtmr_indices_determined(struct rtmr_ghost_plan \ghost *a, struct rtmr_ghost_plan \ghost *b, int32_t jobs_a,
                               int32_t jobs_b,
                               int32_t jobs);
*/

/* The drafts hold the tasks of the jobs before i, and of job i if that was planned. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(candidate) && \valid(g);
     requires kept:  \forall integer j; from <= j < i ==> ROW_PLANNED(*k, *g, place, *candidate, j);
     requires own:   g->planned > i ==> ROW_PLANNED(*k, *g, place, *candidate, i);
     requires range: g->planned <= i + 1;
     assigns \nothing;
     ensures rows:   \forall integer j; from <= j < g->planned ==> ROW_PLANNED(*k, *g, place, *candidate, j);
  @/
  void rtmr_one_row_more(const struct rtmr *k, struct rtmr_ghost \ghost *g, const struct rtmr_row *candidate,
                         int32_t from, int32_t place, int32_t i);
*/

/* A task takes the same entry if all tasks before it did. */
/*@ ghost
  /@ requires valid: \valid(base_a) && \valid(base_b) && \valid(a) && \valid(b);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= i < a->first[jobs_a] <= RTMR_TASKS && i < b->first[jobs_b])
              CLAUSE(conjunct, base, base_a->n == base_b->n && \forall integer x;
                                     Above(base_a->at, base_a->n, x) == Above(base_b->at, base_b->n, x))
              CLAUSE(conjunct, a, TOOK_SMALLEST(*base_a, *a, jobs_a))
              CLAUSE(conjunct, b, TOOK_SMALLEST(*base_b, *b, jobs_b))
              CLAUSE(conjunct, open,
                     \forall integer x; OpenAbove(a->open, a->finish, i, x) == OpenAbove(b->open, b->finish, i, x))
              CLAUSE(conjunct, least, \forall integer x; LeastAbove(a->least, i, x) == LeastAbove(b->least, i, x)))
     assigns \nothing;
     ensures same:   a->least[i] == b->least[i];
  @/
  void rtmr_entry_determined(struct rtmr_vector \ghost *base_a, struct rtmr_ghost_plan \ghost *a,
                             struct rtmr_vector \ghost *base_b,
                             struct rtmr_ghost_plan \ghost *b, int32_t jobs_a, int32_t jobs_b, int32_t i);
*/

/* Two schedules of one stage, begun with the same vector, with the same tasks, releases and
 * floors, end alike, job by job. */
/*@ ghost
  /@ requires valid: \valid_read(pool) && \valid(base_a) && \valid(base_b) && \valid(a) && \valid(b);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= jobs <= jobs_a <= RTMR_JOBS + 1 && jobs <= jobs_b <= RTMR_JOBS + 1)
              CLAUSE(conjunct, base, base_a->n == base_b->n && \forall integer x;
                                     Above(base_a->at, base_a->n, x) == Above(base_b->at, base_b->n, x))
              CLAUSE(conjunct, a, STAGE_SCHEDULED(*pool, *base_a, *a, jobs_a))
              CLAUSE(conjunct, b, STAGE_SCHEDULED(*pool, *base_b, *b, jobs_b))
              CLAUSE(conjunct, tasks, \forall integer p; 0 <= p < jobs ==>
                                      a->waiting[p] == b->waiting[p] && a->estimate[p] == b->estimate[p]))
     requires times: \forall integer p; 0 <= p < jobs ==> a->release[p] == b->release[p] && a->floor[p] == b->floor[p];
     assigns \nothing;
     ensures ends:   \forall integer p; 0 <= p < jobs ==> a->end[p] == b->end[p];
  @/
  void rtmr_stage_determined(const struct rtmr_pool \ghost *pool, struct rtmr_vector \ghost *base_a,
                             struct rtmr_ghost_plan \ghost *a,
                             struct rtmr_vector \ghost *base_b, struct rtmr_ghost_plan \ghost *b, int32_t jobs_a,
                             int32_t jobs_b,
                             int32_t jobs);
*/

/* Two verdicts about the same candidate at the same place agree. One that was reached with a
 * later deadline decides about an earlier one: accepted if no job was late and the candidate
 * ends by it, refused if not. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid(a) && \valid(b);
     TOGETHER(requires, given,
              CLAUSE(conjunct, sizes, 0 <= k->promised <= RTMR_JOBS)
              CLAUSE(conjunct, a, Verdict(*k, *a, due_a))
              CLAUSE(conjunct, b, Verdict(*k, *b, due_b)))
     requires same:  a->place == b->place && a->candidate == b->candidate;
     assigns \nothing;
     TOGETHER(ensures, outcome,
              CLAUSE(conjunct, map_ends,
                     \forall integer i; 0 <= i < a->jobs && i < b->jobs ==> a->map.end[i] == b->map.end[i])
              CLAUSE(conjunct, ends,
                     \forall integer i; 0 <= i < a->jobs && i < b->jobs ==> a->reduce.end[i] == b->reduce.end[i])
              CLAUSE(conjunct, agree,
                     due_a == due_b ==> a->late == b->late && a->jobs == b->jobs && TRIAL_END(*a) == TRIAL_END(*b)
                     && (a->late >= 0 ==> LATE_END(*a) == LATE_END(*b)))
              CLAUSE(conjunct, accepts, a->late == -1 && a->reduce.end[a->place] <= due_b ==> b->late == -1)
              CLAUSE(conjunct, refuses,
                     due_b <= due_a && (a->late >= 0 || a->reduce.end[a->place] > due_b) ==> b->late >= 0))
  @/
  void rtmr_verdict_determined(const struct rtmr \ghost *k, struct rtmr_ghost_trial \ghost *a,
                               struct rtmr_ghost_trial \ghost *b,
                               rtmr_ticks due_a, rtmr_ticks due_b);
*/

/* A job is late in a trial, or the candidate would be with this deadline. */
#define IS_LATE(T, due) ((T).late >= 0 || (T).reduce.end[(T).place] > (due))

/* The schedule of fewer jobs is one, too. */
/*@ ghost
  /@ requires valid:  \valid_read(pool) && \valid(base) && \valid(d);
     requires range:  0 <= fewer <= jobs <= RTMR_JOBS + 1;
     requires all:    STAGE_SCHEDULED(*pool, *base, *d, jobs);
     assigns \nothing;
     ensures fewer:   STAGE_SCHEDULED(*pool, *base, *d, fewer);
  @/
  void rtmr_fewer_scheduled(const struct rtmr_pool *pool, struct rtmr_vector \ghost *base,
                            struct rtmr_ghost_plan \ghost *d, int32_t jobs, int32_t fewer);
*/

/* A trial that was made with a later deadline is one with `due` too, if no job is late and the
 * candidate ends by it. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid(t);
     VERDICT(requires, , \true, *k, *t, high)
     requires accepts: t->late == -1 && t->reduce.end[t->place] <= due;
     assigns \nothing;
     ensures verdict:  Verdict(*k, *t, due);
  @/
  void rtmr_trial_accepts(const struct rtmr *k, struct rtmr_ghost_trial \ghost *t, rtmr_ticks high, rtmr_ticks due);
*/

/* If a job is late, or the candidate ends after `due`, its schedule up to the first late job is a
 * trial with `due`. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid(t);
     requires sizes:   0 <= k->promised <= RTMR_JOBS;
     VERDICT(requires, , \true, *k, *t, high)
     requires refuses: due <= high && (t->late >= 0 || t->reduce.end[t->place] > due);
     assigns t->late, t->jobs;
     ensures late:     t->late >= 0;
     ensures verdict:  Verdict(*k, *t, due);
  @/
  void rtmr_trial_refuses(const struct rtmr *k, struct rtmr_ghost_trial \ghost *t, rtmr_ticks high, rtmr_ticks due);
*/

#endif
