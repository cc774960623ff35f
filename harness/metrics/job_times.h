/*
 * The results of the jobs of one run by size and by user: mean response times, and how evenly
 * slowness is spread.
 */
#ifndef HARNESS_METRICS_JOB_TIMES_H
#define HARNESS_METRICS_JOB_TIMES_H

#include "harness/engine/engine.h"
#include "harness/workload/cluster.h"
#include "harness/workload/workload.h"

#include <stddef.h>

/* Classes of jobs by their maps: up to a quarter of the map slots, up to all of them, more (several
 * waves). */
enum size_class { SIZE_SMALL = 0, SIZE_MEDIUM, SIZE_LARGE };
#define SIZE_CLASSES 3

/* A name and a number, to be sorted by either. */
struct numbered_name {
    const char *name;
    size_t number;
};

/* The users of a workload in order of their first jobs. The names belong to the workload. */
struct user_list {
    const char **names;
    size_t count;
    struct numbered_name *by_name; /* the same, to be found; number: in names */
};

/* O(jobs log jobs). */
struct user_list user_list_of(const struct workload *workload);
void user_list_free(struct user_list *users);

/* Over finished jobs; NaN where there is none. */
struct job_times {
    double response[SIZE_CLASSES]; /* ticks: mean of finish - arrival */
    double *user_response;         /* by user of the list */
    /* Jain's index (sum x)^2 / (n * sum x^2) of x = 1 / slowdown (metrics_least_response() over
     * the response time), averaged per user, over the users; with one user, over the jobs of this
     * user. From 1 / n to 1: all are slowed down alike. */
    double fairness;
};

/* free() user_response. O(jobs log users + tasks + nodes). */
struct job_times job_times_of(const struct workload *workload, const struct cluster *cluster,
                              const struct job_outcome *outcomes, const struct user_list *users);

enum size_class size_class_of(const struct job_spec *job, int32_t map_slots);

#endif
