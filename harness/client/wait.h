/*
 * Waiting for jobs to end.
 */
#ifndef CLIENT_WAIT_H
#define CLIENT_WAIT_H

#include "harness/client/session.h"

#include <stdint.h>

/* Waits until the job has ended, or until `until` (ms since 1970; NO_MS: for ever), and says how
 * it has ended; s->json: prints the job instead. A service that was there and is away for a while
 * is waited for. Returns 0, EXIT_LATE, EXIT_ABORTED, or a status with s->error set. */
int wait_for_job(struct session *s, int64_t job, int64_t until);

#endif
