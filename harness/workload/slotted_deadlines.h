/*
 * A time-slotted workload for the Hadoop model: the same jobs, with deadlines, so that schedulers
 * of both models can be compared.
 *
 * A slot is SLOTTED_SLOT_TICKS; slot t begins at (t - 1) x SLOTTED_SLOT_TICKS. Tasks take the same
 * time as in the time-slotted model without preemption, and estimates are exact: the longest task
 * of the stage. In instant mode on slots of speed 1 everything then happens at the beginnings of
 * slots.
 */
#ifndef HARNESS_WORKLOAD_SLOTTED_DEADLINES_H
#define HARNESS_WORKLOAD_SLOTTED_DEADLINES_H

#include "harness/workload/slotted_workload.h"
#include "harness/workload/workload.h"

#define SLOTTED_SLOT_TICKS ((ticks)1000)

/* The longest flow time, in slots, with which a job is in time: the factor (>= 1) times its flow
 * time alone on that many machines, ceil(maps / machines) and its longest reduce task, rounded up
 * to whole slots. O(reduces). */
int32_t slotted_relative_deadline(const struct slotted_workload *w, size_t job, int32_t machines, double factor);

/* All jobs, with these deadlines; workload_free() it. O(tasks). */
struct workload slotted_with_deadlines(const struct slotted_workload *w, int32_t machines, double factor);

#endif
