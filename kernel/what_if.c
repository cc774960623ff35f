#include "what_if.h"

#if RTMR_WITH_WHAT_IF

#include "admission.h"
#include "ticks.h"

rtmr_ticks rtmr_earliest_deadline(struct rtmr *k, const struct rtmr_job *job) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_row candidate;
    rtmr_ticks low = job->deadline; /* deadlines low .. high put the job at `place` */
    int32_t place = rtmr_table_place(k, low);

    rtmr_candidate(k, job, &candidate);
    candidate.deadline = RTMR_TIME_MAX;
    /*@ loop invariant range: 0 <= place <= k->promised + 1 && job->deadline <= low <= RTMR_TIME_MAX + 1;
        loop assigns place, low, candidate.map.end, candidate.reduce.end, SCRATCH(*k), GHOST_SCRATCH(*g);
        loop variant k->promised + 1 - place;
    */
    for (; place <= k->promised; place++) {
        const rtmr_ticks high = place < k->promised ? k->deadline[place] - 1 : RTMR_TIME_MAX;

        if (low <= high) {
            struct rtmr_decision decision;
            rtmr_decision_clear(&decision);
            rtmr_test(k, &candidate, place, &decision) /*@ ghost (g) */;
            if (decision.reason == RTMR_REASON_NONE && candidate.reduce.end <= high) {
                return rtmr_later(low, candidate.reduce.end);
            }
            low = high + 1;
        }
    }
    return RTMR_NEVER;
}

#endif
