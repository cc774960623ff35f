#include "what_if.h"

#if RTMR_WITH_WHAT_IF

#include "admission.h"
#include "ticks.h"

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
        loop invariant passed: place <= k->promised ==> \forall integer p; Floor(k->order, k->promised, k->started) <= p < place ==> k->deadline[p] <= low;
        loop invariant last:   place > k->promised ==> low == RTMR_TIME_MAX + 1;
        loop invariant state:  State(*k, *g);
        loop invariant same:   TESTED(*k, before);
        loop invariant refused_before: DECIDABLE(*k, *job) && job->deadline <= g->doubted < low ==> REFUSES(*k, g->refused, *job, g->doubted);
        loop invariant refused_verdict: DECIDABLE(*k, *job) && job->deadline <= g->doubted < low ==> Verdict(before, g->refused, RTMR_TIME_MAX);
        loop assigns place, low, candidate.map.end, candidate.reduce.end, SCRATCH(*k), GHOST_SCRATCH(*g), g->refused;
        loop variant k->promised + 1 - place;
    */
    for (; place <= k->promised; place++) {
        const rtmr_ticks high = place < k->promised ? k->deadline[place] - 1 : RTMR_TIME_MAX;

        if (low <= high) {
            struct rtmr_decision decision;
            rtmr_decision_clear(&decision);
            rtmr_test(k, &candidate, place, &decision) /*@ ghost (g) */;
            //@ ghost rtmr_verdict_kept(&before, k, &g->trial, RTMR_TIME_MAX);
            //@ assert misses: DECIDABLE(*k, *job) && g->trial.late >= 0 ==> LATE_END(g->trial) > IN_ORDER(g->trial.late, g->trial.place, RTMR_TIME_MAX, k->deadline);
            //@ ghost if (low <= g->doubted && g->doubted <= high) rtmr_note_refusal(k, g);
            if (decision.reason == RTMR_REASON_NONE && candidate.reduce.end <= high) {
                //@ ghost rtmr_note_offer(k, g);
                return rtmr_later(low, candidate.reduce.end);
            }
            low = high + 1;
        }
    }
    return RTMR_NEVER;
}

#endif
