/*
 * The instances behind instances.h.
 */
#include "instances.h"

/*@ ghost
  void rtmr_two_entries(struct rtmr_vector \ghost *v, rtmr_ticks x, rtmr_ticks y)
  {
      v->n = 2;
      v->at[0] = x;
      v->at[1] = y;
      /@ assert one: \forall integer t; Above(v->at, 1, t) == (x > t ? 1 : 0); @/
  }
*/

/*@ ghost
  void rtmr_appendix_applies(struct rtmr_ghost_rows \ghost *t, struct rtmr_ghost_items \ghost *estimates,
                             struct rtmr_ghost_rows \ghost *v, struct rtmr_ghost_items \ghost *actual, struct rtmr_ghost_rows \ghost *rows,
                             struct rtmr_ghost_plan \ghost *plan, struct rtmr_vector \ghost *before_t,
                             struct rtmr_vector \ghost *before_v, struct rtmr_vector \ghost *u_after, struct rtmr_vector \ghost *v_after)
  {
      rtmr_two_entries(before_t, 0, 3);
      rtmr_two_entries(&t->row[0], 2, 3);
      rtmr_two_entries(&t->row[1], 3, 6);
      estimates->of[0] = 4;
      rtmr_two_entries(before_v, 0, 1);
      rtmr_two_entries(&v->row[0], 1, 1);
      rtmr_two_entries(&v->row[1], 1, 3);
      actual->of[0] = 2;
      rtmr_proof_1_and_2(before_t, t, estimates, before_v, v, actual, 2, 1, 2, 1);
      rtmr_property_1(&t->row[1], &v->row[1], &v->row[0], 2);
      rtmr_definition_2(t, estimates, 2, 1);

      rtmr_two_entries(u_after, 2, 3);
      rtmr_two_entries(v_after, 1, 2);
      rtmr_proof_3_and_4(&t->row[0], u_after, &v->row[0], v_after, 2, 1, 2);

      rtmr_two_entries(&rows->row[0], 0, 3);
      rtmr_two_entries(&rows->row[1], 3, 6);
      plan->tasks = 0;
      rtmr_push_task(plan, 0, 0, 2, 6);
      /@ assert none: \forall integer x; OpenAbove(plan->open, plan->finish, 0, x) == 0 && LeastAbove(plan->least, 0, x) == 0; @/
      rtmr_algorithms_2_and_3(before_t, plan, rows, 1, 2, 4);
  }
*/
