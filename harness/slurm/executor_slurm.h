/*
 * Attempts as tasks of arrays in Slurm, which their users have submitted and which wait until the
 * service releases them. Nothing about an attempt is stored: what Slurm tells of its elements, with
 * the mark of the attempt that each was released for, says all. So the executor compares, after
 * each look at Slurm, what is with what should be, and asks for the difference; a look or a request
 * that is lost is made up for by the next.
 */
#ifndef SLURM_EXECUTOR_SLURM_H
#define SLURM_EXECUTOR_SLURM_H

#include "harness/executors/executor_kind.h"

/* H in ms. Slurm looks for tasks to start once a second: measured 0.5 s from a release to the start
 * (median; at most 1.6 s), and 0.13 s from an end until it is noticed (at most 1.0 s). */
#define EXECUTOR_SLURM_LATENCY 2000

/* The executor of a partition. NULL: `error` says why not. */
struct executor *executor_slurm(struct uv_loop_s *loop, const struct executor_options *options,
                                const struct executor_events *events, char *error, size_t size);

#endif
