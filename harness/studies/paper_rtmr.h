/*
 * The experiment of "Real-Time Scheduling in MapReduce Clusters": Tables V and VI, published beside
 * measured.
 */
#ifndef HARNESS_STUDIES_PAPER_RTMR_H
#define HARNESS_STUDIES_PAPER_RTMR_H

#include "harness/workload/input_error.h"

#include <jansson.h>
#include <stdint.h>

/* Runs it with `seeds` seeds from first_seed on and prints both tables, learned estimates, and what
 * the figures depend on. page: the folder of a page with it; NULL: there is none. If report is not
 * NULL, *report becomes an object with the figures of every run. Returns an exit status; unless it
 * is 0, *error says why. */
int paper_rtmr(uint64_t first_seed, uint64_t seeds, const char *page, json_t **report, struct input_error *error);

#endif
