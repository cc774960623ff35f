/*
 * Whether a schedule keeps every promise, by the definition of a schedule alone: how it was found
 * does not matter.
 */
#ifndef HARNESS_AUDIT_CERTIFICATE_H
#define HARNESS_AUDIT_CERTIFICATE_H

#include "harness/audit/planner.h"

#include <stdbool.h>
#include <stddef.h>

/* The plan lists its tasks. True: each waiting task of its jobs is there once; each slot that is
 * used takes further tasks, and runs one at a time, from when it is free by the books on; each map
 * task starts at or after the instant of the plan (and the latency), each reduce task at or after
 * the end of the job's last map task; each takes its estimate (and the latency's part); each job
 * ends by its deadline. False: `why`, of size bytes, says why not. O(tasks + jobs + slots). */
bool certificate_holds(const struct plan *plan, const struct shadow *books, char *why, size_t size);

#endif
