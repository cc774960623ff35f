#include "proofs/theorem/timer.h"

#include "kernel/ticks.h"
#include "proofs/lemmas/state.h"

enum rtmr_status rtmr_wait_at_most(struct rtmr *k, rtmr_ticks to) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_alarm alarm;
    const rtmr_ticks event = rtmr_find_event(k) /*@ ghost (g) */;
    const rtmr_ticks until = rtmr_sooner(to, event);

    //@ ghost rtmr_state_ranges(k, g);
    //@ assert map: !BROKEN(k->map, k->promised, k->now, until);
    //@ assert reduce: !BROKEN(k->reduce, k->promised, k->now, until);
    return rtmr_move_clock(k, until, &alarm) /*@ ghost (g) */;
}

/* What is broken an instant after `now` is so if the clock has moved to `now` before. */
/*@ ghost
  /@ requires valid:   \valid_read(pool) && \valid_read(was);
     requires slots:   pool->slots == was->slots && pool->idle == was->idle && NOTICE_PAD(*pool) == NOTICE_PAD(*was);
     requires states:  OtherSlots(-1, pool->slots, pool->state, pool->bound, was->state, was->bound);
     requires columns: COLUMNS_SAME(*pool, *was);
     assigns \nothing;
     ensures broken:   BROKEN(*was, promised, earlier, now + 1) ==> BROKEN(*pool, promised, now, now + 1);
  @/
  static void still_broken(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *was, int32_t promised,
                           rtmr_ticks earlier, rtmr_ticks now)
  {
  }
*/

enum rtmr_status rtmr_miss_event(struct rtmr *k, enum rtmr_status *first)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_alarm alarm;
    const rtmr_ticks event = rtmr_find_event(k) /*@ ghost (g) */;

    //@ ghost rtmr_state_ranges(k, g);
    if (event == RTMR_NEVER) {
        //@ assert map_never: !BROKEN(k->map, k->promised, k->now, RTMR_TIME_MAX);
        //@ assert reduce_never: !BROKEN(k->reduce, k->promised, k->now, RTMR_TIME_MAX);
        *first = rtmr_move_clock(k, RTMR_TIME_MAX, &alarm) /*@ ghost (g) */;
        return *first;
    }
    //@ ghost struct rtmr before = *k;
    //@ assert map_calm: !BROKEN(k->map, k->promised, k->now, event);
    //@ assert reduce_calm: !BROKEN(k->reduce, k->promised, k->now, event);
    *first = rtmr_move_clock(k, event, &alarm) /*@ ghost (g) */;
    //@ assert calm: *first == RTMR_OK && k->now == event;
    //@ assert same: TableSame(*k, before);
    //@ ghost still_broken(&k->map, &before.map, k->promised, before.now, k->now);
    //@ ghost still_broken(&k->reduce, &before.reduce, k->promised, before.now, k->now);
    /*@ assert broken: BROKEN(k->map, k->promised, k->now, event + 1)
            || BROKEN(k->reduce, k->promised, k->now, event + 1); */
    const enum rtmr_status second = rtmr_move_clock(k, event + 1, &alarm) /*@ ghost (g) */;

    //@ assert second: second == RTMR_VIOLATION_OVERRUN || second == RTMR_VIOLATION_WAITING;
    return second;
}
