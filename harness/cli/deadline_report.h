/*
 * What the study of the time-slotted workloads with deadlines found.
 */
#ifndef HARNESS_CLI_DEADLINE_REPORT_H
#define HARNESS_CLI_DEADLINE_REPORT_H

#include "harness/cli/deadline_study.h"

#include <jansson.h>
#include <stdio.h>

void deadline_report_print(const struct deadline_study *study, FILE *out);

/* A list of what every scheduler made of every workload with every factor. */
json_t *deadline_report_json(const struct deadline_study *study);

#endif
