/*
 * The events of one job in a history, brought into the form of Rumen.
 */
#ifndef HARNESS_WORKLOAD_JHIST_JOB_H
#define HARNESS_WORKLOAD_JHIST_JOB_H

#include "harness/workload/input_error.h"

#include <jansson.h>

/* A job while its events come. */
struct jhist_job {
    json_t *job;      /* as Rumen writes it; NULL: no job has begun */
    json_t *tasks;    /* its tasks by taskid */
    json_t *attempts; /* their attempts by attemptId */
};

void jhist_job_begin(struct jhist_job *job);

/* Adds an event. False: a value is malformed, *error says which. O(size of the event). */
bool jhist_job_add(struct jhist_job *job, const json_t *event, struct place place, struct input_error *error);

/* The jobid that an event tells, or NULL. */
const char *jhist_event_job(const json_t *event);

/* Ends the job and returns its object, json_decref() it; NULL if none has begun. */
json_t *jhist_job_end(struct jhist_job *job);

#endif
