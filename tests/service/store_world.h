/*
 * A service without processes, for tests of the store: a kernel under random calls, each of which
 * is recorded as the service records it.
 */
#ifndef TESTS_SERVICE_STORE_WORLD_H
#define TESTS_SERVICE_STORE_WORLD_H

#include "harness/service/replay.h"
#include "harness/service/store.h"

#include <stdbool.h>
#include <stdint.h>

enum { WORLD_JOBS = 8, WORLD_SLOTS = 4, WORLD_TASKS = 6 };

/* An active job. */
struct world_job {
    struct job_record record;
    uint32_t waiting[2]; /* by stage: a bit for each task that waits */
    int32_t attempts[2][WORLD_TASKS];
};

struct world {
    struct store *store;
    struct rtmr *kernel;
    uint64_t random;
    rtmr_ticks now;
    int32_t slots[2];
    struct world_job jobs[WORLD_JOBS];
    struct attempt_record runs[2][WORLD_SLOTS]; /* attempt 0: the slot runs nothing */
};

struct rtmr_setup world_setup(void);

/* Begins with the store as it is; all of it is played again on a new kernel, from the newest
 * snapshot on. Fails the test if that does not give what is on record. */
struct world *world_new(struct store *store, const struct rtmr_setup *setup, uint64_t seed);
void world_free(struct world *w);

/* Some time passes, and things happen. Nothing is committed. */
void world_step(struct world *w);

/* Submits a job that can be met; returns its number. */
int64_t world_submit(struct world *w);

/* Steps, with commits, and now and then a snapshot. */
void world_run(struct world *w, int steps);

#endif
