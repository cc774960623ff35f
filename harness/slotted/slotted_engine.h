/*
 * The time-slotted engine: runs a workload on N equal machines, slot by slot, until every job is
 * finished. The model is that of section III of "A New Analytical Technique for Designing Provably
 * Efficient MapReduce Schedulers" (2013):
 *  - a machine does one unit of work in a slot, of a map or of a reduce; a map task is one unit;
 *  - a job may run from the slot of its arrival on, its reduces from the slot after that of its
 *    last map on;
 *  - preemptive: a job's reduce work is divisible, any number of machines may do it in a slot;
 *    non-preemptive: a reduce task, once started, keeps one machine for as many slots as it has
 *    units. The engine starts a job's reduce tasks in their order in the workload (the paper does
 *    not say which goes first).
 * Flow time of a job: finish - arrival + 1. A job without work is finished when it arrives, with
 * flow time 0.
 *
 * Checked in every slot of every run: machines are not overbooked, only tasks that may run do, and
 * no machine idles that a work-conserving scheduler could use. The first broken check stops the
 * run. slotted_checks.h has those of whole runs.
 */
#ifndef HARNESS_SLOTTED_SLOTTED_ENGINE_H
#define HARNESS_SLOTTED_SLOTTED_ENGINE_H

#include "harness/engine/run_error.h"
#include "harness/slotted/slotted_scheduler.h"
#include "harness/workload/slotted_workload.h"

#include <stdbool.h>
#include <stdint.h>

struct slotted_options {
    int32_t machines; /* N >= 1 */
    bool preemptive;  /* must be true for a scheduler that is preemptive_only */
    /* a run that takes longer is stopped; 0: longer than any scheduler here needs */
    int32_t slots_most;
};

/* The outcome of a job; in slots. */
struct slotted_outcome {
    int32_t map_finish; /* slot of its last map; arrival - 1 without maps */
    int32_t finish;     /* slot in which its last task ended; map_finish without reduces */
};

/* The work done in a slot. */
struct slotted_slot {
    int32_t used;    /* machines that worked */
    int32_t present; /* jobs that were there, those that ended in it included */
};

/* A finished run. */
struct slotted_run {
    struct slotted_outcome *jobs; /* as in the workload */
    size_t job_count;
    /* slots[t - 1] is slot t; up to the one in which the last job ended or arrived */
    struct slotted_slot *slots;
    size_t slot_count;
    size_t slot_capacity;
    int64_t flow_total; /* sum of the flow times */
};

/* Runs it. False: *error says why it stopped, and *run is empty. Free the run in any case. O(slots
 * x unfinished jobs) plus the scheduler's own cost. */
bool slotted_run(const struct slotted_workload *workload, const struct slotted_class *scheduler,
                 const struct slotted_options *options, struct slotted_run *run, struct run_error *error);

void slotted_run_free(struct slotted_run *run);

/* Flow time of a job of a run, slots. */
int32_t slotted_flow(const struct slotted_workload *workload, const struct slotted_run *run, size_t job);

#endif
