/*
 * The experiment of Yao, Tai, Sheng, Mi, "Scheduling Heterogeneous MapReduce Jobs for Efficiency
 * Improvement in Enterprise Clusters" (2013), section III: four users, 11 nodes of 2 map and 2
 * reduce slots.
 *
 * Published (Table II): per user the application, the number of jobs, mean and distribution of
 * input sizes and of the times between submissions; 20 maps for each PiEstimator. Not published:
 * task times, numbers of reduces, the block size, the meaning of "heavy tail". Those are calibrated
 * (a "fit"), by a search for the ratios that the text reports (harness/studies/lsps_calibration.c;
 * rtmr paper lsps --calibrate). Sizes become maps by blocks of block_mb, the last one counted as a
 * whole. "Uniform": from 0 to twice the mean. "Heavy tail": Pareto of tail_index, cut at tail_cap
 * times its smallest value, scaled to the mean. Task times are lognormal around their means.
 */
#ifndef HARNESS_WORKLOAD_LSPS_PROFILE_H
#define HARNESS_WORKLOAD_LSPS_PROFILE_H

#include "harness/workload/cluster.h"
#include "harness/workload/workload.h"

#include <gsl/gsl_rng.h>
#include <stdint.h>

enum lsps_distribution { LSPS_CONSTANT = 0, LSPS_UNIFORM, LSPS_EXPONENTIAL, LSPS_HEAVY_TAIL };

/* A row of Table II. */
struct lsps_row {
    const char *user;
    const char *application;
    int32_t jobs;
    double interval; /* s, mean */
    enum lsps_distribution interval_law;
    double size; /* mean maps (constant) or MB */
    enum lsps_distribution size_law;
    double map_time;    /* s, mean; fit */
    int32_t reduces;    /* fit */
    double reduce_time; /* s, mean; fit */
};

#define LSPS_USERS 4

struct lsps_profile {
    struct lsps_row rows[LSPS_USERS];
    double block_mb;   /* Hadoop's default of the time; not from the paper */
    double tail_index; /* fit */
    double tail_cap;   /* fit */
    double sigma;      /* of the logarithm of task times; not from the paper */
};

/* The calibrated profile. */
extern const struct lsps_profile lsps_profile;

/* Draws the jobs of all users. O(tasks + jobs log jobs). */
struct workload lsps_workload(const struct lsps_profile *profile, uint64_t seed);

/* The paper's cluster with Hadoop's heartbeat; cluster_free() it. */
struct cluster lsps_cluster(void);

/* One draw of a distribution; draws are >= 0. */
double lsps_draw(enum lsps_distribution law, double mean, const struct lsps_profile *profile, gsl_rng *rng);

#endif
