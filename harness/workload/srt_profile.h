/*
 * The experiments of Zhang, Hu, Jiang, "An Optimized Algorithm for Reduce Task Scheduling" (2014),
 * section IV.
 *
 * Published: as many small as large jobs, 10, 20, 30 or 40 of each, in random order or the large
 * ones first and the small ones 5 s later; large jobs have more maps; the nodes' cores and clocks
 * (Table I): node 1, 2: 4 cores, 3, 4: 8 cores, 2.13 GHz; 5 to 7: 16 cores, 2.66 GHz; 8 to 10: 4
 * cores, 2.13 GHz; four nodes, or 6, 8, 10. Not published: how many maps and reduces a job has, how
 * long they take, how fast jobs are submitted, how many slots a node has. Those numbers are
 * calibrated, by a search for the changes that the text reports (harness/studies/srt_calibration.c;
 * rtmr paper srt --calibrate). A "fit" below is such a number. With a noise that is lognormal with
 * mean 1:
 *   map time      map_mean * noise, over the node's clock in relation to 2.13 GHz
 *   reduce time   (reduce_base + reduce_per_map * maps / reduces) * noise, likewise
 *
 * All jobs are of one pool. Their users are drawn from `users`: Fair does not see them, Capacity
 * needs several, because it serves the jobs of one user in order, which leaves SRT nothing to
 * choose.
 */
#ifndef HARNESS_WORKLOAD_SRT_PROFILE_H
#define HARNESS_WORKLOAD_SRT_PROFILE_H

#include "harness/workload/cluster.h"
#include "harness/workload/workload.h"

#include <stdint.h>

enum srt_size { SRT_SMALL = 0, SRT_LARGE = 1 };
#define SRT_SIZES 2

enum srt_submission {
    SRT_RANDOM = 0,     /* in random order, `interval` apart */
    SRT_LARGE_FIRST = 1 /* all large jobs, 5 s later all small ones */
};

struct srt_profile {
    int32_t maps[SRT_SIZES];      /* fit */
    int32_t reduces[SRT_SIZES];   /* fit */
    double map_mean;              /* s; fit */
    double reduce_base;           /* s; fit */
    double reduce_per_map;        /* s; fit */
    double sigma;                 /* of the logarithm of the noise; not from the paper */
    double interval;              /* s between two submissions; fit */
    double map_slots_per_core;    /* fit */
    double reduce_slots_per_core; /* fit */
    int32_t users;                /* not from the paper */
    int32_t user_limit;           /* percent, of Capacity's queue; not from the paper */
};

/* The calibrated profile. */
extern const struct srt_profile srt_profile;

/* Draws that many jobs of each size, named small0, large0, ... O(tasks). */
struct workload srt_workload(const struct srt_profile *profile, int32_t jobs_of_each, enum srt_submission submission,
                             uint64_t seed);

/* The kind of a job of the workload. */
enum srt_size srt_size_of(const struct job_spec *job);

/* The first 1 .. SRT_NODES nodes of Table I with Hadoop's heartbeat; cluster_free() it. At least
 * one slot of each stage per node. */
#define SRT_NODES 10
struct cluster srt_cluster(const struct srt_profile *profile, int32_t nodes);

#endif
