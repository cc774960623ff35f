/*
 * The SRT comparator: Algorithm 1 of Zhang, Hu, Jiang, "An Optimized Algorithm for Reduce Task
 * Scheduling" (2014), as printed. Jobs whose maps are expected to be done sooner get their reduces
 * first. With f finished and p pending (waiting) maps, and T the time that the job has spent, the
 * remaining time of its maps is T / f * p; running maps are ignored.
 *  - f = 0: the remaining time is infinite: behind all others; among themselves the fewer pending
 *    maps first;
 *  - p = 0 for both: the fewer finished maps first;
 *  - otherwise the smaller remaining time first.
 * T is counted from the job's submission (the paper: "has been running for"; Hadoop's start time is
 * the submission).
 */
#ifndef HARNESS_SCHEDULERS_SRT_ORDER_H
#define HARNESS_SCHEDULERS_SRT_ORDER_H

#include "harness/engine/scheduler.h"
#include "harness/schedulers/ranking.h"

/* -1: a first, 1: b first, 0: as they were. A strict weak order. O(1). */
int srt_compare(const struct scheduler_job *a, const struct scheduler_job *b, ticks now);

/* The level in a ranking of the jobs whose order among themselves changes with time: those with f
 * and p above 0. Between two of them srt_compare() decides at the time. */
#define SRT_LEVEL_MOVING 1

/* The job's place in a ranking by srt_compare(), equal ones in order of arrival: jobs with p = 0
 * (and f > 0) before those of SRT_LEVEL_MOVING, those with f = 0 behind them. O(1). */
struct rank srt_rank(const struct scheduler_job *job);

#endif
