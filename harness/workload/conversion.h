/*
 * What readers share that compute times and numbers of tasks: rounding, and bounds with an error that names the place.
 */
#ifndef HARNESS_WORKLOAD_CONVERSION_H
#define HARNESS_WORKLOAD_CONVERSION_H

#include "harness/workload/input_error.h"
#include "harness/workload/workload.h"

/* Tasks of one stage: far above the largest job of any published trace; it keeps a wrong unit from eating memory. */
enum { CONVERSION_TASKS_MAX = 10000000 };

/* Rounds up to ticks of at least 1. False if above WORKLOAD_TIME_MAX or not a number; `what` is named in the error, as
 * in "a map duration". */
bool convert_to_ticks(double ms, struct place place, const char *what, ticks *result, struct input_error *error);

/* A number of tasks, at least 1. False if above CONVERSION_TASKS_MAX or not a number. */
bool convert_to_tasks(double tasks, struct place place, int32_t *result, struct input_error *error);

#endif
