/*
 * New guarantees: what remains true when a rule was broken or a slot goes. A job is flagged, and
 * loses its promise, only if what has happened reaches it, or if not every promise can be kept.
 */
#ifndef RTMR_RECOVERY_H
#define RTMR_RECOVERY_H

#include "job_plan.h"
#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/lemmas/state.h"
#include "spec/calls.acsl"
#endif

/* The job at `place` has no promise any more, if it had one. Returns its place then. `found` is the
 * context as the call found it. O(jobs + slots). */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g) && \valid_read(found);
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             WATCHED(conjunct, *k, *g)
             CLAUSE(conjunct, range, 0 <= place < k->jobs)
             CLAUSE(conjunct, alarm, 0 <= alarm->flagged_jobs <= RTMR_JOBS - k->promised)
             CLAUSE(conjunct, order, Reordered(*k, *found, g->order.from, -1, -1)))
    assigns TABLE_COLUMNS(*k), k->promised, alarm->flagged_jobs, g->watched, g->order;
    TOGETHER(ensures, outcome,
             TABLE(conjunct, *k, 0)
             WATCHED(conjunct, *k, *g)
             CLAUSE(conjunct, flagged, k->promised == \old(k->promised) - (place < \old(k->promised) ? 1 : 0)
                                       && k->promised <= \result < k->jobs)
             CLAUSE(conjunct, alarm, alarm->flagged_jobs + k->promised == \old(alarm->flagged_jobs + k->promised))
             CLAUSE(conjunct, map_late_flagged,
                    \forall integer s; 0 <= s < k->map.slots && OVERDUE(k->map.state[s])
                    && (\old(k->map.place)[s] >= \old(k->promised) || \old(k->map.place)[s] == place) ==>
                    k->map.place[s] >= k->promised)
             CLAUSE(conjunct, reduce_late_flagged,
                    \forall integer s; 0 <= s < k->reduce.slots && OVERDUE(k->reduce.state[s])
                    && (\old(k->reduce.place)[s] >= \old(k->promised) || \old(k->reduce.place)[s] == place) ==>
                    k->reduce.place[s] >= k->promised)
             CLAUSE(conjunct, no_job, \old(g->watched) == -1 ==> g->watched == -1)
             CLAUSE(conjunct, turned,
                    \forall integer p; 0 <= p < k->jobs ==> JOB_TURNED(*k, *g, p, STOOD(p, place, \result)))
             CLAUSE(conjunct, still, place >= \old(k->promised) ==> \result == place)
             CLAUSE(conjunct, named, \old(g->watched) >= 0 && g->watched < 0 ==> \old(g->watched) == place)
             CLAUSE(conjunct, order, Reordered(*k, *found, g->order.from, -1, -1)))
*/
int32_t rtmr_flag(struct rtmr *k, int32_t place, struct rtmr_alarm *alarm)
    /*@ ghost (struct rtmr_ghost \ghost *g, const struct rtmr \ghost *found) */;

/* Plans all promised jobs from the slot table, writing scratch only: outlook->late is the first
 * that would miss its deadline, or -1. An admission test without a candidate. */
/*@ requires valid:   \valid(k) && \valid(outlook) && \valid(g);
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             CLAUSE(conjunct, from_slots, k->plans_from_slots != 0)
             CLAUSE(conjunct, plans, g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0))
    assigns SCRATCH(*k), *outlook, GHOST_SCRATCH(*g);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, late, outlook->late == g->trial.late && -1 <= outlook->late < k->promised)
             CLAUSE(conjunct, miss, outlook->late >= 0 ==> outlook->late_end > k->deadline[outlook->late])
             CLAUSE(conjunct, late_end, outlook->late >= 0 ==> outlook->late_end == LATE_END(g->trial))
             CLAUSE(conjunct, alone, g->trial.place == k->promised && g->trial.candidate.map.waiting == 0
                                     && g->trial.candidate.reduce.waiting == 0)
             VERDICT(conjunct, found_, \true, \old(*k), g->trial, RTMR_TIME_MAX)
             CLAUSE(conjunct, drafts, JUST_DRAFTED(g->trial, *g))
             CLAUSE(conjunct, ends, \forall integer i; 0 <= i < g->trial.jobs && i < k->promised ==>
                                    k->reduce.draft[i] == g->trial.reduce.end[i]))
    ALL_PLANNED(ensures, outlook->late == -1, *k, *g)
*/
void rtmr_plan_promised(struct rtmr *k, struct rtmr_outlook *outlook) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The plan of all promised jobs that has just been made becomes the one in force: their promises
 * are renewed. O(jobs). */
/*@ requires valid:   \valid(k) && \valid(g);
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             WATCHED(conjunct, *k, *g)
             BOTH_STAGES(conjunct, late_flagged, LATE_FLAGGED, *k, k->promised)
             CLAUSE(conjunct, from_slots, k->plans_from_slots != 0)
             CLAUSE(conjunct, plans, g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0)
             CLAUSE(conjunct, map_due_soon, NOTICE_PAD(k->map) > 0 ==> DUE_SOON(k->map, k->now))
             CLAUSE(conjunct, reduce_due_soon, NOTICE_PAD(k->reduce) > 0 ==> DUE_SOON(k->reduce, k->now))
             ALL_PLANNED(conjunct, \true, *k, *g))
    assigns k->map.end[0 .. RTMR_JOBS - 1], k->reduce.end[0 .. RTMR_JOBS - 1], k->plans_from_slots,
            g->map.plan, g->map.last, g->map.position[0 .. RTMR_SLOTS - 1],
            g->reduce.plan, g->reduce.last, g->reduce.position[0 .. RTMR_SLOTS - 1];
    TOGETHER(ensures, outcome,
             STATE_UNNOTED(conjunct, *k, *g)
             CLAUSE(conjunct, plans,
                    k->jobs == 0 ? PLANS_AS_SET_UP(*k) : k->plans_from_slots == \old(k->plans_from_slots))
             CLAUSE(conjunct, map_ends, EndsAdopted(0, k->promised, k->map.end, k->map.end, g->map.draft.end))
             CLAUSE(conjunct, reduce_ends, EndsAdopted(0, k->promised, k->reduce.end, k->reduce.end,
                                           g->reduce.draft.end))
             CLAUSE(conjunct, kept, ENDS_STAY(*k, \old(*k), k->promised)))
*/
void rtmr_keep_promises(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Plans all promised jobs again from the slot table. If not every promise can be kept, that of
 * the job at `suspect` is suspended first (-1: no job is); then each job that would be late is
 * flagged, first in plan order first, until the promises of the others are renewed by a plan
 * that meets every one of their deadlines. At most `jobs` + 1 plans. `found` is the context as
 * the call found it. */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g) && \valid_read(found);
    TABLE(requires, *k, 0)
    WATCHED(requires, *k, *g)
    requires suspect: -1 <= suspect < k->jobs;
    BOTH_STAGES(requires, late_flagged, LATE_FLAGGED, *k, k->promised)
    requires alarm: 0 <= alarm->flagged_jobs <= RTMR_JOBS - k->promised;
    requires order: Reordered(*k, *found, g->order.from, -1, -1);
    requires ends:    EndsFrom(k->promised, k->jobs, k->reduce.end, found->reduce.end, g->order.from);
    assigns RECOVERED(*k), alarm->flagged_jobs, GHOST_RECOVERED(*g);
    TOGETHER(ensures, outcome,
             STATE_UNNOTED(conjunct, *k, *g)
             CLAUSE(conjunct, alarm, alarm->flagged_jobs + k->promised == \old(alarm->flagged_jobs + k->promised))
             CLAUSE(conjunct, no_job, \old(g->watched) == -1 ==> g->watched == -1)
             CLAUSE(conjunct, blamed, \old(g->watched) >= 0 && g->watched < 0 ==>
                                      BLAMED(*k, *found, *g, -1, -1) && (g->blamed == g->blame.trial.late
                                                                         || suspect == \old(g->watched)))
             CLAUSE(conjunct, order, Reordered(*k, *found, g->order.from, -1, -1))
             CLAUSE(conjunct, spared, Spared(*k, *found, *g, -1, -1) && g->first.at.promised == \old(k->promised))
             CLAUSE(conjunct, at_once, LateOnly(\old(*k), *found, \old(g->order.from)) ==>
                                       LateOnly(g->first.at, *found, g->first.order.from))
             CLAUSE(conjunct, renewed, Renewed(*k, *found, *g, -1, -1))
             CLAUSE(conjunct, plans, PLANS_FROM_SLOTS(*k))
             BOTH_STAGES(conjunct, waits, NONE_WAITS, *k))
*/
void rtmr_recover(struct rtmr *k, int32_t suspect, struct rtmr_alarm *alarm)
    /*@ ghost (struct rtmr_ghost \ghost *g, const struct rtmr \ghost *found) */;

#endif
