/*
 * Makes the calls of a journal: those of now, and those on record again.
 */
#ifndef SERVICE_REPLAY_H
#define SERVICE_REPLAY_H

#include "harness/service/records.h"
#include "kernel/rtmr.h"

#include <stdbool.h>
#include <stddef.h>

/* Makes the call that the record describes by its kind and arguments (stage, slot, token, job,
 * value, maps, ...), at the kernel's instant; advance and restore go to call->tick. Fills in the
 * answers: tick, status, job, reason, late_job, ..., bound, token, overrun_tasks, and the jobs that
 * lost their promise by it, of which `flagged` has room for RTMR_JOBS. A status below 0 is a
 * refusal, and nothing has changed. O(the call + flagged jobs). */
enum rtmr_status call_make(struct rtmr *k, struct call_record *call, rtmr_handle *flagged);

/* Makes a recorded call again, the kernel's clock being advanced to it before. False: the kernel
 * does not give the recorded answer; `error`, of size bytes, says how they differ. */
bool call_replay(struct rtmr *k, const struct call_record *call, char *error, size_t size);

#endif
