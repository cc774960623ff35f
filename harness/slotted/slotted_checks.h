/*
 * Checks of whole runs of the time-slotted model, from theorems of the paper. Both use only the
 * workload and its results, not the engine.
 */
#ifndef HARNESS_SLOTTED_SLOTTED_CHECKS_H
#define HARNESS_SLOTTED_SLOTTED_CHECKS_H

#include "harness/slotted/slotted_engine.h"

/* The intervals of Theorem 2's proof: each ends with a slot in which not all machines are used
 * ("developing"). */
struct slotted_intervals {
    size_t count;
    double length_sum; /* of the K_j, slots */
    double square_sum; /* of their squares */
};

/* The fact on which Theorems 2 and 3 rest, for a work-conserving run: every job ends its maps in
 * the interval of its arrival, and its reduces by the end of the next one; non-preemptive: by then
 * all have started, so that they end at most its longest reduce task less one slot later. Fills in
 * *intervals. False: *error names the job. O(jobs + slots + reduce tasks). */
bool slotted_check_intervals(const struct slotted_workload *workload, const struct slotted_class *scheduler,
                             const struct slotted_options *options, const struct slotted_run *run,
                             struct slotted_intervals *intervals, struct run_error *error);

/* Lemma 1, slot by slot: in no slot are fewer jobs there than under SRPT, and so the total flow
 * time, which is the sum over the slots, is at least SRPT's. Checks that sum, too. False: *error
 * names the slot. O(slots). */
bool slotted_check_bound(const struct slotted_run *bound, const struct slotted_class *scheduler,
                         const struct slotted_run *run, struct run_error *error);

/* A run with both checks, the latter if the scheduler is work-conserving (otherwise *intervals
 * becomes empty); `bound` is SRPT's run of the same workload on as many machines. False: *error
 * names the broken check, and *run is empty. Free the run in any case. */
bool slotted_checked_run(const struct slotted_workload *workload, const struct slotted_class *scheduler,
                         const struct slotted_options *options, const struct slotted_run *bound,
                         struct slotted_run *run, struct slotted_intervals *intervals, struct run_error *error);

#endif
