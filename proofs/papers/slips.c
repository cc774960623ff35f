/*
 * The instances behind slips.h.
 */
#include "proofs/papers/slips.h"

/*@ ghost
  void rtmr_slip_3(struct rtmr_vector \ghost *begin, struct rtmr_vector \ghost *raised,
                   struct rtmr_vector \ghost *whole,
                   struct rtmr_vector \ghost *raised_again, struct rtmr_vector \ghost *whole_end,
                   struct rtmr_vector \ghost *taken,
                   struct rtmr_vector \ghost *taken_end)
  {
      rtmr_two_entries(begin, 0, 0);
      rtmr_two_entries(raised, 100, 100);
      rtmr_two_entries(whole, 100, 110);
      rtmr_two_entries(raised_again, 100, 110);
      rtmr_two_entries(whole_end, 110, 110);
      rtmr_two_entries(taken, 0, 110);
      rtmr_two_entries(taken_end, 31, 110);
  }
*/

/*@ ghost
  void rtmr_slip_14(struct rtmr_vector \ghost *before, struct rtmr_vector \ghost *t,
                    struct rtmr_vector \ghost *before_v,
                    struct rtmr_vector \ghost *v)
  {
      rtmr_two_entries(before, 0, 100);
      rtmr_two_entries(t, 1, 100);
      rtmr_two_entries(before_v, 0, 98);
      rtmr_two_entries(v, 0, 99);
  }
*/

/*@ ghost
  void rtmr_slip_15(struct rtmr_ghost_rows \ghost *a, struct rtmr_ghost_items \ghost *c,
                    struct rtmr_ghost_rows \ghost *b,
                    struct rtmr_ghost_items \ghost *d)
  {
      c->of[0] = 1;
      c->of[1] = 1;
      c->of[2] = 2;
      d->of[0] = 2;
      d->of[1] = 1;
      d->of[2] = 1;
      rtmr_two_entries(&a->row[0], 0, 0);
      rtmr_two_entries(&a->row[1], 0, 1);
      rtmr_two_entries(&a->row[2], 1, 1);
      rtmr_two_entries(&a->row[3], 1, 3);
      rtmr_two_entries(&b->row[0], 0, 0);
      rtmr_two_entries(&b->row[1], 0, 2);
      rtmr_two_entries(&b->row[2], 1, 2);
      rtmr_two_entries(&b->row[3], 2, 2);
      /@ assert less: a->row[3].at[0] < b->row[3].at[0]; @/
  }
*/

/*@ ghost
  void rtmr_slip_1(struct rtmr_pool \ghost *pool, struct rtmr_ghost_pool \ghost *g, struct rtmr_pool \ghost *after,
                   struct rtmr_ghost_pool \ghost *g_after)
  {
      pool->slots = 2;
      pool->state[0] = RTMR_SLOT_BUSY;
      pool->state[1] = RTMR_SLOT_IDLE;
      pool->idle = 1;
      pool->waiting[0] = 1;
      pool->waiting[1] = 1;
      pool->ready[0] = 0;
      pool->ready[1] = 1;
      g->plan.tasks = 2;
      g->plan.job[0] = 0;
      g->plan.job[1] = 1;
      g->plan.open[0] = 1;
      g->plan.open[1] = 1;
      g->position[0] = -1;
      g->last = 0;
      after->slots = 2;
      after->state[0] = RTMR_SLOT_BUSY;
      after->state[1] = RTMR_SLOT_BUSY;
      after->place[1] = 1;
      after->idle = 0;
      g_after->plan.tasks = 2;
      g_after->plan.open[0] = 1;
      g_after->plan.open[1] = 0;
      g_after->position[0] = -1;
      g_after->position[1] = 1;
      g_after->last = 2;
      /@ assert waiting: Sum(pool->waiting, 1) == 1; @/
      /@ assert first: Open(g_after->plan.open, 1) == 1; @/
      /@ assert open: Open(g_after->plan.open, 2) == 1; @/
  }
*/

/*@ ghost
  void rtmr_slip_2(struct rtmr \ghost *k, struct rtmr \ghost *right, struct rtmr_ghost_pool \ghost *g,
                   struct rtmr_vector \ghost *none,
                   struct rtmr_vector \ghost *once, struct rtmr_vector \ghost *stored,
                   struct rtmr_vector \ghost *once_stored)
  {
      rtmr_one_runs(g, &k->reduce, 0);
      k->promised = 1;
      k->deadline[0] = 20;
      k->map.waiting[0] = 0;
      k->map.unfinished[0] = 0;
      k->reduce.waiting[0] = 0;
      k->reduce.unfinished[0] = 1;
      k->started[0] = k->map.waiting[0] < k->map.unfinished[0];
      right->started[0] = 1;
      rtmr_two_entries(none, 0, 0);
      rtmr_two_entries(once, 0, 8);
      rtmr_two_entries(stored, 0, 10);
      rtmr_two_entries(once_stored, 8, 10);
      /@ assert none: Above(none->at, 2, 5) == 0; @/
      /@ assert floor: Floor(RTMR_ORDER_FLOOR, k->promised, k->started) == 0; @/
      /@ assert behind: Floor(RTMR_ORDER_FLOOR, k->promised, right->started) == 1; @/
      /@ assert first: \forall integer x; BusyAbove(k->reduce.state, k->reduce.bound, 1, x) == (10 > x ? 1 : 0); @/
      /@ assert both: \forall integer x; BusyAbove(k->reduce.state, k->reduce.bound, 2, x) == (10 > x ? 1 : 0); @/
  }
*/

/*@ ghost
  void rtmr_slip_2_no_maps(struct rtmr_ghost_plan \ghost *map, struct rtmr_ghost_plan \ghost *reduce)
  {
      map->first[0] = 0;
      map->first[1] = 0;
      map->floor[0] = 3;
      map->release[0] = 3;
      map->end[0] = 3;
      reduce->release[0] = 3;
  }
*/

/*@ ghost
  void rtmr_slip_2_no_reduces(struct rtmr_ghost_plan \ghost *map, struct rtmr_ghost_plan \ghost *reduce)
  {
      map->first[0] = 0;
      map->first[1] = 1;
      map->finish[0] = 7;
      map->floor[0] = 3;
      map->end[0] = 7;
      reduce->first[0] = 0;
      reduce->first[1] = 0;
      reduce->floor[0] = 7;
      reduce->end[0] = 7;
  }
*/

/*@ ghost
  void rtmr_slip_4(struct rtmr_pool \ghost *pool)
  {
      pool->idle = 2;
      pool->waiting[0] = 1;
      pool->waiting[1] = 1;
      pool->ready[0] = 0;
      pool->ready[1] = 1;
      /@ assert reserved: Sum(pool->waiting, 1) == 1; @/
  }
*/

/*@ ghost
  void rtmr_slip_4_vectors(struct rtmr_vector \ghost *begin, struct rtmr_vector \ghost *first,
                           struct rtmr_vector \ghost *end,
                           struct rtmr_vector \ghost *raised, struct rtmr_vector \ghost *printed,
                           struct rtmr_vector \ghost *raised_again,
                           struct rtmr_vector \ghost *printed_end)
  {
      rtmr_two_entries(begin, 0, 0);
      rtmr_two_entries(first, 0, 31);
      rtmr_two_entries(end, 31, 110);
      rtmr_two_entries(raised, 100, 100);
      rtmr_two_entries(printed, 100, 110);
      rtmr_two_entries(raised_again, 100, 110);
      rtmr_two_entries(printed_end, 110, 110);
      /@ assert above: Above(end->at, 2, 31) == 1 && Above(printed_end->at, 2, 31) == 2; @/
  }
*/

/*@ ghost
  void rtmr_slip_4_in_order(struct rtmr_ghost_stage \ghost *s)
  {
      s->base.n = 2;
      s->plan.job[0] = 0;
      s->plan.job[1] = 1;
      s->takes.of[0] = 10;
      s->takes.of[1] = 10;
      rtmr_two_entries(&s->v.row[0], 0, 0);
      rtmr_two_entries(&s->v.row[1], 0, 110);
      rtmr_two_entries(&s->v.row[2], 31, 110);
      rtmr_two_runs(&s->run, 100, 100, 110, 21, 21, 31);
      /@ assert later: s->run.start[0] > s->run.start[1]; @/
  }
*/

/*@ ghost
  void rtmr_slip_5(struct rtmr_ghost_pool \ghost *g, struct rtmr_pool \ghost *pool, struct rtmr_vector \ghost *before,
                   struct rtmr_vector \ghost *arrived, struct rtmr_vector \ghost *run)
  {
      before->n = 1;
      before->at[0] = 0;
      arrived->at[0] = 1;
      run->at[0] = 4;
      pool->estimate[0] = 1;
      pool->end[0] = 1;
      SET_NO_PADS(*pool);
      g->plan.tasks = 1;
      g->plan.job[0] = 0;
      g->plan.open[0] = 1;
      g->plan.least[0] = 0;
      g->plan.start[0] = 0;
      g->plan.finish[0] = 1;
      g->draft.tasks = 1;
      g->draft.job[0] = 0;
      g->draft.estimate[0] = 1;
      g->draft.end[0] = 4;
      g->draft.least[0] = 0;
      g->draft.start[0] = 3;
      g->draft.finish[0] = 4;
  }
*/

/*@ ghost
  void rtmr_one_runs(struct rtmr_ghost_pool \ghost *g, struct rtmr_pool \ghost *pool, int32_t place)
  {
      pool->slots = 2;
      pool->state[0] = RTMR_SLOT_BUSY;
      pool->place[0] = place;
      pool->bound[0] = 10;
      pool->state[1] = RTMR_SLOT_IDLE;
      g->plan.tasks = 0;
      g->plan.first[0] = 0;
      g->plan.first[1] = 0;
      g->plan.first[2] = 0;
      /@ assert first: BusyOfFirst(pool->state, pool->place, pool->bound, 1, place + 1, 5) == 1
                       && BusyAbove(pool->state, pool->bound, 1, 5) == 1; @/
  }
*/

/*@ ghost
  void rtmr_slip_6(struct rtmr_ghost_pool \ghost *g, struct rtmr_pool \ghost *pool, struct rtmr_ghost_plan \ghost *run,
                   struct rtmr_vector \ghost *none, struct rtmr_vector \ghost *unfinished,
                   struct rtmr_vector \ghost *once,
                   struct rtmr_vector \ghost *once_unfinished)
  {
      run->job[0] = 0;
      run->job[1] = 1;
      run->start[0] = 0;
      run->start[1] = 1;
      run->finish[0] = 10;
      run->finish[1] = 2;
      rtmr_one_runs(g, pool, 0);
      rtmr_two_entries(none, 0, 0);
      rtmr_two_entries(unfinished, 0, 10);
      rtmr_two_entries(once, 0, 5);
      rtmr_two_entries(once_unfinished, 5, 10);
      /@ assert none: Above(none->at, 2, 5) == 0; @/
  }
*/

/*@ ghost
  void rtmr_slip_7(struct rtmr_ghost_pool \ghost *g, struct rtmr_pool \ghost *pool, struct rtmr_vector \ghost *before,
                   struct rtmr_vector \ghost *after, struct rtmr_vector \ghost *once,
                   struct rtmr_vector \ghost *once_after)
  {
      rtmr_one_runs(g, pool, 1);
      pool->estimate[1] = 9;
      rtmr_two_entries(before, 1, 3);
      rtmr_two_entries(after, 3, 12);
      rtmr_two_entries(once, 3, 8);
      rtmr_two_entries(once_after, 8, 12);
      /@ assert first: \forall integer x; BusyOfFirst(pool->state, pool->place, pool->bound, 1, 1, x) == 0; @/
      /@ assert second: \forall integer x; BusyOfFirst(pool->state, pool->place, pool->bound, 2, 1, x) == 0; @/
      /@ assert none: Above(before->at, 2, 5) == 0; @/
  }
*/

#if RTMR_WITH_STORED_VECTORS
/*@ ghost
  void rtmr_slip_7_all_tasks(struct rtmr_ghost_pool \ghost *g, struct rtmr_pool \ghost *pool,
                             struct rtmr_vector \ghost *begin,
                             struct rtmr_vector \ghost *one, struct rtmr_vector \ghost *stored,
                             struct rtmr_vector \ghost *unfinished,
                             struct rtmr_vector \ghost *printed)
  {
      rtmr_one_runs(g, pool, 1);
      pool->estimate[1] = 9;
      rtmr_two_entries(begin, 0, 1);
      rtmr_two_entries(one, 1, 9);
      rtmr_two_entries(stored, 9, 10);
      rtmr_two_entries(unfinished, 1, 12);
      rtmr_two_entries(printed, 12, 12);
      /@ assert before: \forall integer x; BusyOfFirst(pool->state, pool->place, pool->bound, 1, 1, x) == 0; @/
      /@ assert nothing: \forall integer x; BusyOfFirst(pool->state, pool->place, pool->bound, 2, 1, x) == 0; @/
      /@ assert first: \forall integer x; BusyOfFirst(pool->state, pool->place, pool->bound, 1, 2, x)
                       == (10 > x ? 1 : 0); @/
      /@ assert second: \forall integer x; BusyOfFirst(pool->state, pool->place, pool->bound, 2, 2, x)
                        == (10 > x ? 1 : 0); @/
      /@ assert above: Above(printed->at, 2, 11) == 2 && Above(unfinished->at, 2, 11) == 1
                       && Above(stored->at, 2, 11) == 0; @/
      /@ assert none: \forall integer x; TasksPlanned(2, begin->at, 3, 9, 0, x) == (0 > x ? 1 : 0) + (1 > x ? 1 : 0); @/
      /@ assert one_task: \forall integer x; TasksPlanned(2, begin->at, 3, 9, 1, x) == (1 > x ? 1 : 0)
                          + (12 > x ? 1 : 0); @/
      /@ assert both_tasks: \forall integer x; TasksPlanned(2, begin->at, 3, 9, 2, x) == (12 > x ? 2 : 0); @/
      /@ assert covered: VECTOR_COVERS(*pool, *unfinished, *g, 2, 3); @/
      rtmr_whole_jobs_cover(pool, g, begin, unfinished, printed, 2, 3, 3, 9, 1, 2);
  }
*/
#endif

/*@ ghost
  void rtmr_slip_9(struct rtmr \ghost *k, struct rtmr_ghost_pool \ghost *g, struct rtmr_vector \ghost *none,
                   struct rtmr_vector \ghost *once,
                   struct rtmr_vector \ghost *stored, struct rtmr_vector \ghost *once_stored)
  {
      k->promised = 1;
      k->started[0] = 1;
      k->deadline[0] = 20;
      rtmr_one_runs(g, &k->map, 0);
      rtmr_two_entries(none, 0, 0);
      rtmr_two_entries(once, 0, 8);
      rtmr_two_entries(stored, 0, 10);
      rtmr_two_entries(once_stored, 8, 10);
      /@ assert none: Above(none->at, 2, 5) == 0; @/
      /@ assert floor: Floor(RTMR_ORDER_FLOOR, k->promised, k->started) == 1; @/
      /@ assert first: \forall integer x; BusyAbove(k->map.state, k->map.bound, 1, x) == (10 > x ? 1 : 0); @/
      /@ assert both: \forall integer x; BusyAbove(k->map.state, k->map.bound, 2, x) == (10 > x ? 1 : 0); @/
  }
*/

/*@ ghost
  void rtmr_slip_10(struct rtmr_vector \ghost *base, struct rtmr_ghost_plan \ghost *d)
  {
      rtmr_two_entries(base, 0, 0);
      rtmr_two_tasks(d, 0, 0, 4, 0, 0, 2);
      /@ assert first: d->finish[0] == 4; @/
      /@ assert second: d->finish[1] == 2; @/
  }
*/

/* A kernel that corrects stored vectors whenever an estimate is off by 1 or more, and its clock. */
/*@ ghost
  /@ requires valid:   \valid(k);
     assigns *k;
     ensures setup:    k->plans_from_slots == 0 && k->feedback == RTMR_FEEDBACK_SATU && k->delta == 1 && k->now == now;
  @/
  static void corrects_at(struct rtmr \ghost *k, rtmr_ticks now)
  {
      k->plans_from_slots = 0;
      k->feedback = RTMR_FEEDBACK_SATU;
      k->delta = 1;
      k->now = now;
  }
*/

/*@ ghost
  void rtmr_slip_8(struct rtmr \ghost *k, struct rtmr_ghost_pool \ghost *g)
  {
      corrects_at(k, 5);
      g->plan.start[0] = 0;
      g->plan.finish[0] = 5;
      g->draft.start[0] = 5;
      g->draft.finish[0] = 10;
      /@ assert plan: g->plan.finish[0] == 5; @/
      /@ assert draft: g->draft.finish[0] == 10; @/
  }
*/

/*@ ghost
  void rtmr_slip_16(struct rtmr \ghost *k, struct rtmr_ghost_plan \ghost *d)
  {
      corrects_at(k, 4);
      d->start[0] = 0;
      d->finish[0] = 5;
      /@ assert finish: d->finish[0] == 5; @/
  }
*/

/*@ ghost
  void rtmr_slip_13(int32_t jobs, int32_t accepted, int32_t successful)
  {
  }
*/
