/*
 * The report as JSON: everything needed to repeat the runs (options, seeds, versions), the figures of every run,
 * and mean and standard deviation over the seeds. A figure that is undefined is null.
 */
#ifndef HARNESS_REPORT_JSON_REPORT_H
#define HARNESS_REPORT_JSON_REPORT_H

#include "harness/engine/cluster.h"
#include "harness/report/results.h"

#include <jansson.h>
#include <stdbool.h>

/* A report with the versions and the kernel's capacities in it. Takes over `options`, an object. */
json_t *json_report_new(const char *command, json_t *options);

/* The figures that describe a cluster. */
json_t *json_report_cluster(const struct cluster *cluster);

/* The runs and the summary of each series: { "runs": [..], "summary": [..] }. With `timing` also wall-clock figures. */
json_t *json_report_series(const struct series *series, size_t count, bool timing);

/* Writes the report as text; false if that fails. */
bool json_report_write(const json_t *report, FILE *out);

#endif
