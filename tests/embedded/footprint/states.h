/*
 * States in which calls are expensive, and the calls in them. A state is a list of numbers, so that
 * a search can change it bit by bit, and so that a board builds the one that a search on the host
 * has found: slots, policy, jobs (one of them large), how tight deadlines are, how far the tasks
 * have got, and the arguments of the call.
 */
#ifndef STATES_H
#define STATES_H

#include "rtmr.h"
#include "tests/embedded/footprint/formula_sizes.h"

#include <stdint.h>

/* What the numbers say, each 0 .. 255. */
enum state_number {
    STATE_MAP_SLOTS,
    STATE_REDUCE_SLOTS,
    STATE_FEEDBACK,
    STATE_ORDER,
    STATE_LATENCY,
    STATE_COUNTER_OFFER,
    STATE_JOBS,
    STATE_MAPS, /* tasks of a job */
    STATE_REDUCES,
    STATE_LARGE_AT, /* one job is large */
    STATE_LARGE_MAPS,
    STATE_LARGE_REDUCES,
    STATE_MAP_TIME, /* estimates: of the first job, and by how much the next one's is longer */
    STATE_MAP_STEP,
    STATE_REDUCE_TIME,
    STATE_REDUCE_STEP,
    STATE_SLACK,    /* between a job's planned end and its deadline */
    STATE_REPORTS,  /* so many tasks have ended, */
    STATE_INTERVAL, /* so far apart: each slot then has a bound of its own */
    STATE_MAP_IDLE, /* slots that are left idle in the end */
    STATE_REDUCE_IDLE,
    STATE_LATE,  /* by how much bounds have been passed before the call */
    STATE_STAGE, /* arguments of the call */
    STATE_SLOT,
    STATE_JOB,
    STATE_TASKS,
    STATE_INSTANT,
    STATE_SEED,
    STATE_NUMBERS
};
struct state {
    uint8_t number[STATE_NUMBERS];
};

/* The calls of the API, in the order of their numbers; NULL at the end. */
extern const char *const state_calls[];

/* Called right before and right behind a call: who measures defines them. */
void state_call_begins(void);
void state_call_ends(void);

/* *k becomes the state. */
void state_build(struct rtmr *k, const struct state *state);

/* Makes a call in a state that was built. *sizes are those before it. Returns which case of
 * bounds.toml it was. */
const char *state_call(struct rtmr *k, const struct state *state, int call, struct formula_sizes *sizes);

#endif
