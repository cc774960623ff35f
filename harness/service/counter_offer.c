#include "harness/service/counter_offer.h"

#include <stdbool.h>
#include <stddef.h>

struct search {
    const struct rtmr *kernel;
    struct rtmr *trial;         /* a copy of it; a trial that succeeds changes it */
    const struct rtmr_job *job; /* NULL: a renewal */
    rtmr_handle renewed;
    int64_t trials; /* that may still be made */
};

/* The steps of one trial. */
static int64_t steps(const struct search *s)
{
    struct rtmr_job_info info;
    int64_t count = s->job != NULL ? 1 + (int64_t)s->job->map_tasks + s->job->reduce_tasks : 0;
    for (int32_t place = 0; rtmr_job_at(s->kernel, place, &info) == RTMR_OK; place++) {
        count += 1 + (int64_t)info.map_waiting + info.reduce_waiting;
    }
    return count > 0 ? count : 1;
}

/* The request with the deadline. True: it is accepted. *end: when it would end, RTMR_NEVER if that
 * is not known. */
static bool try_deadline(const struct search *s, rtmr_ticks deadline, rtmr_ticks *end)
{
    struct rtmr_decision decision;
    enum rtmr_status status;
    if (s->job != NULL) {
        struct rtmr_job job = *s->job;
        job.deadline = deadline;
        status = rtmr_submit(s->trial, &job, &decision);
    } else {
        status = rtmr_renew(s->trial, s->renewed, deadline, &decision);
    }
    *end = decision.estimated_finish;
    return status == RTMR_OK;
}

/* Goes through the ranges of deadlines from `low` on, each of which puts the request before one
 * promised job, or last. The more jobs stand before it, the later it ends: where it ends in one
 * trial is the least deadline of all that follow. `end`: that of the refusal. */
static rtmr_ticks look(struct search *s, rtmr_ticks low, rtmr_ticks end)
{
    struct rtmr_job_info next;
    for (int32_t place = 0; s->trials > 0; place++) {
        bool last = rtmr_job_at(s->kernel, place, &next) != RTMR_OK || next.flagged != 0;
        if (!last && next.job == s->renewed) {
            continue;
        }
        /* a renewed job stands before those of its deadline that are younger */
        bool before_equals = s->job == NULL && s->renewed < next.job;
        rtmr_ticks high = last ? RTMR_TIME_MAX : before_equals ? next.deadline : next.deadline - 1;
        low = end != RTMR_NEVER && end > low ? end : low;
        if (low <= high) {
            s->trials--;
            if (try_deadline(s, high, &end)) {
                return end > low ? end : low;
            }
            low = high + 1;
        }
        if (last) {
            break;
        }
    }
    return RTMR_NEVER;
}

static rtmr_ticks search(struct search *s, const struct rtmr *k, rtmr_ticks low, rtmr_ticks end)
{
    static struct rtmr trial; /* one thread owns the kernel; 1.4 MB are too many for a stack */
    int64_t trials;
    trial = *k;
    trial.counter_offer = 0;
    s->kernel = k;
    s->trial = &trial;
    trials = COUNTER_OFFER_STEPS / steps(s);
    s->trials = trials > 0 ? trials : 1;
    return look(s, low, end);
}

rtmr_ticks counter_offer_for_job(const struct rtmr *k, const struct rtmr_job *job, rtmr_ticks end)
{
    struct search s = {.job = job, .renewed = RTMR_NO_JOB};
    return search(&s, k, job->deadline, end);
}

rtmr_ticks counter_offer_for_renewal(const struct rtmr *k, rtmr_handle renewed, rtmr_ticks deadline, rtmr_ticks end)
{
    struct search s = {.renewed = renewed};
    return search(&s, k, deadline, end);
}
