/*
 * What has become of the jobs of a replay, in a simulation or in reality, in one form for both.
 * Instants are ticks (ms) since the replay began; NO_INSTANT: there is none.
 */
#ifndef REPLAY_OUTCOME_H
#define REPLAY_OUTCOME_H

#include "harness/engine/scheduler.h"
#include "harness/workload/workload.h"

#include <stdbool.h>
#include <stdint.h>

/* How long a task held its slot in its last attempt: from its dispatch to its report. */
struct slot_hold {
    ticks start;
    ticks end;
};

struct job_end {
    bool answered; /* there was a decision */
    bool accepted;
    ticks arrival;
    ticks deadline;
    ticks promised; /* e, as it was told with the acceptance */
    /* accepted: deadline - e; refused: the same, below 0, of the first job that would be late */
    ticks margin;
    bool other_late; /* refused: that job is another one */
    ticks finish;
    bool flagged;                    /* it was without its promise at some time */
    char *reason;                    /* refused, flagged or without a decision: why; NULL */
    struct slot_hold *holds[STAGES]; /* by task */
    int32_t held[STAGES];            /* tasks with an end */
};

struct replay_ends {
    struct job_end *jobs; /* in the order of the workload's jobs */
    size_t count;
    int32_t slots[STAGES];
};

/* All jobs of a workload, nothing known of them. replay_ends_free() it. */
struct replay_ends replay_ends_new(const struct workload *workload, const int32_t slots[STAGES]);
void replay_ends_free(struct replay_ends *ends);

/* A job is over: all of its tasks have ended, or it has none. */
bool job_end_done(const struct job_end *job, const struct job_spec *spec);

/* Figures over all jobs. */
struct ends_summary {
    size_t accepted;
    size_t refused;
    size_t in_time;        /* finished by their deadline */
    size_t late;           /* accepted, but not that */
    size_t late_unflagged; /* and had a promise all the time: never */
    size_t flagged;
    ticks makespan;     /* from the first arrival to the last finish */
    double utilisation; /* percent: time that the tasks of jobs in time held slots / (slots x makespan) */
};

/* O(tasks). */
struct ends_summary replay_ends_summary(const struct replay_ends *ends, const struct workload *workload);

#endif
