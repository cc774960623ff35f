/*
 * What users ask for.
 */
#include "harness/service/replay.h"
#include "harness/service/service_state.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static void clear(struct service_decision *decision)
{
    *decision = (struct service_decision){.answer = SERVICE_REFUSED, .earliest_deadline = RTMR_NEVER};
}

/* Brings memory to now before something is changed. False: nothing can be. */
static bool open_for(struct service *s, struct service_decision *decision)
{
    clear(decision);
    if (service_closed(s, decision)) {
        return false;
    }
    service_look_at_clock(s);
    service_report_ends(s);
    return true;
}

/* --- Submission ------------------------------------------------------------------------------- */

static struct call_record submit_call(const struct service *s, const struct caller *caller,
                                      const struct job_request *request, rtmr_ticks deadline)
{
    struct call_record call = service_new_call(CALL_SUBMIT, s->now);
    call.uid = caller->uid;
    call.value = deadline;
    call.maps = request->tasks[RTMR_MAP];
    call.reduces = request->tasks[RTMR_REDUCE];
    call.map_estimate = request->estimate[RTMR_MAP];
    call.reduce_estimate = request->estimate[RTMR_REDUCE];
    return call;
}

/* The refused job again with the deadline that was offered, if its user takes that. */
static bool takes_earliest(const struct job_request *request, const struct call_record *refused, rtmr_ticks deadline)
{
    return refused->status == RTMR_REJECTED && refused->earliest_deadline != RTMR_NEVER &&
           refused->earliest_deadline - deadline <= request->take_earliest;
}

/* The record of the job, but for what the kernel answers. */
static struct job_record record_of(const struct caller *caller, const struct job_request *request, rtmr_ticks deadline,
                                   int64_t wall)
{
    const char *map = request->command[RTMR_MAP];
    const char *reduce = request->command[RTMR_REDUCE];
    return (struct job_record){.uid = caller->uid,
                               .gid = caller->gid,
                               .name = request->name,
                               .tasks = {request->tasks[RTMR_MAP], request->tasks[RTMR_REDUCE]},
                               .estimate = {request->estimate[RTMR_MAP], request->estimate[RTMR_REDUCE]},
                               .deadline = deadline,
                               .deadline_wall = wall,
                               .command = {map, reduce != NULL ? reduce : map},
                               .directory = request->directory,
                               .environment = request->environment != NULL ? request->environment : "{}",
                               .on_overrun = request->on_overrun,
                               .grace = request->grace,
                               .retries = request->retries,
                               .state = JOB_ACTIVE};
}

static double seconds_between(const struct timespec *from, const struct timespec *to)
{
    return (double)(to->tv_sec - from->tv_sec) + (double)(to->tv_nsec - from->tv_nsec) * 1e-9;
}

/* Submits the job; what it took counts. */
static enum rtmr_status submit(struct service *s, struct call_record *call, struct job_record *record)
{
    struct timespec from;
    struct timespec to;
    s->submitted = record;
    (void)clock_gettime(CLOCK_MONOTONIC, &from);
    enum rtmr_status status = service_call(s, call);
    (void)clock_gettime(CLOCK_MONOTONIC, &to);
    s->submitted = NULL;
    s->counts.decision_seconds += seconds_between(&from, &to);
    return status;
}

/* The kernel was asked for something that it does not know. */
static void answer_error(struct service_decision *decision, enum rtmr_status status)
{
    service_answer(decision, SERVICE_BAD, "%s", rtmr_status_text(status));
}

void service_submit(struct service *s, const struct caller *caller, const struct job_request *request,
                    struct service_decision *decision)
{
    rtmr_ticks deadline;
    int64_t wall;
    if (!open_for(s, decision) || !service_check_request(s, caller, request, true, &deadline, &wall, decision)) {
        return;
    }
    struct call_record call = submit_call(s, caller, request, deadline);
    struct job_record record = record_of(caller, request, deadline, wall);
    enum rtmr_status status = submit(s, &call, &record);
    if (status >= 0 && takes_earliest(request, &call, deadline)) {
        call = submit_call(s, caller, request, call.earliest_deadline);
        record.deadline = call.value;
        record.deadline_wall = clock_wall_of(store_clock(s->store), call.value);
        status = submit(s, &call, &record);
    }
    if (status < 0) {
        answer_error(decision, status);
        return;
    }
    service_explain(decision, &call);
    decision->deadline = call.value;
    if (status != RTMR_OK) {
        s->counts.refused++;
        return;
    }
    decision->job = call.job;
    service_dispatch(s);
}

void service_what_if(struct service *s, const struct caller *caller, const struct job_request *request,
                     struct service_decision *decision)
{
    rtmr_ticks deadline;
    int64_t wall;
    struct rtmr_alarm alarm;
    if (!open_for(s, decision) || !service_check_request(s, caller, request, false, &deadline, &wall, decision)) {
        return;
    }
    struct call_record call = submit_call(s, caller, request, deadline);
    *s->copy = *s->kernel;
    enum rtmr_status status = rtmr_advance(s->copy, s->now, &alarm);
    status = status < 0 ? status : call_make(s->copy, &call, s->flagged);
    if (status < 0) {
        answer_error(decision, status);
        return;
    }
    call.job = RTMR_NO_JOB; /* it would have that number, but has not */
    service_explain(decision, &call);
    decision->deadline = deadline;
}

/* --- Jobs that are there ---------------------------------------------------------------------- */

struct owner {
    bool known;
    uid_t uid;
};

static bool note_owner(void *arg, const struct job_record *record)
{
    struct owner *owner = arg;
    *owner = (struct owner){.known = true, .uid = record->uid};
    return false;
}

/* The caller's unfinished job; NULL: *decision says why not. */
static struct job_row *own_job(struct service *s, const struct caller *caller, int64_t job,
                               struct service_decision *decision)
{
    struct job_row *row = jobs_find(&s->jobs, job);
    struct owner owner = {.known = row != NULL, .uid = row != NULL ? row->uid : 0};
    if (row == NULL) {
        (void)store_job(s->store, job, note_owner, &owner);
    }
    decision->job = job;
    if (!owner.known) {
        service_answer(decision, SERVICE_NOT_FOUND, "there is no job %lld", (long long)job);
        return NULL;
    }
    if (!service_may(caller, owner.uid)) {
        service_answer(decision, SERVICE_FORBIDDEN, "job %lld is another user's", (long long)job);
        return NULL;
    }
    if (row == NULL || row->aborted) {
        service_answer(decision, SERVICE_ENDED, "job %lld has ended", (long long)job);
        return NULL;
    }
    return row;
}

void service_renew(struct service *s, const struct caller *caller, int64_t job, bool deadline_is_wall, int64_t deadline,
                   struct service_decision *decision)
{
    rtmr_ticks until;
    int64_t wall;
    struct job_row *row = open_for(s, decision) ? own_job(s, caller, job, decision) : NULL;
    if (row == NULL || !service_check_deadline(s, deadline_is_wall, deadline, &until, &wall, decision) ||
        !service_check_rate(s, caller, decision)) {
        return;
    }
    struct call_record call;
    enum rtmr_status status = service_renew_job(s, row, until, caller->uid, NULL, &call);
    if (status < 0) {
        service_answer(decision, SERVICE_REFUSED, "%s",
                       status == RTMR_E_SLOT_LATE ? "a task of it runs on beyond its grace, or other jobs need its slot"
                                                  : rtmr_status_text(status));
        decision->reason = RTMR_REASON_LATE;
        decision->late_by = RTMR_NEVER;
        return;
    }
    service_explain(decision, &call);
    decision->deadline = until;
    if (status == RTMR_OK) {
        row->deadline = until;
        row->deadline_wall = wall;
        service_promise(s, row, call.estimated_finish);
        service_dispatch(s);
    }
}

void service_abort(struct service *s, const struct caller *caller, int64_t job, struct service_decision *decision)
{
    struct job_row *row = open_for(s, decision) ? own_job(s, caller, job, decision) : NULL;
    if (row == NULL) {
        return;
    }
    service_abort_job(s, row, s->now, caller->uid, caller->uid == row->uid ? "aborted by its user" : "aborted by root");
    decision->answer = SERVICE_ACCEPTED;
    service_dispatch(s);
}

void service_job_cancelled(void *owner, int64_t job, const char *reason)
{
    struct service *s = owner;
    struct service_decision decision;
    struct job_row *row = open_for(s, &decision) ? jobs_find(&s->jobs, job) : NULL;
    if (row != NULL && !row->aborted) {
        service_abort_job(s, row, s->now, -1, reason);
        service_dispatch(s);
    }
}

void service_suspend(struct service *s, const struct caller *caller, int64_t job, struct service_decision *decision)
{
    struct job_row *row = open_for(s, decision) ? own_job(s, caller, job, decision) : NULL;
    if (row == NULL || !service_check_rate(s, caller, decision)) {
        return;
    }
    struct call_record call = service_new_call(CALL_SUSPEND, s->now);
    call.job = job;
    call.uid = caller->uid;
    enum rtmr_status status = service_call(s, &call);
    if (status < 0) {
        answer_error(decision, status);
        return;
    }
    if (!row->suspended) { /* it had no promise before */
        s->flagged_jobs--;
        row->suspended = true;
        jobs_set_reason(row, REASON_SUSPENDED);
        service_update_job(s, row, JOB_ACTIVE, 0);
    }
    decision->answer = SERVICE_ACCEPTED;
    service_dispatch(s);
}

/* --- Slots ------------------------------------------------------------------------------------ */

static bool may_change_slots(const struct service *s, const struct caller *caller, struct service_decision *decision)
{
    if (caller->anonymous || (caller->uid != 0 && caller->uid != s->uid)) {
        service_answer(decision, SERVICE_FORBIDDEN, "only the service's own user and root may change slots");
        return false;
    }
    return true;
}

/* What the kernel has against changing a slot. */
static void answer_slot_error(struct service_decision *decision, enum rtmr_status status)
{
    bool unknown = status == RTMR_E_SLOT || status == RTMR_E_STAGE;
    service_answer(decision, unknown ? SERVICE_NOT_FOUND : SERVICE_BAD, "%s", rtmr_status_text(status));
    if (!unknown) {
        (void)snprintf(decision->field, sizeof decision->field, "slot");
    }
}

void service_drain(struct service *s, const struct caller *caller, enum rtmr_stage stage, int32_t slot,
                   struct service_decision *decision)
{
    struct rtmr_slot_info info;
    if (!open_for(s, decision) || !may_change_slots(s, caller, decision)) {
        return;
    }
    enum rtmr_status status = rtmr_slot_info(s->kernel, stage, slot, &info);
    if (status == RTMR_OK && info.state == RTMR_SLOT_ABSENT) {
        status = RTMR_E_SLOT_ABSENT;
    } else if (status == RTMR_OK && (info.state == RTMR_SLOT_DRAINING || info.state == RTMR_SLOT_LATE_DRAINING)) {
        status = RTMR_E_SLOT_DRAINING;
    }
    if (status != RTMR_OK) {
        answer_slot_error(decision, status);
        return;
    }
    if (!service_check_rate(s, caller, decision)) {
        return;
    }
    struct call_record call = service_new_call(CALL_SLOT_DRAIN, s->now);
    call.stage = stage;
    call.slot = slot;
    call.uid = caller->uid;
    status = service_call(s, &call);
    if (status < 0) {
        answer_slot_error(decision, status);
        return;
    }
    service_explain(decision, &call);
    decision->earliest_deadline = RTMR_NEVER;
}

void service_add(struct service *s, const struct caller *caller, enum rtmr_stage stage, int32_t *slot,
                 struct service_decision *decision)
{
    struct rtmr_slot_info info;
    if (!open_for(s, decision) || !may_change_slots(s, caller, decision)) {
        return;
    }
    if (stage != RTMR_MAP && stage != RTMR_REDUCE) {
        answer_slot_error(decision, RTMR_E_STAGE);
        return;
    }
    *slot = *slot == -1 ? s->slots[stage] : *slot;
    bool there = rtmr_slot_info(s->kernel, stage, *slot, &info) == RTMR_OK;
    if ((there && info.state != RTMR_SLOT_ABSENT) || (!there && *slot != s->slots[stage])) {
        answer_slot_error(decision, there ? RTMR_E_SLOT_PRESENT : RTMR_E_SLOT);
        return;
    }
    char node[256];
    if (s->executor->slot_name != NULL && !s->executor->slot_name(s->executor, stage, *slot, node, sizeof node)) {
        service_answer(decision, SERVICE_LIMIT, "no node has that slot: nodes are added to --slots, behind the others");
        return;
    }
    if (*slot >= RTMR_SLOTS) {
        service_answer(decision, SERVICE_LIMIT, "this build has at most %d slots of a stage", RTMR_SLOTS);
        return;
    }
    struct call_record call = service_new_call(CALL_SLOT_ADD, s->now);
    call.stage = stage;
    call.slot = *slot;
    call.uid = caller->uid;
    enum rtmr_status status = service_call(s, &call);
    if (status < 0) {
        answer_slot_error(decision, status);
        return;
    }
    s->slots[stage] = *slot >= s->slots[stage] ? *slot + 1 : s->slots[stage];
    s->may_renew = true;
    decision->answer = SERVICE_ACCEPTED;
    service_dispatch(s);
}
