/*
 * The state between calls, as one predicate or as all its clauses: see spec/state.acsl.
 *
 * Lemma functions: ghost code whose contract is the lemma. Never compiled.
 */
#ifndef PROOFS_STATE_H
#define PROOFS_STATE_H

#include "kernel/rtmr.h"
#include "proofs/lemmas/plan_lemmas.h"
#include "spec/calls.acsl"

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

/* From B to K only what a test writes has changed, and a verdict is not about that. */
#define TESTED(K, B) \
    ((K).now == (B).now && (K).plans_from_slots == (B).plans_from_slots && (K).jobs == (B).jobs \
     && (K).promised == (B).promised && (K).order == (B).order \
     && (K).next_handle == (B).next_handle && (K).deadline == (B).deadline && (K).started == (B).started \
     && MAP_MEMORY(K) == MAP_MEMORY(B) && REDUCE_MEMORY(K) == REDUCE_MEMORY(B) && STAGE_TESTED((K).map, (B).map) \
     && STAGE_TESTED((K).reduce, (B).reduce))
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
     STATE(ensures, *k, *g)
  @/
  void rtmr_state_unfold(const struct rtmr *k, struct rtmr_ghost \ghost *g);
*/

/* Folds the clauses of `State`. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid(g);
     STATE(requires, *k, *g)
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
     STATE_UNNOTED(requires, *k, *g)
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

/* It is the one that a counter offer rests on. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid(g);
     requires state: State(*k, *g);
     assigns g->offer;
     ensures state:  State(*k, *g);
     ensures noted:  g->offer == g->trial;
  @/
  void rtmr_note_offer(const struct rtmr *k, struct rtmr_ghost \ghost *g);
*/

/* It is about the deadlines low .. high: it refuses the one that is doubted, if that is one of
 * them. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid(g);
     requires state: State(*k, *g);
     assigns g->refused;
     ensures state:  State(*k, *g);
     ensures noted:  low <= g->doubted <= high ==> g->refused == g->trial;
     ensures others: !(low <= g->doubted <= high) ==> g->refused == \old(g->refused);
  @/
  void rtmr_note_refusal(const struct rtmr *k, struct rtmr_ghost \ghost *g, rtmr_ticks low, rtmr_ticks high);
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

/* The watched job has just been flagged, which stood at `place` of the context `before`: the
 * last trial is why. The jobs had stood there as `order` says before the call. */
/*@ ghost
  /@ requires valid:   \valid(before) && \valid_read(found) && \valid_read(order) && \valid(g);
     requires from_slots: before->plans_from_slots != 0;
     requires order:   Reordered(*before, *found, order->from, -1, -1);
     requires place:   0 <= place < before->promised <= RTMR_JOBS && before->handle[place] == g->job.handle;
     requires late:    0 <= g->trial.late < before->promised && g->trial.place == before->promised;
     VERDICT(requires, needed_, \true, *before, g->trial, RTMR_TIME_MAX)
     assigns g->blame;
     ensures blamed:   Blamed(*before, *found, *g, -1, -1);
     ensures place:    g->blame.place == place && g->blame.trial.late == g->trial.late;
  @/
  void rtmr_blame(const struct rtmr \ghost *before, const struct rtmr \ghost *found,
                  const struct rtmr_ghost_order \ghost *order, struct rtmr_ghost \ghost *g, int32_t place);
*/

/* The cause of a flag stays one, whatever else changes in the context. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(before) && \valid_read(found) && \valid(g);
     requires same:    FACED(*k, *before);
     assigns \nothing;
     ensures blamed:   Blamed(*before, *found, *g, -1, -1) ==> Blamed(*k, *found, *g, -1, -1);
  @/
  void rtmr_blame_kept(const struct rtmr *k, const struct rtmr \ghost *before, const struct rtmr \ghost *found,
                       struct rtmr_ghost \ghost *g);
*/

/* A task was lost before. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(lost) && \valid_read(found) && \valid(g);
     requires range:   found->jobs <= RTMR_JOBS && found->map.slots <= RTMR_SLOTS && found->reduce.slots <= RTMR_SLOTS;
     requires lost:    Unmoved(*lost, *found, map_lost, reduce_lost);
     assigns \nothing;
     ensures blamed:   Blamed(*k, *lost, *g, -1, -1) ==> Blamed(*k, *found, *g, map_lost, reduce_lost);
  @/
  void rtmr_blame_lost(const struct rtmr *k, const struct rtmr \ghost *lost, const struct rtmr \ghost *found,
                       struct rtmr_ghost \ghost *g,
                       int32_t map_lost, int32_t reduce_lost);
*/

/* Promises that were renewed stay renewed, whatever is due on idle slots then. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(before) && \valid_read(found) && \valid(g);
     requires same:    FACED(*k, *before) && JOBS_STAND(*k, *before) && k->map.end == before->map.end
                       && k->reduce.end == before->reduce.end;
     assigns \nothing;
     ensures renewed:  Renewed(*before, *found, *g, -1, -1) ==> Renewed(*k, *found, *g, -1, -1);
  @/
  void rtmr_renewed_kept(const struct rtmr *k, const struct rtmr \ghost *before, const struct rtmr \ghost *found,
                         struct rtmr_ghost \ghost *g);
*/

/* A task was lost before. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(lost) && \valid_read(found) && \valid(g);
     requires range:   found->jobs <= RTMR_JOBS && found->map.slots <= RTMR_SLOTS && found->reduce.slots <= RTMR_SLOTS;
     requires lost:    Unmoved(*lost, *found, map_lost, reduce_lost);
     assigns \nothing;
     ensures renewed:  Renewed(*k, *lost, *g, -1, -1) ==> Renewed(*k, *found, *g, map_lost, reduce_lost);
  @/
  void rtmr_renewed_lost(const struct rtmr *k, const struct rtmr \ghost *lost, const struct rtmr \ghost *found,
                         struct rtmr_ghost \ghost *g,
                         int32_t map_lost, int32_t reduce_lost);
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
