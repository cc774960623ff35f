/*
 * The experiments of "An Optimized Algorithm for Reduce Task Scheduling": Figures 3 to 11, the
 * figures of the text beside the measured ones.
 */
#ifndef HARNESS_STUDIES_PAPER_SRT_H
#define HARNESS_STUDIES_PAPER_SRT_H

#include "harness/workload/input_error.h"

#include <jansson.h>
#include <stdint.h>

/* As paper_rtmr(). page: the folder of a report to read; NULL: none. */
int paper_srt(uint64_t first_seed, uint64_t seeds, const char *page, json_t **report, struct input_error *error);

#endif
