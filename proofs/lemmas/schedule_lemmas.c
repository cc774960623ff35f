/*
 * The inductions behind schedule_lemmas.h.
 */
#include "proofs/lemmas/schedule_lemmas.h"

#include "proofs/lemmas/state.h"

/*@ ghost
  void rtmr_free_none(const struct rtmr_availability *a)
  {
      struct rtmr_vector v;

      rtmr_spread(a, &v);
  }
*/

/*@ ghost
  void rtmr_same_first(const struct rtmr_availability *a, const struct rtmr_vector *v)
  {
      if (v->n > 0) {
          rtmr_free_least(a);
          rtmr_above_first(v);
          /@ assert no_later: Above(v->at, v->n, FREE_LEAST(*a)) < v->n; @/
          /@ assert no_sooner: FREE_ABOVE(*a, v->at[0]) < FREE_N(*a); @/
      }
  }
*/

/*@ ghost
  void rtmr_begin_draft(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t from)
  {
      g->draft.tasks = 0;
      g->draft.first[0] = 0;
      rtmr_spread(&pool->free_at, &g->base);
      /@ loop invariant range:   0 <= p <= from;
         loop invariant skipped: SKIPPED(g->draft, p);
         loop assigns p, g->draft.first[0 .. RTMR_PLACES - 1], g->draft.waiting[0 .. RTMR_PLACES - 1],
             g->draft.estimate[0 .. RTMR_PLACES - 1], g->draft.release[0 .. RTMR_PLACES - 1],
             g->draft.floor[0 .. RTMR_PLACES - 1],
             g->draft.end[0 .. RTMR_PLACES - 1];
         loop variant from - p;
      @/
      for (int32_t p = 0; p < from; p++) {
          g->draft.first[p + 1] = 0;
          g->draft.waiting[p] = 0;
          g->draft.estimate[p] = 0;
          g->draft.release[p] = 0;
          g->draft.floor[p] = 0;
          g->draft.end[p] = 0;
      }
  }
*/

/*@ ghost
  void rtmr_keep_trial(struct rtmr_ghost \ghost *g, int32_t place, const struct rtmr_row *row, int32_t late)
  {
      g->trial.place = place;
      g->trial.candidate.map.waiting = row->map.waiting;
      g->trial.candidate.map.estimate = row->map.estimate;
      g->trial.candidate.reduce.waiting = row->reduce.waiting;
      g->trial.candidate.reduce.estimate = row->reduce.estimate;
      g->trial.late = late;
      g->trial.jobs = g->planned;
      g->trial.map = g->map.draft;
      g->trial.map_base = g->map.base;
      g->trial.reduce = g->reduce.draft;
      g->trial.reduce_base = g->reduce.base;
  }
*/

/*@ ghost
  void rtmr_indices_determined(struct rtmr_ghost_plan \ghost *a, struct rtmr_ghost_plan \ghost *b, int32_t jobs_a,
                               int32_t jobs_b,
                               int32_t jobs)
  {
      /@ loop invariant range: 0 <= p <= jobs;
         loop invariant first: \forall integer q; 0 <= q <= p ==> a->first[q] == b->first[q];
         loop assigns p;
         loop variant jobs - p;
      @/
      for (int32_t p = 0; p < jobs; p++) {
          /@ assert next: a->first[p + 1] == a->first[p] + a->waiting[p]
                          && b->first[p + 1] == b->first[p] + b->waiting[p]; @/
      }
      /@ assert among: \forall integer i; 0 <= i < a->first[jobs] ==> 0 <= a->job[i] < jobs && 0 <= b->job[i] < jobs; @/
  }
*/

/*@ ghost
  void rtmr_one_row_more(const struct rtmr *k, struct rtmr_ghost \ghost *g, const struct rtmr_row *candidate,
                         int32_t from, int32_t place, int32_t i)
  {
  }
*/

/*@ ghost
  void rtmr_entry_determined(struct rtmr_vector \ghost *base_a, struct rtmr_ghost_plan \ghost *a,
                             struct rtmr_vector \ghost *base_b,
                             struct rtmr_ghost_plan \ghost *b, int32_t jobs_a, int32_t jobs_b, int32_t i)
  {
      /@ assert entries: \forall integer x; Entries(base_a->n, base_a->at, a->open, a->least, a->finish, i, x)
                                           == Entries(base_b->n, base_b->at, b->open, b->least, b->finish, i, x); @/
      /@ assert a_not: Entries(base_a->n, base_a->at, a->open, a->least, a->finish, i, a->least[i]) != base_a->n; @/
      /@ assert b_not: Entries(base_b->n, base_b->at, b->open, b->least, b->finish, i, b->least[i]) != base_b->n; @/
      /@ assert a_above: a->least[i] < b->least[i] ==>
                         Entries(base_b->n, base_b->at, b->open, b->least, b->finish, i, a->least[i]) == base_b->n; @/
      /@ assert b_above: b->least[i] < a->least[i] ==>
                         Entries(base_a->n, base_a->at, a->open, a->least, a->finish, i, b->least[i]) == base_a->n; @/
  }
*/

/*@ ghost
  void rtmr_stage_determined(const struct rtmr_pool \ghost *pool, struct rtmr_vector \ghost *base_a,
                             struct rtmr_ghost_plan \ghost *a,
                             struct rtmr_vector \ghost *base_b, struct rtmr_ghost_plan \ghost *b, int32_t jobs_a,
                             int32_t jobs_b,
                             int32_t jobs)
  {
      rtmr_indices_determined(a, b, jobs_a, jobs_b, jobs);
      /@ loop invariant range: 0 <= i <= a->first[jobs];
         loop invariant tasks: \forall integer j; 0 <= j < i ==> a->finish[j] == b->finish[j];
         loop invariant open:  \forall integer x; OpenAbove(a->open, a->finish, i, x)
                               == OpenAbove(b->open, b->finish, i, x);
         loop invariant least: \forall integer x; LeastAbove(a->least, i, x) == LeastAbove(b->least, i, x);
         loop assigns i;
         loop variant a->first[jobs] - i;
      @/
      for (int32_t i = 0; i < a->first[jobs]; i++) {
          rtmr_entry_determined(base_a, a, base_b, b, jobs_a, jobs_b, i);
          /@ assert finish: a->finish[i] == b->finish[i]; @/
      }
      /@ assert ends: \forall integer p; 0 <= p < jobs ==>
                      EndOf(a->floor[p], a->first[p], a->first[p + 1], a->finish, a->end[p])
                      && EndOf(a->floor[p], a->first[p], a->first[p + 1], a->finish, b->end[p]); @/
  }
*/

/*@ ghost
  void rtmr_verdict_determined(const struct rtmr \ghost *k, struct rtmr_ghost_trial \ghost *a,
                               struct rtmr_ghost_trial \ghost *b,
                               rtmr_ticks due_a, rtmr_ticks due_b)
  {
      int32_t jobs = a->jobs < b->jobs ? a->jobs : b->jobs;
      rtmr_verdict_unfold(k, a, due_a);
      rtmr_verdict_unfold(k, b, due_b);
      /@ assert waiting: \forall integer p; 0 <= p < jobs ==> a->reduce.waiting[p] == b->reduce.waiting[p]; @/
      /@ assert estimate: \forall integer p; 0 <= p < jobs ==> a->reduce.estimate[p] == b->reduce.estimate[p]; @/
      rtmr_stage_determined(&k->map, &a->map_base, &a->map, &b->map_base, &b->map, a->jobs, b->jobs, jobs);
      /@ assert release: \forall integer p; 0 <= p < jobs ==> a->reduce.release[p] == b->reduce.release[p]; @/
      /@ assert floor: \forall integer p; 0 <= p < jobs ==> a->reduce.floor[p] == b->reduce.floor[p]; @/
      rtmr_stage_determined(&k->reduce, &a->reduce_base, &a->reduce, &b->reduce_base, &b->reduce, a->jobs, b->jobs,
                            jobs);
      /@ assert a_before_b: a->late >= 0 && (b->late < 0 || a->late < b->late) ==>
                            a->late < a->jobs && a->late < b->jobs; @/
      /@ assert b_before_a: b->late >= 0 && (a->late < 0 || b->late < a->late) ==>
                            b->late < a->jobs && b->late < b->jobs; @/
      /@ assert late: due_a == due_b ==> a->late == b->late; @/
      /@ assert planned: due_a == due_b ==> a->jobs == b->jobs; @/
  }
*/

/*@ ghost
  void rtmr_fewer_scheduled(const struct rtmr_pool *pool, struct rtmr_vector \ghost *base,
                            struct rtmr_ghost_plan \ghost *d, int32_t jobs, int32_t fewer)
  {
      /@ assert first: 0 <= d->first[fewer] <= d->first[jobs]; @/
      /@ assert among: \forall integer i; 0 <= i < d->first[fewer] ==> 0 <= d->job[i] < fewer; @/
      /@ assert shape: DRAFTED(*d, fewer); @/
  }
*/

/*@ ghost
  void rtmr_trial_accepts(const struct rtmr *k, struct rtmr_ghost_trial \ghost *t, rtmr_ticks high, rtmr_ticks due)
  {
      rtmr_verdict_fold(k, t, due);
  }
*/

/* The candidate, which ends after `due`, is the first late job: its schedule ends with it. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid(t);
     requires sizes:   0 <= k->promised <= RTMR_JOBS;
     VERDICT(requires, , \true, *k, *t, high)
     requires refuses: due <= high && t->reduce.end[t->place] > due && (t->late < 0 || t->late > t->place);
     assigns t->late, t->jobs;
     ensures late:     t->late == t->place;
     ensures verdict:  Verdict(*k, *t, due);
  @/
  static void candidate_late(const struct rtmr *k, struct rtmr_ghost_trial \ghost *t, rtmr_ticks high, rtmr_ticks due)
  {
      /@ assert planned: t->place < t->jobs <= RTMR_JOBS + 1; @/
      rtmr_fewer_scheduled(&k->map, &t->map_base, &t->map, t->jobs, t->place + 1);
      rtmr_fewer_scheduled(&k->reduce, &t->reduce_base, &t->reduce, t->jobs, t->place + 1);
      t->late = t->place;
      t->jobs = t->place + 1;
      rtmr_verdict_fold(k, t, due);
  }
*/

/*@ ghost
  void rtmr_trial_refuses(const struct rtmr *k, struct rtmr_ghost_trial \ghost *t, rtmr_ticks high, rtmr_ticks due)
  {
      if ((t->late < 0 || t->late > t->place) && t->reduce.end[t->place] > due) {
          candidate_late(k, t, high, due);
      } else {
          rtmr_verdict_fold(k, t, due);
      }
  }
*/
