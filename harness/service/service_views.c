/*
 * What can be seen of the service.
 */
#include "harness/service/service_state.h"

int32_t service_jobs(const struct service *s)
{
    return s->loaded ? rtmr_job_count(s->kernel) : 0;
}

static bool view_job(const struct service *s, const struct rtmr_job_info *info, struct job_view *view)
{
    const struct job_row *row = jobs_find(&s->jobs, info->job);
    if (row == NULL) {
        return false;
    }
    *view = (struct job_view){.job = info->job,
                              .uid = row->uid,
                              .flagged = info->flagged != 0,
                              .deadline = info->deadline,
                              .finish = info->estimated_finish,
                              .waiting = {info->map_waiting, info->reduce_waiting},
                              .running = {row->running[RTMR_MAP], row->running[RTMR_REDUCE]},
                              .finished = {row->finished[RTMR_MAP], row->finished[RTMR_REDUCE]},
                              .estimate = {info->map_estimate, info->reduce_estimate}};
    return true;
}

bool service_job_at(const struct service *s, int32_t place, struct job_view *view)
{
    struct rtmr_job_info info;
    return s->loaded && rtmr_job_at(s->kernel, place, &info) == RTMR_OK && view_job(s, &info, view);
}

bool service_job(const struct service *s, int64_t job, struct job_view *view)
{
    struct rtmr_job_info info;
    return s->loaded && rtmr_job_info(s->kernel, job, &info) == RTMR_OK && view_job(s, &info, view);
}

bool service_job_lives(void *owner, int64_t job)
{
    struct service *s = owner;
    if (!s->loaded || store_has_changes(s->store)) {
        return true;
    }
    const struct job_row *row = jobs_find(&s->jobs, job);
    return row != NULL && !row->aborted;
}

int32_t service_slots(const struct service *s, enum rtmr_stage stage)
{
    return s->loaded ? s->slots[stage] : 0;
}

bool service_slot(const struct service *s, enum rtmr_stage stage, int32_t slot, struct slot_view *view)
{
    struct rtmr_slot_info info;
    if (!s->loaded || rtmr_slot_info(s->kernel, stage, slot, &info) != RTMR_OK) {
        return false;
    }
    const struct slot_row *row = &s->slot[stage][slot];
    const struct job_row *job = info.job != RTMR_NO_JOB ? jobs_find(&s->jobs, info.job) : NULL;
    *view = (struct slot_view){.state = info.state,
                               .job = info.job,
                               .uid = job != NULL ? job->uid : 0,
                               .task = row->task,
                               .attempt = row->attempt,
                               .since = row->since,
                               .bound = info.bound};
    return true;
}

const struct service_counts *service_counts(const struct service *s)
{
    return &s->committed_counts;
}

const struct store *service_store(const struct service *s)
{
    return s->store;
}

bool service_accepts(const struct service *s)
{
    return s->lack == 0 && store_accepts(s->store);
}

struct store *service_store_for_reading(struct service *s)
{
    return s->store;
}

rtmr_ticks service_now(const struct service *s)
{
    rtmr_ticks now = clock_now(store_clock(s->store));
    rtmr_ticks kernel = rtmr_now(s->kernel);
    return now > kernel ? now : kernel;
}

int64_t service_last_call(const struct service *s)
{
    return s->committed_call;
}

rtmr_ticks service_latency(const struct service *s)
{
    return s->setup.latency;
}
