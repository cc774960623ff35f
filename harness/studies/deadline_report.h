/*
 * The results of the study of the time-slotted workloads with deadlines.
 */
#ifndef HARNESS_STUDIES_DEADLINE_REPORT_H
#define HARNESS_STUDIES_DEADLINE_REPORT_H

#include "harness/studies/deadline_study.h"

#include <jansson.h>
#include <stdio.h>

void deadline_report_print(const struct deadline_study *study, FILE *out);

/* A list of the results of every scheduler on every workload with every factor. */
json_t *deadline_report_json(const struct deadline_study *study);

#endif
