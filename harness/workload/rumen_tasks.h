/*
 * The tasks of one stage of a job in a Rumen trace: how long each takes, by the options.
 */
#ifndef HARNESS_WORKLOAD_RUMEN_TASKS_H
#define HARNESS_WORKLOAD_RUMEN_TASKS_H

#include "harness/workload/rumen.h"

#include <jansson.h>

/* An instant as a log has it: -1 if it is unknown, below 0 (Rumen's own default is -1) or beyond
 * WORKLOAD_TIME_MAX. */
ticks rumen_time(int64_t logged);

/* The data of the attempts that count. Instants are in the trace's time. */
struct rumen_tasks {
    struct task_times times; /* 0: no attempt of this task counts; task_times_free() it */
    ticks last_end;          /* -1 if none counts */
    int64_t bytes;           /* their sum; -1 if none is known */
    ticks first_start;       /* of all attempts; -1 if none is known */
    bool backwards;          /* an attempt ends before it starts; it does not count */
};

/* Reads the array `key` of the job. from: reduces count from here at the earliest (last_end of the
 * maps; -1 for maps). False: *error is set, and *tasks is empty. O(attempts). */
bool rumen_tasks_read(struct rumen_tasks *tasks, const json_t *job, const char *key, bool reduces, ticks from,
                      const struct rumen_options *options, struct place place, struct input_error *error);

#endif
