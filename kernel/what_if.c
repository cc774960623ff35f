#include "what_if.h"

#if RTMR_WITH_WHAT_IF

#include "admission.h"
#include "ticks.h"

/* The smallest of the deadlines low .. high, which all put the candidate at `place`, with which
 * it would be accepted now, or RTMR_NEVER. The candidate is to have the latest of all deadlines,
 * and gets its planned ends if it is accepted with that. */
/*@ requires valid:  \valid(k) && \valid(candidate) && \valid(g);
    requires state:  State(*k, *g);
    requires place:  MAY_BE_PUT(*k, place);
    requires fresh:  CANDIDATE(*candidate, *k);
    requires range:  0 <= low && high <= RTMR_TIME_MAX;
    requires latest: candidate->deadline == RTMR_TIME_MAX;
    assigns SCRATCH(*k), candidate->map.end, candidate->reduce.end, GHOST_OFFERED(*g);
    ensures state:   State(*k, *g);
    ensures range:   \result == RTMR_NEVER || low <= \result <= high;
    ensures full:    ROOM(*k, *candidate) != RTMR_REASON_NONE ==> \result == RTMR_NEVER;
    ensures accepts: ROOM(*k, *candidate) == RTMR_REASON_NONE && HAS_TASKS(*candidate) && \result != RTMR_NEVER ==>
                     TRIED(g->offer, *candidate) && g->offer.place == place && g->offer.late == -1
                     && g->offer.reduce.end[place] <= \result;
    ensures offer_verdict: ROOM(*k, *candidate) == RTMR_REASON_NONE && HAS_TASKS(*candidate)
                           && \result != RTMR_NEVER ==>
                     Verdict(*k, g->offer, RTMR_TIME_MAX);
    ensures refuses: ROOM(*k, *candidate) == RTMR_REASON_NONE && HAS_TASKS(*candidate) && low <= g->doubted <= high
                     && (\result == RTMR_NEVER || g->doubted < \result) ==>
                     TRIED(g->refused, *candidate) && g->refused.place == place
                     && (g->refused.late >= 0 || g->refused.reduce.end[place] > g->doubted);
    ensures refused_verdict: ROOM(*k, *candidate) == RTMR_REASON_NONE && HAS_TASKS(*candidate)
                             && low <= g->doubted <= high ==>
                     Verdict(*k, g->refused, RTMR_TIME_MAX);
    ensures others:  !(low <= g->doubted <= high) ==> g->refused == \old(g->refused);
*/
static rtmr_ticks earliest_at(struct rtmr *k, struct rtmr_row *candidate, int32_t place, rtmr_ticks low,
                              rtmr_ticks high) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_decision decision;

    if (low > high) {
        return RTMR_NEVER;
    }
    rtmr_decision_clear(&decision);
    rtmr_test(k, candidate, place, &decision) /*@ ghost (g) */;
    //@ ghost rtmr_note_refusal(k, g, low, high);
    //@ ghost rtmr_note_offer(k, g);
    return decision.reason == RTMR_REASON_NONE && candidate->reduce.end <= high ? rtmr_later(low, candidate->reduce.end)
                                                                                : RTMR_NEVER;
}

rtmr_ticks rtmr_earliest_deadline(struct rtmr *k, const struct rtmr_job *job) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost struct rtmr before = *k;
    struct rtmr_row candidate;
    //@ ghost rtmr_state_ranges(k, g);
    rtmr_ticks low = job->deadline; /* deadlines low .. high put the job at `place` */
    int32_t place = rtmr_table_place(k, low);

    rtmr_candidate(k, job, &candidate);
    candidate.deadline = RTMR_TIME_MAX;
    /*@ loop invariant range:  0 <= place <= k->promised + 1 && job->deadline <= low <= RTMR_TIME_MAX + 1;
        loop invariant floor:  Floor(k->order, k->promised, k->started) <= place;
        loop invariant passed: place <= k->promised ==>
                               \forall integer p; Floor(k->order, k->promised, k->started) <= p < place ==>
                               k->deadline[p] <= low;
        loop invariant last:   place > k->promised ==> low == RTMR_TIME_MAX + 1;
        loop invariant state:  State(*k, *g);
        loop invariant refused_before: DECIDABLE(*k, *job) && job->deadline <= g->doubted < low ==>
                                       REFUSES(*k, g->refused, *job, g->doubted);
        loop invariant refused_verdict: DECIDABLE(*k, *job) && job->deadline <= g->doubted < low ==>
                                        Verdict(before, g->refused, RTMR_TIME_MAX);
        loop assigns place, low, candidate.map.end, candidate.reduce.end, SCRATCH(*k), GHOST_OFFERED(*g);
        loop variant k->promised + 1 - place;
    */
    for (; place <= k->promised; place++) {
        const rtmr_ticks high = place < k->promised ? k->deadline[place] - 1 : RTMR_TIME_MAX;
        const rtmr_ticks earliest = earliest_at(k, &candidate, place, low, high) /*@ ghost (g) */;
        //@ ghost rtmr_verdict_kept(&before, k, &g->offer, RTMR_TIME_MAX);
        //@ ghost rtmr_verdict_kept(&before, k, &g->refused, RTMR_TIME_MAX);
        /*@ assert refused: DECIDABLE(*k, *job) && job->deadline <= g->doubted <= high
                && (earliest == RTMR_NEVER || g->doubted < earliest) ==> REFUSES(*k, g->refused, *job, g->doubted); */
        if (earliest != RTMR_NEVER) {
            //@ assert accepts: DECIDABLE(*k, *job) ==> ACCEPTS(*k, g->offer, *job, earliest);
            return earliest;
        }
        low = rtmr_later(low, high + 1);
    }
    return RTMR_NEVER;
}

#endif
