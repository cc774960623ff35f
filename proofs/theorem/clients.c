#include "proofs/theorem/clients.h"

enum rtmr_status rtmr_submit_and_withdraw(struct rtmr *k, const struct rtmr_job *job)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_decision decision;
    const enum rtmr_status status = rtmr_request_job(k, job, &decision) /*@ ghost (g) */;

    if (status != RTMR_OK || (job->map_tasks == 0 && job->reduce_tasks == 0)) {
        return status;
    }
    //@ ghost rtmr_state_ranges(k, g);
    //@ assert unique: \forall integer p; 0 <= p < k->jobs && k->handle[p] == decision.job ==> p == g->admitted;
    const enum rtmr_status back = rtmr_request_withdrawal(k, decision.job) /*@ ghost (g) */;
    //@ assert found: back == RTMR_OK;
    return back;
}

#if RTMR_WITH_WHAT_IF
/* Nonzero if the schedule decided about the job, not the room there is. */
/*@ requires valid: \valid_read(job) && \valid_read(decision);
    assigns \nothing;
    ensures decided: \result != 0 <==> (decision->reason == RTMR_REASON_NONE || decision->reason == RTMR_REASON_LATE)
                     && (job->map_tasks > 0 || job->reduce_tasks > 0);
*/
static int32_t was_decided(const struct rtmr_job *job, const struct rtmr_decision *decision)
{
    return (decision->reason == RTMR_REASON_NONE || decision->reason == RTMR_REASON_LATE)
           && (job->map_tasks > 0 || job->reduce_tasks > 0);
}

/* Two trials about the same job have the same candidate at the same place. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(job) && \valid(a) && \valid(b);
     requires a:     ASKED(*a, *k, *job) && PLACE(*k, job->deadline, a->place);
     requires b:     ASKED(*b, *k, *job) && PLACE(*k, job->deadline, b->place);
     assigns \nothing;
     ensures same:   a->place == b->place && a->candidate == b->candidate;
  @/
  static void same_question(const struct rtmr \ghost *k, const struct rtmr_job *job, struct rtmr_ghost_trial \ghost *a,
                            struct rtmr_ghost_trial \ghost *b)
  {
  }
*/

enum rtmr_status rtmr_ask_then_submit(struct rtmr *k, const struct rtmr_job *job, enum rtmr_status *said,
                                      struct rtmr_decision *opinion, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr \ghost *before, struct rtmr_ghost_trial \ghost *asked) */
{
    //@ ghost *before = *k;
    *said = rtmr_request_opinion(k, job, opinion) /*@ ghost (g) */;
    //@ ghost *asked = g->verdict;
    const struct rtmr between = *k;
    const enum rtmr_status status = rtmr_request_job(k, job, decision) /*@ ghost (g) */;
    if (status < 0) {
        return status;
    }
    const int32_t decided = was_decided(job, decision);
    if (decided != 0) {
        //@ assert scheduled: DECIDABLE(*before, *job) && DECIDABLE(between, *job);
        //@ ghost rtmr_verdict_kept(before, &between, &g->verdict, job->deadline);
        //@ ghost same_question(before, job, asked, &g->verdict);
        //@ ghost rtmr_verdict_determined(before, asked, &g->verdict, job->deadline, job->deadline);
        //@ assert asked: DECIDED(*before, *asked, job->deadline, *opinion);
        //@ assert submitted: DECIDED(*before, g->verdict, job->deadline, *decision);
        /*@ assert agreed: opinion->estimated_finish == decision->estimated_finish
                && (opinion->reason == RTMR_REASON_NONE <==> decision->reason == RTMR_REASON_NONE); */
        //@ assert late_job: asked->late >= 0 ==> opinion->late_job == decision->late_job;
        //@ assert late_by: asked->late >= 0 ==> opinion->late_by == decision->late_by;
    }
    return status;
}

/* A deadline that one trial accepts is refused by no other about the same job. */
/*@ ghost
  /@ requires valid:    \valid_read(k) && \valid_read(job) && \valid(a) && \valid(b);
     requires sizes:    0 <= k->promised <= RTMR_JOBS;
     requires accepts:  ACCEPTS(*k, *a, *job, due);
     requires asked:    ASKED(*b, *k, *job) && PLACE(*k, due, b->place);
     requires verdicts: Verdict(*k, *a, due) && Verdict(*k, *b, due);
     assigns \nothing;
     ensures accepts:   !REFUSES(*k, *b, *job, due);
  @/
  static void accepted_by_both(const struct rtmr \ghost *k, const struct rtmr_job *job,
                               struct rtmr_ghost_trial \ghost *a,
                               struct rtmr_ghost_trial \ghost *b, rtmr_ticks due)
  {
      rtmr_verdict_determined(k, a, b, due, due);
  }
*/

/* Nonzero if the deadline is `due` and the other one is later, or none. */
/*@ assigns \nothing;
    ensures earlier: \result != 0 <==> deadline == due && (other == RTMR_NEVER || other > due);
*/
static int32_t is_earlier(rtmr_ticks deadline, rtmr_ticks due, rtmr_ticks other)
{
    return deadline == due && (other == RTMR_NEVER || other > due);
}

int32_t rtmr_offers_differ(struct rtmr *k, const struct rtmr_job *job, rtmr_ticks due)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr \ghost *before, struct rtmr_ghost_trial \ghost *offered,
               struct rtmr_ghost_trial \ghost *refused) */
{
    struct rtmr_decision opinion;
    struct rtmr_decision decision;

    //@ ghost *before = *k;
    const enum rtmr_status said = rtmr_request_opinion(k, job, &opinion) /*@ ghost (g) */;
    //@ ghost *offered = g->offer;
    //@ ghost *refused = g->refused;
    const struct rtmr between = *k;
    const enum rtmr_status status = rtmr_request_job(k, job, &decision) /*@ ghost (g) */;
    if (said != RTMR_REJECTED || status != RTMR_REJECTED) {
        return 0;
    }
    const int32_t asked_first = is_earlier(opinion.earliest_deadline, due, decision.earliest_deadline);
    const int32_t submitted_first = is_earlier(decision.earliest_deadline, due, opinion.earliest_deadline);
    if (asked_first != 0) {
        //@ ghost rtmr_verdict_kept(before, &between, &g->refused, due);
        //@ ghost accepted_by_both(before, job, offered, &g->refused, due);
    }
    if (submitted_first != 0) {
        //@ ghost rtmr_verdict_kept(before, &between, &g->offer, due);
        //@ ghost accepted_by_both(before, job, &g->offer, refused, due);
    }
    return asked_first + submitted_first;
}

/* The same job with another deadline. */
/*@ requires valid: \valid_read(job) && \valid(other);
    assigns *other;
    ensures same:   other->map_tasks == job->map_tasks && other->reduce_tasks == job->reduce_tasks
                    && other->map_estimate == job->map_estimate && other->reduce_estimate == job->reduce_estimate;
    ensures due:    other->deadline == due;
*/
static void with_deadline(const struct rtmr_job *job, rtmr_ticks due, struct rtmr_job *other)
{
    other->map_tasks = job->map_tasks;
    other->reduce_tasks = job->reduce_tasks;
    other->map_estimate = job->map_estimate;
    other->reduce_estimate = job->reduce_estimate;
    other->deadline = due;
}

/* A job that a trial accepts is submitted: it is accepted. */
/*@ requires valid:   \valid(k) && \valid_read(job) && \valid(g) && \valid(before) && \valid(offered);
    requires state:   State(*k, *g);
    requires job:     JOB_VALID(*job, k->now);
    requires room:    DECIDABLE(*k, *job);
    requires accepts: ACCEPTS(*k, *offered, *job, job->deadline);
    requires verdict: Verdict(*k, *offered, job->deadline);
    assigns SUBMITTED(*k), GHOST_SUBMITTED(*g), *before;
    ensures ok:       \result == RTMR_OK;
*/
static enum rtmr_status submit_accepted(struct rtmr *k, const struct rtmr_job *job)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr \ghost *before, struct rtmr_ghost_trial \ghost *offered) */
{
    struct rtmr_decision decision;

    //@ ghost *before = *k;
    const enum rtmr_status status = rtmr_request_job(k, job, &decision) /*@ ghost (g) */;
    //@ ghost rtmr_verdict_determined(before, offered, &g->verdict, job->deadline, job->deadline);
    return status;
}

int32_t rtmr_offer_fails(struct rtmr *k, const struct rtmr_job *job)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr \ghost *before, struct rtmr_ghost_trial \ghost *offered) */
{
    struct rtmr_decision decision;
    struct rtmr_job again;

    const struct rtmr was = *k;
    const enum rtmr_status status = rtmr_request_job(k, job, &decision) /*@ ghost (g) */;
    if (status != RTMR_REJECTED || decision.earliest_deadline == RTMR_NEVER) {
        return 0;
    }
    //@ ghost *offered = g->offer;
    //@ ghost *before = *k;
    //@ ghost rtmr_verdict_kept(before, &was, offered, decision.earliest_deadline);
    with_deadline(job, decision.earliest_deadline, &again);
    return submit_accepted(k, &again) /*@ ghost (g, before, offered) */ != RTMR_OK;
}

/* A job that a trial refuses, or that there is no room for, is submitted: it is refused. */
/*@ requires valid:   \valid(k) && \valid_read(job) && \valid(g) && \valid(before) && \valid(refused);
    requires state:   State(*k, *g);
    requires job:     JOB_VALID(*job, k->now);
    requires room:    ROOM_FOR(*k, job->map_tasks, job->reduce_tasks) != RTMR_REASON_NONE || job->map_tasks > 0
                      || job->reduce_tasks > 0;
    requires refuses: DECIDABLE(*k, *job) ==> REFUSES(*k, *refused, *job, job->deadline);
    requires verdict: DECIDABLE(*k, *job) ==> Verdict(*k, *refused, job->deadline);
    assigns SUBMITTED(*k), GHOST_SUBMITTED(*g), *before;
    ensures refused:  \result == RTMR_REJECTED;
*/
static enum rtmr_status submit_refused(struct rtmr *k, const struct rtmr_job *job)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr \ghost *before, struct rtmr_ghost_trial \ghost *refused) */
{
    struct rtmr_decision decision;

    //@ ghost *before = *k;
    const enum rtmr_status status = rtmr_request_job(k, job, &decision) /*@ ghost (g) */;
    const int32_t decided = was_decided(job, &decision);
    if (decided != 0) {
        //@ ghost rtmr_verdict_determined(before, refused, &g->verdict, job->deadline, job->deadline);
    }
    return status;
}

/* Nonzero if a decision refuses a job, and `due` is before the deadline that it names, if it
 * names one. */
/*@ requires valid: \valid_read(decision);
    assigns \nothing;
    ensures before: \result != 0 <==>
                    status == RTMR_REJECTED && (decision->earliest_deadline == RTMR_NEVER
                                                || due < decision->earliest_deadline);
*/
static int32_t before_the_offer(enum rtmr_status status, const struct rtmr_decision *decision, rtmr_ticks due)
{
    return status == RTMR_REJECTED && (decision->earliest_deadline == RTMR_NEVER || due < decision->earliest_deadline);
}

int32_t rtmr_earlier_succeeds(struct rtmr *k, const struct rtmr_job *job, rtmr_ticks due)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr \ghost *before, struct rtmr_ghost_trial \ghost *refused) */
{
    struct rtmr_decision decision;
    struct rtmr_job again;

    const struct rtmr was = *k;
    const enum rtmr_status status = rtmr_request_job(k, job, &decision) /*@ ghost (g) */;
    const int32_t comes_back = before_the_offer(status, &decision, due);
    if (comes_back == 0) {
        return 0;
    }
    //@ ghost *refused = g->refused;
    //@ ghost *before = *k;
    //@ ghost rtmr_verdict_kept(before, &was, refused, due);
    with_deadline(job, due, &again);
    return submit_refused(k, &again) /*@ ghost (g, before, refused) */ == RTMR_OK;
}
#endif

enum rtmr_status rtmr_find_offer_then_dispatch_map(struct rtmr *k, int32_t slot, enum rtmr_status *said,
                                                   struct rtmr_offer *seen, struct rtmr_offer *offer)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    *said = rtmr_find_offer(k, RTMR_MAP, seen) /*@ ghost (g) */;
    return rtmr_dispatch_map(k, slot, offer) /*@ ghost (g) */;
}

enum rtmr_status rtmr_find_offer_then_dispatch_reduce(struct rtmr *k, int32_t slot, enum rtmr_status *said,
                                                      struct rtmr_offer *seen, struct rtmr_offer *offer)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    *said = rtmr_find_offer(k, RTMR_REDUCE, seen) /*@ ghost (g) */;
    return rtmr_dispatch_reduce(k, slot, offer) /*@ ghost (g) */;
}

#if RTMR_WITH_PROMISE_CHANGES
enum rtmr_status rtmr_extend_and_find_offer(struct rtmr *k, enum rtmr_stage stage, int32_t slot, rtmr_ticks bound,
                                            enum rtmr_status *said, struct rtmr_offer *seen, enum rtmr_status *again,
                                            struct rtmr_offer *offer) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_decision decision;

    *said = rtmr_find_offer(k, stage, seen) /*@ ghost (g) */;
    const enum rtmr_status status = rtmr_extend_task(k, stage, slot, bound, &decision) /*@ ghost (g) */;
    *again = rtmr_find_offer(k, stage, offer) /*@ ghost (g) */;
    return status;
}

enum rtmr_status rtmr_abort_and_submit(struct rtmr *k, rtmr_handle handle, int32_t place, const struct rtmr_job *job,
                                       struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr \ghost *without) */
{
    //@ ghost rtmr_state_ranges(k, g);
    //@ assert unique: \forall integer p; 0 <= p < k->jobs && k->handle[p] == handle ==> p == place;
    const enum rtmr_status gone = rtmr_abort_job(k, handle) /*@ ghost (g) */;
    //@ assert ok: gone == RTMR_OK;
    //@ assert at_once: AbortedAtOnce(*k, \at(*k, Pre), place);
    //@ ghost *without = *k;
    return rtmr_request_job(k, job, decision) /*@ ghost (g) */;
}
#endif
