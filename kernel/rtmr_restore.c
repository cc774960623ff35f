/*
 * The part of the interface that is about contexts whose memory may hold anything.
 */
#include "rtmr.h"

#include "access.h"
#include "restore.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/state.h"
#include "spec/restore.acsl"
#endif

#if RTMR_WITH_RESTORE
/*@ requires valid: NULL_OR_VALID(k);
    assigns \nothing;
    NO_CONTEXT(k)
    behavior a_context:
      assumes A_CONTEXT(k);
      ensures checked: \result == RTMR_OK <==> Checked(*k);
      ensures broken: \result == RTMR_OK || \result == RTMR_E_TABLE;
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_check(const struct rtmr *k)
{
    const enum rtmr_status status = rtmr_check_context(k);

    if (status != RTMR_OK) {
        return status;
    }
    return rtmr_tables_fit(k) ? RTMR_OK : RTMR_E_TABLE;
}

/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(alarm) && \valid(g);
    requires separate: k == \null || alarm == \null || \separated(k, alarm);
    assigns RESTORED(*k), *alarm, GHOST_RESTORED(*g);
    NO_CONTEXT(k)
    behavior broken:
      assumes A_CONTEXT(k) && !Checked(*k);
      assigns \nothing;
      ensures broken: \result == RTMR_E_TABLE;
    NULL_ARGUMENT(A_CONTEXT(k) && Checked(*k), alarm == \null)
    behavior back:
      assumes A_CONTEXT(k) && Checked(*k) && alarm != \null && now < k->now;
      assigns \nothing;
      ensures back: \result == RTMR_E_TIME_BACK;
    behavior beyond:
      assumes A_CONTEXT(k) && Checked(*k) && alarm != \null && now >= k->now && now > RTMR_TIME_MAX;
      assigns \nothing;
      ensures beyond: \result == RTMR_E_TIME_MAX;
    behavior call:
      assumes A_CONTEXT(k) && Checked(*k) && alarm != \null && k->now <= now <= RTMR_TIME_MAX;
      ensures state:    State(*k, *g);
      RESTORATION(ensures, *k, now, *alarm, *g)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_restore(struct rtmr *k, rtmr_ticks now, struct rtmr_alarm *alarm)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check(k);

    if (status != RTMR_OK) {
        return status;
    }
    if (alarm == NULL) {
        return RTMR_E_NULL;
    }
    if (now < k->now) {
        return RTMR_E_TIME_BACK;
    }
    if (now > RTMR_TIME_MAX) {
        return RTMR_E_TIME_MAX;
    }
    return rtmr_take_up(k, now, alarm) /*@ ghost (g) */;
}
#endif
