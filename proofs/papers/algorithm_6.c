/*
 * The inductions behind algorithm_6.h.
 */
#include "proofs/papers/algorithm_6.h"

/*@ ghost
  void rtmr_step_of_algorithm_6(struct rtmr_vector \ghost *u, struct rtmr_vector \ghost *u_after,
                                struct rtmr_vector \ghost *v,
                                struct rtmr_vector \ghost *v_after, int32_t n, int32_t slot, rtmr_ticks finish,
                                rtmr_ticks now)
  {
      rtmr_at_least_from_counts(u, v, n, now);
      rtmr_sorted_counts(u, n);
      rtmr_sorted_counts(v, n);
      /@ assert first: v->at[0] <= v->at[slot]; @/
      /@ assert more: \forall integer x; now <= x ==> Above(u_after->at, n, x) >= Above(v_after->at, n, x); @/
      rtmr_at_least_from_counts(u_after, v_after, n, now);
  }
*/

/*@ ghost
  void rtmr_proof_3_and_4(struct rtmr_ghost_rows \ghost *u, struct rtmr_ghost_rows \ghost *v,
                          struct rtmr_ghost_items \ghost *finish,
                          struct rtmr_ghost_slots \ghost *slot, int32_t n, int32_t m, rtmr_ticks now)
  {
      /@ loop invariant range:  0 <= k <= m;
         loop invariant sorted: Sorted(u->row[k].at, n);
         loop invariant least:  \forall integer j; 0 <= j <= k ==> AtLeastFrom(now, u->row[j].at, v->row[j].at, n);
         loop assigns k;
         loop variant m - k;
      @/
      for (int32_t k = 0; k < m; k++) {
          rtmr_step_of_algorithm_6(&u->row[k], &u->row[k + 1], &v->row[k], &v->row[k + 1], n, slot->of[k],
                                   finish->of[k], now);
      }
  }
*/

/* One stage: T >= V before the first of the jobs behind. */
/*@ ghost
  /@ requires valid:  \valid(done) && \valid(s);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 1 <= s->base.n <= RTMR_SLOTS)
              CLAUSE(conjunct, sorted, Sorted(s->t.row[0].at, s->base.n) && Sorted(s->v.row[0].at, s->base.n))
              STAGE_CORRECTED(conjunct, , *done, *s, now))
     assigns \nothing;
     ensures before:  AtLeastFrom(now, s->t.row[0].at, s->v.row[0].at, s->base.n);
  @/
  static void behind_corrected(struct rtmr_ghost_correction \ghost *done, struct rtmr_ghost_stage \ghost *s,
                               rtmr_ticks now)
  {
      int32_t m = done->m;

      rtmr_proof_3_and_4(&done->u, &done->v, &done->finish, &done->slot, s->base.n, m, now);
      /@ assert sorted: m > 0 ==> Resorted(done->u.row[m - 1].at, done->u.row[m].at, s->base.n, done->finish.of[m - 1]);
                        @/
      rtmr_at_least_from_counts(&done->u.row[m], &done->v.row[m], s->base.n, now);
      rtmr_at_least_from_counts(&s->t.row[0], &s->v.row[0], s->base.n, now);
  }
*/

/*@ ghost
  void rtmr_section_4_d(struct rtmr_ghost_correction \ghost *map_done, struct rtmr_ghost_correction \ghost *reduce_done,
                        struct rtmr_ghost_stage \ghost *map, struct rtmr_ghost_stage \ghost *reduce, int32_t from,
                        int32_t jobs,
                        rtmr_ticks now)
  {
      behind_corrected(map_done, map, now);
      behind_corrected(reduce_done, reduce, now);
      rtmr_stages_in_order(map, reduce, from, jobs, now);
  }
*/

/*@ ghost
  void rtmr_algorithm_6(struct rtmr_ghost_rows \ghost *u, struct rtmr_ghost_items \ghost *finish,
                        struct rtmr_vector \ghost *ended,
                        int32_t n, int32_t m)
  {
      /@ loop invariant range:   0 <= k <= m;
         loop invariant sorted:  Sorted(u->row[k].at, n);
         loop invariant entries: \forall integer j, x; 0 <= j <= k ==>
                                 Above(u->row[j].at, n, x) == Corrected(Above(u->row[0].at, n, x), n, ended->at, j, x);
         loop assigns k;
         loop variant m - k;
      @/
      for (int32_t k = 0; k < m; k++) {
          rtmr_sorted_counts(&u->row[k], n);
          /@ assert next: \forall integer x; Above(u->row[k + 1].at, n, x)
                          == Corrected(Above(u->row[0].at, n, x), n, ended->at, k + 1, x); @/
      }
  }
*/

/*@ ghost
  void rtmr_last_times_suffice(struct rtmr_ghost_rows \ghost *u, struct rtmr_ghost_items \ghost *finish,
                               struct rtmr_vector \ghost *ended,
                               int32_t n, int32_t limit, int32_t m)
  {
      int32_t gone = m - ended->n;

      rtmr_sorted_counts(&u->row[0], n);
      /@ loop invariant range:  0 <= k <= gone;
         loop invariant sorted: Sorted(u->row[k].at, n);
         loop invariant counts: \forall integer x; 0 <= Above(u->row[k].at, n, x) <= n;
         loop invariant passed: k > 0 ==> \forall integer x; finish->of[k - 1] <= x ==>
                                Above(u->row[k].at, n, x) == (Above(u->row[0].at, n, x) == n ? n - 1
                                                              : Above(u->row[0].at, n, x));
         loop assigns k;
         loop variant gone - k;
      @/
      for (int32_t k = 0; k < gone; k++) {
          rtmr_sorted_counts(&u->row[k], n);
          rtmr_sorted_counts(&u->row[k + 1], n);
          /@ assert step: \forall integer x; Above(u->row[k + 1].at, n, x) == Above(u->row[k].at, n, x)
                          - (Above(u->row[k].at, n, x) >= n ? 1 : 0) + (finish->of[k] > x ? 1 : 0); @/
      }
      /@ loop invariant range:  0 <= i <= ended->n;
         loop invariant sorted: Sorted(u->row[gone + i].at, n);
         loop invariant counts: \forall integer x; 0 <= Above(u->row[gone + i].at, n, x) <= n
                                && 0 <= Corrected(Above(u->row[0].at, n, x), n, ended->at, i, x) <= n;
         loop invariant same:   gone == 0 || i > 0 ==> \forall integer x; gone == 0 || finish->of[gone - 1] <= x ==>
                                Above(u->row[gone + i].at, n, x)
                                == Corrected(Above(u->row[0].at, n, x), n, ended->at, i, x);
         loop invariant later:  gone > 0 ==> \forall integer x; finish->of[gone - 1] > x ==>
                                Above(u->row[gone + i].at, n, x) >= (i < n ? i : n)
                                && Corrected(Above(u->row[0].at, n, x), n, ended->at, i, x) >= (i < n ? i : n);
         loop assigns i;
         loop variant ended->n - i;
      @/
      for (int32_t i = 0; i < ended->n; i++) {
          rtmr_sorted_counts(&u->row[gone + i], n);
          rtmr_sorted_counts(&u->row[gone + i + 1], n);
          /@ assert next: ended->at[i] == finish->of[gone + i]
                          && (gone > 0 ==> finish->of[gone - 1] <= ended->at[i]); @/
          /@ assert step: \forall integer x; Above(u->row[gone + i + 1].at, n, x) == Above(u->row[gone + i].at, n, x)
                          - (Above(u->row[gone + i].at, n, x) >= n ? 1 : 0) + (ended->at[i] > x ? 1 : 0); @/
      }
  }
*/

/*@ ghost
  void rtmr_last_times_are_kept(struct rtmr_vector \ghost *before, struct rtmr_vector \ghost *after,
                                struct rtmr_ghost_items \ghost *finish,
                                int32_t limit, int32_t m)
  {
      /@ assert latest: m > 0 ==> before->n > 0 && before->at[before->n - 1] == finish->of[m - 1]; @/
  }
*/
