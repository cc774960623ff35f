/*
 * Why decisions differ between the simulation and reality. Each cause is tried: the simulation is
 * made again with the arrivals as they were seen, then also with the times that tasks held their
 * slots; at last the kernel gets the very calls that the service has made. The first that decides
 * as reality did is the cause.
 */
#ifndef REPLAY_DIFFERENCES_H
#define REPLAY_DIFFERENCES_H

#include "harness/replay/reality.h"

enum difference_cause {
    CAUSE_ARRIVALS, /* jobs arrived later than in the workload */
    CAUSE_HOLDS,    /* tasks also held their slots for another time */
    CAUSE_CALLS,    /* what happened in full: the order within a tick, overruns, renewed promises */
    CAUSE_SERVICE,  /* the service gave no decision; the job's reason says why */
    CAUSE_UNKNOWN
};

struct difference {
    size_t place; /* of the job in the workload */
    enum difference_cause cause;
};

struct differences {
    struct difference *list;
    size_t count;
    size_t unexplained; /* without a decision of the kernel included */
};

/* False: a simulation failed, *error says why. free() the list in either case. */
bool differences_find(const struct workload *workload, const struct service_facts *facts,
                      const struct replay_ends *planned, const struct reality *reality, struct differences *differences,
                      struct input_error *error);

#endif
