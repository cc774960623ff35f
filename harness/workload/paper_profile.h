/*
 * The two workloads of "Real-Time Scheduling in MapReduce Clusters" (He, Lu, Swanson 2013), section
 * V.
 *
 * Published: job counts and bins (Tables III, IV), exponential inter-arrival times of mean 14 s,
 * the cluster (Table I) and 128 MB blocks. Not published: durations, estimates, how much slower the
 * small nodes are. Those come from a fit: a search over the parameters below for the accept ratios
 * and utilisations of Tables V and VI, each workload by itself, because no single set fits both. A
 * "fit" below is such a number.
 *
 * With x = maps / reduces, the blocks that one reduce task reads (loadgen keeps all of its input),
 * and a noise that is lognormal with mean 1 and `sigma`, cut at `cap`, drawn for each task:
 *   map time      map_mean * noise, on a two-core node divided by its speed
 *   reduce time   (reduce_base + reduce_per_block * x) * noise
 * Estimates correspond to RTMR's c_m^max and c_r^max: the longest time that a unit of data takes on
 * any node.
 *   eps_m         the longest map task there can be, on the slowest node: map_mean * cap at
 *                 slow_speed
 *   eps_r         reduce_estimate_per_block * x (fit), above the longest reduce task there can be
 * so that no task of a profile can overrun on any node, from the first job on. (The fit itself
 * started from 1.9 and 4.2 times the mean map time in I and II, and learned upward: to these
 * values.)
 */
#ifndef HARNESS_WORKLOAD_PAPER_PROFILE_H
#define HARNESS_WORKLOAD_PAPER_PROFILE_H

#include "harness/workload/workload.h"

/* One row of Table III or IV: whole numbers are drawn uniformly from the closed intervals. */
struct paper_bin {
    int32_t jobs;
    int32_t maps_least, maps_most;
    int32_t reduces_least, reduces_most;
    int32_t deadline_least, deadline_most; /* seconds after arrival; drawn to the millisecond */
};

enum { PAPER_BINS_MOST = 6 };

struct paper_profile {
    const char *name;
    const char *summary; /* one line for `rtmr list` */
    struct paper_bin bins[PAPER_BINS_MOST];
    size_t bin_count;
    /* > 0: map counts are normal with this mean and deviation instead of uniform */
    double map_count_mean;
    double map_count_sd;
    double interarrival_mean;         /* s; published */
    double map_mean;                  /* s; fit */
    double reduce_base;               /* s; fit */
    double reduce_per_block;          /* s per block; fit */
    double sigma;                     /* of the logarithm of a task's time; fit */
    double cap;                       /* longest task over the mean; fit */
    int32_t slow_speed;               /* of maps on two-core nodes, thousandths; fit */
    double reduce_estimate_per_block; /* s per block; fit */
    /* Deadline Constraint's own estimates, over the mean task time; fit */
    double dc_map_factor;
    double dc_reduce_factor;
};

/* The profiles, in the order of `rtmr list`. */
extern const struct paper_profile paper_profiles[];
extern const size_t paper_profile_count;

/* The profile of this name, or NULL. */
const struct paper_profile *paper_profile_find(const char *name);

/* Mean time of a map task on a four-core node, in ticks. The paper sets Delta to "a typical map
 * task execution time". */
ticks paper_profile_mean_map(const struct paper_profile *profile);

/* Whose estimates the jobs carry. */
enum paper_estimates {
    PAPER_ESTIMATES_WORST = 0, /* as above; for RTMR */
    PAPER_ESTIMATES_DC = 1,    /* mean task time times Deadline Constraint's own factors */
    /* the longest tasks that there can be, reduces as well as maps: no fit */
    PAPER_ESTIMATES_LONGEST = 2
};

/* The least and the largest multiple of the mean reduce time that RTMR's reduce estimates are, over
 * the jobs that the bins allow. O(bins). */
void paper_profile_reduce_multiples(const struct paper_profile *profile, double *least, double *most);

/* Draws the workload. The same seed gives the same jobs whatever the estimates are; jobs of more
 * than `reduces_most` reduces are left out (0: none is). O(tasks). */
struct workload paper_workload(const struct paper_profile *profile, uint64_t seed, enum paper_estimates estimates,
                               int32_t reduces_most);

#endif
