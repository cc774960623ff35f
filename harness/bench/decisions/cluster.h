/*
 * The state in which decisions are measured: a cluster whose slots are all busy, and a queue of
 * jobs that wait for them.
 */
#ifndef HARNESS_BENCH_DECISIONS_CLUSTER_H
#define HARNESS_BENCH_DECISIONS_CLUSTER_H

#include "side.h"

#include <stdbool.h>

/* Of each stage, so that slots become available at few different times. */
#define OCCUPYING 8

/* Deadlines of jobs with slack: the i-th queued one's lies SLACK_STEP behind the one before. */
#define SLACK ((rtmr_ticks)1 << 40)
#define SLACK_STEP 10

struct cluster_spec {
    int32_t slots;    /* of each stage, at least OCCUPYING */
    int32_t jobs;     /* queued */
    int32_t tasks;    /* of each: four fifths are maps */
    bool distinct;    /* every slot is busy until another instant, spread like the longest estimate */
    bool idle;        /* every tenth reduce slot is idle: no reduce is ready */
    rtmr_ticks least; /* estimates are drawn from least .. 10 * least; at least 100 */
    rtmr_ticks latency;
    const rtmr_ticks *deadlines; /* of the queued jobs, ascending; NULL: far away */
};

/* The same jobs for the same arguments. */
struct rtmr_job cluster_job(const struct cluster_spec *spec, int32_t i);

/* An occupying job, maps and reduces in turn; i < 2 * OCCUPYING. */
struct rtmr_job cluster_occupying(const struct cluster_spec *spec, int32_t i);

/* A kernel in that state: exact projection, order edf, counter-offers on. Ends the program if the
 * kernel refuses anything. Give it back to free(). */
struct rtmr *cluster_new(const struct side *side, const struct cluster_spec *spec);

/* Deadlines that leave next to no slack: each job's is its end, or next to that of the job
 * before. */
rtmr_ticks *cluster_tight(const struct side *side, const struct cluster_spec *spec);

void demand(bool holds, const char *what);

#endif
