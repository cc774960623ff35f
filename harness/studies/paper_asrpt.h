/*
 * The experiments of "A New Analytical Technique for Designing Provably Efficient MapReduce
 * Schedulers": Figs. 5 to 13 and the paper's theorems, beside the measured figures.
 */
#ifndef HARNESS_STUDIES_PAPER_ASRPT_H
#define HARNESS_STUDIES_PAPER_ASRPT_H

#include "harness/studies/asrpt_experiment.h"
#include "harness/workload/input_error.h"

#include <jansson.h>

/* Runs them and prints the tables; `report` is the folder of a report to read, NULL: none is
 * written. If json is not NULL, *json becomes an object with the figures. Returns an exit status;
 * unless it is 0, *error says why. */
int paper_asrpt(const struct asrpt_options *options, const char *report, json_t **json, struct input_error *error);

#endif
