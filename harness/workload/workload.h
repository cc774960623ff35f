/*
 * A workload: the jobs of one run with data for the simulator only (true durations) and data for
 * the scheduler (estimates, deadline, user, pool, data sizes). Readers and generators fill it; the
 * engine reads it; it is constant during a run.
 */
#ifndef HARNESS_WORKLOAD_WORKLOAD_H
#define HARNESS_WORKLOAD_WORKLOAD_H

#include "harness/workload/map_places.h"
#include "harness/workload/reading_notes.h"
#include "harness/workload/task_times.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct job_spec {
    char *name;            /* unique in the workload */
    ticks arrival;         /* >= 0 */
    ticks deadline;        /* absolute, >= arrival; NO_DEADLINE if the source has none */
    ticks map_estimate;    /* for the scheduler; >= 1 if there are maps */
    ticks reduce_estimate; /* >= 1 if there are reduces */
    int32_t maps;
    int32_t reduces;
    struct task_times map_times;    /* of `maps` tasks, >= 1 each */
    struct task_times reduce_times; /* of `reduces` tasks */
    char *user;                     /* never NULL; "" if unknown */
    char *pool;                     /* never NULL; "" if unknown */
    int64_t map_bytes;              /* input of the map stage; -1 if unknown */
    int64_t reduce_bytes;           /* input of the reduce stage; -1 if unknown */
    struct map_places map_nodes;    /* of `maps` maps, or of none: unknown of all */
    size_t row;                     /* position in the source file, 0 first: the order of reports */
    size_t line;                    /* in the source file, 1 first; 0: the source has no lines */
};

#define NO_DEADLINE INT64_MAX

/* Every arrival, deadline, estimate and duration is at most this: the last instant of the
 * kernel. */
#define WORKLOAD_TIME_MAX ((ticks)1 << 60)

/* 2000-01-01T00:00:00Z in ms since 1970. A first arrival from then on is a date, as it would be the
 * 30th year of a trace that counts from its start: no log is that long, and no cluster that logged
 * with dates is older. */
#define WORKLOAD_EPOCH INT64_C(946684800000)

/* The largest number of a node that can be named: a cluster has no more than 2^21. */
#define WORKLOAD_NODE_MOST 2097151

struct workload {
    struct job_spec *jobs; /* sorted by arrival, stable in source order */
    size_t count;
    char *title;                /* for reports: file name or generator name */
    struct reading_notes notes; /* jobs that the reader left out or repaired, shifted times */
};

void workload_free(struct workload *w);

/* The end of a reading: gives *w a copy of the title, or empties it if the reading was not good.
 * Returns good. */
bool workload_close(struct workload *w, const char *title, bool good);

/* Frees the memory that a job owns. */
void job_spec_free(struct job_spec *job);

/* Appends a job without tasks, data sizes unknown, user and pool not yet set, its row number given.
 * The pointer is good until the next call. *capacity belongs to the builder, 0 at first. Amortised
 * O(1). */
struct job_spec *workload_append(struct workload *w, size_t *capacity);

/* Brings the jobs into the order the engine needs: by arrival, equal arrivals by row. O(n log
 * n). */
void workload_sort(struct workload *w);

/* An instant that a user names, in the time of the workload: if the times of its file were shifted,
 * an instant from WORKLOAD_EPOCH on is one of the file, an earlier one is shifted already.
 * Negative: it lies before the first arrival. */
ticks workload_instant(const struct workload *w, ticks named);

#endif
