/*
 * A workload in the simulator, under the same kernel as in the service: exact projection, and the
 * service's dispatch latency, for which promises allow though the simulator needs none.
 */
#ifndef REPLAY_SIMULATED_H
#define REPLAY_SIMULATED_H

#include "harness/replay/outcome.h"
#include "harness/workload/input_error.h"

/* Runs it to the end on slots of which each is a node of its own. False: *error says why not.
 * replay_ends_free() the ends in either case. */
bool replay_simulate(const struct workload *workload, const int32_t slots[STAGES], ticks latency,
                     struct replay_ends *ends, struct input_error *error);

#endif
