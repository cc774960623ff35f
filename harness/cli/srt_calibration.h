/*
 * How the numbers that the SRT paper does not publish are found: a search for those whose changes come nearest to the
 * ones that its text reports.
 */
#ifndef HARNESS_CLI_SRT_CALIBRATION_H
#define HARNESS_CLI_SRT_CALIBRATION_H

#include "harness/workload/input_error.h"

#include <stddef.h>
#include <stdint.h>

/* Judges so many sets of numbers (>= 1) over the seeds, and prints the nearest beside the one in use. Returns 0;
 * otherwise as simulation_run(). */
int srt_calibrate(size_t sets, uint64_t first_seed, uint64_t seeds, size_t threads, struct input_error *error);

#endif
