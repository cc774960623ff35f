/*
 * The report as JSON: everything needed to repeat the runs (options, seeds, versions), the figures
 * of every run, and mean and standard deviation over the seeds. A figure that is undefined is null.
 */
#ifndef HARNESS_REPORT_JSON_REPORT_H
#define HARNESS_REPORT_JSON_REPORT_H

#include "harness/report/output_file.h"
#include "harness/report/results.h"
#include "harness/workload/cluster.h"

#include <jansson.h>
#include <stdbool.h>

/* A report with the versions and the kernel's capacities in it. Takes over `options`, an object. */
json_t *json_report_new(const char *command, json_t *options);

/* The jobs of a workload and how they were read: { "title": .., "jobs": .., "left_out": { REASON:
 * jobs, .. }, "repaired": { REASON: jobs, .. }, "time_shift": ms }. */
json_t *json_report_workload(const char *title, size_t jobs, const struct reading_notes *notes);

/* The figures that describe a cluster. */
json_t *json_report_cluster(const struct cluster *cluster);

/* The runs and the summary of each series: { "runs": [..], "summary": [..] }. With `timing` also
 * wall-clock figures. */
json_t *json_report_series(const struct series *series, size_t count, bool timing);

/* Writes the report as text; a full disk shows when the file is committed. The report is taken
 * over. False: the memory is not enough, and *error says so. */
bool json_report_write(json_t *report, struct output_file *file, struct input_error *error);

#endif
