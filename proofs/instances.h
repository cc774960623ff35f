/*
 * Instances. Where the papers slip: statements that can be read in them, each refuted by an instance; the numbers are those of
 * the errata in the README, and each slip has a regression test as well. And one instance of each lemma in appendix.h, whose
 * hypotheses can so be met.
 *
 * Ghost functions that build the instance: the contract says what holds of it. Never compiled.
 */
#ifndef PROOFS_INSTANCES_H
#define PROOFS_INSTANCES_H

#include "proofs/appendix.h"
#include "proofs/plan_lemmas.h"
#include "spec/offer.acsl"

/* A sorted vector of two entries. */
/*@ ghost
  /@ requires valid:  \valid(v) && x <= y;
     assigns *v;
     ensures entries: v->n == 2 && v->at[0] == x && v->at[1] == y;
     ensures sorted:  Sorted(v->at, 2);
     ensures counts:  \forall integer t; Above(v->at, 2, t) == (x > t ? 1 : 0) + (y > t ? 1 : 0);
  @/
  void rtmr_two_entries(struct rtmr_vector \ghost *v, rtmr_ticks x, rtmr_ticks y);
*/

/* Slip 3, "MAX raises the whole vector before a job is added" (Proof-1, Proof-2), of [0, 0]: a task of 10 released at 100, then one
 * of 10 released at 21. As Algorithm III has it only the slot that is taken waits, and the second task ends at 31; with
 * MAX on the whole vector it ends at 110. `whole` is after the first task, `taken` too. */
/*@ ghost
  /@ requires valid:   \valid(begin) && \valid(whole) && \valid(taken) && \valid(whole_end) && \valid(taken_end);
     assigns *begin, *whole, *taken, *whole_end, *taken_end;
     ensures begin:    begin->at[0] == 0 && begin->at[1] == 0;
     ensures raised:   \forall integer x; Above(whole->at, 2, x) == (100 > x ? 1 : 0) + (110 > x ? 1 : 0);
     ensures slot:     Resorted(begin->at, taken->at, 2, LATEST(begin->at[0], 100) + 10);
     ensures raised_end: Resorted(whole->at, whole_end->at, 2, LATEST(whole->at[0], 21) + 10) && whole_end->at[0] == 110;
     ensures slot_end: Resorted(taken->at, taken_end->at, 2, LATEST(taken->at[0], 21) + 10) && taken_end->at[0] == 31;
  @/
  void rtmr_slip_3(struct rtmr_vector \ghost *begin, struct rtmr_vector \ghost *whole, struct rtmr_vector \ghost *taken,
                   struct rtmr_vector \ghost *whole_end, struct rtmr_vector \ghost *taken_end);
*/

/* Slip 14, "T >= V, so the job's map stage ends no later than estimated" (Proof-2 reads e_m as the largest entry of T): a task of
 * 1 onto [0, 100] ends, by the estimate, at 1. T = [1, 100] is at least V = [1, 99], in which the task ended at 99. */
/*@ ghost
  /@ requires valid:  \valid(before) && \valid(t) && \valid(v);
     assigns *before, *t, *v;
     ensures planned: Resorted(before->at, t->at, 2, before->at[0] + 1) && before->at[0] + 1 == 1 && t->at[1] == 100;
     ensures least:   AtLeast(t->at, v->at, 2);
     ensures late:    v->at[1] == 99 && v->at[1] > before->at[0] + 1;
  @/
  void rtmr_slip_14(struct rtmr_vector \ghost *before, struct rtmr_vector \ghost *t, struct rtmr_vector \ghost *v);
*/

/* Slip 15, "Property 2 with >= between the durations as Definition 1 has it, on sorted vectors": (1, 1, 2) and (2, 1, 1) are the same when
 * sorted; added to [0, 0] they give [1, 3] and [2, 2]. */
/*@ ghost
  /@ requires valid:  \valid(a) && \valid(c) && \valid(b) && \valid(d);
     assigns *a, *c, *b, *d;
     ensures begin:   AtLeast(a->row[0].at, b->row[0].at, 2);
     ensures items:   c->of[0] == d->of[1] && c->of[1] == d->of[2] && c->of[2] == d->of[0];
     ensures a:       ADDED(*a, 2, 3, *c);
     ensures b:       ADDED(*b, 2, 3, *d);
     ensures neither: !AtLeast(a->row[3].at, b->row[3].at, 2);
  @/
  void rtmr_slip_15(struct rtmr_ghost_rows \ghost *a, struct rtmr_ghost_items \ghost *c, struct rtmr_ghost_rows \ghost *b,
                    struct rtmr_ghost_items \ghost *d);
*/

/* Slip 1, Algorithm IV line 10 as printed: the search ends only when more slots are reserved than idle. One slot is idle, job
 * 0 waits for it and is not ready, job 1 is ready: the printed rule gives job 1 the slot, and then no slot is idle for job 0 (INV). */
/*@ ghost
  /@ requires valid:  \valid(pool);
     assigns *pool;
     ensures state:   pool->idle == 1 && pool->waiting[0] == 1 && pool->ready[0] == 0 && pool->waiting[1] == 1 && pool->ready[1] == 1;
     ensures printed: !(Waiting(pool->waiting, 1) > pool->idle);
     ensures denied:  !OFFER(*pool, 2, 1);
     ensures broken:  !(pool->idle - 1 >= Waiting(pool->waiting, 1));
  @/
  void rtmr_slip_1(struct rtmr_pool \ghost *pool);
*/

/* The lemmas of the appendix apply: to two slots, [0, 3] by the estimates and [0, 1] in fact. A task, estimated 4, released at 2
 * by the estimate, takes 2 from 1 on. */
/*@ ghost
  /@ requires valid: \valid(t) && \valid(estimates) && \valid(v) && \valid(actual) && \valid(rows) && \valid(plan) && \valid(before_t)
                     && \valid(before_v) && \valid(u_after) && \valid(v_after);
     assigns *t, *estimates, *v, *actual, *rows, *plan, *before_t, *before_v, *u_after, *v_after;
     ensures job:    AtLeast(t->row[1].at, v->row[1].at, 2) && t->row[1].at[1] == 6 && v->row[1].at[1] == 3;
     ensures chain:  AtLeast(t->row[1].at, v->row[0].at, 2);
     ensures entry:  Entry(t->row[0].at, 2, estimates->of, 1, 0) == 3 && Entry(t->row[0].at, 2, estimates->of, 1, 1) == 6;
     ensures finish: AtLeast(u_after->at, v_after->at, 2);
     ensures heap:   plan->least[0] == rows->row[0].at[0] && plan->finish[0] == 6;
  @/
  void rtmr_appendix_applies(struct rtmr_ghost_rows \ghost *t, struct rtmr_ghost_items \ghost *estimates,
                             struct rtmr_ghost_rows \ghost *v, struct rtmr_ghost_items \ghost *actual, struct rtmr_ghost_rows \ghost *rows,
                             struct rtmr_ghost_plan \ghost *plan, struct rtmr_vector \ghost *before_t,
                             struct rtmr_vector \ghost *before_v, struct rtmr_vector \ghost *u_after, struct rtmr_vector \ghost *v_after);
*/

#endif
