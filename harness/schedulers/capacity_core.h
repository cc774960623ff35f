/*
 * Shared by the schedulers `capacity` and `srt-capacity`: the Capacity Scheduler of Hadoop 0.20
 * and of 0.21. Every job is accepted. A job belongs to the queue that its pool names, otherwise to
 * the first queue.
 *
 * For each stage: queues by (slots in use) / (capacity), the smallest first, equal ones as listed;
 * a queue's capacity is its percentage of the slots, rounded down, and with capacity 0 it counts as
 * full. In a queue, jobs in order of submission, except those of a user at or above the limit; if
 * that leaves nothing to run, without the limit. With C the larger of the queue's capacity and one
 * more than its slots in use, and U users with jobs in it, the limit is
 *     max(ceil(C / U), ceil(user_limit percent of C)).
 * At a node's report 0.20 gives one task, trying reduces first if and only if more reduce slots
 * than map slots are free; 0.21 gives a map and a reduce.
 *
 * Left out: priorities, memory, the number of jobs that a user may have initialized; 0.21's maximum
 * capacity.
 */
#ifndef HARNESS_SCHEDULERS_CAPACITY_CORE_H
#define HARNESS_SCHEDULERS_CAPACITY_CORE_H

#include "harness/engine/scheduler.h"
#include "harness/schedulers/idle_time.h"

struct capacity;

/* srt: reduces inside a queue go in the order of srt_order.h. The rest are the functions of struct
 * scheduler_class. */
struct capacity *capacity_new(const struct scheduler_setup *setup, bool srt);
void capacity_destroy(void *self);
void capacity_job_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict);
const struct scheduler_job *capacity_pick(void *self, enum stage stage, int32_t slot);
void capacity_advance(void *self, ticks now);
void capacity_report_begins(void *self, int32_t node);
void capacity_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot);
void capacity_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot, ticks took);
void capacity_slot_released(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot);
void capacity_job_finished(void *self, const struct scheduler_job *job);

/* The calls of a struct scheduler_class besides create. */
#define CAPACITY_CALLS                                                                                                 \
    .destroy = capacity_destroy, .job_arrives = capacity_job_arrives, .pick = capacity_pick,                           \
    .advance = capacity_advance, .report_begins = capacity_report_begins, .stirs_at = only_events_stir,                \
    .task_started = capacity_task_started, .task_finished = capacity_task_finished,                                    \
    .task_failed = capacity_slot_released, .attempt_dropped = capacity_slot_released,                                  \
    .job_finished = capacity_job_finished

#endif
