/*
 * The numbers of the RTMR paper that are not published, as they are fitted, workload II by the
 * paper's table and by its text, and how the figures depend on these choices.
 */
#ifndef HARNESS_STUDIES_RTMR_DEPENDENCE_H
#define HARNESS_STUDIES_RTMR_DEPENDENCE_H

#include "harness/workload/input_error.h"

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

/* The most seeds that it runs. */
#define RTMR_DEPENDENCE_SEEDS 10

/* Prints the three tables to `out` and adds the figures to the object *report as "dependence".
 * Returns an exit status; unless it is 0, *error says why. */
int rtmr_dependence_print(uint64_t first_seed, uint64_t seeds, json_t *report, FILE *out, struct input_error *error);

#endif
