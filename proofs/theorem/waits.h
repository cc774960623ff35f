/*
 * The environment's own account of waits: since when each idle slot waits, by the rule of
 * spec/waits.acsl, from what the calls return. By this account it is told whether E2 was broken.
 *
 * Lemma functions, and the functions that keep the account: ghost code. Never compiled.
 */
#ifndef PROOFS_WAITS_H
#define PROOFS_WAITS_H

#include "proofs/lemmas/state.h"
#include "spec/calls.acsl"

/* Of one stage. */
struct rtmr_waits_stage {
    rtmr_ticks limit;   /* for how long a slot may wait: H for maps, r H for reduces */
    rtmr_ticks release; /* how long before its bound a slot that reports may have begun to wait: H for maps, else 0 */
    rtmr_ticks since[RTMR_SLOTS]; /* IDLE: since when the slot waits; RTMR_NEVER: it does not */
};
struct rtmr_waits {
    struct rtmr_waits_stage map, reduce;
};

/*@
  // An idle slot waits since an instant that has come, or does not wait; with latency a task is due
  // on it by the limit after that, or never.
  predicate Since(integer notice, integer limit, integer now, integer slots, uint8_t state[RTMR_SLOTS],
                  rtmr_ticks bound[RTMR_SLOTS], rtmr_ticks since[RTMR_SLOTS]) =
    \forall integer s; 0 <= s < slots && state[s] == RTMR_SLOT_IDLE ==>
      (since[s] == RTMR_NEVER || since[s] <= now)
      && (notice > 0 ==> bound[s] == (since[s] == RTMR_NEVER ? RTMR_NEVER : since[s] + limit));

  // It waits exactly while promised jobs are offered a slot.
  predicate WaitsForOffer(integer promised, integer idle, int32_t waiting[RTMR_JOBS], uint8_t ready[RTMR_JOBS],
                          integer slots, uint8_t state[RTMR_SLOTS], rtmr_ticks since[RTMR_SLOTS]) =
    \forall integer s; 0 <= s < slots && state[s] == RTMR_SLOT_IDLE ==>
      (since[s] != RTMR_NEVER <==> Offered(promised, idle, waiting, ready));
*/
#define SINCE(P, A, now) Since(NOTICE_PAD(P), (A).limit, now, (P).slots, (P).state, (P).bound, (A).since)
#define WAITS_FOR_OFFER(P, A, promised) \
    WaitsForOffer(promised, (P).idle, (P).waiting, (P).ready, (P).slots, (P).state, (A).since)
#define LIMIT(P, A) \
    (WAIT_LIMIT(P) == (A).limit && RELEASE_PAD(P) == (A).release && 0 <= (A).limit <= RTMR_TIME_MAX \
     && (NOTICE_PAD(P) == 0 ==> (A).limit == 0))

/* The account agrees with the kernel's. */
#define WAITS_OBSERVED(clause, K, A) TOGETHER(clause, waits, \
    CLAUSE(conjunct, map_limit, LIMIT((K).map, (A).map)) \
    CLAUSE(conjunct, reduce_limit, LIMIT((K).reduce, (A).reduce)) \
    CLAUSE(conjunct, map_since, SINCE((K).map, (A).map, (K).now)) \
    CLAUSE(conjunct, reduce_since, SINCE((K).reduce, (A).reduce, (K).now)) \
    CLAUSE(conjunct, map_offer, WAITS_FOR_OFFER((K).map, (A).map, (K).promised)) \
    CLAUSE(conjunct, reduce_offer, WAITS_FOR_OFFER((K).reduce, (A).reduce, (K).promised)))
/* What the keeping of it writes. */
#define WAITS_ASSIGNED(A) (A).map.since[0 .. RTMR_SLOTS - 1], (A).reduce.since[0 .. RTMR_SLOTS - 1]

/* At `to` a slot of the stage has waited for longer than it may. */
#define WAITED_TOO_LONG(P, A, to) \
    (\exists integer s; 0 <= s < (P).slots && (P).state[s] == RTMR_SLOT_IDLE && (A).since[s] != RTMR_NEVER \
     && (to) - (A).since[s] > (A).limit)

/* Nonzero: promised jobs are offered slots of the stage. */
/*@ ghost
  /@ requires valid:   \valid(k) && \valid(g);
     requires state:   State(*k, *g);
     assigns \nothing;
     ensures maps:     stage == RTMR_MAP ==> (\result != 0 <==> OFFERED(k->map, k->promised));
     ensures reduces:  stage != RTMR_MAP ==> (\result != 0 <==> OFFERED(k->reduce, k->promised));
  @/
  int32_t rtmr_is_offered(const struct rtmr *k, struct rtmr_ghost \ghost *g, enum rtmr_stage stage);
*/

/* Since when the slot waits if it reports now. */
/*@ ghost
  /@ requires valid:   \valid(k) && \valid(g);
     requires state:   State(*k, *g);
     assigns \nothing;
     ensures past:     \result <= k->now;
     ensures map:      stage == RTMR_MAP && 0 <= slot < k->map.slots && RUNS(k->map.state[slot]) ==>
                       \result + WAIT_LIMIT(k->map)
                       == DUE_AFTER(k->map, k->map.state[slot], k->map.bound[slot], k->now);
     ensures reduce:   stage != RTMR_MAP && 0 <= slot < k->reduce.slots && RUNS(k->reduce.state[slot]) ==>
                       \result + WAIT_LIMIT(k->reduce)
                       == DUE_AFTER(k->reduce, k->reduce.state[slot], k->reduce.bound[slot], k->now);
  @/
  rtmr_ticks rtmr_would_wait(const struct rtmr *k, struct rtmr_ghost \ghost *g, enum rtmr_stage stage, int32_t slot);
*/

/* The idle slot that has waited for longest; if several have, this one, or the first of them. */
/*@ ghost
  /@ requires valid:   \valid(pool) && \valid(stage);
     requires range:   0 <= slot < pool->slots <= RTMR_SLOTS && pool->state[slot] == RTMR_SLOT_IDLE;
     requires limit:   LIMIT(*pool, *stage);
     requires since:   SINCE(*pool, *stage, now) && now <= RTMR_TIME_MAX;
     assigns \nothing;
     ensures idle:     0 <= \result < pool->slots && pool->state[\result] == RTMR_SLOT_IDLE;
     ensures longest:  \result == Earliest(pool->state, stage->since, slot, pool->slots);
     ensures due:      NOTICE_PAD(*pool) > 0 ==> \result == Earliest(pool->state, pool->bound, slot, pool->slots);
  @/
  int32_t rtmr_waits_longest(const struct rtmr_pool *pool, struct rtmr_waits_stage \ghost *stage, int32_t slot,
                             rtmr_ticks now);
*/

/* At the end of a call: the slot, if there is one of that number, waits since it began to, and what
 * is offered is noted. */
/*@ ghost
  /@ requires valid:   \valid(stage) && \valid(pool) && \valid(was);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= pool->slots <= RTMR_SLOTS && 0 <= now <= RTMR_TIME_MAX)
              CLAUSE(conjunct, limit, LIMIT(*pool, *stage) && NOTICE_PAD(*pool) == NOTICE_PAD(*was))
              CLAUSE(conjunct, offered, offered != 0 <==> OFFERED(*pool, promised))
              CLAUSE(conjunct, since, SINCE(*was, *stage, now))
              CLAUSE(conjunct, began, began == RTMR_NEVER || began <= now)
              CLAUSE(conjunct, idle,
                     \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_IDLE && s != slot ==>
                     s < was->slots && was->state[s] == RTMR_SLOT_IDLE)
              CLAUSE(conjunct, dues, DUES_SINCE(*pool, promised, now, was->bound, slot,
                                     began == RTMR_NEVER ? RTMR_NEVER : began + WAIT_LIMIT(*pool))))
     assigns stage->since[0 .. RTMR_SLOTS - 1];
     ensures since:    SINCE(*pool, *stage, now);
     ensures offer:    WAITS_FOR_OFFER(*pool, *stage, promised);
     ensures rule:     \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_IDLE ==> stage->since[s]
                       == (offered == 0 ? RTMR_NEVER : (s == slot ? began : \old(stage->since)[s]) == RTMR_NEVER ? now
                           : s == slot ? began : \old(stage->since)[s]);
  @/
  void rtmr_observe_waits(struct rtmr_waits_stage \ghost *stage, const struct rtmr_pool *pool,
                          const struct rtmr_pool \ghost *was, int32_t offered, int32_t promised, rtmr_ticks now,
                          int32_t slot, rtmr_ticks began);
*/

/* The same when a violation was returned: no slot had waited. */
/*@ ghost
  /@ requires valid:   \valid(stage) && \valid(pool);
     requires range:   0 <= pool->slots <= RTMR_SLOTS && 0 <= now <= RTMR_TIME_MAX;
     requires limit:   LIMIT(*pool, *stage);
     requires offered: offered != 0 <==> OFFERED(*pool, promised);
     requires dues:    DUES_AFRESH(*pool, promised, now);
     assigns stage->since[0 .. RTMR_SLOTS - 1];
     ensures since:    SINCE(*pool, *stage, now);
     ensures offer:    WAITS_FOR_OFFER(*pool, *stage, promised);
     ensures rule:     \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_IDLE ==>
                       stage->since[s] == (offered == 0 ? RTMR_NEVER : now);
  @/
  void rtmr_observe_waits_afresh(struct rtmr_waits_stage \ghost *stage, const struct rtmr_pool *pool, int32_t offered,
                                 int32_t promised, rtmr_ticks now);
*/

/* Both stages, at the end of a call that was granted: in each, the slot that began to wait, if
 * there is one of that number. */
#define STILL_IDLE(P, B, slot) \
    (\forall integer s; 0 <= s < (P).slots && (P).state[s] == RTMR_SLOT_IDLE && s != (slot) ==> \
     s < (B).slots && (B).state[s] == RTMR_SLOT_IDLE)
/*@ ghost
  /@ requires valid:   \valid(a) && \valid(k) && \valid(b) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, state, State(*k, *g))
              CLAUSE(conjunct, same, PADS_SAME(k->map, b->map) && PADS_SAME(k->reduce, b->reduce) && k->now == b->now)
              WAITS_OBSERVED(conjunct, *b, *a)
              CLAUSE(conjunct, began, (map_began == RTMR_NEVER || map_began <= k->now)
                                      && (reduce_began == RTMR_NEVER || reduce_began <= k->now))
              CLAUSE(conjunct, idle, STILL_IDLE(k->map, b->map, map_slot)
                                     && STILL_IDLE(k->reduce, b->reduce, reduce_slot))
              CLAUSE(conjunct, map_dues, DUES_SINCE(k->map, k->promised, k->now, b->map.bound, map_slot,
                                         map_began == RTMR_NEVER ? RTMR_NEVER : map_began + WAIT_LIMIT(k->map)))
              CLAUSE(conjunct, reduce_dues,
                     DUES_SINCE(k->reduce, k->promised, k->now, b->reduce.bound, reduce_slot,
                     reduce_began == RTMR_NEVER ? RTMR_NEVER : reduce_began + WAIT_LIMIT(k->reduce))))
     assigns WAITS_ASSIGNED(*a);
     WAITS_OBSERVED(ensures, *k, *a)
  @/
  void rtmr_waits_noted(struct rtmr_waits \ghost *a, const struct rtmr *k, const struct rtmr \ghost *b,
                        struct rtmr_ghost \ghost *g, int32_t map_slot, rtmr_ticks map_began, int32_t reduce_slot,
                        rtmr_ticks reduce_began);
*/

/* A system without jobs, of this latency H and r reduce slots to a node: no slot waits yet. */
/*@ ghost
  /@ requires valid:   \valid(a) && \valid(k) && \valid(g);
     requires state:   State(*k, *g);
     requires empty:   k->promised == 0;
     requires latency: LATENCY(*k) == latency && WAIT_PAD(k->reduce) == (per_node > 0 ? per_node : 1) * latency;
     BOTH_STAGES(requires, none, NONE_WAITS, *k)
     assigns *a;
     ensures limits:   a->map.limit == latency && a->reduce.limit == (per_node > 0 ? per_node : 1) * latency
                       && a->map.release == latency && a->reduce.release == 0;
     WAITS_OBSERVED(ensures, *k, *a)
  @/
  void rtmr_waits_begin(struct rtmr_waits \ghost *a, const struct rtmr *k, struct rtmr_ghost \ghost *g,
                        rtmr_ticks latency, int32_t per_node);
*/

/* Both stages, when a violation was returned. */
/*@ ghost
  /@ requires valid:   \valid(a) && \valid(k) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, state, State(*k, *g))
              CLAUSE(conjunct, map_limit, LIMIT(k->map, a->map))
              CLAUSE(conjunct, reduce_limit, LIMIT(k->reduce, a->reduce))
              BOTH_STAGES(conjunct, dues, DUES_AFRESH, *k, k->promised, k->now))
     assigns WAITS_ASSIGNED(*a);
     WAITS_OBSERVED(ensures, *k, *a)
  @/
  void rtmr_waits_forgotten(struct rtmr_waits \ghost *a, const struct rtmr *k, struct rtmr_ghost \ghost *g);
*/

/* Nothing has changed but the instant, which is later. */
#define STAGE_IDLES(P, B) \
    ((P).slots == (B).slots && (P).idle == (B).idle && (P).waiting == (B).waiting && (P).ready == (B).ready \
     && PADS_SAME(P, B) \
     && \forall integer s; 0 <= s < (P).slots && (P).state[s] == RTMR_SLOT_IDLE ==> \
        (B).state[s] == RTMR_SLOT_IDLE && (P).bound[s] == (B).bound[s])
/*@ ghost
  /@ requires valid:   \valid(a) && \valid(k) && \valid(b);
     TOGETHER(requires, given,
              CLAUSE(conjunct, same, k->promised == b->promised && b->now <= k->now)
              CLAUSE(conjunct, maps, STAGE_IDLES(k->map, b->map))
              CLAUSE(conjunct, reduces, STAGE_IDLES(k->reduce, b->reduce))
              WAITS_OBSERVED(conjunct, *b, *a))
     assigns \nothing;
     WAITS_OBSERVED(ensures, *k, *a)
  @/
  void rtmr_waits_stay(struct rtmr_waits \ghost *a, const struct rtmr *k, const struct rtmr \ghost *b);
*/

/* The same, from what calls say: the table has not changed, and slots are in the states that they
 * were in. */
#define STAGE_PASSES(P, B) \
    ((P).slots == (B).slots && (P).idle == (B).idle && PADS_SAME(P, B) \
     && OtherSlots(-1, (P).slots, (P).state, (P).bound, (B).state, (B).bound))
/*@ ghost
  /@ requires valid:   \valid(a) && \valid(k) && \valid(b);
     TOGETHER(requires, given,
              CLAUSE(conjunct, later, b->now <= k->now)
              CLAUSE(conjunct, table, TableSame(*k, *b))
              CLAUSE(conjunct, maps, STAGE_PASSES(k->map, b->map))
              CLAUSE(conjunct, reduces, STAGE_PASSES(k->reduce, b->reduce))
              WAITS_OBSERVED(conjunct, *b, *a))
     assigns \nothing;
     WAITS_OBSERVED(ensures, *k, *a)
  @/
  void rtmr_waits_go_on(struct rtmr_waits \ghost *a, const struct rtmr *k, const struct rtmr \ghost *b);
*/

/* A call has refused. */
/*@ ghost
  /@ requires valid:   \valid(a) && \valid(k) && \valid(b) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, state, State(*k, *g))
              CLAUSE(conjunct, same, PADS_SAME(k->map, b->map) && PADS_SAME(k->reduce, b->reduce))
              CLAUSE(conjunct, refused, Unchanged(*k, *b))
              WAITS_OBSERVED(conjunct, *b, *a))
     assigns \nothing;
     WAITS_OBSERVED(ensures, *k, *a)
  @/
  void rtmr_waits_unchanged(struct rtmr_waits \ghost *a, const struct rtmr *k, const struct rtmr \ghost *b,
                            struct rtmr_ghost \ghost *g);
*/

/* A call that no slot begins to wait by: it has changed what is offered, or it has refused. */
/*@ ghost
  /@ requires valid:   \valid(a) && \valid(k) && \valid(b) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, state, State(*k, *g))
              CLAUSE(conjunct, same, PADS_SAME(k->map, b->map) && PADS_SAME(k->reduce, b->reduce) && k->now == b->now)
              CLAUSE(conjunct, refused, granted == 0 ==> Unchanged(*k, *b))
              WAITS_OBSERVED(conjunct, *b, *a)
              CLAUSE(conjunct, map_idle, granted != 0 ==> STILL_IDLE(k->map, b->map, -1))
              CLAUSE(conjunct, reduce_idle, granted != 0 ==> STILL_IDLE(k->reduce, b->reduce, -1))
              CLAUSE(conjunct, map_dues, granted != 0 ==>
                                         DUES_SINCE(k->map, k->promised, k->now, b->map.bound, -1, RTMR_NEVER))
              CLAUSE(conjunct, reduce_dues, granted != 0 ==>
                                            DUES_SINCE(k->reduce, k->promised, k->now, b->reduce.bound, -1,
                                                       RTMR_NEVER)))
     assigns WAITS_ASSIGNED(*a);
     WAITS_OBSERVED(ensures, *k, *a)
  @/
  void rtmr_waits_after(struct rtmr_waits \ghost *a, const struct rtmr *k, const struct rtmr \ghost *b,
                        struct rtmr_ghost \ghost *g, int32_t granted);
*/

/* E2 by the account is E2 as the call judges it. */
/*@ ghost
  /@ requires valid:   \valid(a) && \valid(k) && \valid(g);
     requires state:   State(*k, *g);
     requires later:   k->now < to;
     WAITS_OBSERVED(requires, *k, *a)
     assigns \nothing;
     ensures maps:     WAITED_TOO_LONG(k->map, a->map, to) <==> WAITED(k->map, k->promised, to);
     ensures reduces:  WAITED_TOO_LONG(k->reduce, a->reduce, to) <==> WAITED(k->reduce, k->promised, to);
  @/
  void rtmr_waits_judged(struct rtmr_waits \ghost *a, const struct rtmr *k, struct rtmr_ghost \ghost *g, rtmr_ticks to);
*/

#endif
