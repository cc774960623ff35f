/*
 * A workload on a real service: jobs are submitted when they arrive, their tasks are processes that
 * sleep as long as the workload says, and what happens is what the service's events tell.
 */
#ifndef REPLAY_REALITY_H
#define REPLAY_REALITY_H

#include "harness/client/connection.h"
#include "harness/replay/outcome.h"
#include "harness/workload/input_error.h"

/* What the service says of itself. */
struct service_facts {
    int32_t slots[STAGES];
    ticks latency;
    ticks now; /* ms since its store was made */
    int64_t active_jobs;
    int64_t last_event;
};

/* False: *error says why it cannot be had. */
bool service_facts_read(struct connection *connection, struct service_facts *facts, struct input_error *error);

/* A call of the kernel in the service. */
struct replay_event {
    ticks at;      /* since the replay began */
    char kind[16]; /* call_kind_name() of harness/service/records.h */
    int32_t place; /* of its job in the workload; -1: none */
    enum stage stage;
    int32_t slot;
    int32_t task;
    bool accepted; /* submit and changes: granted */
    ticks value;   /* since the store was made; of a submit or renew the deadline, of an extend the bound */
    bool has_value;
};

struct reality {
    struct replay_ends ends;
    struct replay_event *events; /* from the first submission on */
    size_t event_count;
    size_t event_capacity;
    int64_t *numbers; /* by place in the workload: the service's number of the job; 0: not accepted */
    int32_t *places;  /* of the accepted jobs, ascending, as their numbers do */
    size_t accepted;
    ticks origin;    /* the service's tick at which the replay began */
    int64_t foreign; /* submissions that were not the replay's */
};

/* Runs it to the end; the service has no unfinished job at first. partition: of Slurm, where it
 * runs its tasks; NULL: on this machine. An interruption (SIGINT, SIGTERM) aborts the jobs. False:
 * *error says why it was not finished. reality_free() it in either case. */
bool reality_run(struct connection *connection, const struct workload *workload, const struct service_facts *facts,
                 const char *partition, struct reality *reality, struct input_error *error);
void reality_free(struct reality *reality);

#endif
