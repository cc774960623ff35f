/*
 * The inductions behind proof_1_and_2.h.
 */
#include "proofs/papers/proof_1_and_2.h"

/*@ ghost
  void rtmr_at_least_from_counts(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *b, int32_t n, rtmr_ticks now)
  {
      rtmr_sorted_counts(a, n);
      rtmr_sorted_counts(b, n);
      /@ loop invariant range: 0 <= m <= n;
         loop invariant more:  AtLeastFrom(now, a->at, b->at, n) ==> \forall integer x; now <= x ==>
                               Above(a->at, m, x) >= Above(b->at, m, x);
         loop assigns m;
         loop variant n - m;
      @/
      for (int32_t m = 0; m < n; m++) { }
      /@ assert entries: (\forall integer x; now <= x ==> Above(a->at, n, x) >= Above(b->at, n, x)) ==>
           \forall integer i; 0 <= i < n && now < b->at[i] ==> Above(a->at, n, b->at[i] - 1) >= n - i; @/
  }
*/

/*@ ghost
  void rtmr_at_least_from_later(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *b, int32_t n, rtmr_ticks now,
                                rtmr_ticks later)
  {
  }
*/

/*@ ghost
  void rtmr_at_least_from_all(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *b, int32_t n, rtmr_ticks now)
  {
  }
*/

/*@ ghost
  void rtmr_step_keeps_order_from(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *a_after,
                                  struct rtmr_vector \ghost *b,
                                  struct rtmr_vector \ghost *b_after, int32_t n, rtmr_ticks to_a, rtmr_ticks to_b,
                                  rtmr_ticks now)
  {
      rtmr_at_least_from_counts(a, b, n, now);
      rtmr_sorted_counts(a, n);
      rtmr_sorted_counts(b, n);
      /@ assert first: LATEST(a->at[0], now) >= LATEST(b->at[0], now); @/
      /@ assert more: \forall integer x; now <= x ==> Above(a_after->at, n, x) >= Above(b_after->at, n, x); @/
      rtmr_at_least_from_counts(a_after, b_after, n, now);
  }
*/

/*@ ghost
  void rtmr_algorithms_2_and_3(struct rtmr_ghost_stage \ghost *s, int32_t m)
  {
      /@ loop invariant range:   0 <= k <= m;
         loop invariant sorted:  Sorted(s->t.row[k].at, s->base.n);
         loop invariant starts:  \forall integer j; 0 <= j < k ==>
                                 s->plan.least[j] == s->t.row[j].at[0] && s->plan.start[j] == T_START(*s, j)
                                 && s->plan.finish[j] == T_FINISH(*s, j);
         loop invariant entries: \forall integer j, x; 0 <= j <= k ==> Above(s->t.row[j].at, s->base.n, x)
                                 == Entries(s->base.n, s->base.at, s->plan.open, s->plan.least, s->plan.finish, j, x);
         loop assigns k;
         loop variant m - k;
      @/
      for (int32_t k = 0; k < m; k++) {
          rtmr_sorted_counts(&s->t.row[k], s->base.n);
          /@ assert first: \forall integer x; x < s->t.row[k].at[0] <==>
                           Above(s->t.row[k].at, s->base.n, x) == s->base.n; @/
          /@ assert own: Entries(s->base.n, s->base.at, s->plan.open, s->plan.least, s->plan.finish, k,
                                 s->plan.least[k]) != s->base.n
                         && Above(s->t.row[k].at, s->base.n, s->plan.least[k]) != s->base.n; @/
          /@ assert theirs: Entries(s->base.n, s->base.at, s->plan.open, s->plan.least, s->plan.finish, k,
                                    s->t.row[k].at[0]) != s->base.n
                            && Above(s->t.row[k].at, s->base.n, s->t.row[k].at[0]) != s->base.n; @/
          /@ assert least: s->plan.least[k] == s->t.row[k].at[0]; @/
          /@ assert finish: s->plan.finish[k] == T_FINISH(*s, k); @/
          /@ assert next: \forall integer x; Entries(s->base.n, s->base.at, s->plan.open, s->plan.least, s->plan.finish,
                                                     k + 1, x)
                          == Entries(s->base.n, s->base.at, s->plan.open, s->plan.least, s->plan.finish, k, x)
                             + (s->plan.finish[k] > x ? 1 : 0) - (s->plan.least[k] > x ? 1 : 0); @/
      }
  }
*/

/*@ ghost
  void rtmr_tasks_are_planned(struct rtmr_ghost_rows \ghost *t, int32_t n, int32_t m, rtmr_ticks release,
                              rtmr_ticks takes)
  {
      /@ loop invariant range:   0 <= k <= m;
         loop invariant sorted:  Sorted(t->row[k].at, n);
         loop invariant entries: \forall integer j, x; 0 <= j <= k ==>
                                 Above(t->row[j].at, n, x) == TasksPlanned(n, t->row[0].at, release, takes, j, x);
         loop assigns k;
         loop variant m - k;
      @/
      for (int32_t k = 0; k < m; k++) {
          rtmr_sorted_counts(&t->row[k], n);
          /@ assert first: \forall integer x; t->row[k].at[0] > x <==>
                           TasksPlanned(n, t->row[0].at, release, takes, k, x) == n; @/
          /@ assert next: \forall integer x; Above(t->row[k + 1].at, n, x)
                          == TasksPlanned(n, t->row[0].at, release, takes, k + 1, x); @/
      }
  }
*/

/*@ ghost
  void rtmr_tasks_in_order(struct rtmr_ghost_stage \ghost *s, int32_t m, rtmr_ticks now)
  {
      /@ loop invariant range:   0 <= k <= m;
         loop invariant t:       Sorted(s->t.row[k].at, s->base.n);
         loop invariant v:       Sorted(s->v.row[k].at, s->base.n);
         loop invariant order:   \forall integer j; 0 <= j <= k ==>
                                 AtLeastFrom(now, s->t.row[j].at, s->v.row[j].at, s->base.n);
         loop invariant in_time: TASKS_IN_TIME(*s, k);
         loop assigns k;
         loop variant m - k;
      @/
      for (int32_t k = 0; k < m; k++) {
          /@ assert first: LATEST(s->t.row[k].at[0], now) >= LATEST(s->v.row[k].at[0], now); @/
          /@ assert start: s->run.start[k] <= s->plan.start[k]; @/
          /@ assert finish: s->run.finish[k] <= s->plan.finish[k]; @/
          rtmr_step_keeps_order_from(&s->t.row[k], &s->t.row[k + 1], &s->v.row[k], &s->v.row[k + 1], s->base.n,
                                     s->plan.finish[k],
                                     s->run.finish[k], now);
      }
  }
*/

/*@ ghost
  void rtmr_stage_in_order(struct rtmr_ghost_stage \ghost *s, int32_t from, int32_t jobs, rtmr_ticks now)
  {
      int32_t m = s->plan.first[jobs];

      /@ assert own: \forall integer i; 0 <= i < m ==> from <= s->plan.job[i] < jobs; @/
      rtmr_algorithms_2_and_3(s, m);
      rtmr_tasks_in_order(s, m, now);
      /@ assert tasks: \forall integer p, i; from <= p < jobs && s->plan.first[p] <= i < s->plan.first[p + 1] ==>
                       s->run.finish[i] <= s->plan.finish[i]; @/
  }
*/

/*@ ghost
  void rtmr_last_task_ends_last(struct rtmr_ghost_stage \ghost *s, int32_t jobs, rtmr_ticks wait)
  {
      int32_t m = s->plan.first[jobs];

      rtmr_algorithms_2_and_3(s, m);
      /@ loop invariant range:  0 <= k <= m;
         loop invariant sorted: Sorted(s->t.row[k].at, s->base.n);
         loop invariant last:   \forall integer i; 0 <= i <= k ==> s->t.row[i].at[0] <= s->t.row[k].at[0];
         loop invariant least:  \forall integer i, j; 0 <= i <= j <= k ==> s->t.row[i].at[0] <= s->t.row[j].at[0];
         loop assigns k;
         loop variant m - k;
      @/
      for (int32_t k = 0; k < m; k++) {
          rtmr_sorted_counts(&s->t.row[k], s->base.n);
          rtmr_sorted_counts(&s->t.row[k + 1], s->base.n);
          /@ assert all: Above(s->t.row[k].at, s->base.n, s->t.row[k].at[0] - 1) >= s->base.n; @/
          /@ assert kept: Above(s->t.row[k + 1].at, s->base.n, s->t.row[k].at[0] - 1) >= s->base.n; @/
          /@ assert next: s->t.row[k].at[0] <= s->t.row[k + 1].at[0]; @/
          /@ assert behind: \forall integer i; 0 <= i <= k + 1 ==> s->t.row[i].at[0] <= s->t.row[k + 1].at[0]; @/
      }
      /@ assert finish: \forall integer i, j; 0 <= i <= j < m && s->plan.job[i] == s->plan.job[j] ==>
                        s->plan.finish[i] <= s->plan.finish[j]; @/
      /@ assert own: \forall integer p; 0 <= p < jobs && s->plan.first[p] < s->plan.first[p + 1] ==>
                     s->plan.job[s->plan.first[p + 1] - 1] == p; @/
      /@ assert ends: \forall integer p; 0 <= p < jobs && s->plan.first[p] < s->plan.first[p + 1] ==>
           EndOf(s->plan.floor[p], s->plan.first[p], s->plan.first[p + 1], s->plan.finish, s->plan.end[p]); @/
      /@ assert latest: \forall integer p, i; 0 <= p < jobs && s->plan.first[p] <= i < s->plan.first[p + 1] ==>
           s->plan.finish[i] <= s->plan.finish[s->plan.first[p + 1] - 1]; @/
  }
*/

/*@ ghost
  void rtmr_stages_in_order(struct rtmr_ghost_stage \ghost *map, struct rtmr_ghost_stage \ghost *reduce, int32_t from,
                            int32_t jobs,
                            rtmr_ticks now)
  {
      rtmr_stage_in_order(map, from, jobs, now);
      /@ assert map_ends: \forall integer p; from <= p < jobs ==>
                          now <= map->plan.end[p] && map->run.end[p] <= map->plan.end[p]; @/
      rtmr_stage_in_order(reduce, from, jobs, now);
  }
*/

/*@ ghost
  void rtmr_proof_1_and_2(struct rtmr_ghost_stage \ghost *map, struct rtmr_ghost_stage \ghost *reduce,
                          struct rtmr_ghost_deadlines \ghost *deadline, int32_t from, int32_t jobs, rtmr_ticks now)
  {
      rtmr_stages_in_order(map, reduce, from, jobs, now);
  }
*/
