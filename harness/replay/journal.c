#include "harness/replay/journal.h"

#include "harness/invariants/context_memory.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <string.h>

struct journal {
    struct rtmr *kernel;
    const struct workload *workload;
    const struct reality *reality;
    rtmr_handle *handles; /* by place, of this kernel */
    enum journal_answer *answers;
};

static bool submit(struct journal *j, const struct replay_event *event)
{
    const struct job_spec *spec = &j->workload->jobs[event->place];
    struct rtmr_decision decision;
    const struct rtmr_job job = {.map_tasks = spec->maps,
                                 .reduce_tasks = spec->reduces,
                                 .map_estimate = spec->map_estimate,
                                 .reduce_estimate = spec->reduce_estimate,
                                 .deadline = j->reality->origin + j->reality->ends.jobs[event->place].deadline};
    const enum rtmr_status status = rtmr_submit(j->kernel, &job, &decision);
    if (status != RTMR_OK && status != RTMR_REJECTED) {
        return false;
    }
    j->answers[event->place] = status == RTMR_OK ? JOURNAL_ACCEPTED : JOURNAL_REFUSED;
    j->handles[event->place] = decision.job;
    return (status == RTMR_OK) == event->accepted;
}

static bool is(const struct replay_event *event, const char *kind)
{
    return strcmp(event->kind, kind) == 0;
}

/* Whether the kernel answers a change as it did in the service. */
static bool same(const struct replay_event *event, enum rtmr_status status)
{
    return status == (event->accepted ? RTMR_OK : RTMR_REJECTED);
}

/* A call about a task, or about its slot. */
static bool call_of_slot(struct journal *j, const struct replay_event *event, rtmr_handle job)
{
    const enum rtmr_stage stage = event->stage == STAGE_MAP ? RTMR_MAP : RTMR_REDUCE;
    struct rtmr *k = j->kernel;
    struct rtmr_alarm alarm;
    struct rtmr_report report;
    struct rtmr_offer offer;
    struct rtmr_decision decision;
    if (is(event, "dispatch")) {
        return rtmr_dispatch(k, stage, event->slot, &offer) == RTMR_OK && offer.job == job;
    }
    if (is(event, "finish")) {
        return rtmr_finish(k, stage, event->slot, &report) == RTMR_OK && report.job == job;
    }
    if (is(event, "fail")) {
        return rtmr_fail(k, stage, event->slot, &alarm) == RTMR_VIOLATION_FAILED;
    }
    return is(event, "extend") && event->has_value &&
           same(event, rtmr_extend(k, stage, event->slot, event->value, &decision));
}

/* A call about a job. */
static bool call_of_job(struct journal *j, const struct replay_event *event, rtmr_handle job)
{
    struct rtmr_decision decision;
    if (is(event, "renew")) {
        return event->has_value && same(event, rtmr_renew(j->kernel, job, event->value, &decision));
    }
    if (is(event, "abort")) {
        return rtmr_abort(j->kernel, job) == RTMR_OK;
    }
    return is(event, "suspend") && rtmr_suspend(j->kernel, job) == RTMR_OK;
}

/* Makes the call. False: it cannot be made from what the event says, or the kernel answers
 * otherwise than the service. */
static bool make_call(struct journal *j, const struct replay_event *event)
{
    struct rtmr_alarm alarm;
    if (rtmr_advance(j->kernel, j->reality->origin + event->at, &alarm) < 0) {
        return false;
    }
    if (is(event, "advance")) {
        return true;
    }
    if (event->place < 0) {
        return false;
    }
    const rtmr_handle job = j->handles[event->place];
    return is(event, "submit") ? submit(j, event)
           : event->slot >= 0  ? call_of_slot(j, event, job)
                               : call_of_job(j, event, job);
}

enum journal_answer *journal_answers(const struct workload *workload, const struct service_facts *facts,
                                     const struct reality *reality)
{
    const struct rtmr_setup setup = {.map_slots = facts->slots[STAGE_MAP],
                                     .reduce_slots = facts->slots[STAGE_REDUCE],
                                     .latency = facts->latency,
                                     .reduces_per_node = 1};
    struct journal j = {.kernel = alloc_checked(context_new(RTMR_FEEDBACK_EXACT)),
                        .workload = workload,
                        .reality = reality,
                        .handles = alloc_zeroed(workload->count, sizeof *j.handles),
                        .answers = alloc_zeroed(workload->count, sizeof *j.answers)};
    bool good = j.kernel != NULL && rtmr_init(j.kernel, &setup) == RTMR_OK;
    for (size_t i = 0; i < reality->event_count && good; i++) {
        good = make_call(&j, &reality->events[i]);
    }
    context_free(j.kernel, RTMR_FEEDBACK_EXACT);
    free(j.handles);
    return j.answers;
}
