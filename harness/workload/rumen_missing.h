/*
 * Tasks of a Rumen trace whose time is not known.
 */
#ifndef HARNESS_WORKLOAD_RUMEN_MISSING_H
#define HARNESS_WORKLOAD_RUMEN_MISSING_H

#include "harness/workload/rumen.h"

/* Gives the tasks of duration 0 a time, or takes them out of their jobs, as `missing` says.
 * complete[i]: whether every task of job i has a time now; it has not if no task of its stage has
 * one in the whole trace. O(tasks log tasks). */
void rumen_missing_settle(struct workload *w, enum rumen_missing missing, bool complete[]);

#endif
