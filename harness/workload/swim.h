/*
 * The trace format of SWIM (Statistical Workload Injector for MapReduce): one job per line, six
 * columns separated by tabs, no header: job id, submit time (s), gap to the job before (s), and the
 * bytes of map input, shuffle and reduce output. The gap, and columns behind the sixth (the paths
 * of inputs and outputs in some of SWIM's own files), are passed over. A row with fewer columns, or
 * with a value that is no number from 0 on, is malformed: it is left out, and noted. The format
 * knows no tasks, durations, users or deadlines; each conversion is a parameter here:
 *   maps             ceil(map input / block), at least 1
 *   reduces          round((shuffle + output) / bytes per reduce), at least 1
 *   map duration     startup + bytes of the map's block / map rate; all blocks are full but the
 *                    last
 *   reduce duration  startup + (shuffle + output) / reduces / reduce rate
 * Estimates and deadlines are made by job_terms.h; the trace records no time that a job took.
 * The bytes of all three columns are multiplied by `scale` first.
 */
#ifndef HARNESS_WORKLOAD_SWIM_H
#define HARNESS_WORKLOAD_SWIM_H

#include "harness/workload/input_error.h"
#include "harness/workload/job_terms.h"
#include "harness/workload/workload.h"

struct swim_options {
    double block_mib;   /* MiB per map, > 0 */
    double reduce_mib;  /* MiB per reduce, > 0 */
    double map_rate;    /* MiB/s of one map task, > 0 */
    double reduce_rate; /* MiB/s of one reduce task, > 0 */
    ticks startup;      /* ms before a task touches its data, >= 0 */
    double scale;       /* > 0 */
};

/* The defaults and where they come from:
 *   block 128 MiB             the papers' block size
 *   map rate 6.14 MiB/s       local maps of the 2011 cluster of RTMR's authors: 20.7-21.0 s per
 *                             block
 *   reduce 1024 MiB, 32 MiB/s, startup 1000 ms, scale 1: chosen here */
struct swim_options swim_options_default(void);

/* Reads a file. False: *error names the place and the problem, and *w is empty. O(size + tasks +
 * jobs log jobs). */
bool swim_read(struct workload *w, const char *path, const struct swim_options *options,
               const struct job_terms_options *terms, struct input_error *error);

#endif
