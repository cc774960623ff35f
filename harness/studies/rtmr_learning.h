/*
 * Section IV.A of the RTMR paper in use: estimates that are learned from the jobs finished so far,
 * and how much they must be padded until no accepted job is late.
 */
#ifndef HARNESS_STUDIES_RTMR_LEARNING_H
#define HARNESS_STUDIES_RTMR_LEARNING_H

#include "harness/workload/input_error.h"

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

/* Runs both workloads, prints the table to `out`, and adds the figures to the object
 * *report as "learning". Returns an exit status; unless it is 0, *error says why. */
int rtmr_learning_print(uint64_t first_seed, uint64_t seeds, json_t *report, FILE *out, struct input_error *error);

#endif
