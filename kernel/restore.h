/*
 * A context whose memory may hold anything, as after a reset: whether its tables fit together, and
 * how it is taken up again.
 */
#ifndef RTMR_RESTORE_H
#define RTMR_RESTORE_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "spec/restore.acsl"
#endif

#if RTMR_WITH_RESTORE

/* Nonzero if every clause about the setting and the tables holds. Believes nothing: an index is
 * checked before it is used. O(jobs * (jobs + slots)). */
/*@ requires valid:   \valid_read(k);
    assigns \nothing;
    ensures checked:  \result != 0 <==> Checked(*k);
*/
int32_t rtmr_tables_fit(const struct rtmr *k);

/* Takes up a context that is checked, at an instant at or after its own: all jobs are planned again
 * on the slots as they are. At most `jobs` + 1 plans. */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g);
    requires checked: Checked(*k);
    requires range:   k->now <= to <= RTMR_TIME_MAX;
    assigns RESTORED(*k), *alarm, GHOST_RESTORED(*g);
    ensures state:    State(*k, *g);
    RESTORATION(ensures, *k, to, *alarm, *g)
*/
enum rtmr_status rtmr_take_up(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif

#endif
