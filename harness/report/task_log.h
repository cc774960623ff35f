/*
 * Every attempt of a run with its slot and times, from the engine's observer, for pictures and
 * lists of reports.
 */
#ifndef HARNESS_REPORT_TASK_LOG_H
#define HARNESS_REPORT_TASK_LOG_H

#include "harness/engine/task_run.h"

#include <stddef.h>

/* Zero-initialised it is empty. */
struct task_log {
    struct task_run *runs;
    size_t count;
    size_t capacity;
};

/* Adds an attempt to the struct task_log at `context`: a task_observer of the engine. Amortised
 * O(1). */
void task_log_observe(void *context, const struct task_run *run);

void task_log_free(struct task_log *log);

/* Sorts by slot, map slots first, and by start: the order in which reports want it. O(attempts log
 * attempts). */
void task_log_sort(struct task_log *log);

/* The end of the last attempt, when it was noticed; `least` if that is later or there is none.
 * O(attempts). */
ticks task_log_end(const struct task_log *log, ticks least);

#endif
