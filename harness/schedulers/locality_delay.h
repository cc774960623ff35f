/*
 * Delay scheduling of the Fair Scheduler of 0.21: a job whose next map would run farther from its data than its last
 * one lets the slot pass, until it has waited locality_delay for each step farther: from its node to its rack, from
 * there to anywhere. Off, and all questions answered as if it was not there, if that is 0.
 */
#ifndef HARNESS_LOCALITY_DELAY_H
#define HARNESS_LOCALITY_DELAY_H

#include "harness/schedulers/job_list.h"
#include "harness/schedulers/scheduler.h"

/* A job and the locality of its maps. */
struct delayed_job {
    enum locality last; /* of the map launched last */
    ticks waits_since;  /* when it first let a slot pass since then; NO_INSTANT */
};

struct locality_delay {
    const struct scheduler_setup *setup;
    bool on;
    struct delayed_job *jobs; /* by job id */
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

/* The first instant after now at which a job of the list gives up waiting for something nearer; NO_INSTANT: none. */
ticks locality_delay_wakes_at(const struct locality_delay *d, const struct job_list *jobs, ticks now);

#endif
