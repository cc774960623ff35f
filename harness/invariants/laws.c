#include "harness/invariants/laws.h"

#include "harness/invariants/context_copy.h"

#include <inttypes.h>
#include <string.h>

/* The number of deadlines tried before the earliest acceptable one: acceptance is not monotone in
 * the deadline. */
enum { EARLIER_DEADLINES = 16 };

static rtmr_ticks later(rtmr_ticks a, rtmr_ticks b)
{
    return a > b ? a : b;
}

/* The decision about the job with another deadline, on a copy of the kernel before the
 * submission. */
static enum rtmr_status tried(struct checked *c, const struct rtmr_job *job, rtmr_ticks deadline)
{
    struct rtmr_job other = *job;
    struct rtmr_decision decision;

    other.deadline = deadline;
    context_copy(c->trial, c->before);
    return rtmr_submit(c->trial, &other, &decision);
}

static enum rtmr_status asked(struct checked *c, const struct rtmr_job *job, struct rtmr_decision *answer)
{
    context_copy(c->trial, c->before);
    return rtmr_what_if(c->trial, job, answer);
}

bool law_what_if(struct checked *c, const struct rtmr_job *job, const struct rtmr_decision *decision)
{
    struct rtmr_decision answer;

    (void)asked(c, job, &answer);
    judge_clause(&c->judge, CLAUSE_WHAT_IF);
    if (answer.reason != decision->reason || answer.estimated_finish != decision->estimated_finish ||
        answer.late_job != decision->late_job || answer.late_by != decision->late_by) {
        return judge_breaks(&c->judge,
                            "reason %d, e %" PRId64 ", job %" PRId64 " late by %" PRId64 "; the question's answer was "
                            "%d, %" PRId64 ", %" PRId64 ", %" PRId64,
                            (int)decision->reason, decision->estimated_finish, decision->late_job, decision->late_by,
                            (int)answer.reason, answer.estimated_finish, answer.late_job, answer.late_by);
    }
    return decision->earliest_deadline == answer.earliest_deadline ||
           (decision->reason != RTMR_REASON_NONE && c->kernel->counter_offer == 0) ||
           judge_breaks(&c->judge, "earliest deadline %" PRId64 ", the question's answer was %" PRId64,
                        decision->earliest_deadline, answer.earliest_deadline);
}

/* The job with this deadline is accepted, or not, as it should be. */
static bool answers(struct checked *c, const struct rtmr_job *job, rtmr_ticks deadline, bool accepted,
                    rtmr_ticks earliest)
{
    const enum rtmr_status status = tried(c, job, deadline);

    return status == (accepted ? RTMR_OK : RTMR_REJECTED) ||
           judge_breaks(&c->judge, "the earliest deadline is said to be %" PRId64 ", status %d with %" PRId64, earliest,
                        (int)status, deadline);
}

bool law_counter_offer(struct checked *c, const struct rtmr_job *job)
{
    struct rtmr_decision answer;

    (void)asked(c, job, &answer);
    judge_clause(&c->judge, CLAUSE_COUNTER_OFFER);
    const rtmr_ticks earliest = answer.earliest_deadline;
    const rtmr_ticks end = earliest == RTMR_NEVER ? RTMR_TIME_MAX + 1 : earliest;

    for (rtmr_ticks deadline = later(job->deadline, end - EARLIER_DEADLINES); deadline < end; deadline++) {
        if (!answers(c, job, deadline, false, earliest)) {
            return false;
        }
    }
    if (earliest == RTMR_NEVER) {
        return true;
    }
    c->counts.counter_offers++;
    return answers(c, job, earliest, true, earliest);
}

bool law_renewal_offer(struct checked *c, rtmr_handle job, rtmr_ticks deadline, rtmr_ticks earliest)
{
    const rtmr_ticks end = earliest == RTMR_NEVER ? RTMR_TIME_MAX + 1 : earliest;

    judge_clause(&c->judge, CLAUSE_COUNTER_OFFER);
    for (rtmr_ticks d = later(deadline, end - EARLIER_DEADLINES); d <= end && d <= RTMR_TIME_MAX; d++) {
        struct rtmr_decision decision;

        context_copy(c->trial, c->before);
        const enum rtmr_status status = rtmr_renew(c->trial, job, d, &decision);
        if (status != (d == earliest ? RTMR_OK : RTMR_REJECTED)) {
            return judge_breaks(&c->judge,
                                "job %" PRId64 " can be renewed from %" PRId64 " on, it is said; status %d with "
                                "%" PRId64,
                                job, earliest, (int)status, d);
        }
    }
    return true;
}

/* The jobs in two tables are equal except their recorded ends. */
static bool same_jobs(const struct rtmr *a, const struct rtmr *b, int32_t *place)
{
    for (*place = 0; *place < rtmr_job_count(a) && *place < rtmr_job_count(b); (*place)++) {
        struct rtmr_job_info of_a;
        struct rtmr_job_info of_b;

        memset(&of_a, 0, sizeof of_a);
        memset(&of_b, 0, sizeof of_b);
        (void)!rtmr_job_at(a, *place, &of_a);
        (void)!rtmr_job_at(b, *place, &of_b);
        of_b.estimated_finish = of_a.estimated_finish;
        if (memcmp(&of_a, &of_b, sizeof of_a) != 0) {
            return false;
        }
    }
    return rtmr_job_count(a) == rtmr_job_count(b);
}

bool law_withdrawal(struct checked *c, const struct rtmr_job *job, const struct rtmr_decision *decision)
{
    int32_t place;

    if (job->map_tasks == 0 && job->reduce_tasks == 0) {
        return true; /* done, there is nothing to withdraw */
    }
    context_copy(c->trial, c->kernel);
    const enum rtmr_status status = rtmr_withdraw(c->trial, decision->job);
    judge_clause(&c->judge, CLAUSE_WITHDRAWAL);
    if (status != RTMR_OK) {
        return judge_breaks(&c->judge, "job %" PRId64 " could not be withdrawn: status %d", decision->job, (int)status);
    }
    return same_jobs(c->before, c->trial, &place) ||
           judge_breaks(&c->judge, "withdrawing job %" PRId64 " leaves another job at place %d", decision->job, place);
}

bool law_drain(struct checked *c, enum rtmr_stage stage, int32_t slot, enum rtmr_status status)
{
    struct rtmr_alarm alarm = {0};

    context_copy(c->trial, c->before);
    (void)!rtmr_slot_lost(c->trial, stage, slot, &alarm);
    judge_clause(&c->judge, CLAUSE_DRAIN);
    return (status == RTMR_OK) == (alarm.flagged_jobs == 0) ||
           judge_breaks(&c->judge, "%s slot %d %s; losing it flags %d jobs", stage == RTMR_MAP ? "map" : "reduce", slot,
                        status == RTMR_OK ? "drains" : "may not drain", alarm.flagged_jobs);
}
