#include "proofs/theorem/waits.h"

#include "kernel/latency_pads.h"

/*@ ghost
  int32_t rtmr_is_offered(const struct rtmr *k, struct rtmr_ghost \ghost *g, enum rtmr_stage stage)
  {
      rtmr_state_unfold(k, g);
      /@ assert map: k->map.first < k->promised && k->map.reserved < k->map.idle ==>
                     OFFER(k->map, k->promised, k->map.first); @/
      /@ assert reduce: k->reduce.first < k->promised && k->reduce.reserved < k->reduce.idle ==>
                        OFFER(k->reduce, k->promised, k->reduce.first); @/
      if (stage == RTMR_MAP) {
          return k->map.first < k->promised && k->map.reserved < k->map.idle;
      }
      return k->reduce.first < k->promised && k->reduce.reserved < k->reduce.idle;
  }
*/

/*@ ghost
  rtmr_ticks rtmr_would_wait(const struct rtmr *k, struct rtmr_ghost \ghost *g, enum rtmr_stage stage, int32_t slot)
  {
      rtmr_state_unfold(k, g);
      if (stage == RTMR_MAP) {
          if (slot < 0 || slot >= k->map.slots || k->map.state[slot] < RTMR_SLOT_BUSY
              || k->map.state[slot] >= RTMR_SLOT_LATE || k->map.bound[slot] > k->now + RTMR_RELEASE_PAD(&k->map)) {
              return k->now;
          }
          return k->map.bound[slot] - RTMR_RELEASE_PAD(&k->map);
      }
      if (slot < 0 || slot >= k->reduce.slots || k->reduce.state[slot] < RTMR_SLOT_BUSY
          || k->reduce.state[slot] >= RTMR_SLOT_LATE || k->reduce.bound[slot] > k->now + RTMR_RELEASE_PAD(&k->reduce)) {
          return k->now;
      }
      return k->reduce.bound[slot] - RTMR_RELEASE_PAD(&k->reduce);
  }
*/

/*@ ghost
  int32_t rtmr_waits_longest(const struct rtmr_pool *pool, struct rtmr_waits_stage \ghost *stage, int32_t slot,
                             rtmr_ticks now)
  {
      int32_t longest = slot;
      /@ loop invariant range:   0 <= s <= pool->slots && 0 <= longest < pool->slots
                                 && pool->state[longest] == RTMR_SLOT_IDLE;
         loop invariant longest: longest == Earliest(pool->state, stage->since, slot, s);
         loop invariant due:     NOTICE_PAD(*pool) > 0 ==> longest == Earliest(pool->state, pool->bound, slot, s);
         loop assigns s, longest;
         loop variant pool->slots - s;
      @/
      for (int32_t s = 0; s < pool->slots; s++) {
          /@ assert next: Earliest(pool->state, stage->since, slot, s + 1)
                          == Sooner(pool->state, stage->since, longest, s); @/
          /@ assert next_due: NOTICE_PAD(*pool) > 0 ==> Earliest(pool->state, pool->bound, slot, s + 1)
                              == Sooner(pool->state, pool->bound, longest, s); @/
          if (pool->state[s] == RTMR_SLOT_IDLE && stage->since[s] < stage->since[longest]) {
              longest = s;
          }
      }
      return longest;
  }
*/

/*@ ghost
  void rtmr_observe_waits(struct rtmr_waits_stage \ghost *stage, const struct rtmr_pool *pool,
                          const struct rtmr_pool \ghost *was, int32_t offered, int32_t promised, rtmr_ticks now,
                          int32_t slot, rtmr_ticks began)
  {
      /@ loop invariant range: 0 <= s <= pool->slots;
         loop invariant noted: \forall integer q; 0 <= q < s && pool->state[q] == RTMR_SLOT_IDLE ==> stage->since[q]
                               == (offered == 0 ? RTMR_NEVER
                                   : (q == slot ? began : \at(stage->since, Pre)[q]) == RTMR_NEVER ? now
                                   : q == slot ? began : \at(stage->since, Pre)[q]);
         loop invariant rest:  \forall integer q; s <= q < RTMR_SLOTS ==> stage->since[q] == \at(stage->since, Pre)[q];
         loop assigns s, stage->since[0 .. RTMR_SLOTS - 1];
         loop variant pool->slots - s;
      @/
      for (int32_t s = 0; s < pool->slots; s++) {
          rtmr_ticks since = s == slot ? began : stage->since[s];
          stage->since[s] = offered == 0 ? RTMR_NEVER : since == RTMR_NEVER ? now : since;
      }
  }
*/

/*@ ghost
  void rtmr_observe_waits_afresh(struct rtmr_waits_stage \ghost *stage, const struct rtmr_pool *pool, int32_t offered,
                                 int32_t promised, rtmr_ticks now)
  {
      /@ loop invariant range: 0 <= s <= pool->slots;
         loop invariant noted: \forall integer q; 0 <= q < s ==>
                               stage->since[q] == (offered == 0 ? RTMR_NEVER : now);
         loop assigns s, stage->since[0 .. RTMR_SLOTS - 1];
         loop variant pool->slots - s;
      @/
      for (int32_t s = 0; s < pool->slots; s++) {
          stage->since[s] = offered == 0 ? RTMR_NEVER : now;
      }
  }
*/

/*@ ghost
  void rtmr_waits_noted(struct rtmr_waits \ghost *a, const struct rtmr *k, const struct rtmr \ghost *b,
                        struct rtmr_ghost \ghost *g, int32_t map_slot, rtmr_ticks map_began, int32_t reduce_slot,
                        rtmr_ticks reduce_began)
  {
      int32_t maps = rtmr_is_offered(k, g, RTMR_MAP);
      int32_t reduces = rtmr_is_offered(k, g, RTMR_REDUCE);
      rtmr_state_unfold(k, g);
      rtmr_observe_waits(&a->map, &k->map, &b->map, maps, k->promised, k->now, map_slot, map_began);
      rtmr_observe_waits(&a->reduce, &k->reduce, &b->reduce, reduces, k->promised, k->now, reduce_slot, reduce_began);
  }
*/

/*@ ghost
  void rtmr_waits_begin(struct rtmr_waits \ghost *a, const struct rtmr *k, struct rtmr_ghost \ghost *g,
                        rtmr_ticks latency, int32_t per_node)
  {
      rtmr_state_unfold(k, g);
      a->map.limit = latency;
      a->map.release = latency;
      if (latency == 0) {
          /@ assert none: (per_node > 0 ? per_node : 1) * latency == 0; @/
          /@ assert no_wait: WAIT_PAD(k->reduce) == 0; @/
      }
      a->reduce.limit = RTMR_WAIT_PAD(&k->reduce);
      a->reduce.release = 0;
      /@ loop invariant range: 0 <= s <= RTMR_SLOTS;
         loop invariant none:  \forall integer q; 0 <= q < s ==>
                               a->map.since[q] == RTMR_NEVER && a->reduce.since[q] == RTMR_NEVER;
         loop assigns s, WAITS_ASSIGNED(*a);
         loop variant RTMR_SLOTS - s;
      @/
      for (int32_t s = 0; s < RTMR_SLOTS; s++) {
          a->map.since[s] = RTMR_NEVER;
          a->reduce.since[s] = RTMR_NEVER;
      }
  }
*/

/*@ ghost
  void rtmr_waits_forgotten(struct rtmr_waits \ghost *a, const struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
      int32_t maps = rtmr_is_offered(k, g, RTMR_MAP);
      int32_t reduces = rtmr_is_offered(k, g, RTMR_REDUCE);
      rtmr_state_unfold(k, g);
      rtmr_observe_waits_afresh(&a->map, &k->map, maps, k->promised, k->now);
      rtmr_observe_waits_afresh(&a->reduce, &k->reduce, reduces, k->promised, k->now);
  }
*/

/*@ ghost
  void rtmr_waits_stay(struct rtmr_waits \ghost *a, const struct rtmr *k, const struct rtmr \ghost *b)
  {
  }
*/

/*@ ghost
  void rtmr_waits_go_on(struct rtmr_waits \ghost *a, const struct rtmr *k, const struct rtmr \ghost *b)
  {
      /@ assert promised: k->promised == b->promised; @/
      /@ assert maps: k->map.waiting == b->map.waiting && k->map.ready == b->map.ready
                      && k->map.bound == b->map.bound; @/
      /@ assert reduces: k->reduce.waiting == b->reduce.waiting && k->reduce.ready == b->reduce.ready
                         && k->reduce.bound == b->reduce.bound; @/
      rtmr_waits_stay(a, k, b);
  }
*/

/*@ ghost
  void rtmr_waits_unchanged(struct rtmr_waits \ghost *a, const struct rtmr *k, const struct rtmr \ghost *b,
                            struct rtmr_ghost \ghost *g)
  {
      rtmr_state_ranges(k, g);
      rtmr_waits_go_on(a, k, b);
  }
*/

/*@ ghost
  void rtmr_waits_after(struct rtmr_waits \ghost *a, const struct rtmr *k, const struct rtmr \ghost *b,
                        struct rtmr_ghost \ghost *g, int32_t granted)
  {
      if (granted != 0) {
          rtmr_waits_noted(a, k, b, g, -1, RTMR_NEVER, -1, RTMR_NEVER);
      } else {
          rtmr_waits_unchanged(a, k, b, g);
      }
  }
*/

/* Some slot is idle if the count of them says so. */
/*@ ghost
  /@ requires valid:   \valid(pool);
     requires range:   0 <= pool->slots <= RTMR_SLOTS;
     requires some:    0 < Idle(pool->state, pool->slots);
     assigns \nothing;
     ensures idle:     0 <= \result < pool->slots && pool->state[\result] == RTMR_SLOT_IDLE;
  @/
  static int32_t some_idle_slot(const struct rtmr_pool *pool)
  {
      /@ loop invariant range: 0 <= s <= pool->slots;
         loop invariant none:  Idle(pool->state, s) == 0;
         loop assigns s;
         loop variant pool->slots - s;
      @/
      for (int32_t s = 0; s < pool->slots; s++) {
          if (pool->state[s] == RTMR_SLOT_IDLE) {
              return s;
          }
      }
      return -1;
  }
*/

/* A slot is idle while the stage is offered. */
/*@ ghost
  /@ requires valid:   \valid(pool) && \valid(stage);
     requires table:   SLOT_TABLE(*pool);
     requires range:   0 <= pool->slots <= RTMR_SLOTS && 0 <= promised <= RTMR_JOBS;
     requires natural: \forall integer p; 0 <= p < promised ==> 0 <= Sum(pool->waiting, p);
     requires limit:   LIMIT(*pool, *stage) && 0 <= NOTICE_PAD(*pool);
     requires later:   0 <= now < to;
     requires since:   SINCE(*pool, *stage, now);
     requires offer:   WAITS_FOR_OFFER(*pool, *stage, promised);
     assigns \nothing;
     ensures judged:   WAITED_TOO_LONG(*pool, *stage, to) <==> WAITED(*pool, promised, to);
  @/
  static void judge_stage(const struct rtmr_pool *pool, struct rtmr_waits_stage \ghost *stage, int32_t promised,
                          rtmr_ticks now, rtmr_ticks to)
  {
      /@ assert some: OFFERED(*pool, promised) ==> 0 < Idle(pool->state, pool->slots); @/
      /@ assert same: OFFERED(*pool, promised) <==> OFFERS(*pool, promised); @/
      if (pool->idle > 0) {
          int32_t s = some_idle_slot(pool);
          /@ assert own: NOTICE_PAD(*pool) == 0 && OFFERED(*pool, promised) ==> to - stage->since[s] > stage->limit; @/
      }
  }
*/

/*@ ghost
  void rtmr_waits_judged(struct rtmr_waits \ghost *a, const struct rtmr *k, struct rtmr_ghost \ghost *g, rtmr_ticks to)
  {
      rtmr_state_unfold(k, g);
      rtmr_waiting_grows(&k->map, k->jobs);
      rtmr_waiting_grows(&k->reduce, k->jobs);
      judge_stage(&k->map, &a->map, k->promised, k->now, to);
      judge_stage(&k->reduce, &a->reduce, k->promised, k->now, to);
  }
*/
