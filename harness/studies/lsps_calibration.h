/*
 * The search for the numbers that the LsPS paper does not publish: those with the factors nearest
 * to the ones in its text.
 */
#ifndef HARNESS_STUDIES_LSPS_CALIBRATION_H
#define HARNESS_STUDIES_LSPS_CALIBRATION_H

#include "harness/workload/input_error.h"

#include <stddef.h>
#include <stdint.h>

/* As srt_calibrate(). */
int lsps_calibrate(size_t sets, uint64_t first_seed, uint64_t seeds, size_t threads, struct input_error *error);

#endif
