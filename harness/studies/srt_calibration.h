/*
 * The search for the numbers that the SRT paper does not publish: those with the changes nearest to
 * the ones in its text.
 */
#ifndef HARNESS_STUDIES_SRT_CALIBRATION_H
#define HARNESS_STUDIES_SRT_CALIBRATION_H

#include "harness/workload/input_error.h"

#include <stddef.h>
#include <stdint.h>

/* Judges `sets` >= 1 sets of numbers over the seeds, and prints the nearest beside the one in use.
 * Returns as simulation_run(). */
int srt_calibrate(size_t sets, uint64_t first_seed, uint64_t seeds, size_t threads, struct input_error *error);

#endif
