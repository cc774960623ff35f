/*
 * Jobs in the form of Rumen, whatever file they come from: a trace of Rumen holds them, a job
 * history is brought into it. rumen.h says how they are read.
 */
#ifndef HARNESS_WORKLOAD_RUMEN_JOBS_H
#define HARNESS_WORKLOAD_RUMEN_JOBS_H

#include "harness/workload/rumen.h"

#include <jansson.h>

/* Where the jobs come from. */
struct rumen_source {
    /* The next job, json_decref() it; NULL at the end. *place: where it begins. Notes what it
     * leaves out or repairs. False: *error is set, and no job follows. */
    bool (*next)(void *context, struct reading_notes *notes, json_t **job, struct place *place,
                 struct input_error *error);
    void *context;
};

/* Reads all jobs of a file of this path into *w, zeroed before. False: *error names the place and
 * the problem, and *w is empty. Cost as of rumen_read(). */
bool rumen_jobs_read(struct workload *w, const char *path, const struct rumen_source *source,
                     const struct rumen_options *options, const struct job_terms_options *terms,
                     struct input_error *error);

#endif
