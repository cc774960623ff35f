/*
 * The inductions behind plan_insert.h.
 */
#include "proofs/lemmas/plan_insert.h"

/*@ ghost
  void rtmr_drafts_in_time(const struct rtmr *k, struct rtmr_ghost \ghost *g, int32_t from, int32_t place,
                           const struct rtmr_row *candidate)
  {
      /@ assert own: g->map.draft.end[place] == candidate->map.end
                     && g->reduce.draft.end[place] == candidate->reduce.end; @/
      /@ loop invariant range:   0 <= p <= k->promised;
         loop invariant in_time: InTime(p, k->map.draft, k->reduce.draft, k->deadline);
         loop assigns p;
         loop variant k->promised - p;
      @/
      for (int32_t p = 0; p < k->promised; p++) {
          int32_t i = p < place ? p : p + 1;
          /@ assert own: p >= from ==>
                         g->map.draft.end[i] == k->map.draft[p] && g->reduce.draft.end[i] == k->reduce.draft[p]
                         && g->map.draft.end[i] <= g->reduce.draft.end[i] <= k->deadline[p]; @/
      }
  }
*/

/*@ ghost
  void rtmr_plan_in_front(const struct rtmr_pool *pool, const struct rtmr_stage_memory *memory,
                          const struct rtmr_ghost_pool \ghost *g,
                          const struct rtmr_pool \ghost *was, int32_t plans_from_slots, int32_t from, int32_t put,
                          int32_t promised,
                          rtmr_ticks now)
  {
  }
*/

/*@ ghost
  void rtmr_draft_in_order(const struct rtmr_pool *pool, const struct rtmr_ghost_pool \ghost *g,
                           const struct rtmr_pool \ghost *was,
                           const struct rtmr_stage_row *row, int32_t from, int32_t put, int32_t promised)
  {
  }
*/
