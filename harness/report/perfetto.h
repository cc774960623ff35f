/*
 * A schedule in the trace event format of Chrome, which Perfetto (https://ui.perfetto.dev) and
 * chrome://tracing show.
 *   process n + 1      node n; its threads are its slots: map slot s is thread s + 1, reduce slot s
 *                      thread m + s + 1 with m map slots in the cluster (0 is no good number there)
 *   complete event     an attempt of a task from its start to its true end: named after its job,
 *                      category map or reduce, with its task, its number and its result (finished,
 *                      failed, or killed: another was first); an early reduce has "waits for the
 *                      maps" inside, until its own work begins
 *   last process       the jobs: each from its arrival to its finish, rejected ones as an instant
 *                      with the reason
 * Instants are microseconds, exactly, however late.
 */
#ifndef HARNESS_REPORT_PERFETTO_H
#define HARNESS_REPORT_PERFETTO_H

#include "harness/report/run_view.h"

#include <stdio.h>

/* O(attempts + jobs + slots). */
void perfetto_write(const struct run_view *view, FILE *out);

#endif
