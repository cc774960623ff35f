/*
 * Shared by the schedulers `fair` and `srt-fair`: the Fair Scheduler of Hadoop 0.20 and of 0.21.
 * Every job is accepted. A job belongs to the pool that the workload names for it, otherwise to the
 * pool of its user.
 *
 * 0.20 (deficits): the jobs of all pools in the order of fair_deficit.h. 0.21 (shares): first the
 * pool, then a job of it. Below min(minimum, demand) first, by running / minimum; then by running /
 * weight; equal ones by submission (pools: in order of their first jobs; Hadoop: by name). Jobs
 * have no minimum and weight 1; a pool may have its jobs in order of submission instead.
 *
 * At a node's report, for both stages: the node runs at most its share of the load (node_load.h).
 * Without assign-multiple (0.20's default) it gets one task: 0.20 tries a map first, 0.21 the stage
 * of which the node runs less, maps if equal. With it, 0.20 gives a map and a reduce, 0.21 (its
 * default) all that fits.
 *
 * Delay scheduling (0.21, if locality_delay > 0): a job whose last map was near its data (at first:
 * on their node) lets slots pass that are farther away, until it has waited for locality_delay, or
 * for twice that to go from the node past the rack. The wait is counted from the first slot that
 * the job let pass; Hadoop adds up the times between heartbeats.
 *
 * Left out: preemption, limits on running jobs, priorities, weights by size.
 */
#ifndef HARNESS_SCHEDULERS_FAIR_CORE_H
#define HARNESS_SCHEDULERS_FAIR_CORE_H

#include "harness/engine/scheduler.h"

struct fair;

/* srt: reduces inside a pool go in the order of srt_order.h. The rest are the functions of struct
 * scheduler_class. */
struct fair *fair_new(const struct scheduler_setup *setup, bool srt);
void fair_destroy(void *self);
void fair_job_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict);
const struct scheduler_job *fair_pick(void *self, enum stage stage, int32_t slot);
void fair_advance(void *self, ticks now);
ticks fair_wakes_at(const void *self);
ticks fair_stirs_at(const void *self);
void fair_report_begins(void *self, int32_t node);
void fair_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot);
void fair_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot, ticks took);
void fair_slot_released(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot);
void fair_job_finished(void *self, const struct scheduler_job *job);

/* The calls of a struct scheduler_class besides create. */
#define FAIR_CALLS                                                                                                     \
    .destroy = fair_destroy, .job_arrives = fair_job_arrives, .pick = fair_pick, .advance = fair_advance,              \
    .wakes_at = fair_wakes_at, .report_begins = fair_report_begins, .stirs_at = fair_stirs_at,                         \
    .task_started = fair_task_started, .task_finished = fair_task_finished, .task_failed = fair_slot_released,         \
    .attempt_dropped = fair_slot_released, .job_finished = fair_job_finished

#endif
