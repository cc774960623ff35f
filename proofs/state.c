/*
 * What stands behind state.h: nothing but the definition.
 */
#include "state.h"

/*@ ghost
  void rtmr_state_parts(const struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
  }
*/

/*@ ghost
  void rtmr_state_whole(const struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
  }
*/

/*@ ghost
  void rtmr_unnoted_parts(const struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
  }
*/

/*@ ghost
  void rtmr_unnoted_whole(const struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
  }
*/

/*@ ghost
  void rtmr_planned_parts(const struct rtmr *k, struct rtmr_ghost \ghost *g, int32_t place, const struct rtmr_row *candidate)
  {
  }
*/

/*@ ghost
  void rtmr_planned_whole(const struct rtmr *k, struct rtmr_ghost \ghost *g, int32_t place, const struct rtmr_row *candidate)
  {
  }
*/

/*@ ghost
  void rtmr_verdict_whole(const struct rtmr *k, struct rtmr_ghost_trial \ghost *t, rtmr_ticks due)
  {
  }
*/

/*@ ghost
  void rtmr_verdict_parts(const struct rtmr \ghost *k, struct rtmr_ghost_trial \ghost *t, rtmr_ticks due)
  {
  }
*/

/*@ ghost
  void rtmr_verdict_kept(const struct rtmr \ghost *before, const struct rtmr *k, struct rtmr_ghost_trial \ghost *t, rtmr_ticks due)
  {
  }
*/

/*@ ghost
  void rtmr_state_ranges(const struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
  }
*/

/*@ ghost
  void rtmr_note_verdict(const struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
      rtmr_state_parts(k, g);
      g->verdict = g->trial;
      rtmr_state_whole(k, g);
  }
*/

/*@ ghost
  void rtmr_note_offer(const struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
      rtmr_state_parts(k, g);
      g->offer = g->trial;
      rtmr_state_whole(k, g);
  }
*/

/*@ ghost
  void rtmr_note_refusal(const struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
      rtmr_state_parts(k, g);
      g->refused = g->trial;
      rtmr_state_whole(k, g);
  }
*/

/*@ ghost
  void rtmr_watch(const struct rtmr *k, struct rtmr_ghost \ghost *g, int32_t place)
  {
      rtmr_state_parts(k, g);
      g->watched = place;
      g->handle = k->handle[place];
      g->deadline = k->deadline[place];
      rtmr_state_whole(k, g);
  }
*/

/*@ ghost
  void rtmr_promise_stands(struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
      rtmr_state_parts(k, g);
      rtmr_stage_on_time(&k->map, &g->map, k->jobs, k->promised, k->now);
      rtmr_stage_on_time(&k->reduce, &g->reduce, k->jobs, k->promised, k->now);
  }
*/
