#include "harness/engine/audit.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

enum job_state { JOB_ABSENT = 0, JOB_REJECTED, JOB_ACCEPTED, JOB_FINISHED };
enum task_state { TASK_WAITING = 0, TASK_RUNNING, TASK_RUNNING_TWICE, TASK_DONE };

struct job_ledger {
    enum job_state state;
    int32_t waiting[STAGES]; /* tasks */
    int32_t done[STAGES];
    int32_t on_slots[STAGES];    /* attempts */
    ticks starved_since[STAGES]; /* a task is ready to start, none is on a slot; NEVER: not so */
    ticks longest_wait[STAGES];
    ticks maps_end; /* when the last map's end was noticed; arrival if there are none */
    /* enum task_state of each task; NULL: the job is not accepted yet, or over */
    uint8_t *task[STAGES];
};

#define NEVER INT64_MAX

struct slot_ledger {
    bool absent;
    bool drains; /* it is absent when its attempt has ended */
    int32_t job; /* -1: free */
    int32_t task;
    ticks start;
};

struct audit {
    const struct workload *workload;
    struct run_error *error;
    int32_t slowstart;
    bool speculation;
    int32_t slots[STAGES];
    ticks now;
    int32_t arrived; /* jobs 0 .. arrived - 1 have arrived */
    struct job_ledger *job;
    struct slot_ledger *slot[STAGES];
};

static const char *const stage_name[STAGES] = {"map", "reduce"};

static int32_t tasks_of(const struct job_spec *spec, enum stage stage)
{
    return stage == STAGE_MAP ? spec->maps : spec->reduces;
}

struct audit *audit_new(const struct workload *workload, const int32_t slots[STAGES], int32_t slowstart,
                        bool speculation, struct run_error *error)
{
    struct audit *a = alloc_zeroed(1, sizeof *a);
    a->workload = workload;
    a->error = error;
    a->slowstart = slowstart;
    a->speculation = speculation;
    a->job = alloc_zeroed(workload->count, sizeof *a->job);

    for (size_t i = 0; i < workload->count; i++) {
        a->job[i].starved_since[STAGE_MAP] = NEVER;
        a->job[i].starved_since[STAGE_REDUCE] = NEVER;
    }
    for (int stage = 0; stage < STAGES; stage++) {
        a->slots[stage] = slots[stage];
        a->slot[stage] = alloc_zeroed((size_t)slots[stage], sizeof *a->slot[stage]);
        for (int32_t i = 0; i < slots[stage]; i++) {
            a->slot[stage][i].job = -1;
        }
    }
    return a;
}

static void forget_tasks(struct job_ledger *ledger)
{
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        free(ledger->task[stage]);
        ledger->task[stage] = NULL;
    }
}

/* The last attempts of a job may be killed after its end. */
static void forget_if_over(struct job_ledger *ledger)
{
    if (ledger->state == JOB_FINISHED && ledger->on_slots[STAGE_MAP] == 0 && ledger->on_slots[STAGE_REDUCE] == 0) {
        forget_tasks(ledger);
    }
}

void audit_free(struct audit *a)
{
    if (a != NULL) {
        for (size_t i = 0; i < a->workload->count; i++) {
            forget_tasks(&a->job[i]);
        }
        free(a->slot[STAGE_MAP]);
        free(a->slot[STAGE_REDUCE]);
        free(a->job);
        free(a);
    }
}

/* A broken check about a job. Returns false for the caller to return. */
static bool broken(struct audit *a, int32_t job, enum stage stage, int32_t task, const char *what)
{
    run_error_raise(a->error, "conservation check broken at %lld: job '%s', %s task %d: %s", (long long)a->now,
                    a->workload->jobs[job].name, stage_name[stage], (int)task, what);
    return false;
}

static bool broken_job(struct audit *a, int32_t job, const char *what)
{
    run_error_raise(a->error, "conservation check broken at %lld: job '%s': %s", (long long)a->now,
                    a->workload->jobs[job].name, what);
    return false;
}

static bool clock_moves(struct audit *a, ticks now)
{
    if (now < a->now) {
        run_error_raise(a->error, "conservation check broken: time went back from %lld to %lld", (long long)a->now,
                        (long long)now);
        return false;
    }
    a->now = now;
    return true;
}

static bool job_known(struct audit *a, int32_t job)
{
    if (job < 0 || (size_t)job >= a->workload->count) {
        run_error_raise(a->error, "conservation check broken at %lld: no job has number %d", (long long)a->now,
                        (int)job);
        return false;
    }
    return true;
}

static bool may_reduce(const struct audit *a, int32_t job)
{
    return (int64_t)a->job[job].done[STAGE_MAP] * 1000 >= (int64_t)a->workload->jobs[job].maps * a->slowstart;
}

/* Keeps the books of starvation; to be called after every event of the job. */
static void note_starvation(struct audit *a, int32_t job)
{
    struct job_ledger *ledger = &a->job[job];
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        bool starves = ledger->state == JOB_ACCEPTED && ledger->waiting[stage] > 0 && ledger->on_slots[stage] == 0 &&
                       (stage == STAGE_MAP || may_reduce(a, job));
        ticks *since = &ledger->starved_since[stage];
        if (starves && *since == NEVER) {
            *since = a->now;
        } else if (!starves && *since != NEVER) {
            ticks wait = a->now - *since;
            ledger->longest_wait[stage] = wait > ledger->longest_wait[stage] ? wait : ledger->longest_wait[stage];
            *since = NEVER;
        }
    }
}

bool audit_arrival(struct audit *a, ticks now, int32_t job, bool accepted)
{
    if (!clock_moves(a, now) || !job_known(a, job)) {
        return false;
    }
    if (job != a->arrived) {
        return broken_job(a, job, "it arrived out of order or twice");
    }
    if (now != a->workload->jobs[job].arrival) {
        return broken_job(a, job, "it was submitted at another instant than its arrival");
    }
    a->arrived++;
    a->job[job].state = accepted ? JOB_ACCEPTED : JOB_REJECTED;
    a->job[job].maps_end = now;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        const int32_t tasks = tasks_of(&a->workload->jobs[job], stage);
        a->job[job].waiting[stage] = tasks;
        a->job[job].task[stage] = accepted ? alloc_zeroed((size_t)tasks, 1) : NULL;
    }
    note_starvation(a, job);
    return true;
}

bool audit_start(struct audit *a, ticks now, int32_t job, enum stage stage, int32_t task, int32_t slot)
{
    if (!clock_moves(a, now) || !job_known(a, job)) {
        return false;
    }
    struct job_ledger *ledger = &a->job[job];
    const struct job_spec *spec = &a->workload->jobs[job];
    if (ledger->state != JOB_ACCEPTED) {
        return broken(a, job, stage, task,
                      ledger->state == JOB_ABSENT     ? "it starts before its job has arrived"
                      : ledger->state == JOB_REJECTED ? "it starts although its job was rejected"
                                                      : "it starts although its job has finished");
    }
    if (task < 0 || task >= tasks_of(spec, stage)) {
        return broken(a, job, stage, task, "the job has no such task");
    }
    uint8_t *state = &ledger->task[stage][task];
    bool second = a->speculation && *state == TASK_RUNNING && ledger->waiting[stage] == 0;
    if (*state != TASK_WAITING && !second) {
        return broken(a, job, stage, task, "it was started already");
    }
    if (stage == STAGE_REDUCE && !may_reduce(a, job)) {
        return broken(a, job, stage, task, "it starts before its stage: too few maps are finished");
    }
    if (slot < 0 || slot >= a->slots[stage]) {
        return broken(a, job, stage, task, "it starts on a slot that does not exist");
    }
    if (a->slot[stage][slot].job >= 0) {
        return broken(a, job, stage, task, "it starts on a slot that is in use");
    }
    if (a->slot[stage][slot].absent) {
        return broken(a, job, stage, task, "it starts on a slot that is not there");
    }
    ledger->waiting[stage] -= !second;
    *state = second ? TASK_RUNNING_TWICE : TASK_RUNNING;
    ledger->on_slots[stage]++;
    a->slot[stage][slot] = (struct slot_ledger){.job = job, .task = task, .start = now};
    note_starvation(a, job);
    return true;
}

bool audit_task_end(struct audit *a, ticks now, const struct task_run *run)
{
    if (!clock_moves(a, now) || !job_known(a, run->job)) {
        return false;
    }
    struct job_ledger *ledger = &a->job[run->job];
    const struct job_spec *spec = &a->workload->jobs[run->job];
    if (run->slot < 0 || run->slot >= a->slots[run->stage]) {
        return broken(a, run->job, run->stage, run->task, "it ends on a slot that does not exist");
    }
    struct slot_ledger *slot = &a->slot[run->stage][run->slot];
    if (slot->job != run->job || slot->task != run->task || slot->start != run->start) {
        return broken(a, run->job, run->stage, run->task, "it ends on a slot on which it was not started");
    }
    if (run->work_start < run->start || run->end < run->work_start || run->end <= run->start ||
        (run->end == run->work_start && !run->lost && !run->failed) || run->noticed < run->end || run->noticed != now) {
        return broken(a, run->job, run->stage, run->task, "its start, end and notice are out of order");
    }
    if (run->stage == STAGE_REDUCE && run->end > run->work_start &&
        (ledger->done[STAGE_MAP] < spec->maps || run->work_start < ledger->maps_end)) {
        return broken(a, run->job, run->stage, run->task, "it worked before its stage");
    }
    uint8_t *state = &ledger->task[run->stage][run->task];
    if (run->killed != (*state == TASK_DONE)) {
        return broken(a, run->job, run->stage, run->task,
                      run->killed ? "it was killed although no other attempt had finished" : "it was done already");
    }
    slot->job = -1;
    slot->absent = slot->drains;
    slot->drains = false;
    ledger->on_slots[run->stage]--;
    if (run->failed && *state == TASK_RUNNING_TWICE) {
        *state = TASK_RUNNING;
    } else if (run->failed) {
        *state = TASK_WAITING;
        ledger->waiting[run->stage]++;
    } else if (!run->killed) {
        *state = TASK_DONE;
        ledger->done[run->stage]++;
        if (run->stage == STAGE_MAP && ledger->done[STAGE_MAP] == spec->maps) {
            ledger->maps_end = now;
        }
    }
    note_starvation(a, run->job);
    forget_if_over(ledger);
    return true;
}

void audit_slot_lost(struct audit *a, enum stage stage, int32_t slot)
{
    a->slot[stage][slot].absent = true;
}

void audit_slot_back(struct audit *a, enum stage stage, int32_t slot)
{
    a->slot[stage][slot].absent = false;
}

void audit_slot_drains(struct audit *a, enum stage stage, int32_t slot)
{
    a->slot[stage][slot].drains = true;
}

bool audit_job_finished(struct audit *a, ticks now, int32_t job, bool promised)
{
    if (!clock_moves(a, now) || !job_known(a, job)) {
        return false;
    }
    struct job_ledger *ledger = &a->job[job];
    if (ledger->state != JOB_ACCEPTED) {
        return broken_job(a, job, "it finished without being accepted and unfinished");
    }
    if (ledger->done[STAGE_MAP] != a->workload->jobs[job].maps ||
        ledger->done[STAGE_REDUCE] != a->workload->jobs[job].reduces) {
        return broken_job(a, job, "it finished before all its tasks");
    }
    if (promised && now > a->workload->jobs[job].deadline) {
        return broken_job(a, job, "it is late though the scheduler never took its promise back");
    }
    ledger->state = JOB_FINISHED;
    forget_if_over(ledger);
    return true;
}

ticks audit_longest_wait(const struct audit *a, int32_t job, enum stage stage)
{
    return a->job[job].longest_wait[stage];
}

bool audit_end(struct audit *a)
{
    for (size_t i = 0; i < a->workload->count; i++) {
        if (a->job[i].state == JOB_ABSENT) {
            return broken_job(a, (int32_t)i, "it was lost: it never arrived");
        }
        if (a->job[i].state == JOB_ACCEPTED) {
            return broken_job(a, (int32_t)i, "it was accepted but not run to its end");
        }
    }
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        for (int32_t i = 0; i < a->slots[stage]; i++) {
            const struct slot_ledger *slot = &a->slot[stage][i];
            if (slot->job >= 0) {
                return broken(a, slot->job, stage, slot->task, "it still holds a slot");
            }
        }
    }
    return true;
}
