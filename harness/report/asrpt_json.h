/*
 * The figures of `rtmr paper asrpt` as JSON.
 */
#ifndef HARNESS_REPORT_ASRPT_JSON_H
#define HARNESS_REPORT_ASRPT_JSON_H

#include "harness/slotted/comparison_figures.h"

#include <jansson.h>

/* One comparison: its setup, its runs (total flow time and longest flow time of every scheduler),
 * and for every scheduler over the seeds: efficiency ratio, mean flow time, the ratio over time and
 * the distribution of flow times; "feasible" is false of the SRPT bound, which is no schedule. */
json_t *asrpt_json(const struct comparison_set *set);

/* Mean, standard deviation, half the width of the confidence interval, least and most; null of too
 * few values. */
json_t *asrpt_json_confidence(struct confidence c);

#endif
