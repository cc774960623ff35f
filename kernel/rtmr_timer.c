/*
 * The entry points that say when the caller must call next, and which slot it may use.
 */
#include "rtmr.h"

#include "access.h"
#include "timer.h"

/*@ requires valid: NULL_OR_VALID(k) && \valid(g);
    assigns \nothing;
    behavior none:
      assumes !A_CONTEXT(k);
      ensures none:  \result == RTMR_NEVER;
    behavior call:
      assumes A_CONTEXT(k);
      requires state: State(*k, *g);
      NEXT_EVENT(ensures, *k)
    complete behaviors;
    disjoint behaviors;
*/
rtmr_ticks rtmr_next_event(const struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    return rtmr_check_context(k) == RTMR_OK ? rtmr_find_event(k) /*@ ghost (g) */ : RTMR_NEVER;
}

/*@ requires valid: NULL_OR_VALID(k);
    assigns \nothing;
    behavior none:
      assumes !ON_STAGE(k, stage);
      ensures none:  \result == -1;
    behavior call:
      assumes ON_STAGE(k, stage);
      TABLE_CLAUSES(requires, *k, 0)
      PENDING(requires, *k)
      NEXT_IDLE(ensures, map_, stage == RTMR_MAP, k->map, from)
      NEXT_IDLE(ensures, reduce_, stage != RTMR_MAP, k->reduce, from)
    complete behaviors;
    disjoint behaviors;
*/
int32_t rtmr_next_idle(const struct rtmr *k, enum rtmr_stage stage, int32_t from)
{
    if (rtmr_check_stage(k, stage) != RTMR_OK) {
        return -1;
    }
    return stage == RTMR_MAP ? rtmr_find_idle(&k->map, from) : rtmr_find_idle(&k->reduce, from);
}
