/*
 * The inductions behind schedule_lemmas.h.
 */
#include "schedule_lemmas.h"

/*@ ghost
  void rtmr_indices_determined(struct rtmr_ghost_plan \ghost *a, struct rtmr_ghost_plan \ghost *b, int32_t jobs_a, int32_t jobs_b,
                               int32_t jobs)
  {
      /@ loop invariant range: 0 <= p <= jobs;
         loop invariant first: \forall integer q; 0 <= q <= p ==> a->first[q] == b->first[q];
         loop assigns p;
         loop variant jobs - p;
      @/
      for (int32_t p = 0; p < jobs; p++) {
          /@ assert next: a->first[p + 1] == a->first[p] + a->waiting[p] && b->first[p + 1] == b->first[p] + b->waiting[p]; @/
      }
      /@ assert among: \forall integer i; 0 <= i < a->first[jobs] ==> 0 <= a->job[i] < jobs && 0 <= b->job[i] < jobs; @/
  }
*/

/*@ ghost
  void rtmr_entry_determined(const struct rtmr_pool \ghost *pool, struct rtmr_ghost_plan \ghost *a, struct rtmr_ghost_plan \ghost *b,
                             int32_t jobs_a, int32_t jobs_b, int32_t i, rtmr_ticks now)
  {
      /@ assert entries: \forall integer x;
           Entries(now, pool->idle, pool->slots, pool->state, pool->bound, a->open, a->least, a->finish, i, x)
           == Entries(now, pool->idle, pool->slots, pool->state, pool->bound, b->open, b->least, b->finish, i, x); @/
      /@ assert a_not: Entries(now, pool->idle, pool->slots, pool->state, pool->bound, a->open, a->least, a->finish, i, a->least[i]) != pool->usable; @/
      /@ assert b_not: Entries(now, pool->idle, pool->slots, pool->state, pool->bound, b->open, b->least, b->finish, i, b->least[i]) != pool->usable; @/
      /@ assert a_above: a->least[i] < b->least[i] ==> Entries(now, pool->idle, pool->slots, pool->state, pool->bound, b->open, b->least, b->finish, i, a->least[i]) == pool->usable; @/
      /@ assert b_above: b->least[i] < a->least[i] ==> Entries(now, pool->idle, pool->slots, pool->state, pool->bound, a->open, a->least, a->finish, i, b->least[i]) == pool->usable; @/
  }
*/

/*@ ghost
  void rtmr_stage_determined(const struct rtmr_pool \ghost *pool, struct rtmr_ghost_plan \ghost *a, struct rtmr_ghost_plan \ghost *b,
                             int32_t jobs_a, int32_t jobs_b, int32_t jobs, rtmr_ticks now)
  {
      rtmr_indices_determined(a, b, jobs_a, jobs_b, jobs);
      /@ loop invariant range: 0 <= i <= a->first[jobs];
         loop invariant tasks: \forall integer j; 0 <= j < i ==> a->finish[j] == b->finish[j];
         loop invariant open:  \forall integer x; OpenAbove(a->open, a->finish, i, x) == OpenAbove(b->open, b->finish, i, x);
         loop invariant least: \forall integer x; LeastAbove(a->least, i, x) == LeastAbove(b->least, i, x);
         loop assigns i;
         loop variant a->first[jobs] - i;
      @/
      for (int32_t i = 0; i < a->first[jobs]; i++) {
          rtmr_entry_determined(pool, a, b, jobs_a, jobs_b, i, now);
          /@ assert finish: a->finish[i] == b->finish[i]; @/
      }
      /@ assert ends: \forall integer p; 0 <= p < jobs ==> EndOf(a->floor[p], a->first[p], a->first[p + 1], a->finish, a->end[p])
                      && EndOf(a->floor[p], a->first[p], a->first[p + 1], a->finish, b->end[p]); @/
  }
*/

/*@ ghost
  void rtmr_verdict_determined(const struct rtmr \ghost *k, struct rtmr_ghost_trial \ghost *a, struct rtmr_ghost_trial \ghost *b,
                               rtmr_ticks due_a, rtmr_ticks due_b)
  {
      int32_t jobs = a->jobs < b->jobs ? a->jobs : b->jobs;
      rtmr_stage_determined(&k->map, &a->map, &b->map, a->jobs, b->jobs, jobs, k->now);
      /@ assert release: \forall integer p; 0 <= p < jobs ==> a->reduce.release[p] == b->reduce.release[p]; @/
      /@ assert floor: \forall integer p; 0 <= p < jobs ==> a->reduce.floor[p] == b->reduce.floor[p]; @/
      rtmr_stage_determined(&k->reduce, &a->reduce, &b->reduce, a->jobs, b->jobs, jobs, k->now);
      /@ assert a_before_b: a->late >= 0 && (b->late < 0 || a->late < b->late) ==> a->late < a->jobs && a->late < b->jobs; @/
      /@ assert b_before_a: b->late >= 0 && (a->late < 0 || b->late < a->late) ==> b->late < a->jobs && b->late < b->jobs; @/
      /@ assert late: due_a == due_b ==> a->late == b->late; @/
      /@ assert planned: due_a == due_b ==> a->jobs == b->jobs; @/
  }
*/
