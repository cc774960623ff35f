/*
 * The clock, the detection of broken rules, and what remains true after one.
 */
#ifndef RTMR_CLOCK_H
#define RTMR_CLOCK_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/plan_lemmas.h"
#include "proofs/state.h"
#include "spec/calls.acsl"

#endif

/* rtmr_advance() */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g);
    requires state:   State(*k, *g);
    assigns ADVANCED(*k), *alarm, GHOST_RECOVERED(*g);
    ensures state:    State(*k, *g);
    ADVANCE(ensures, *k, to, *alarm, *g)
    ensures status:   \result == RTMR_OK || \result == RTMR_VIOLATION_OVERRUN || \result == RTMR_VIOLATION_WAITING
                      || \result == RTMR_E_TIME_BACK || \result == RTMR_E_TIME_MAX;
    ensures back:     \result == RTMR_E_TIME_BACK <==> to < \old(k->now);
    ensures beyond:   \result == RTMR_E_TIME_MAX <==> to > RTMR_TIME_MAX;
    ensures calm:     \result == RTMR_OK ==> TABLE_SAME(*k, \old(*k)) && OTHER_SLOTS(k->map, -1) && OTHER_SLOTS(k->reduce, -1)
                      && k->map.usable == \old(k->map.usable) && k->reduce.usable == \old(k->reduce.usable);
    ensures refused:  \result < 0 ==> k->now == \old(k->now) && k->promised == \old(k->promised) && g->watched == \old(g->watched);
*/
enum rtmr_status rtmr_move_clock(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Suspends the promise of the job at `place`, if it has one. */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g);
    TABLE(requires, *k, 0)
    WATCHED(requires, *k, *g)
    requires range:   0 <= place < k->jobs;
    requires alarm:   0 <= alarm->flagged_jobs <= RTMR_JOBS - k->promised;
    assigns TABLE_COLUMNS(*k), k->promised, alarm->flagged_jobs, g->watched;
    TABLE(ensures, *k, 0)
    WATCHED(ensures, *k, *g)
    ensures flagged:  k->promised == \old(k->promised) - (place < \old(k->promised) ? 1 : 0);
    ensures alarm:    alarm->flagged_jobs + k->promised == \old(alarm->flagged_jobs + k->promised);
    ensures mlate:    \forall integer s; 0 <= s < k->map.slots && k->map.state[s] == RTMR_SLOT_LATE
                      && (\old(k->map.place)[s] >= \old(k->promised) || \old(k->map.place)[s] == place) ==> k->map.place[s] >= k->promised;
    ensures rlate:    \forall integer s; 0 <= s < k->reduce.slots && k->reduce.state[s] == RTMR_SLOT_LATE
                      && (\old(k->reduce.place)[s] >= \old(k->promised) || \old(k->reduce.place)[s] == place) ==> k->reduce.place[s] >= k->promised;
    ensures nobody:   \old(g->watched) == -1 ==> g->watched == -1;
    ensures last:     place < \old(k->promised) ==> k->handle[k->jobs - 1] == \old(k->handle)[place];
*/
void rtmr_flag(struct rtmr *k, int32_t place, struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Plans all promised jobs anew from the slot table. Whoever no longer fits is flagged, first in plan order first; the
 * others' promises are renewed by a plan that meets every one of their deadlines. At most `jobs` plans. */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g);
    TABLE(requires, *k, 0)
    WATCHED(requires, *k, *g)
    requires mlate:   LATE_FLAGGED(k->map, k->promised);
    requires rlate:   LATE_FLAGGED(k->reduce, k->promised);
    requires alarm:   0 <= alarm->flagged_jobs <= RTMR_JOBS - k->promised;
    assigns RECOVERED(*k), alarm->flagged_jobs, GHOST_RECOVERED(*g);
    STATE(ensures, *k, *g)
    ensures alarm:    alarm->flagged_jobs + k->promised == \old(alarm->flagged_jobs + k->promised);
    ensures nobody:   \old(g->watched) == -1 ==> g->watched == -1;
*/
void rtmr_recover(struct rtmr *k, struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
