/*
 * The searches for the numbers that the RTMR paper does not publish: for each workload, for both at
 * once, and for each with nodes of one speed.
 */
#ifndef HARNESS_STUDIES_RTMR_CALIBRATION_H
#define HARNESS_STUDIES_RTMR_CALIBRATION_H

#include "harness/workload/input_error.h"

#include <stddef.h>
#include <stdint.h>

/* Tries `sets` sets in each search and prints for each the nearest ones, and how near Deadline
 * Constraint comes to its figures. Returns as calibration_print(). */
int rtmr_calibrate(size_t sets, uint64_t first_seed, uint64_t seeds, size_t threads, struct input_error *error);

#endif
