/*
 * Algorithm VI, and Proof-3 and Proof-4 of the technical report: the finish times of a job's tasks
 * correct a vector. One finished task after the other; what section IV.D concludes of the jobs
 * behind; and why the kernel need not remember all of the times.
 *
 * Lemma functions: ghost code whose contract is the lemma and whose loop is the induction. Never
 * compiled.
 */
#ifndef PROOFS_ALGORITHM_6_H
#define PROOFS_ALGORITHM_6_H

#include "proofs/papers/proof_1_and_2.h"
#include "spec/algorithms.acsl"
#include "spec/finish_times.acsl"
#include "spec/remembered.acsl"

/* Which slot ran each task. */
struct rtmr_ghost_slots {
    int32_t of[RTMR_TASKS];
};

/* Algorithm VI on sorted vectors: finish time by finish time, the first entry becomes the finish
 * time, and the vector is sorted again. */
#define U_ROWS(u, n, m, finish) \
    (Sorted((u).row[0].at, n) && \
     \forall integer k; 0 <= k < (m) ==> Resorted((u).row[k].at, (u).row[k + 1].at, n, (finish).of[k]))

/* In fact the slot that ran the task, any, becomes available when it ends. */
#define LEFT(before, after, n, slot, finish) \
    (\forall integer x; Above((after).at, n, x) == Above((before).at, n, x) - ((before).at[slot] > x ? 1 : 0) \
     + ((finish) > x ? 1 : 0))

/* Proof-3 and Proof-4, one finished task more: Algorithm VI puts the finish time in the place of
 * U's first entry, and the slot that ran the task, any, becomes available then. U >= V stays,
 * clamped at now as Proof-1 says it of T, whatever the finish time is, and whatever now is.
 * (Above an instant from now on lie either all of U's entries, and V has no more, or not its
 * first, and U loses none.) Hypotheses in words: the vectors are sorted, and U >= V before,
 * clamped at now. */
/*@ ghost
  /@ requires valid:  \valid(u) && \valid(u_after) && \valid(v) && \valid(v_after);
     requires range:  1 <= n <= RTMR_SLOTS && 0 <= slot < n;
     requires sorted: Sorted(u->at, n) && Sorted(v->at, n) && Sorted(v_after->at, n);
     requires least:  AtLeastFrom(now, u->at, v->at, n);
     requires u:      Resorted(u->at, u_after->at, n, finish);
     requires v:      LEFT(*v, *v_after, n, slot, finish);
     assigns \nothing;
     ensures least:   AtLeastFrom(now, u_after->at, v_after->at, n);
  @/
  void rtmr_step_of_algorithm_6(struct rtmr_vector \ghost *u, struct rtmr_vector \ghost *u_after,
                                struct rtmr_vector \ghost *v,
                                struct rtmr_vector \ghost *v_after, int32_t n, int32_t slot, rtmr_ticks finish,
                                rtmr_ticks now);
*/

/* Proof-3 and Proof-4: the induction over the finished tasks. U >= V, clamped at now, stays task
 * after task, in whatever order their finish times come. No relation between the finish times
 * and the entries, or now, is needed. Clamped it is what Proof-1 says of T, and what it asks for
 * of the next plan, then or later (rtmr_at_least_from_later); if now is below all entries it is
 * U >= V as the report has it (rtmr_at_least_from_all). Hypotheses in words: there is a slot; V
 * stays sorted; U >= V before the first, clamped at now. */
/*@ ghost
  /@ requires valid:  \valid(u) && \valid(v) && \valid(finish) && \valid(slot);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 1 <= n <= RTMR_SLOTS && 0 <= m <= RTMR_TASKS)
              CLAUSE(conjunct, before, AtLeastFrom(now, u->row[0].at, v->row[0].at, n))
              CLAUSE(conjunct, u, U_ROWS(*u, n, m, *finish))
              CLAUSE(conjunct, sorted, \forall integer k; 0 <= k <= m ==> Sorted(v->row[k].at, n))
              CLAUSE(conjunct, slots, \forall integer k; 0 <= k < m ==> 0 <= slot->of[k] < n)
              CLAUSE(conjunct, v,
                     \forall integer k; 0 <= k < m ==> LEFT(v->row[k], v->row[k + 1], n, slot->of[k], finish->of[k])))
     assigns \nothing;
     ensures least:   \forall integer k; 0 <= k <= m ==> AtLeastFrom(now, u->row[k].at, v->row[k].at, n);
  @/
  void rtmr_proof_3_and_4(struct rtmr_ghost_rows \ghost *u, struct rtmr_ghost_rows \ghost *v,
                          struct rtmr_ghost_items \ghost *finish,
                          struct rtmr_ghost_slots \ghost *slot, int32_t n, int32_t m, rtmr_ticks now);
*/

/* What the tasks of a job that has ended did to one stage: Algorithm VI to U, and the tasks
 * themselves to V. */
struct rtmr_ghost_correction {
    int32_t m;                       /* how many tasks */
    struct rtmr_ghost_items finish;  /* when each ended */
    struct rtmr_ghost_slots slot;    /* where */
    struct rtmr_ghost_rows u;        /* U: row[k] is sorted, and the finish of task k goes into it */
    struct rtmr_ghost_rows v;        /* V: row[k] is sorted, and task k leaves its slot then */
};

/* The hypotheses of Proof-3 and Proof-4; the jobs behind are planned from the last U, and run
 * from where the last task has left V. */
#define STAGE_CORRECTED(clause, x, C, S, now) \
    CLAUSE(clause, x##u_before, \
           0 <= (C).m <= RTMR_TASKS && AtLeastFrom(now, (C).u.row[0].at, (C).v.row[0].at, (S).base.n)) \
    CLAUSE(clause, x##u, U_ROWS((C).u, (S).base.n, (C).m, (C).finish)) \
    CLAUSE(clause, x##left, \forall integer k; 0 <= k <= (C).m ==> Sorted((C).v.row[k].at, (S).base.n)) \
    CLAUSE(clause, x##slots, \forall integer k; 0 <= k < (C).m ==> 0 <= (C).slot.of[k] < (S).base.n) \
    CLAUSE(clause, x##leaves, \forall integer k; 0 <= k < (C).m ==> \
                              LEFT((C).v.row[k], (C).v.row[k + 1], (S).base.n, (C).slot.of[k], (C).finish.of[k])) \
    CLAUSE(clause, x##from_u, SameEntries((S).t.row[0].at, (C).u.row[(C).m].at, (S).base.n)) \
    CLAUSE(clause, x##from_v, SameEntries((S).v.row[0].at, (C).v.row[(C).m].at, (S).base.n))

/* What section IV.D concludes: U >= V after the correction ensures J_s.T >= J_s.V for all
 * successors, maps and reduces, when they are planned again from U (Algorithm V): Proof-3 for
 * maps, Proof-4 for reduces, and then Proof-1. So each ends by its new e, or sooner. Hypotheses
 * in words: in each stage those of Proof-3 and Proof-4 of the job that has ended; and of the
 * jobs behind it, but for what T begins with, those of Proof-1. */
/*@ ghost
  /@ requires valid:    \valid(map_done) && \valid(reduce_done) && \valid(map) && \valid(reduce);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= from <= jobs <= RTMR_JOBS + 1)
              STAGE_CORRECTED(conjunct, map_, *map_done, *map, now)
              STAGE_CORRECTED(conjunct, reduce_, *reduce_done, *reduce, now)
              STAGES_RUN(conjunct, *map, *reduce, from, jobs, now))
     assigns \nothing;
     BOTH_IN_ORDER(ensures, *map, *reduce, from, jobs, now)
  @/
  void rtmr_section_4_d(struct rtmr_ghost_correction \ghost *map_done, struct rtmr_ghost_correction \ghost *reduce_done,
                        struct rtmr_ghost_stage \ghost *map, struct rtmr_ghost_stage \ghost *reduce, int32_t from,
                        int32_t jobs,
                        rtmr_ticks now);
*/

/* Algorithm VI on sorted vectors goes through the same entries as the kernel, which keeps them
 * on a heap: `Corrected`, of as many finish times (correct.exact). Hypotheses in words: there is
 * a slot; there are no more finish times than a vector holds. */
/*@ ghost
  /@ requires valid:  \valid(u) && \valid(finish) && \valid(ended);
     requires range:  1 <= n <= RTMR_SLOTS && 0 <= m <= RTMR_SLOTS && m <= RTMR_TASKS;
     requires u:      U_ROWS(*u, n, m, *finish);
     requires times:  \forall integer k; 0 <= k < m ==> ended->at[k] == finish->of[k];
     assigns \nothing;
     ensures entries: \forall integer k, x; 0 <= k <= m ==>
                      Above(u->row[k].at, n, x) == Corrected(Above(u->row[0].at, n, x), n, ended->at, k, x);
  @/
  void rtmr_algorithm_6(struct rtmr_ghost_rows \ghost *u, struct rtmr_ghost_items \ghost *finish,
                        struct rtmr_vector \ghost *ended,
                        int32_t n, int32_t m);
*/

/* The kernel remembers the last finish times only, no fewer than there are slots: a finish time
 * is replaced again, as the smallest entry, before as many later ones have been placed. What it
 * computes of them is Algorithm VI of all. Hypotheses in words: there is a slot, and no more are
 * in use than times are remembered; the finish times ascend. */
/*@ ghost
  /@ requires valid:  \valid(u) && \valid(finish) && \valid(ended);
     requires range:  1 <= n <= limit <= RTMR_SLOTS && 0 <= m <= RTMR_TASKS;
     requires u:      U_ROWS(*u, n, m, *finish);
     requires order:  Ascending(finish->of, m);
     requires last:   LastTimes(*ended, finish->of, m, limit);
     assigns \nothing;
     ensures entries: \forall integer x; Above(u->row[m].at, n, x)
                      == Corrected(Above(u->row[0].at, n, x), n, ended->at, ended->n, x);
  @/
  void rtmr_last_times_suffice(struct rtmr_ghost_rows \ghost *u, struct rtmr_ghost_items \ghost *finish,
                               struct rtmr_vector \ghost *ended,
                               int32_t n, int32_t limit, int32_t m);
*/

/* It does remember them: when a task ends its finish time is appended, and of more than `limit`
 * the oldest goes (rtmr_stored_task_finished). Hypotheses in words: at least one time is
 * remembered; those that are have passed. */
/*@ ghost
  /@ requires valid:  \valid(before) && \valid(after) && \valid(finish);
     requires range:  1 <= limit <= RTMR_SLOTS && 0 <= m < RTMR_TASKS;
     requires order:  Ascending(finish->of, m);
     requires last:   LastTimes(*before, finish->of, m, limit);
     requires passed: \forall integer i; 0 <= i < before->n ==> before->at[i] <= finish->of[m];
     requires append: Appended(*after, *before, limit, finish->of[m]);
     assigns \nothing;
     ensures order:   Ascending(finish->of, m + 1);
     ensures last:    LastTimes(*after, finish->of, m + 1, limit);
  @/
  void rtmr_last_times_are_kept(struct rtmr_vector \ghost *before, struct rtmr_vector \ghost *after,
                                struct rtmr_ghost_items \ghost *finish,
                                int32_t limit, int32_t m);
*/

#endif
