/*
 * Delay scheduling of the Fair Scheduler of 0.21: a job whose next map would run farther from its
 * data than its last one lets the slot pass, until it has waited locality_delay for each step
 * farther: from its node to its rack, from there to anywhere. Off if locality_delay is 0: every
 * slot is then near enough.
 */
#ifndef HARNESS_SCHEDULERS_LOCALITY_DELAY_H
#define HARNESS_SCHEDULERS_LOCALITY_DELAY_H

#include "harness/engine/scheduler.h"

/* A job and the locality of its maps. */
struct delayed_job {
    enum locality last; /* of the map launched last */
    ticks waits_since;  /* when it first let a slot pass since then; NO_INSTANT */
    int32_t previous;   /* on the list of those that wait; -1: none */
    int32_t next;
};

/* From its node to its rack, from there to anywhere. */
#define LOCALITY_STEPS 2

struct locality_delay {
    const struct scheduler_setup *setup;
    bool on;
    struct delayed_job *jobs; /* by job id */
    int32_t last;             /* on the list of jobs that wait, the longest wait first; -1: none */
    /* the first of them that has not waited for 1, for 2 delays; -1: none */
    int32_t waiting[LOCALITY_STEPS];
};

/* on: whether the version of the scheduler has it. */
void locality_delay_init(struct locality_delay *d, const struct scheduler_setup *setup, bool on);
void locality_delay_free(struct locality_delay *d);

void locality_delay_arrives(struct locality_delay *d, const struct scheduler_job *job);

/* Whether the job takes this slot for a map. */
bool locality_delay_takes(const struct locality_delay *d, const struct scheduler_job *job, int32_t slot, ticks now);

/* Notes that the job let a slot pass. */
void locality_delay_passed(struct locality_delay *d, const struct scheduler_job *job, ticks now);

/* Notes that the job launched a map at this distance. */
void locality_delay_launched(struct locality_delay *d, const struct scheduler_job *job, enum locality locality);

/* The clock is now `now`, which never falls. Amortised O(1). */
void locality_delay_advance(struct locality_delay *d, ticks now);

/* The first instant after the present one at which a job gives up waiting for something nearer;
 * NO_INSTANT: none. O(1). */
ticks locality_delay_wakes_at(const struct locality_delay *d);

#endif
