/*
 * Shared by readers that compute times and numbers of tasks: rounding, and bounds with an error
 * that names the place.
 */
#ifndef HARNESS_WORKLOAD_CONVERSION_H
#define HARNESS_WORKLOAD_CONVERSION_H

#include "harness/workload/input_error.h"
#include "harness/workload/task_bound.h"
#include "harness/workload/workload.h"

/* Rounds up to ticks of at least 1. False if above WORKLOAD_TIME_MAX or not a number; `what` is
 * named in the error, as in "a map duration". */
bool convert_to_ticks(double ms, struct place place, const char *what, ticks *result, struct input_error *error);

/* The number of tasks of a stage, at least 1, which is counted as the file's. False if the stage or
 * the file would have more than FILE_TASKS_MAX, or if it is not a number. */
bool convert_to_tasks(double tasks, struct task_bound *bound, struct place place, int32_t *result,
                      struct input_error *error);

#endif
