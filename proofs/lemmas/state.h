/*
 * The state between calls, as one predicate or as all its clauses: see spec/state.acsl.
 *
 * Lemma functions: ghost code whose contract is the lemma. Never compiled.
 */
#ifndef PROOFS_STATE_H
#define PROOFS_STATE_H

#include "kernel/rtmr.h"
#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/lemmas/schedule_lemmas.h"
#include "spec/calls.acsl"
#include "spec/search.acsl"

/*@ ghost
  /@ requires valid: \valid_read(k) && \valid(g) && \valid_read(candidate);
     PLANNED(requires, \true, *k, *g, PLAN_FROM(*k, place), place, candidate->map, candidate->reduce,
             candidate->deadline, candidate->map.end,
             candidate->reduce.end)
     assigns \nothing;
     ensures plan:   Planned(*k, *g, place, *candidate);
  @/
  void rtmr_planned_fold(const struct rtmr *k, struct rtmr_ghost \ghost *g, int32_t place,
                         const struct rtmr_row *candidate);
*/

/*@
  // Of every stored vector as many entries lie above each x.
  predicate StoredAlike(struct rtmr_stage_memory a, struct rtmr_stage_memory b) =
    \forall integer p, n, x; Above(a.of[p].row.at, n, x) == Above(b.of[p].row.at, n, x);
*/
/* From B to K only what a test writes has changed, and a verdict is not about that. */
#define TESTED(K, B) \
    ((K).now == (B).now && (K).plans_from_slots == (B).plans_from_slots && (K).jobs == (B).jobs \
     && (K).promised == (B).promised && (K).order == (B).order \
     && (K).next_handle == (B).next_handle && (K).deadline == (B).deadline && (K).started == (B).started \
     && StoredAlike(MAP_MEMORY(K), MAP_MEMORY(B)) && StoredAlike(REDUCE_MEMORY(K), REDUCE_MEMORY(B)) \
     && STAGE_TESTED((K).map, (B).map) && STAGE_TESTED((K).reduce, (B).reduce))
#define STAGE_TESTED(P, B) \
    ((P).tasks == (B).tasks && NOTICE_PAD(P) == NOTICE_PAD(B) && WAIT_PAD(P) == WAIT_PAD(B) \
     && RELEASE_PAD(P) == RELEASE_PAD(B) && (P).usable == (B).usable && (P).idle == (B).idle \
    && (P).slots == (B).slots \
     && (P).state == (B).state && (P).place == (B).place && (P).bound == (B).bound && (P).waiting == (B).waiting \
     && (P).estimate == (B).estimate)

/* Unfolds `State` into its clauses. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid(g);
     requires state: State(*k, *g);
     assigns \nothing;
     TOGETHER(ensures, outcome,
              TABLE_CLAUSES(conjunct, *k, k->promised)
              STATE_BESIDE_TABLE(conjunct, *k, *g, k->promised)
              PENDING(conjunct, *k)
              OFFERS_NOTED(conjunct, *k))
  @/
  void rtmr_state_unfold(const struct rtmr *k, struct rtmr_ghost \ghost *g);
*/

/* Folds the clauses of `State`. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid(g);
     TOGETHER(requires, given,
              STATE(conjunct, *k, *g))
     assigns \nothing;
     ensures state: State(*k, *g);
  @/
  void rtmr_state_fold(const struct rtmr *k, struct rtmr_ghost \ghost *g);
*/

/* The same of the state at the end of a call, before offers are noted. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid(g);
     requires state: Unnoted(*k, *g);
     assigns \nothing;
     STATE_UNNOTED(ensures, *k, *g)
  @/
  void rtmr_unnoted_unfold(const struct rtmr *k, struct rtmr_ghost \ghost *g);
*/
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid(g);
     TOGETHER(requires, given,
              STATE_UNNOTED(conjunct, *k, *g))
     assigns \nothing;
     ensures state: Unnoted(*k, *g);
  @/
  void rtmr_unnoted_fold(const struct rtmr *k, struct rtmr_ghost \ghost *g);
*/

/* Unfolds the clauses about an order with its trial. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid(t);
     VERDICT(requires, , \true, *k, *t, due)
     assigns \nothing;
     ensures word:   Verdict(*k, *t, due);
  @/
  void rtmr_verdict_fold(const struct rtmr *k, struct rtmr_ghost_trial \ghost *t, rtmr_ticks due);
*/
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid(t);
     requires word:  Verdict(*k, *t, due);
     assigns \nothing;
     VERDICT(ensures, , \true, *k, *t, due)
  @/
  void rtmr_verdict_unfold(const struct rtmr \ghost *k, struct rtmr_ghost_trial \ghost *t, rtmr_ticks due);
*/

/* A test leaves everything that its verdict is about as it was: what is a verdict about the
 * context behind it is one about that before it. */
/*@ ghost
  /@ requires valid: \valid_read(before) && \valid_read(k) && \valid(t);
     requires same:  TESTED(*k, *before);
     assigns \nothing;
     ensures kept:   Verdict(*k, *t, due) ==> Verdict(*before, *t, due);
  @/
  void rtmr_verdict_kept(const struct rtmr \ghost *before, const struct rtmr *k, struct rtmr_ghost_trial \ghost *t,
                         rtmr_ticks due);
*/

/* The clauses of the state that most callers need. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid(g);
     requires state:   State(*k, *g);
     assigns \nothing;
     ensures clock:    0 <= k->now <= RTMR_TIME_MAX;
     ensures sizes:    0 <= k->promised <= k->jobs <= RTMR_JOBS;
     ensures pads:     0 <= NOTICE_PAD(k->map) <= RTMR_TIME_MAX / 4 && 0 <= NOTICE_PAD(k->reduce) <= RTMR_TIME_MAX / 4;
     ensures slots:    0 <= k->map.slots <= RTMR_SLOTS && 0 <= k->reduce.slots <= RTMR_SLOTS;
     ensures handles:  Handles(k->jobs, k->handle, k->next_handle);
     ensures watched:  WATCHED_ROW(*k, *g, k->promised);
     PLANS_BUILT(ensures, *k)
  @/
  void rtmr_state_ranges(const struct rtmr *k, struct rtmr_ghost \ghost *g);
*/

/* The last trial is the verdict about a job. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid(g);
     requires state: State(*k, *g);
     assigns g->verdict;
     ensures state:  State(*k, *g);
     ensures noted:  g->verdict == g->trial;
  @/
  void rtmr_note_verdict(const struct rtmr *k, struct rtmr_ghost \ghost *g);
*/

/* The last trial, made with `high`, is the one that an offer of `due` rests on. The search began
 * with the table `before`. */
/*@ ghost
  /@ requires valid:   \valid_read(before) && \valid_read(k) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, same, TESTED(*k, *before))
              VERDICT(conjunct, , \true, *k, g->trial, high)
              CLAUSE(conjunct, accepts, g->trial.late == -1 && g->trial.reduce.end[g->trial.place] <= due))
     assigns g->offer;
     ensures noted:    g->offer.place == g->trial.place && g->offer.candidate == g->trial.candidate
                       && g->offer.late == -1;
     ensures verdict:  Verdict(*before, g->offer, due);
  @/
  void rtmr_note_offer(const struct rtmr \ghost *before, const struct rtmr *k, struct rtmr_ghost \ghost *g,
                       rtmr_ticks high, rtmr_ticks due);
*/

/* It refuses the deadline that is doubted, if that is one of low .. high, and a job is late with
 * it. Of those before, first .. low-1, there is a trial that does. */
/*@ ghost
  /@ requires valid:   \valid_read(before) && \valid_read(k) && \valid_read(row) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, sizes, 0 <= k->promised <= RTMR_JOBS && high < RTMR_NEVER)
              CLAUSE(conjunct, same, TESTED(*k, *before))
              VERDICT(conjunct, , \true, *k, g->trial, high)
              CLAUSE(conjunct, tried,
                     TRIED(g->trial, *row) && (low <= g->doubted <= high ==> PLACE(*k, g->doubted, g->trial.place))))
     REFUSED_BEFORE(requires, \true, *k, *before, *g, *row, first, low)
     assigns g->refused;
     REFUSED_BEFORE(ensures, g->doubted < low || IS_LATE(g->trial, g->doubted), *k, *before, *g, *row, first,
                    LATEST(low, high + 1))
  @/
  void rtmr_note_refusal(const struct rtmr \ghost *before, const struct rtmr *k, struct rtmr_ghost \ghost *g,
                         const struct rtmr_row *row, rtmr_ticks first, rtmr_ticks low, rtmr_ticks high);
*/

/* From now on the job at `place` is the one that is watched. What is known of it is what the table
 * says; if it has not started, none of its tasks runs. */
/*@ ghost
  /@ requires valid:   \valid(k) && \valid(g);
     requires state:   State(*k, *g);
     requires place:   0 <= place < k->promised;
     assigns g->watched, g->job;
     ensures state:    State(*k, *g);
     ensures watched:  g->watched == place && g->job.handle == k->handle[place]
                       && g->job.deadline == k->deadline[place];
     ensures maps:     g->job.map.estimate == k->map.estimate[place] && g->job.map.left == k->map.unfinished[place];
     ensures reduces:  g->job.reduce.estimate == k->reduce.estimate[place]
                       && g->job.reduce.left == k->reduce.unfinished[place];
     ensures quiet:    k->started[place] == 0 ==> \forall integer s; 0 <= s < RTMR_SLOTS ==>
                       g->job.map.runs[s] == 0 && g->job.reduce.runs[s] == 0;
  @/
  void rtmr_watch(struct rtmr *k, struct rtmr_ghost \ghost *g, int32_t place);
*/

/* No two jobs have the same handle. So a table keeps its own flagged jobs. */
/*@ ghost
  /@ requires valid:   \valid_read(k);
     requires range:   0 <= k->promised;
     requires names:   Handles(k->jobs, k->handle, k->next_handle);
     assigns \nothing;
     ensures apart:    \forall integer p, q; 0 <= p < k->jobs && 0 <= q < k->jobs && k->handle[p] == k->handle[q] ==>
                       p == q;
     ensures stay:     FLAGGED_STAY(*k, *k);
  @/
  void rtmr_names_apart(const struct rtmr *k);
*/

/* A recovery has just made its first trial, of the promised jobs of the context `before`: this is
 * noted. The jobs had stood there as `order` says before the call. */
#define TRIAL_MADE(K, found, order, G) \
    ((K).plans_from_slots != 0 && Reordered(K, found, (order).from, -1, -1) \
     && Verdict(K, (G).trial, RTMR_TIME_MAX) && (G).trial.late < (G).trial.place && (G).trial.place == (K).promised)
/*@ ghost
  /@ requires valid:   \valid_read(before) && \valid_read(found) && \valid_read(order) && \valid(g);
     requires range:   0 <= before->promised <= before->jobs <= RTMR_JOBS;
     requires names:   FLAGGED_STAY(*before, *before);
     requires ends:    EndsFrom(before->promised, before->jobs, before->reduce.end, found->reduce.end, order->from);
     requires trial:   TRIAL_MADE(*before, *found, *order, *g);
     assigns g->first;
     ensures first:    FirstPlan(*before, *found, g->first, -1, -1);
     ensures counts:   g->first.at.promised == before->promised && g->first.trial.late == g->trial.late;
     ensures at_once:  LateOnly(*before, *found, order->from) ==>
                       LateOnly(g->first.at, *found, g->first.order.from);
  @/
  void rtmr_note_first(const struct rtmr \ghost *before, const struct rtmr \ghost *found,
                       const struct rtmr_ghost_order \ghost *order, struct rtmr_ghost \ghost *g);
*/

/* A trial has been made, and if it shows that a job is late, the one at `stood` was flagged, and
 * went to `to`; else none was, and `to` is -1. If it was the watched one, the trial is to blame. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(before) && \valid_read(found) && \valid_read(order)
                       && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= k->promised <= k->jobs <= RTMR_JOBS && -1 <= watched < before->promised)
              CLAUSE(conjunct, same, FACED(*k, *before))
              CLAUSE(conjunct, trial, TRIAL_MADE(*before, *found, *order, *g))
              CLAUSE(conjunct, flagged, OneFlagged(*k, *before, stood, to))
              CLAUSE(conjunct, late, to >= 0 ==> 0 <= g->trial.late
                                     && k->reduce.end[to] == END_IF_LATE(g->trial, stood))
              CLAUSE(conjunct, names,
                     Handles(k->jobs, k->handle, k->next_handle)
                     && (watched >= 0 ? before->handle[watched] == g->job.handle
                         : \forall integer p; 0 <= p < before->promised ==> before->handle[p] != g->job.handle))
              CLAUSE(conjunct, reached, watched >= 0 && g->watched < 0 ==> watched == stood && to >= 0))
     assigns GHOST_BLAME(*g);
     ensures first:    FirstPlan(*before, *found, g->first, -1, -1) ==> FirstPlan(*k, *found, g->first, -1, -1);
     ensures kept:     watched < 0 && BLAMED(*before, *found, \old(*g), -1, -1) ==>
                       BLAMED(*k, *found, *g, -1, -1) && g->blamed == \old(g->blamed)
                       && g->blame.trial.late == \old(g->blame.trial.late);
     ensures blamed:   watched >= 0 && g->watched < 0 ==>
                       BLAMED(*k, *found, *g, -1, -1) && g->blamed == watched
                       && g->blame.trial.late == g->trial.late;
  @/
  void rtmr_recovery_goes_on(const struct rtmr *k, const struct rtmr \ghost *before, const struct rtmr \ghost *found,
                             const struct rtmr_ghost_order \ghost *order, struct rtmr_ghost \ghost *g,
                             int32_t watched, int32_t stood, int32_t to);
*/

/* The promises of the context `before` have been renewed: what the recovery has done stays done. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(before) && \valid_read(found) && \valid(g);
     requires range:   0 <= k->promised <= k->jobs <= RTMR_JOBS && k->map.slots <= RTMR_SLOTS
                       && k->reduce.slots <= RTMR_SLOTS;
     requires same:    FACED(*k, *before) && JOBS_STAND(*k, *before) && before->plans_from_slots != 0;
     requires slots:   k->map.bound == before->map.bound && k->reduce.bound == before->reduce.bound;
     requires ends:    EndsStay(k->promised, k->reduce.end, before->reduce.end);
     requires fits:    NONE_LATE(*before, *g) && JUST_DRAFTED(g->trial, *g);
     requires maps:    EndsAdopted(0, k->promised, k->map.end, k->map.end, g->map.draft.end);
     requires reduces: EndsAdopted(0, k->promised, k->reduce.end, k->reduce.end, g->reduce.draft.end);
     requires order:   Reordered(*before, *found, g->order.from, -1, -1);
     assigns g->renewed;
     ensures order:    Reordered(*k, *found, g->order.from, -1, -1);
     ensures first:    FirstPlan(*before, *found, g->first, -1, -1) ==> FirstPlan(*k, *found, g->first, -1, -1);
     ensures blamed:   (\forall integer p; 0 <= p < k->promised ==> k->handle[p] != g->job.handle)
                       && BLAMED(*before, *found, *g, -1, -1) ==> BLAMED(*k, *found, *g, -1, -1);
     ensures renewed:  Renewed(*k, *found, *g, -1, -1);
  @/
  void rtmr_recovery_ends(const struct rtmr *k, const struct rtmr \ghost *before, const struct rtmr \ghost *found,
                          struct rtmr_ghost \ghost *g);
*/

/* What a recovery has done stays done, whatever is due on idle slots then. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(before) && \valid_read(found) && \valid(g);
     requires same:    FACED(*k, *before) && JOBS_STAND(*k, *before) && k->map.end == before->map.end
                       && k->reduce.end == before->reduce.end;
     assigns \nothing;
     ensures blamed:   BLAMED(*before, *found, *g, -1, -1) ==> BLAMED(*k, *found, *g, -1, -1);
     ensures spared:   Spared(*before, *found, *g, -1, -1) ==> Spared(*k, *found, *g, -1, -1);
     ensures renewed:  Renewed(*before, *found, *g, -1, -1) ==> Renewed(*k, *found, *g, -1, -1);
  @/
  void rtmr_recovery_kept(const struct rtmr *k, const struct rtmr \ghost *before, const struct rtmr \ghost *found,
                          struct rtmr_ghost \ghost *g);
*/

/* A task was lost before. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(lost) && \valid_read(found) && \valid(g);
     requires range:   found->jobs <= RTMR_JOBS && found->map.slots <= RTMR_SLOTS && found->reduce.slots <= RTMR_SLOTS;
     requires lost:    Unmoved(*lost, *found, map_lost, reduce_lost);
     requires ends:    lost->reduce.end == found->reduce.end;
     assigns \nothing;
     ensures blamed:   BLAMED(*k, *lost, *g, -1, -1) ==> BLAMED(*k, *found, *g, map_lost, reduce_lost);
     ensures spared:   Spared(*k, *lost, *g, -1, -1) ==> Spared(*k, *found, *g, map_lost, reduce_lost);
     ensures renewed:  Renewed(*k, *lost, *g, -1, -1) ==> Renewed(*k, *found, *g, map_lost, reduce_lost);
  @/
  void rtmr_recovery_lost(const struct rtmr *k, const struct rtmr \ghost *lost, const struct rtmr \ghost *found,
                          struct rtmr_ghost \ghost *g, int32_t map_lost, int32_t reduce_lost);
*/

/* The promise: a job that has one is not late. */
/*@ ghost
  /@ requires valid:   \valid(k) && \valid(g);
     requires state:   State(*k, *g);
     assigns \nothing;
     ensures promise:  \forall integer p; 0 <= p < k->promised ==> k->now <= k->reduce.end[p] <= k->deadline[p];
  @/
  void rtmr_promise_stands(struct rtmr *k, struct rtmr_ghost \ghost *g);
*/

#endif
