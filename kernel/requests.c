#include "requests.h"

#include "admission.h"
#include "job_table.h"
#include "latency.h"
#include "stored_vectors.h"
#include "what_if.h"

#if RTMR_WITH_WHAT_IF
/* Adds to a refusal the earliest deadline that would be accepted. The test that refused began
 * with the context `before`. */
/*@ requires valid:  \valid(k) && \valid_read(job) && \valid(decision) && \valid(g) && \valid_read(before);
    requires state:  State(*k, *g);
    requires job:    JOB_VALID(*job, k->now);
    requires same:   TESTED(*k, *before);
    assigns SEARCHED(*k), decision->earliest_deadline, GHOST_OFFERED(*g);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             COUNTER_OFFER(conjunct, \true, *before, *job, decision->earliest_deadline, *g))
*/
static void add_counter_offer(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g, const struct rtmr \ghost *before) */
{
    decision->earliest_deadline = rtmr_earliest_deadline(k, job) /*@ ghost (g) */;
    /*@ assert offered: DECIDABLE(*before, *job) && decision->earliest_deadline != RTMR_NEVER ==>
            Verdict(*k, g->offer, decision->earliest_deadline); */
    /*@ assert doubted: DOUBTED(*before, *job, decision->earliest_deadline, *g) ==>
            Verdict(*k, g->refused, g->doubted); */
    //@ ghost rtmr_verdict_kept(before, k, &g->offer, decision->earliest_deadline);
    //@ ghost rtmr_verdict_kept(before, k, &g->refused, g->doubted);
}
#endif

/* Takes in a job that has just been considered and found acceptable, and says so in the
 * decision. */
/*@ requires valid:    \valid(k) && \valid_read(job) && \valid_read(candidate) && \valid(decision) && \valid(g);
    requires state:    State(*k, *g);
    requires place:    MAY_BE_PUT(*k, place);
    requires asked:    CANDIDATE_OF(*candidate, *k, *job);
    requires fresh:    CANDIDATE(*candidate, *k);
    requires room:     ROOM(*k, *candidate) == RTMR_REASON_NONE;
    requires finish:   decision->estimated_finish == candidate->reduce.end;
    requires in_time:  k->now <= candidate->reduce.end <= candidate->deadline;
    requires done:     !HAS_TASKS(*candidate) ==> decision->estimated_finish == k->now;
    requires planned:  HAS_TASKS(*candidate) ==> Planned(*k, *g, place, *candidate);
    requires drafts:   HAS_TASKS(*candidate) ==> g->verdict.place == place && JUST_DRAFTED(g->verdict, *g);
    assigns SUBMITTED(*k), decision->job, decision->earliest_deadline, g->map, g->reduce, g->planned, g->watched,
            g->admitted;
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             ACCEPTANCE(conjunct, \true, job->map_tasks > 0 || job->reduce_tasks > 0, *k, \old(*k), *job, *decision, *g)
             CLAUSE(conjunct, nothing, !HAS_TASKS(*candidate) ==> JOBS_SAME(*k, \old(*k)))
             OTHERS_KEPT(conjunct, *k, *g)
             CLAUSE(conjunct, slots, OTHER_SLOTS(k->map, -1) && OTHER_SLOTS(k->reduce, -1))
             ALL_TASKS_STAY(conjunct, *k)
             WAITS_KEPT(conjunct, \true, *k)
             CLAUSE(conjunct, watch, (\old(g->watched) >= 0) == (g->watched >= 0)))
*/
static void accept_and_tell(struct rtmr *k, const struct rtmr_job *job, int32_t place, const struct rtmr_row *candidate,
                            struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    decision->job = rtmr_accept(k, place, candidate) /*@ ghost (g) */;
    decision->earliest_deadline = job->deadline;
#if RTMR_WITH_STORED_VECTORS
    //@ ghost if (k->plans_from_slots == 0 && g->admitted >= 0) rtmr_replanned_unfold(k, g, g->admitted);
#endif
    rtmr_note_offers(k) /*@ ghost (g) */;
#if RTMR_WITH_STORED_VECTORS
    //@ ghost if (k->plans_from_slots == 0 && g->admitted >= 0) rtmr_replanned_fold(k, g, g->admitted);
#endif
}

enum rtmr_status rtmr_request_job(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_row candidate;

    rtmr_decision_clear(decision);
    const enum rtmr_status invalid = rtmr_check_job(k, job);
    if (invalid != RTMR_OK) {
        return invalid;
    }
    //@ ghost struct rtmr before = *k;
    const int32_t place = rtmr_consider(k, job, &candidate, decision) /*@ ghost (g) */;
    if (decision->reason != RTMR_REASON_NONE) {
#if RTMR_WITH_WHAT_IF
        if (k->counter_offer != 0) {
            add_counter_offer(k, job, decision) /*@ ghost (g, &before) */;
        }
#endif
        //@ assert decided: DECIDABLE(before, *job) ==> DECIDED(before, g->verdict, job->deadline, *decision);
        return RTMR_REJECTED;
    }
    accept_and_tell(k, job, place, &candidate, decision) /*@ ghost (g) */;
    //@ assert decided: DECIDABLE(before, *job) ==> DECIDED(before, g->verdict, job->deadline, *decision);
    //@ ghost rtmr_others_same(k, &before, g->admitted);
    //@ ghost rtmr_rest_same(k, &before, g->admitted);
    return RTMR_OK;
}

#if RTMR_WITH_WHAT_IF
enum rtmr_status rtmr_request_opinion(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_row candidate;

    rtmr_decision_clear(decision);
    const enum rtmr_status invalid = rtmr_check_job(k, job);
    if (invalid != RTMR_OK) {
        return invalid;
    }
    //@ ghost struct rtmr before = *k;
    rtmr_consider(k, job, &candidate, decision) /*@ ghost (g) */;
    if (decision->reason != RTMR_REASON_NONE) {
        add_counter_offer(k, job, decision) /*@ ghost (g, &before) */;
        //@ assert decided: DECIDABLE(before, *job) ==> DECIDED(before, g->verdict, job->deadline, *decision);
        return RTMR_REJECTED;
    }
    decision->earliest_deadline = job->deadline;
    //@ assert decided: DECIDABLE(before, *job) ==> DECIDED(before, g->verdict, job->deadline, *decision);
    return RTMR_OK;
}
#endif

enum rtmr_status rtmr_request_withdrawal(struct rtmr *k, rtmr_handle job) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_unfold(k, g);
    const int32_t place = rtmr_table_find(k, job);

    if (place < 0) {
        return RTMR_E_HANDLE;
    }
    if (k->started[place] != 0) {
        return RTMR_E_STARTED;
    }
    rtmr_table_remove(k, place) /*@ ghost (g) */;
    //@ ghost rtmr_unnoted_fold(k, g);
    rtmr_note_offers(k) /*@ ghost (g) */;
    return RTMR_OK;
}
