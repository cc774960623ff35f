#include "harness/audit/planner.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <string.h>

static rtmr_ticks later(rtmr_ticks a, rtmr_ticks b)
{
    return a > b ? a : b;
}

void plan_free(struct plan *plan)
{
    for (int stage = 0; stage < SHADOW_STAGES; stage++) {
        free(plan->slots[stage].at);
    }
    free(plan->job);
    free(plan->task);
}

static bool before(struct plan_slot a, struct plan_slot b)
{
    return a.free != b.free ? a.free < b.free : a.slot < b.slot;
}

/* Puts a slot where it belongs among the first n. */
static void put(struct plan_slot *at, int32_t n, struct plan_slot slot)
{
    while (n > 0 && before(slot, at[n - 1])) {
        at[n] = at[n - 1];
        n--;
    }
    at[n] = slot;
}

static void begin_stage(struct plan *plan, const struct shadow_stage *stage, int which)
{
    struct plan_slots *const slots = &plan->slots[which];

    if (slots->at == NULL) {
        slots->at = alloc_zeroed(RTMR_SLOTS, sizeof *slots->at);
    }
    slots->count = 0;
    for (int32_t i = 0; i < stage->slots; i++) {
        const struct shadow_slot *const slot = &stage->slot[i];

        if (slot_usable(slot->state)) {
            put(slots->at, slots->count,
                (struct plan_slot){slot->state == RTMR_SLOT_IDLE ? plan->now : slot->bound, i});
            slots->count++;
        }
    }
    plan->release[which] = stage->release_pad;
    plan->pad[which] = stage->notice_pad + stage->wait_pad;
}

void plan_begin(struct plan *plan, const struct shadow *books, bool keeps_tasks)
{
    plan->now = books->now;
    plan->jobs = 0;
    plan->late = -1;
    plan->tasks = 0;
    plan->keeps_tasks = keeps_tasks;
    for (int i = 0; i < SHADOW_STAGES; i++) {
        begin_stage(plan, &books->stage[i], i);
    }
}

void plan_copy(struct plan *to, const struct plan *from)
{
    to->now = from->now;
    to->late = from->late;
    to->keeps_tasks = false;
    to->tasks = 0;
    to->jobs = from->jobs;
    to->job = alloc_grow(to->job, &to->job_room, (size_t)from->jobs + 1, sizeof *to->job);
    if (from->jobs > 0) {
        memcpy(to->job, from->job, (size_t)from->jobs * sizeof *to->job);
    }
    for (int i = 0; i < SHADOW_STAGES; i++) {
        if (to->slots[i].at == NULL) {
            to->slots[i].at = alloc_zeroed(RTMR_SLOTS, sizeof *to->slots[i].at);
        }
        to->slots[i].count = from->slots[i].count;
        memcpy(to->slots[i].at, from->slots[i].at, (size_t)from->slots[i].count * sizeof *to->slots[i].at);
        to->release[i] = from->release[i];
        to->pad[i] = from->pad[i];
    }
}

/* When the tasks of a job that run on the stage's slots end at the latest; now if none runs. */
static rtmr_ticks running_until(const struct shadow_stage *stage, rtmr_handle job, rtmr_ticks now)
{
    rtmr_ticks end = now;

    for (int32_t i = 0; i < stage->slots; i++) {
        if (slot_in_time(stage->slot[i].state) && stage->slot[i].job == job) {
            end = later(end, stage->slot[i].bound);
        }
    }
    return end;
}

struct plan_job plan_job_at(const struct shadow *books, int32_t place)
{
    const struct shadow_job *const job = shadow_at(books, place);
    struct plan_job planned = {.job = job->handle, .deadline = job->deadline};

    for (int i = 0; i < SHADOW_STAGES; i++) {
        planned.estimate[i] = job->estimate[i];
        planned.waiting[i] = job->waiting[i];
        planned.running[i] = job->started ? running_until(&books->stage[i], job->handle, books->now) : books->now;
    }
    return planned;
}

struct plan_job plan_job_asking(const struct shadow *books, const struct rtmr_job *job)
{
    return (struct plan_job){.job = RTMR_NO_JOB,
                             .deadline = job->deadline,
                             .estimate = {job->map_estimate, job->reduce_estimate},
                             .waiting = {job->map_tasks, job->reduce_tasks},
                             .running = {books->now, books->now}};
}

static void keep(struct plan *plan, struct plan_task task)
{
    plan->task = alloc_grow(plan->task, &plan->task_room, plan->tasks + 1, sizeof *plan->task);
    plan->task[plan->tasks++] = task;
}

/* Plans the waiting tasks of a stage of the last job, from the release on. Returns their last end,
 * at least `end`. */
static rtmr_ticks add_stage(struct plan *plan, enum rtmr_stage stage, rtmr_ticks release, rtmr_ticks end)
{
    struct plan_slots *const slots = &plan->slots[stage];
    const struct plan_job *const job = &plan->job[plan->jobs - 1];
    const rtmr_ticks takes = job->estimate[stage] + plan->pad[stage];

    if (job->waiting[stage] > 0 && slots->count == 0) {
        return RTMR_NEVER;
    }
    for (int32_t i = 0; i < job->waiting[stage]; i++) {
        const struct plan_slot first = slots->at[0];
        const rtmr_ticks start = later(first.free, release);
        const rtmr_ticks task_end = start > RTMR_TIME_MAX - takes ? RTMR_NEVER : start + takes;

        memmove(slots->at, slots->at + 1, (size_t)(slots->count - 1) * sizeof *slots->at);
        put(slots->at, slots->count - 1, (struct plan_slot){task_end, first.slot});
        end = later(end, task_end);
        if (plan->keeps_tasks) {
            keep(plan, (struct plan_task){plan->jobs - 1, stage, first.slot, start, task_end});
        }
    }
    return end;
}

bool plan_add(struct plan *plan, const struct plan_job *job)
{
    plan->job = alloc_grow(plan->job, &plan->job_room, (size_t)plan->jobs + 1, sizeof *plan->job);
    struct plan_job *const added = &plan->job[plan->jobs++];

    *added = *job;
    added->end[RTMR_MAP] = add_stage(plan, RTMR_MAP, plan->now + plan->release[RTMR_MAP], job->running[RTMR_MAP]);
    added->end[RTMR_REDUCE] =
        add_stage(plan, RTMR_REDUCE, added->end[RTMR_MAP], later(added->end[RTMR_MAP], job->running[RTMR_REDUCE]));
    if (added->end[RTMR_REDUCE] <= added->deadline) {
        return true;
    }
    plan->late = plan->late < 0 ? plan->jobs - 1 : plan->late;
    return false;
}

void plan_all(struct plan *plan, const struct shadow *books, const struct plan_job *asking, int32_t place,
              bool keeps_tasks)
{
    plan_begin(plan, books, keeps_tasks);
    for (int32_t p = 0; p <= books->promised; p++) {
        if (asking != NULL && p == place) {
            (void)plan_add(plan, asking);
        }
        if (p < books->promised) {
            const struct plan_job job = plan_job_at(books, p);

            (void)plan_add(plan, &job);
        }
    }
}
