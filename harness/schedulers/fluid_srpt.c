#include "harness/schedulers/fluid_srpt.h"

#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>

/* Remaining work below this many ticks is rounding. */
#define NOTHING 1e-6

void fluid_srpt_init(struct fluid_srpt *f, const struct scheduler_setup *setup)
{
    *f = (struct fluid_srpt){.slots = {setup->slots[STAGE_MAP], setup->slots[STAGE_REDUCE]}};
    f->jobs = alloc_zeroed((size_t)setup->job_count, sizeof *f->jobs);
}

void fluid_srpt_free(struct fluid_srpt *f)
{
    free(f->jobs);
    *f = (struct fluid_srpt){0};
}

static double remaining(const struct fluid_job *job)
{
    return job->work[STAGE_MAP] + job->work[STAGE_REDUCE];
}

static bool goes_before(const struct fluid_job *a, const struct fluid_job *b)
{
    double difference = remaining(a) - remaining(b);
    return difference < 0 || (difference == 0 && a->job->id < b->job->id);
}

static void sort(struct fluid_srpt *f)
{
    for (int32_t i = 1; i < f->count; i++) {
        struct fluid_job moving = f->jobs[i];
        int32_t place = i;
        for (; place > 0 && goes_before(&moving, &f->jobs[place - 1]); place--) {
            f->jobs[place] = f->jobs[place - 1];
        }
        f->jobs[place] = moving;
    }
}

static double tasks_left(const struct fluid_job *job, enum stage stage)
{
    return job->work[stage] > 0 ? ceil(job->work[stage] / job->task[stage]) : 0;
}

static void drop_finished(struct fluid_srpt *f)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < f->count; i++) {
        if (remaining(&f->jobs[i]) > 0) {
            f->jobs[kept++] = f->jobs[i];
        }
    }
    f->count = kept;
}

void fluid_srpt_advance(struct fluid_srpt *f, ticks now)
{
    double elapsed = (double)(now - f->now);
    f->now = now;
    if (elapsed <= 0) {
        return;
    }
    sort(f);
    for (int stage = 0; stage < STAGES; stage++) {
        double capacity = f->slots[stage] * elapsed;
        for (int32_t i = 0; i < f->count && capacity > 0; i++) {
            struct fluid_job *job = &f->jobs[i];
            double done = fmin(fmin(job->work[stage], capacity), tasks_left(job, (enum stage)stage) * elapsed);
            capacity -= done;
            job->work[stage] = job->work[stage] - done < NOTHING ? 0 : job->work[stage] - done;
        }
    }
    drop_finished(f);
}

void fluid_srpt_add(struct fluid_srpt *f, const struct scheduler_job *job, const ticks estimate[STAGES])
{
    struct fluid_job *new_job = &f->jobs[f->count];
    *new_job = (struct fluid_job){.job = job};
    for (int stage = 0; stage < STAGES; stage++) {
        if (job->tasks[stage] > 0) {
            new_job->task[stage] = (double)estimate[stage];
            new_job->work[stage] = (double)job->tasks[stage] * (double)estimate[stage];
        }
    }
    f->count += remaining(new_job) > 0;
}

void fluid_srpt_map_loads(struct fluid_srpt *f, int32_t *load)
{
    sort(f);
    double idle = f->slots[STAGE_MAP];
    for (int32_t i = 0; i < f->count; i++) {
        double given = fmin(tasks_left(&f->jobs[i], STAGE_MAP), idle);
        idle -= given;
        load[f->jobs[i].job->id] = (int32_t)given;
    }
}
