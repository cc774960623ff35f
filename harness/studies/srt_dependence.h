/*
 * The dependence of the changes by SRT on the calibrated numbers: 10 x 2 jobs, with one number
 * varied at a time.
 */
#ifndef HARNESS_STUDIES_SRT_DEPENDENCE_H
#define HARNESS_STUDIES_SRT_DEPENDENCE_H

#include "harness/workload/input_error.h"

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

/* Prints the table and adds its values to the report as "sensitivity". Returns 0; otherwise as
 * simulation_run(). */
int srt_dependence_print(uint64_t first_seed, uint64_t seeds, json_t *report, FILE *out, struct input_error *error);

#endif
