/*
 * The earliest deadline with which a job would be accepted.
 *
 * The schedule of a set of jobs depends on their order only, and in order of deadlines a job's
 * deadline decides nothing but its place. All deadlines that put the job at one place are an
 * interval: they give one schedule, with one end e of the job and the same late jobs. So no
 * deadline of the interval is acceptable if another job is late, and otherwise exactly those at or
 * after e are. There is one interval for each promised job that may stand behind, and one schedule
 * decides each interval: trying them in their order finds the first deadline that is acceptable,
 * and leaves none out.
 */
#ifndef HARNESS_AUDIT_OFFERS_H
#define HARNESS_AUDIT_OFFERS_H

#include "harness/audit/planner.h"

#include <stddef.h>

/* What one interval of deadlines came to. */
struct offer_trial {
    rtmr_ticks from; /* the deadlines */
    rtmr_ticks to;
    rtmr_handle next; /* the job behind the place; RTMR_NO_JOB: it is the last */
    rtmr_ticks end;   /* the job's end */
    rtmr_handle late; /* another job that would be late; RTMR_NO_JOB: none, or the trial ended before */
    rtmr_ticks late_by;
};

struct offer_search {
    struct plan front; /* the jobs before the place */
    struct plan plan;
    struct offer_trial *trial; /* of the last search */
    size_t room;
    size_t trials;
};

void offer_search_free(struct offer_search *search);

/* The service looks for an offer in at most so many steps, but tries at least one interval. A trial
 * has a step for each unfinished job and each task that waits, those of a new job included. */
#define OFFER_STEPS INT64_C(2000000)

/* So many intervals the service tries for it. */
int64_t offer_trials(const struct shadow *books, const struct plan_job *asking);

/* The first deadline, `from` or later, with which `asking` would be accepted now; RTMR_NEVER:
 * there is none, or none in the first `most` intervals. `own`: its number among jobs with the same
 * deadline, of which lower ones go first; if it is in the books (at `skip`; -1: it is not), it
 * leaves that place. O(intervals * tasks * slots). */
rtmr_ticks offer_earliest(struct offer_search *search, const struct shadow *books, const struct plan_job *asking,
                          rtmr_handle own, int32_t skip, rtmr_ticks from, int64_t most);

#endif
