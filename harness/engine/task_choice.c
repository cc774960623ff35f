/*
 * Which task of a job runs next: failed ones first, the latest failure foremost; then, among those
 * never started, the nearest map to its data (with locality), the lowest number among equals.
 * Hadoop 0.20's JobInProgress chooses so.
 */
#include "harness/engine/engine_state.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

void task_choice_begin(struct engine *e, int32_t job)
{
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        uint16_t **attempts = &e->runs[job].attempts[stage];
        *attempts = alloc_zeroed((size_t)e->views[job].tasks[stage], sizeof **attempts);
    }
}

void task_choice_end(struct engine *e, int32_t job)
{
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        struct job_run *run = &e->runs[job];
        free(run->attempts[stage]);
        free(run->next_retry[stage]);
        run->attempts[stage] = NULL;
        run->next_retry[stage] = NULL;
    }
}

/* The never started map that is nearest to the node, and how near it is. */
static int32_t nearest_map(const struct engine *e, int32_t job, int32_t node, enum locality *distance)
{
    const struct job_run *run = &e->runs[job];
    if (e->near[job] == NULL) {
        e->near[job] = near_maps_new(e->places, job, e->workload->jobs[job].maps);
    }
    return near_maps_first(e->near[job], node, run->attempts[STAGE_MAP], run->next_task[STAGE_MAP], distance);
}

/* The task is started for the first time. */
static void take_new(struct job_run *run, enum stage stage, int32_t task, int32_t tasks)
{
    if (task == run->next_task[stage]) {
        do {
            run->next_task[stage]++;
        } while (run->next_task[stage] < tasks && run->attempts[stage][run->next_task[stage]] > 0);
    }
}

int32_t task_choice_take(struct engine *e, int32_t job, enum stage stage, int32_t node)
{
    struct job_run *run = &e->runs[job];
    int32_t task = run->retry[stage];
    if (task != NONE) {
        run->retry[stage] = run->next_retry[stage][task];
        return task;
    }
    task = run->next_task[stage];
    if (stage == STAGE_MAP && e->places != NULL) {
        enum locality distance;
        task = nearest_map(e, job, node, &distance);
    }
    take_new(run, stage, task, e->views[job].tasks[stage]);
    if (stage == STAGE_MAP && e->places != NULL && run->next_task[stage] == e->views[job].tasks[stage]) {
        near_maps_free(e->near[job]); /* all maps were started once */
        e->near[job] = NULL;
    }
    return task;
}

void task_choice_give_back(struct engine *e, int32_t job, enum stage stage, int32_t task)
{
    struct job_run *run = &e->runs[job];
    if (run->next_retry[stage] == NULL) {
        run->next_retry[stage] = alloc_zeroed((size_t)e->views[job].tasks[stage], sizeof *run->next_retry[stage]);
    }
    run->next_retry[stage][task] = run->retry[stage];
    run->retry[stage] = task;
}

enum locality task_choice_nearest(const struct engine *e, const struct scheduler_job *job, int32_t slot)
{
    if (e->places == NULL || job->waiting[STAGE_MAP] == 0) {
        return LOCALITY_NODE;
    }
    int32_t node = e->node_of[STAGE_MAP][slot];
    int32_t retry = e->runs[job->id].retry[STAGE_MAP];
    enum locality distance;
    if (retry != NONE) {
        return data_places_distance(e->places, job->id, retry, node);
    }
    nearest_map(e, job->id, node, &distance);
    return distance;
}
