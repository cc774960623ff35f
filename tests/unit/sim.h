/*
 * What the tests of the engine and the schedulers share: a simulation built by hand in a few lines,
 * with a list of every task run, and a scheduler that writes down what it is told.
 */
#ifndef TESTS_SIM_H
#define TESTS_SIM_H

#include "harness/engine/engine.h"
#include "harness/schedulers/schedulers.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIM_RUNS 512
#define SIM_LOG 4096

struct sim {
    struct workload workload;
    size_t workload_capacity;
    struct cluster cluster;
    struct scheduler_options scheduler_options;
    struct engine_options options;
    struct run_error error;
    struct engine *engine;
    struct task_run runs[SIM_RUNS]; /* in the order in which their ends were noticed */
    int32_t run_count;
};

/* A cluster of single slots in instant mode, no jobs, default options. */
void sim_init(struct sim *s, int32_t map_slots, int32_t reduce_slots);
void sim_free(struct sim *s);

/* Instead of the single slots: `nodes` equal nodes of speed 1. */
void sim_nodes(struct sim *s, ticks heartbeat, int32_t nodes, int32_t map_slots, int32_t reduce_slots);

/* Appends a job named j0, j1, ..; durations as in "3 1 2", "" for none. Arrivals must not fall. */
struct job_spec *sim_job(struct sim *s, ticks arrival, ticks deadline, ticks map_estimate, const char *maps,
                         ticks reduce_estimate, const char *reduces);

/* The same without estimates and deadline, of this user and pool. */
void sim_job_of(struct sim *s, const char *user, const char *pool, ticks arrival, const char *maps,
                const char *reduces);

/* Builds the engine; NULL after an error. */
struct engine *sim_engine(struct sim *s, const struct scheduler_class *scheduler);

/* Builds the engine and runs it to the end. */
bool sim_run(struct sim *s, const struct scheduler_class *scheduler);

const struct job_outcome *sim_outcome(const struct sim *s, int32_t job);

/* How many tasks of the job's stage were started at an instant. */
int32_t sim_starts(const struct sim *s, int32_t job, enum stage stage, ticks at);

/* The n-th attempt of a task that was noticed (n = 0 first); fails the test if there is none. */
const struct task_run *sim_task(const struct sim *s, int32_t job, enum stage stage, int32_t task);

/* Accepts everything, serves jobs in order of arrival and writes every call down: "5: " for
 * advance(5), then "+j0" for an arrival, "m1<j0" for a map (or "r1<j0": reduce) of j0 started on
 * slot 1, "m1>j0" for its finish, "m1!j0" for its failure, "-j0" for the end of the job. Calls of
 * one instant are separated by blanks. */
extern const struct scheduler_class scribe_scheduler;
const char *scribe_log(const struct sim *s);

#endif
