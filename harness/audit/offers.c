#include "harness/audit/offers.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

void offer_search_free(struct offer_search *search)
{
    plan_free(&search->front);
    plan_free(&search->plan);
    free(search->trial);
}

/* A promised job that is not the one that asks: number i of those, in their order; NULL: there are
 * not so many. */
static const struct shadow_job *other(const struct shadow *books, int32_t skip, int32_t i, int32_t *place)
{
    *place = skip >= 0 && i >= skip ? i + 1 : i;
    return *place < books->promised ? shadow_at(books, *place) : NULL;
}

/* Plans a job at the place behind those of the front, and all others behind it, until one is late.
 */
static void try_place(struct offer_search *s, const struct shadow *books, const struct plan_job *asking, int32_t skip,
                      int32_t first, struct offer_trial *trial)
{
    struct plan_job unbounded = *asking;
    int32_t place;
    bool good = true;

    unbounded.deadline = RTMR_TIME_MAX; /* its own end is compared with the interval */
    plan_copy(&s->plan, &s->front);
    good = plan_add(&s->plan, &unbounded);
    trial->end = s->plan.job[s->plan.jobs - 1].end[RTMR_REDUCE];
    for (int32_t i = first; good && other(books, skip, i, &place) != NULL; i++) {
        const struct plan_job job = plan_job_at(books, place);

        good = plan_add(&s->plan, &job);
    }
    trial->late = RTMR_NO_JOB;
    trial->late_by = 0;
    if (!good && s->plan.job[s->plan.jobs - 1].job != asking->job) {
        const struct plan_job *const late = &s->plan.job[s->plan.jobs - 1];

        trial->late = late->job;
        trial->late_by = late->end[RTMR_REDUCE] == RTMR_NEVER ? RTMR_NEVER : late->end[RTMR_REDUCE] - late->deadline;
    }
}

/* The first deadline of the interval that is acceptable, or RTMR_NEVER. */
static rtmr_ticks acceptable(const struct offer_trial *trial)
{
    if (trial->late != RTMR_NO_JOB || trial->end > trial->to) {
        return RTMR_NEVER;
    }
    return trial->end > trial->from ? trial->end : trial->from;
}

int64_t offer_trials(const struct shadow *books, const struct plan_job *asking)
{
    const bool new = asking->job == RTMR_NO_JOB;
    int64_t steps = new ? 1 + (int64_t)asking->waiting[RTMR_MAP] + asking->waiting[RTMR_REDUCE] : 0;

    for (int32_t place = 0; place < books->jobs; place++) {
        const struct shadow_job *const job = shadow_at(books, place);

        steps += 1 + (int64_t)job->waiting[RTMR_MAP] + job->waiting[RTMR_REDUCE];
    }
    return steps < OFFER_STEPS ? OFFER_STEPS / steps : 1;
}

rtmr_ticks offer_earliest(struct offer_search *s, const struct shadow *books, const struct plan_job *asking,
                          rtmr_handle own, int32_t skip, rtmr_ticks from, int64_t most)
{
    const struct shadow_job *next;
    int32_t place;

    s->trials = 0;
    plan_begin(&s->front, books, false);
    for (int32_t i = 0;; i++) {
        next = other(books, skip, i, &place);
        /* the last deadline that puts the job before the next one */
        const rtmr_ticks to = next == NULL ? RTMR_TIME_MAX : next->deadline - (next->handle < own);

        if (from <= to) {
            if (s->trials == (size_t)most) {
                return RTMR_NEVER;
            }
            s->trial = alloc_grow(s->trial, &s->room, s->trials + 1, sizeof *s->trial);
            struct offer_trial *const trial = &s->trial[s->trials++];

            *trial = (struct offer_trial){.from = from, .to = to, .next = next != NULL ? next->handle : RTMR_NO_JOB};
            try_place(s, books, asking, skip, i, trial);
            if (acceptable(trial) != RTMR_NEVER) {
                return acceptable(trial);
            }
            from = to + 1;
        }
        if (next == NULL) {
            return RTMR_NEVER;
        }
        const struct plan_job job = plan_job_at(books, place);
        if (!plan_add(&s->front, &job)) {
            return RTMR_NEVER; /* late whatever stands behind it */
        }
    }
}
