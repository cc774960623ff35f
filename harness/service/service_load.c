/*
 * The state in memory, as the store has it: the kernel from its newest snapshot and the calls after
 * that, played again; the jobs that the kernel knows; and what runs on its slots. Snapshots of
 * another release are of no use: all calls are played again then.
 */
#include "harness/service/replay.h"
#include "harness/service/service_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct loading {
    struct service *service;
    struct job_row *row; /* whose attempts are read */
    bool ok;
    char *error;
};

static bool fail(struct loading *l, const char *what)
{
    l->ok = false;
    (void)snprintf(l->error, STORE_ERROR_SIZE, "%s", what);
    return false;
}

/* --- The kernel ------------------------------------------------------------------------------- */

/* The call has another answer now than it had. */
static bool fail_call(struct loading *l, const struct call_record *call, const char *how)
{
    const struct store *store = l->service->store;
    const char *release = store_other_release(store);
    const char *what = release != NULL ? "cannot be taken over from RTMR " : "is damaged";
    l->ok = false;
    (void)snprintf(l->error, STORE_ERROR_SIZE, "%.200s: %s%s%s: call %lld (%s): %s", store_folder(store), what,
                   release != NULL ? release : "", release != NULL ? ", which can still serve it" : "",
                   (long long)call->call, call_kind_name(call->kind), how);
    return false;
}

static bool play(void *arg, const struct call_record *call)
{
    struct loading *l = arg;
    char how[STORE_ERROR_SIZE / 4];
    if (!call_replay(l->service->kernel, call, how, sizeof how)) {
        return fail_call(l, call, how);
    }
    l->service->last_call = call->call;
    l->service->calls_since_snapshot++;
    return true;
}

static bool load_kernel(struct loading *l)
{
    struct service *s = l->service;
    int64_t call = 0;
    memset(s->kernel, 0, sizeof *s->kernel); /* the store compares snapshots byte by byte */
    if (!store_snapshot(s->store, s->kernel, &call)) {
        call = 0;
        enum rtmr_status status = rtmr_init(s->kernel, &s->setup);
        if (status != RTMR_OK) {
            return fail(l, rtmr_status_text(status));
        }
    } else if (rtmr_check(s->kernel) != RTMR_OK) {
        return fail(l, "the snapshot of the kernel is damaged");
    }
    s->last_call = call;
    s->calls_since_snapshot = 0;
    if (!store_each_call(s->store, call, play, l) && l->ok) {
        return fail(l, store_problem(s->store));
    }
    return l->ok;
}

/* --- Jobs ------------------------------------------------------------------------------------- */

static bool take_job(void *arg, const struct job_record *record)
{
    struct loading *l = arg;
    l->row = jobs_add(&l->service->jobs, record);
    return false;
}

/* An attempt of a job, in the order of their numbers. */
static bool take_attempt(void *arg, const struct attempt_record *attempt)
{
    struct loading *l = arg;
    struct job_row *row = l->row;
    if (attempt->stage > RTMR_REDUCE || attempt->task < 0 || attempt->task >= row->tasks[attempt->stage]) {
        return fail(l, "an attempt is of a task that its job does not have");
    }
    if (attempt->task >= row->next[attempt->stage]) {
        row->next[attempt->stage] = attempt->task + 1;
    }
    struct task_again *again = jobs_again(row, attempt->stage, attempt->task);
    bool counts =
        attempt->state == ATTEMPT_FAILED || (attempt->state == ATTEMPT_KILLED && row->on_overrun == OVERRUN_KILL);
    if (attempt->state != ATTEMPT_RUNNING && attempt->state != ATTEMPT_FINISHED) {
        jobs_task_failed(row, attempt->stage, attempt->task, attempt->number, counts, true);
        return true;
    }
    if (attempt->state == ATTEMPT_RUNNING) {
        if (again != NULL) {
            again->waits = false;
        }
        row->running[attempt->stage]++;
    } else {
        row->ended = row->aborted || row->ended > attempt->ended ? row->ended : attempt->ended;
        jobs_task_finished(&l->service->jobs, row, attempt->stage, attempt->task);
    }
    return true;
}

/* The row fits what the kernel says. */
static bool fits(const struct job_row *row, const struct rtmr_job_info *info)
{
    int32_t again[2] = {0, 0};
    if (row->flagged != (info->flagged != 0)) {
        return false;
    }
    for (size_t i = 0; i < row->again_count; i++) {
        again[row->again[i].stage] += row->again[i].waits;
    }
    return row->tasks[RTMR_MAP] - row->next[RTMR_MAP] + again[RTMR_MAP] == info->map_waiting &&
           row->tasks[RTMR_REDUCE] - row->next[RTMR_REDUCE] + again[RTMR_REDUCE] == info->reduce_waiting &&
           row->tasks[RTMR_MAP] - row->finished[RTMR_MAP] == info->map_unfinished &&
           row->tasks[RTMR_REDUCE] - row->finished[RTMR_REDUCE] == info->reduce_unfinished;
}

static bool load_job(struct loading *l, const struct rtmr_job_info *info)
{
    l->row = NULL;
    if (!store_job(l->service->store, info->job, take_job, l) || l->row == NULL) {
        return fail(l, "a job that the kernel knows is not in the store");
    }
    struct job_row *row = l->row;
    row->suspended = row->flagged && !row->aborted && row->reason != NULL && strcmp(row->reason, REASON_SUSPENDED) == 0;
    if (info->started != 0 && (!store_each_attempt(l->service->store, row->job, take_attempt, l) || !l->ok)) {
        return l->ok ? fail(l, store_problem(l->service->store)) : false;
    }
    if (row->aborted) {
        row->flagged = true;
        jobs_drop_waiting(&l->service->jobs, row);
    }
    if (!fits(row, info)) {
        char text[128];
        (void)snprintf(text, sizeof text, "job %lld and its attempts do not fit the calls", (long long)row->job);
        return fail(l, text);
    }
    l->service->flagged_jobs += row->flagged && !row->suspended && !row->aborted;
    return true;
}

static bool load_jobs(struct loading *l)
{
    struct rtmr_job_info info;
    for (int32_t place = 0; rtmr_job_at(l->service->kernel, place, &info) == RTMR_OK; place++) {
        if (!load_job(l, &info)) {
            return false;
        }
    }
    return true;
}

/* --- Slots ------------------------------------------------------------------------------------ */

static bool take_running(void *arg, const struct attempt_record *attempt)
{
    struct loading *l = arg;
    struct service *s = l->service;
    struct rtmr_slot_info info;
    if (rtmr_slot_info(s->kernel, attempt->stage, attempt->slot, &info) != RTMR_OK || info.job != attempt->job ||
        s->slot[attempt->stage][attempt->slot].attempt != 0) {
        return fail(l, "an attempt runs where the kernel has none");
    }
    s->slot[attempt->stage][attempt->slot] = (struct slot_row){.attempt = attempt->attempt,
                                                               .job = attempt->job,
                                                               .task = attempt->task,
                                                               .number = attempt->number,
                                                               .token = attempt->token,
                                                               .since = attempt->dispatched,
                                                               .first_bound = attempt->bound};
    return true;
}

static bool load_slots(struct loading *l)
{
    struct service *s = l->service;
    struct rtmr_slot_info info;
    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        memset(s->slot[stage], 0, RTMR_SLOTS * sizeof *s->slot[stage]);
        s->slots[stage] = 0;
        while (rtmr_slot_info(s->kernel, (enum rtmr_stage)stage, s->slots[stage], &info) == RTMR_OK) {
            s->slots[stage]++;
        }
    }
    if (!store_each_attempt(s->store, 0, take_running, l) && l->ok) {
        return fail(l, store_problem(s->store));
    }
    for (int stage = RTMR_MAP; l->ok && stage <= RTMR_REDUCE; stage++) {
        for (int32_t i = 0; rtmr_slot_info(s->kernel, (enum rtmr_stage)stage, i, &info) == RTMR_OK; i++) {
            if (info.job != RTMR_NO_JOB && s->slot[stage][i].attempt == 0) {
                return fail(l, "a slot runs a task that has no attempt");
            }
        }
    }
    return l->ok;
}

bool service_load(struct service *s, char error[STORE_ERROR_SIZE])
{
    struct loading l = {.service = s, .ok = true, .error = error};
    jobs_free(&s->jobs);
    s->launch_count = 0;
    s->kill_count = 0;
    s->flagged_jobs = 0;
    s->decide_at = 0;
    s->may_renew = true;
    s->loaded = load_kernel(&l) && load_jobs(&l) && load_slots(&l);
    s->committed_call = s->last_call;
    return s->loaded;
}
