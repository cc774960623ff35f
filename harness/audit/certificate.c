#include "harness/audit/certificate.h"

#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* What the check has seen of a job. */
struct seen {
    int32_t tasks[SHADOW_STAGES];
    rtmr_ticks end[SHADOW_STAGES]; /* the latest of the stage */
};

struct check {
    const struct plan *plan;
    const struct shadow *books;
    rtmr_ticks *free[SHADOW_STAGES]; /* from when on a slot is free; -1: no plan counts on it */
    struct seen *seen;
    char *why;
    size_t size;
};

static bool wrong(struct check *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool wrong(struct check *c, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(c->why, c->size, format, arguments);
    va_end(arguments);
    return false;
}

static void list_slots(struct check *c, int which)
{
    const struct shadow_stage *const stage = &c->books->stage[which];

    c->free[which] = alloc_zeroed((size_t)stage->slots, sizeof *c->free[which]);
    for (int32_t i = 0; i < stage->slots; i++) {
        c->free[which][i] = stage->slot[i].state == RTMR_SLOT_IDLE   ? c->books->now
                            : stage->slot[i].state == RTMR_SLOT_BUSY ? stage->slot[i].bound
                                                                     : -1;
    }
}

static bool task_holds(struct check *c, const struct plan_task *task)
{
    const struct shadow_stage *const stage = &c->books->stage[task->stage];
    const struct plan_job *const job = &c->plan->job[task->job];
    struct seen *const seen = &c->seen[task->job];
    const rtmr_ticks release =
        task->stage == RTMR_MAP ? c->books->now + stage->release_pad : c->seen[task->job].end[RTMR_MAP];
    const rtmr_ticks takes = job->estimate[task->stage] + stage->notice_pad + stage->wait_pad;
    const char *const name = task->stage == RTMR_MAP ? "map" : "reduce";

    if (task->slot < 0 || task->slot >= stage->slots || c->free[task->stage][task->slot] < 0) {
        return wrong(c, "a task of job %" PRId64 " is on %s slot %d, which takes none", job->job, name, task->slot);
    }
    if (task->start < c->free[task->stage][task->slot]) {
        return wrong(c, "%s slot %d has a task of job %" PRId64 " from %" PRId64 " on, but it is free from %" PRId64,
                     name, task->slot, job->job, task->start, c->free[task->stage][task->slot]);
    }
    if (task->start < release) {
        return wrong(c, "a %s task of job %" PRId64 " starts at %" PRId64 ", before %" PRId64, name, job->job,
                     task->start, release);
    }
    if (task->end - task->start < takes) {
        return wrong(c, "a %s task of job %" PRId64 " takes %" PRId64 ", less than %" PRId64, name, job->job,
                     task->end - task->start, takes);
    }
    c->free[task->stage][task->slot] = task->end;
    seen->tasks[task->stage]++;
    seen->end[task->stage] = task->end > seen->end[task->stage] ? task->end : seen->end[task->stage];
    return true;
}

static bool job_holds(struct check *c, int32_t place)
{
    const struct plan_job *const job = &c->plan->job[place];
    const struct seen *const seen = &c->seen[place];

    for (int i = 0; i < SHADOW_STAGES; i++) {
        if (seen->tasks[i] != job->waiting[i]) {
            return wrong(c, "%d tasks of job %" PRId64 " wait, %d are in the schedule", job->waiting[i], job->job,
                         seen->tasks[i]);
        }
        if (seen->end[i] > job->deadline) {
            return wrong(c, "job %" PRId64 " ends at %" PRId64 ", after its deadline %" PRId64, job->job, seen->end[i],
                         job->deadline);
        }
    }
    return true;
}

bool certificate_holds(const struct plan *plan, const struct shadow *books, char *why, size_t size)
{
    struct check c = {.plan = plan, .books = books, .why = why, .size = size};
    bool good = true;

    c.seen = alloc_zeroed((size_t)plan->jobs, sizeof *c.seen);
    for (int32_t place = 0; place < plan->jobs; place++) {
        for (int i = 0; i < SHADOW_STAGES; i++) {
            c.seen[place].end[i] = plan->job[place].running[i];
        }
    }
    list_slots(&c, RTMR_MAP);
    list_slots(&c, RTMR_REDUCE);
    for (size_t i = 0; good && i < plan->tasks; i++) {
        good = task_holds(&c, &plan->task[i]);
    }
    for (int32_t place = 0; good && place < plan->jobs; place++) {
        good = job_holds(&c, place);
    }
    free(c.free[RTMR_MAP]);
    free(c.free[RTMR_REDUCE]);
    free(c.seen);
    return good;
}
