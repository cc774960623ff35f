/*
 * The experiment of "Scheduling Heterogeneous MapReduce Jobs for Efficiency Improvement in
 * Enterprise Clusters": Figure 1, the figures of the text beside the measured ones.
 */
#ifndef HARNESS_STUDIES_PAPER_LSPS_H
#define HARNESS_STUDIES_PAPER_LSPS_H

#include "harness/workload/input_error.h"

#include <jansson.h>
#include <stdint.h>

/* As paper_rtmr(). page: the folder of a report to read; NULL: none. */
int paper_lsps(uint64_t first_seed, uint64_t seeds, const char *page, json_t **report, struct input_error *error);

#endif
