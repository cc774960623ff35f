/*
 * One instance of each lemma in appendix.h: its hypotheses can be met.
 *
 * Ghost functions that build the instance: the contract says what holds of it. Never compiled.
 */
#ifndef PROOFS_INSTANCES_H
#define PROOFS_INSTANCES_H

#include "proofs/appendix.h"
#include "proofs/plan_lemmas.h"

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
