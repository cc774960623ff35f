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

static bool keep_submitted(void *arg, const struct job_record *job)
{
    rtmr_ticks *submitted = arg;
    *submitted = job->submitted;
    return false;
}

/* The store's clock may be corrected, when it was made may not: a stamp never changes. */
int64_t service_stamp(const struct service *s, rtmr_ticks submitted)
{
    return store_made(s->store) + submitted;
}

int64_t service_job_stamp(struct service *s, int64_t job)
{
    const struct job_row *row = s->loaded ? jobs_find(&s->jobs, job) : NULL;
    rtmr_ticks submitted = row != NULL ? row->submitted : -1;
    if (!s->loaded || (row == NULL && !store_job(s->store, job, keep_submitted, &submitted))) {
        return -1;
    }
    return submitted >= 0 ? service_stamp(s, submitted) : 0;
}

bool service_unfinished_job(const struct service *s, int32_t place, struct executor_job *job)
{
    if (!s->loaded || place < 0 || (size_t)place >= s->jobs.count) {
        return false;
    }
    const struct job_row *row = s->jobs.row[place];
    *job = (struct executor_job){.job = row->job,
                                 .stamp = service_stamp(s, row->submitted),
                                 .accepted_boottime = store_clock(s->store)->boottime_of_tick_0 + row->submitted};
    for (int stage = 0; stage < 2; stage++) {
        job->is_untouched[stage] = row->tasks[stage] > 0 && row->next[stage] == 0 && !row->aborted;
    }
    return true;
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
