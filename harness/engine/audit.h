/*
 * The conservation checks of a run: an independent ledger of what the engine and the scheduler do.
 * It shares no state with the engine; the engine reports every event to it, and it compares the
 * event with its own books:
 *  - time never goes back; every job arrives once, in order, at its arrival;
 *  - a task starts only if its job was accepted, the task is neither running nor done, and its slot
 *    is free; with speculation a running task may start a second time, but not a third, once no
 *    task of its stage waits;
 *  - a reduce starts only when enough maps are finished (slowstart), and works only when all are;
 *  - a task ends on the slot on which it started, after it started, and is noticed no earlier than
 *    it ended;
 *  - a task is done once: of two attempts the second to end is killed, and no other attempt is;
 *  - a job is finished exactly when all its tasks are;
 *  - nothing starts on an absent or draining slot;
 *  - a job for which the scheduler stands by its deadline to the end is not late;
 *  - at the end every job has arrived, every accepted one is finished, every slot is
 *    free.
 * It also measures starvation: the longest time that a job has a task ready to start and none on a
 * slot. Every function returns false after raising the error given to audit_new() when a check is
 * broken.
 */
#ifndef HARNESS_ENGINE_AUDIT_H
#define HARNESS_ENGINE_AUDIT_H

#include "harness/engine/run_error.h"
#include "harness/engine/task_run.h"
#include "harness/workload/cluster.h"
#include "harness/workload/workload.h"

#include <stdbool.h>
#include <stdint.h>

struct audit;

/* slowstart: thousandths of a job's maps after which its reduces may start. speculation: second
 * attempts are allowed. O(slots + jobs + tasks). */
struct audit *audit_new(const struct workload *workload, const int32_t slots[STAGES], int32_t slowstart,
                        bool speculation, struct run_error *error);
void audit_free(struct audit *a);

/* The events, each O(1); jobs are indices into workload.jobs. */
bool audit_arrival(struct audit *a, ticks now, int32_t job, bool accepted);
bool audit_start(struct audit *a, ticks now, int32_t job, enum stage stage, int32_t task, int32_t slot);
bool audit_task_end(struct audit *a, ticks now, const struct task_run *run);
bool audit_job_finished(struct audit *a, ticks now, int32_t job, bool promised);

/* The slot is absent, after the end of its attempt; is present again; leaves when its attempt has
 * ended. O(1). */
void audit_slot_lost(struct audit *a, enum stage stage, int32_t slot);
void audit_slot_back(struct audit *a, enum stage stage, int32_t slot);
void audit_slot_drains(struct audit *a, enum stage stage, int32_t slot);

/* The longest time so far with a task of this stage ready to start and none of the stage on a slot;
 * up to the last event of the job. O(1). */
ticks audit_longest_wait(const struct audit *a, int32_t job, enum stage stage);

/* After the last event. O(jobs + slots). */
bool audit_end(struct audit *a);

#endif
