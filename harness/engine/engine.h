/*
 * The discrete-event engine: runs a workload on a cluster under one scheduler.
 *
 * At one instant, in this order:
 *   1. finishes, in the order in which the tasks were dispatched,
 *   2. nodes and slots that come and go or become slow (outages.h, slot_changes.c),
 *   3. arrivals, in file order, with no dispatch between them,
 *   4. dispatch: the map stage until nothing is offered, then the reduce stage;
 * 1 and 4 repeat while something ends at the same instant.
 *
 * Instant mode (cluster heartbeat 0): finishes are noticed and tasks assigned at once, to the
 * lowest-numbered idle slot. Heartbeat mode: node k reports at phase_k + i * heartbeat, phases
 * drawn uniformly from the seed; a task's end is noticed at its node's first report at or after it,
 * and a node gets tasks only when it reports (the slot idle longest first), nodes that report at
 * the same instant in index order.
 *
 * Slowstart: reduces may be launched when slowstart thousandths of the job's maps are finished. A
 * launched reduce holds its slot; its own work starts when the last map's end is noticed.
 *
 * Off by default: locality (locality.h) and speculative duplicates (speculation.c). A duplicate is
 * a second attempt of a running task on another node. When the first of the two to end is noticed,
 * the other one is killed: at once in instant mode, at its node's next report in heartbeat mode;
 * its slot is held until then.
 *
 * Conservation checks (audit.h) accompany every run; the first broken one stops it.
 */
#ifndef HARNESS_ENGINE_ENGINE_H
#define HARNESS_ENGINE_ENGINE_H

#include "harness/engine/run_error.h"
#include "harness/engine/run_terms.h"
#include "harness/engine/scheduler.h"
#include "harness/workload/cluster.h"
#include "harness/workload/workload.h"

#include <stdbool.h>
#include <stdint.h>

struct engine;

/* seed 1, slowstart 1, no faults, no locality, no speculation, no observer. */
struct engine_options engine_options_default(void);

/* NULL if all values are in range; otherwise the problem (static text, one line). */
const char *engine_options_problem(const struct engine_options *options);

/* An engine before its first event, or NULL after raising *error. Everything given must outlive it,
 * *error included. O(nodes + slots + jobs + tasks) memory and time. */
struct engine *engine_new(const struct workload *workload, const struct cluster *cluster,
                          const struct scheduler_class *scheduler, const struct scheduler_options *scheduler_options,
                          const struct engine_options *options, struct run_error *error);
void engine_free(struct engine *e);

/* Processes every event up to and including the instant `until` and moves the clock there, dispatch
 * included. False if the run was stopped: error->text says why. May be called again with a later
 * instant. O(log slots) per event plus the scheduler's own cost; more with locality and
 * speculation. */
bool engine_run_until(struct engine *e, ticks until);

/* Processes every event to the end and checks that nothing was lost. False: as above. */
bool engine_run(struct engine *e);

/* Outcomes in the order of workload.jobs. */
const struct job_outcome *engine_outcomes(const struct engine *e);

/* The scheduler's self pointer, for tools that know which scheduler it is. */
void *engine_scheduler(const struct engine *e);

/* The scheduler's view of a job, index into workload.jobs: the counts as of now. */
const struct scheduler_job *engine_job(const struct engine *e, int32_t job);

struct engine_counts engine_counts(const struct engine *e);
struct scheduler_statistics engine_statistics(const struct engine *e);
ticks engine_now(const struct engine *e);

#endif
