/*
 * What stands behind renewal_lemmas.h.
 */
#include "proofs/lemmas/renewal_lemmas.h"

#include "proofs/lemmas/state.h"

/*@ ghost
  void rtmr_account_same(struct rtmr_ghost \ghost *g)
  {
  }
*/

/*@ ghost
  void rtmr_rest_kept(const struct rtmr *k, const struct rtmr \ghost *was, const struct rtmr \ghost *before)
  {
  }
*/

/*@ ghost
  void rtmr_renewal_rest(const struct rtmr *k, const struct rtmr \ghost *was)
  {
  }
*/

/*@ ghost
  void rtmr_columns_stay(const struct rtmr *k, const struct rtmr \ghost *was, const struct rtmr \ghost *before,
                         int32_t from, int32_t to)
  {
  }
*/

/*@ ghost
  void rtmr_before_unfold(const struct rtmr \ghost *before, struct rtmr_ghost \ghost *g)
  {
  }
*/

/*@ ghost
  void rtmr_before_fold(const struct rtmr \ghost *before, struct rtmr_ghost \ghost *g)
  {
  }
*/

/*@ ghost
  void rtmr_state_restored(const struct rtmr *k, const struct rtmr \ghost *before, struct rtmr_ghost \ghost *g)
  {
      rtmr_before_unfold(before, g);
      rtmr_state_fold(k, g);
  }
*/

/*@ ghost
  void rtmr_table_changed(const struct rtmr *k, const struct rtmr \ghost *before, int32_t from, int32_t to)
  {
      /@ assert maps:    \forall integer p; 0 <= p < k->jobs ==>
                         STAGE_COUNTS_SAME(k->map, p, before->map, STOOD(p, from, to))
                         && k->map.estimate[p] == before->map.estimate[STOOD(p, from, to)]; @/
      /@ assert reduces: \forall integer p; 0 <= p < k->jobs ==>
                         STAGE_COUNTS_SAME(k->reduce, p, before->reduce, STOOD(p, from, to))
                         && k->reduce.estimate[p] == before->reduce.estimate[STOOD(p, from, to)]; @/
      /@ assert rows:    RowsMovedTo(*k, *before, from, to, k->deadline[to]); @/
      /@ assert map_places: PlacesMovedTo(k->map.slots, k->map.state, k->map.place, before->map.place, from, to); @/
      /@ assert reduce_places: PlacesMovedTo(k->reduce.slots, k->reduce.state, k->reduce.place, before->reduce.place,
                                             from, to); @/
  }
*/

/*@ ghost
  void rtmr_late_stay_flagged(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *before, int32_t from,
                              int32_t to, int32_t promised)
  {
  }
*/

/*@ ghost
  void rtmr_heads_turn_on(const struct rtmr *k, const struct rtmr \ghost *was, const struct rtmr \ghost *before,
                          int32_t from, int32_t to, int32_t on)
  {
      /@ assert twice: \forall integer p; STOOD(STOOD(p, to, on), from, to) == STOOD(p, from, on); @/
      /@ assert handle: \forall integer p; 0 <= p < RTMR_JOBS ==>
                        k->handle[p] == before->handle[STOOD(p, from, on)]; @/
      /@ assert started: \forall integer p; 0 <= p < RTMR_JOBS ==>
                         k->started[p] == before->started[STOOD(p, from, on)]; @/
      /@ assert deadline: \forall integer p; 0 <= p < RTMR_JOBS && p != on ==>
                          k->deadline[p] == before->deadline[STOOD(p, from, on)]; @/
  }
*/

/*@ ghost
  void rtmr_stage_turns_on(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *was,
                           const struct rtmr_pool \ghost *before, int32_t from, int32_t to, int32_t on)
  {
      /@ assert twice: \forall integer p; STOOD(STOOD(p, to, on), from, to) == STOOD(p, from, on); @/
      /@ assert waiting: \forall integer p; 0 <= p < RTMR_JOBS ==>
                     pool->waiting[p] == before->waiting[STOOD(p, from, on)]; @/
      /@ assert unfinished: \forall integer p; 0 <= p < RTMR_JOBS ==>
                     pool->unfinished[p] == before->unfinished[STOOD(p, from, on)]; @/
      /@ assert ready: \forall integer p; 0 <= p < RTMR_JOBS ==>
                     pool->ready[p] == before->ready[STOOD(p, from, on)]; @/
      /@ assert estimate: \forall integer p; 0 <= p < RTMR_JOBS ==>
                     pool->estimate[p] == before->estimate[STOOD(p, from, on)]; @/
      /@ assert end: \forall integer p; 0 <= p < RTMR_JOBS ==>
                     pool->end[p] == before->end[STOOD(p, from, on)]; @/
  }
*/

/*@ ghost
  void rtmr_columns_turn_on(const struct rtmr *k, const struct rtmr \ghost *was, const struct rtmr \ghost *before,
                            int32_t from, int32_t to, int32_t on)
  {
      rtmr_heads_turn_on(k, was, before, from, to, on);
      rtmr_stage_turns_on(&k->map, &was->map, &before->map, from, to, on);
      rtmr_stage_turns_on(&k->reduce, &was->reduce, &before->reduce, from, to, on);
  }
*/

/*@ ghost
  void rtmr_stage_turns_back(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *was,
                             const struct rtmr_pool \ghost *before, int32_t from, int32_t to)
  {
      /@ assert twice: \forall integer p; STOOD(STOOD(p, to, from), from, to) == p; @/
      /@ assert waiting: \forall integer p; 0 <= p < RTMR_JOBS ==> pool->waiting[p] == before->waiting[p]; @/
      /@ assert unfinished: \forall integer p; 0 <= p < RTMR_JOBS ==> pool->unfinished[p] == before->unfinished[p]; @/
      /@ assert ready: \forall integer p; 0 <= p < RTMR_JOBS ==> pool->ready[p] == before->ready[p]; @/
      /@ assert estimate: \forall integer p; 0 <= p < RTMR_JOBS ==> pool->estimate[p] == before->estimate[p]; @/
      /@ assert end: \forall integer p; 0 <= p < RTMR_JOBS ==> pool->end[p] == before->end[p]; @/
      /@ assert place: \forall integer s; 0 <= s < RTMR_SLOTS ==> pool->place[s] == before->place[s]; @/
  }
*/

/*@ ghost
  void rtmr_columns_turn_back(const struct rtmr *k, const struct rtmr \ghost *was, const struct rtmr \ghost *before,
                              int32_t from, int32_t to)
  {
      rtmr_heads_turn_on(k, was, before, from, to, from);
      rtmr_stage_turns_back(&k->map, &was->map, &before->map, from, to);
      rtmr_stage_turns_back(&k->reduce, &was->reduce, &before->reduce, from, to);
  }
*/

/*@ ghost
  void rtmr_renewal_watched(const struct rtmr *k, const struct rtmr \ghost *before, struct rtmr_ghost \ghost *g,
                            int32_t was, int32_t from, int32_t to)
  {
      /@ assert others: \forall integer p; 0 <= p < k->promised && p != to ==>
                        0 <= STOOD(p, from, to) < before->promised && STOOD(p, from, to) != from
                        && k->handle[p] == before->handle[STOOD(p, from, to)]
                        && k->deadline[p] == before->deadline[STOOD(p, from, to)]; @/
      /@ assert unique: \forall integer p; 0 <= p < k->promised && p != to ==> k->handle[p] != k->handle[to]; @/
      /@ assert back:   was >= 0 ==> STOOD(g->watched, from, to) == was && 0 <= g->watched < k->promised; @/
      /@ assert kept:   was >= 0 ==> k->handle[g->watched] == g->job.handle
                        && (g->watched != to ==> k->deadline[g->watched] == g->job.deadline); @/
      /@ assert absent: was < 0 ==> g->watched == -1 && \forall integer p; 0 <= p < k->promised && p != to ==>
                        k->handle[p] != g->job.handle; @/
      if (g->job.handle == k->handle[to]) {
          if (g->watched >= 0) {
              g->job.deadline = k->deadline[to];
          } else {
              g->job.handle = RTMR_NO_JOB;
          }
      }
  }
*/

/* Of two promised jobs the one at p goes before the one at q, by deadline. */
#define EDF_PAIR(K, p, q) \
    ((K).deadline[p] <= (K).deadline[q] && ((K).deadline[p] == (K).deadline[q] ==> (K).handle[p] < (K).handle[q]))

/* The jobs stand in order if all but the one at `to` do, and that stands right before and behind
 * each. */
/*@ ghost
  /@ requires valid: \valid_read(k);
     requires range: 0 <= to < k->promised;
     assigns \nothing;
     ensures edf:  (\forall integer p, q; 0 <= p < q < k->promised && p != to && q != to ==> EDF_PAIR(*k, p, q))
                   && (\forall integer q; to < q < k->promised ==> EDF_PAIR(*k, to, q))
                   && (\forall integer p; 0 <= p < to ==> EDF_PAIR(*k, p, to)) ==>
                   ByDeadline(k->promised, k->deadline) && EqualsByHandle(k->promised, k->deadline, k->handle);
     ensures fifo: (\forall integer p, q; 0 <= p < q < k->promised && p != to && q != to ==>
                   k->handle[p] < k->handle[q])
                   && (\forall integer q; to < q < k->promised ==> k->handle[to] < k->handle[q])
                   && (\forall integer p; 0 <= p < to ==> k->handle[p] < k->handle[to]) ==>
                   ByHandle(k->promised, k->handle);
  @/
  static void queue_joined(const struct rtmr *k, int32_t to)
  {
  }
*/

/*@ ghost
  void rtmr_queue_renewed(const struct rtmr *k, const struct rtmr \ghost *before, int32_t from, int32_t to)
  {
      /@ assert others: \forall integer p, q; 0 <= p < q < k->promised && p != to && q != to ==>
                        0 <= STOOD(p, from, to) < STOOD(q, from, to) < before->promised; @/
      /@ assert edf:    QUEUED(*before) && k->order == RTMR_ORDER_EDF ==>
                        \forall integer p, q; 0 <= p < q < k->promised && p != to && q != to ==> EDF_PAIR(*k, p, q); @/
      /@ assert fifo:   QUEUED(*before) && k->order == RTMR_ORDER_FIFO ==>
                        \forall integer p, q; 0 <= p < q < k->promised && p != to && q != to ==>
                        k->handle[p] < k->handle[q]; @/
      /@ assert edf_behind: QUEUED(*before) && k->order == RTMR_ORDER_EDF ==>
                        \forall integer q; to < q < k->promised ==> EDF_PAIR(*k, to, q); @/
      /@ assert fifo_behind: QUEUED(*before) && k->order == RTMR_ORDER_FIFO ==>
                        \forall integer q; to < q < k->promised ==> k->handle[to] < k->handle[q]; @/
      /@ assert edf_front: k->order == RTMR_ORDER_EDF ==> \forall integer p; 0 <= p < to ==> EDF_PAIR(*k, p, to); @/
      /@ assert fifo_front: k->order == RTMR_ORDER_FIFO ==>
                        \forall integer p; 0 <= p < to ==> k->handle[p] < k->handle[to]; @/
      queue_joined(k, to);
  }
*/
