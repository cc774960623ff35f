#include "harness/schedulers/fluid_srpt.h"

#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>

/* Remaining work below this many ticks is rounding. */
#define NOTHING 1e-6

void fluid_srpt_init(struct fluid_srpt *f, const struct scheduler_setup *setup)
{
    size_t jobs = (size_t)setup->job_count;
    *f = (struct fluid_srpt){.slots = {setup->slots[STAGE_MAP], setup->slots[STAGE_REDUCE]}};
    f->jobs = alloc_zeroed(jobs, sizeof *f->jobs);
    f->touched = alloc_zeroed(STAGES * jobs, sizeof *f->touched);
    for (int stage = 0; stage < STAGES; stage++) {
        ranking_members_init(&f->members[stage], jobs);
        f->order[stage] = ranking_empty();
    }
}

void fluid_srpt_free(struct fluid_srpt *f)
{
    for (int stage = 0; stage < STAGES; stage++) {
        ranking_members_free(&f->members[stage]);
    }
    free(f->jobs);
    free(f->touched);
    *f = (struct fluid_srpt){0};
}

static double tasks_left(const struct fluid_job *job, enum stage stage)
{
    return job->work[stage] > 0 ? ceil(job->work[stage] / job->task[stage]) : 0;
}

static void rank_job(struct fluid_srpt *f, int32_t id)
{
    const struct fluid_job *job = &f->jobs[id];
    struct rank rank = {.value = job->work[STAGE_MAP] + job->work[STAGE_REDUCE], .tie = id};
    for (int stage = 0; stage < STAGES; stage++) {
        if (job->work[stage] > 0) {
            ranking_put(&f->members[stage], &f->order[stage], id, rank);
        } else {
            ranking_drop(&f->members[stage], &f->order[stage], id);
        }
    }
}

/* One stage for some time, in the order of before; notes the jobs that get slots. */
static int32_t advance_stage(struct fluid_srpt *f, enum stage stage, double elapsed, int32_t *touched)
{
    double capacity = f->slots[stage] * elapsed;
    int32_t count = 0;
    for (int32_t id = ranking_first(&f->order[stage]); id != RANKING_NONE && capacity > 0;
         id = ranking_next(&f->members[stage], id)) {
        struct fluid_job *job = &f->jobs[id];
        double most = job->work[stage] < capacity ? job->work[stage] : capacity;
        double done = tasks_left(job, stage) * elapsed;
        done = done < most ? done : most;
        capacity -= done;
        job->work[stage] = job->work[stage] - done < NOTHING ? 0 : job->work[stage] - done;
        touched[count++] = id;
    }
    return count;
}

void fluid_srpt_advance(struct fluid_srpt *f, ticks now)
{
    double elapsed = (double)(now - f->now);
    f->now = now;
    if (elapsed <= 0) {
        return;
    }
    int32_t count = advance_stage(f, STAGE_MAP, elapsed, f->touched);
    count += advance_stage(f, STAGE_REDUCE, elapsed, f->touched + count);
    for (int32_t i = 0; i < count; i++) {
        rank_job(f, f->touched[i]);
    }
}

void fluid_srpt_add(struct fluid_srpt *f, const struct scheduler_job *job, const ticks estimate[STAGES])
{
    struct fluid_job *new_job = &f->jobs[job->id];
    *new_job = (struct fluid_job){.job = job};
    for (int stage = 0; stage < STAGES; stage++) {
        if (job->tasks[stage] > 0) {
            new_job->task[stage] = (double)estimate[stage];
            new_job->work[stage] = (double)job->tasks[stage] * (double)estimate[stage];
        }
    }
    rank_job(f, job->id);
}

int32_t fluid_srpt_map_loads(const struct fluid_srpt *f, struct fluid_load *loads)
{
    int32_t count = 0;
    double idle = f->slots[STAGE_MAP];
    for (int32_t id = ranking_first(&f->order[STAGE_MAP]); id != RANKING_NONE && idle > 0;
         id = ranking_next(&f->members[STAGE_MAP], id)) {
        double given = fmin(tasks_left(&f->jobs[id], STAGE_MAP), idle);
        idle -= given;
        loads[count++] = (struct fluid_load){.job = f->jobs[id].job, .slots = (int32_t)given};
    }
    return count;
}
