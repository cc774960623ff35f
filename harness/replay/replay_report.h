/*
 * The report of a replay: simulation beside reality, as text and as JSON.
 */
#ifndef REPLAY_REPLAY_REPORT_H
#define REPLAY_REPLAY_REPORT_H

#include "harness/replay/differences.h"

#include <jansson.h>
#include <stdio.h>

struct replay_report {
    const char *title;
    double speed;
    const struct workload *workload; /* at that speed */
    size_t without_tasks;            /* jobs that were left out */
    const struct service_facts *facts;
    const struct replay_ends *planned; /* of the simulation */
    const struct reality *reality;
    const struct differences *differences;
};

/* Whether everything that differs is explained: each decision has a cause, no job with a promise
 * was late, and no other jobs were submitted meanwhile. */
bool replay_report_good(const struct replay_report *report);

/* O(jobs log jobs + tasks log tasks). */
void replay_report_print(const struct replay_report *report, FILE *out);

/* The same with a record of each job; json_decref() it. */
json_t *replay_report_json(const struct replay_report *report);

#endif
