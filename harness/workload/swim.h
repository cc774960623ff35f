/*
 * The trace format of SWIM (Statistical Workload Injector for MapReduce): one job per line, six columns separated
 * by tabs, no header: job id, submit time (s), gap to the job before (s), and the bytes of map input, shuffle and
 * reduce output. It knows no tasks, durations, users or deadlines; each conversion is a parameter here:
 *   maps             ceil(map input / block), at least 1
 *   reduces          round((shuffle + output) / bytes per reduce), at least 1
 *   map duration     startup + bytes of the map's block / map rate; all blocks are full but the last
 *   reduce duration  startup + (shuffle + output) / reduces / reduce rate
 *   estimates        ceil(estimate factor x the longest task of the stage)
 *   deadline         arrival + max(deadline_least, ceil(factor x the time that the job needs by its estimates alone
 *                    on the cluster, in waves of tasks)); factor lognormal with the given mean and standard
 *                    deviation, at least 1, drawn from the seed in the order of the lines (the deadline factor of
 *                    Hadoop's Scheduler Load Simulator, applied to the time on this cluster)
 * The bytes of all three columns are multiplied by `scale` first.
 */
#ifndef HARNESS_WORKLOAD_SWIM_H
#define HARNESS_WORKLOAD_SWIM_H

#include "harness/workload/input_error.h"
#include "harness/workload/workload.h"

struct swim_options {
    double block_mib;       /* MiB per map, > 0 */
    double reduce_mib;      /* MiB per reduce, > 0 */
    double map_rate;        /* MiB/s of one map task, > 0 */
    double reduce_rate;     /* MiB/s of one reduce task, > 0 */
    ticks startup;          /* ms before a task touches its data, >= 0 */
    double estimate_factor; /* >= 1, so that estimates bound the durations on a node of speed 1 */
    double deadline_mean;   /* of the deadline factor, > 0 */
    double deadline_sd;     /* >= 0; 0: the factor is its mean */
    ticks deadline_least;   /* ms from arrival, >= 0 */
    double scale;           /* > 0 */
    int32_t map_slots;      /* of the cluster that the deadlines are made for, >= 1 */
    int32_t reduce_slots;
    uint64_t seed;
};

/* The defaults and where they come from; slots and seed are left 0:
 *   block 128 MiB             the papers' block size
 *   map rate 6.14 MiB/s       local maps of the 2011 cluster of RTMR's authors: 20.7-21.0 s per block
 *   reduce 1024 MiB, 32 MiB/s, startup 1000 ms, estimate factor 1.5, deadline factor 3 with sd 1, at least 60 s,
 *   scale 1                   ours */
struct swim_options swim_options_default(void);

/* Reads a file. False: *error says what is wrong where, and *w is empty. O(size + tasks + jobs log jobs). */
bool swim_read(struct workload *w, const char *path, const struct swim_options *options, struct input_error *error);

#endif
