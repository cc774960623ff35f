/*
 * Bounds on the tasks and copies that a file may ask for. A few bytes can ask for any number of
 * tasks or of copies of a job, and a run keeps three bytes of each task of a job that has arrived
 * and is unfinished, and a thousand bytes of a job: the bounds keep a wrong unit, or a hostile
 * file, from taking all memory. Every reader asks here. Jobs that a file spells out one by one need
 * no bound.
 */
#ifndef HARNESS_WORKLOAD_TASK_BOUND_H
#define HARNESS_WORKLOAD_TASK_BOUND_H

#include "harness/workload/input_error.h"

#include <stdbool.h>
#include <stdint.h>

/* Tasks of all jobs of a file: above those of the published traces. A log of 300,000 jobs on tens
 * of thousands of processors, as CEA-Curie, has some hundred million. */
enum { FILE_TASKS_MAX = 1000000000 };

/* Copies of jobs that a file asks for by a count. */
enum { FILE_COPIES_MAX = 1000000 };

/* The sums read so far; zeroed at first. */
struct task_bound {
    int64_t tasks;
    int64_t copies;
};

/* Counts `more` tasks, 0 .. 2^62. False: the file has more than FILE_TASKS_MAX then; *error says
 * so. */
bool task_bound_add(struct task_bound *bound, int64_t more, struct place place, struct input_error *error);

/* The same for copies of a job: the file has more than FILE_COPIES_MAX then. */
bool copy_bound_add(struct task_bound *bound, int64_t more, struct place place, struct input_error *error);

#endif
