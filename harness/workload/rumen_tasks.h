/*
 * The tasks of one stage of a job in a Rumen trace: how long each takes, by the options.
 */
#ifndef HARNESS_WORKLOAD_RUMEN_TASKS_H
#define HARNESS_WORKLOAD_RUMEN_TASKS_H

#include "harness/workload/rumen.h"
#include "harness/workload/task_bound.h"

#include <jansson.h>

/* The data of the attempts that count. */
struct rumen_tasks {
    struct task_times times; /* 0: no attempt of this task counts; task_times_free() it */
    /* of the attempts that count, in the trace's time; -1 if none counts */
    ticks last_end;
    int64_t bytes; /* their sum; -1 if none is known */
};

/* Reads the array `key` of the job and counts its tasks as the file's. from: reduces count from
 * here at the earliest (last_end of the maps; -1 for maps). False: *error is set, and *tasks is
 * empty. O(attempts). */
bool rumen_tasks_read(struct rumen_tasks *tasks, const json_t *job, const char *key, bool reduces, ticks from,
                      const struct rumen_options *options, struct task_bound *bound, struct place place,
                      struct input_error *error);

#endif
