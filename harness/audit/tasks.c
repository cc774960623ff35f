/*
 * Tasks that start and end: the reservation rule, and that each task runs once.
 */
#include "harness/audit/recheck_state.h"

#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdlib.h>

struct shadow_slot *called_slot(struct recheck *a)
{
    struct shadow_slot *const slot = shadow_slot(&a->books, a->call->stage, a->call->slot);

    if (slot == NULL || slot->state == RTMR_SLOT_ABSENT) {
        finding_add(a, alloc_print("%s slot %d", journal_stage_name(a->call->stage), a->call->slot),
                    alloc_print("there is no such slot"));
        return NULL;
    }
    return slot;
}

struct shadow_slot *called_task(struct recheck *a)
{
    const struct call_record *const call = a->call;
    struct shadow_slot *const slot = called_slot(a);
    const char *const stage = journal_stage_name(call->stage);

    if (slot == NULL) {
        return NULL;
    }
    if (!shadow_runs(slot)) {
        finding_add(a, alloc_print("a task on %s slot %d", stage, call->slot), alloc_print("the slot is idle"));
        return NULL;
    }
    const struct recheck_slot *const runs = &a->slot[call->stage][call->slot];
    const bool by_token = call->kind == CALL_FINISH || call->kind == CALL_FAIL;
    if (call->job != slot->job || (by_token && (call->task != runs->task || call->token != runs->token))) {
        finding_add(
            a,
            alloc_print("%s slot %d runs task %d of job %" PRId64 ", token %" PRIu32, stage, call->slot, call->task,
                        call->job, call->token),
            alloc_print("it runs task %d of job %" PRId64 ", token %" PRIu32, runs->task, slot->job, runs->token));
    }
    return slot;
}

void tasks_begin(struct recheck *a, const struct rtmr_job *job)
{
    a->job = alloc_grow(a->job, &a->job_room, (size_t)a->books.accepted, sizeof *a->job);
    struct recheck_job *const new = &a->job[a->books.accepted - 1];

    *new = (struct recheck_job){.tasks = {job->map_tasks, job->reduce_tasks}};
    if (job->map_tasks > 0 || job->reduce_tasks > 0) {
        for (int i = 0; i < SHADOW_STAGES; i++) {
            new->task[i] = alloc_zeroed((size_t) new->tasks[i], sizeof *new->task[i]);
        }
    }
}

void tasks_forget(struct recheck *a, int32_t index)
{
    for (int i = 0; i < SHADOW_STAGES; i++) {
        free(a->job[index].task[i]);
        a->job[index].task[i] = NULL;
    }
}

/* The state of the task that a slot of the stage was given; NULL: it is not one of the job's. */
static uint8_t *task_of(struct recheck *a, enum rtmr_stage stage, rtmr_handle handle, int32_t task)
{
    const int32_t place = shadow_find(&a->books, handle);
    struct recheck_job *const job = place >= 0 ? &a->job[a->books.table[place]] : NULL;

    return job == NULL || job->task[stage] == NULL || task < 0 || task >= job->tasks[stage] ? NULL
                                                                                            : &job->task[stage][task];
}

void task_becomes(struct recheck *a, const struct shadow_slot *slot, enum task_state state)
{
    const enum rtmr_stage stage = a->call->stage;
    uint8_t *const task = task_of(a, stage, slot->job, a->slot[stage][a->call->slot].task);

    if (task != NULL) {
        *task = (uint8_t)state;
    }
}

/* What the reservation rule of Algorithm IV, corrected (reserved < idle), says of the stage. */
static char *rule_text(const struct recheck *a, int32_t place)
{
    if (place < 0) {
        return alloc_print("no %s task may start: the idle slots are reserved, or none is ready",
                           journal_stage_name(a->call->stage));
    }
    return alloc_print("a %s task of job %" PRId64 " is next", journal_stage_name(a->call->stage),
                       shadow_at(&a->books, place)->handle);
}

/* The call can have happened: the slot is idle, and the job has a task that waits. */
static bool can_start(struct recheck *a, const struct shadow_slot *slot, int32_t started)
{
    const struct call_record *const call = a->call;

    if (slot->state != RTMR_SLOT_IDLE) {
        finding_add(a, alloc_print("a dispatch to %s slot %d", journal_stage_name(call->stage), call->slot),
                    alloc_print("the slot runs a task of job %" PRId64, slot->job));
        return false;
    }
    if (started < 0 || shadow_at(&a->books, started)->waiting[call->stage] == 0) {
        finding_add(a, alloc_print("a %s task of job %" PRId64, journal_stage_name(call->stage), call->job),
                    alloc_print("none of it waits"));
        return false;
    }
    return true;
}

/* The task that was chosen waits: it runs nowhere, and has not ended. */
static void take_task(struct recheck *a)
{
    const struct call_record *const call = a->call;
    uint8_t *const task = task_of(a, call->stage, call->job, call->task);

    if (task == NULL || *task != TASK_WAITS) {
        finding_add(a,
                    alloc_print("%s task %d of job %" PRId64, journal_stage_name(call->stage), call->task, call->job),
                    alloc_print(task == NULL         ? "there is no such task"
                                : *task == TASK_RUNS ? "that task runs already"
                                                     : "that task has ended already"));
    } else {
        *task = TASK_RUNS;
    }
    a->slot[call->stage][call->slot] = (struct recheck_slot){call->task, call->token};
}

void recheck_dispatch(struct recheck *a)
{
    const struct call_record *const call = a->call;
    const struct shadow_slot *const slot = called_slot(a);
    const int32_t place = shadow_offer(&a->books, call->stage, a->books.jobs);
    const int32_t started = shadow_find(&a->books, call->job);

    a->counts.dispatches++;
    if (slot == NULL || !can_start(a, slot, started)) {
        return;
    }
    if (place != started) {
        finding_add(a, alloc_print("a %s task of job %" PRId64 " starts", journal_stage_name(call->stage), call->job),
                    rule_text(a, place));
    }
    const struct shadow_stage *const stage = &a->books.stage[call->stage];
    const rtmr_ticks bound = a->books.now + shadow_at(&a->books, started)->estimate[call->stage] + stage->notice_pad;
    if (call->bound != bound) {
        finding_number(a, "bound", call->bound, bound);
    }
    explain_dispatch(a, started);
    take_task(a);
    shadow_start(&a->books, call->stage, call->slot, started, bound);
}

/* A job has left the table with its last task. */
static void job_ended(struct recheck *a, int32_t index)
{
    const struct shadow_job *const job = &a->books.job[index];
    const rtmr_ticks e = job->end[RTMR_REDUCE];

    tasks_forget(a, index);
    if (job->promise != PROMISE_DONE) {
        a->counts.unpromised += !a->job[index].aborted;
        a->counts.unpromised_in_time += !a->job[index].aborted && job->done_at <= job->deadline;
        return;
    }
    a->counts.kept++;
    if (job->done_at > job->deadline || job->done_at > e) {
        finding_add(a, alloc_print("job %" PRId64 " ends at %" PRId64, job->handle, job->done_at),
                    alloc_print("it was promised by %s, deadline %" PRId64, instant_text(e), job->deadline));
    }
}

void recheck_finish(struct recheck *a)
{
    const struct shadow_slot *const slot = called_task(a);

    a->counts.ends++;
    if (slot == NULL) {
        return;
    }
    const int32_t place = shadow_find(&a->books, slot->job);
    if (place < 0) {
        return; /* a finding has said so before */
    }
    const int32_t index = a->books.table[place];
    const int32_t jobs = a->books.jobs;

    task_becomes(a, slot, TASK_HAS_ENDED);
    shadow_finish(&a->books, a->call->stage, a->call->slot);
    if (a->books.jobs < jobs) {
        job_ended(a, index);
    }
}
