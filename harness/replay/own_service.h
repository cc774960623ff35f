/*
 * A service of one's own: rtmrd on a store in a temporary folder, as long as the program runs.
 */
#ifndef REPLAY_OWN_SERVICE_H
#define REPLAY_OWN_SERVICE_H

#include "harness/engine/scheduler.h"
#include "harness/workload/input_error.h"

#include <stdbool.h>
#include <sys/types.h>

struct own_service_options {
    const char *program; /* NULL: rtmrd beside this program, or where the shell would find it */
    const char *store;   /* its folder, which stays; NULL: in the temporary folder */
    int32_t slots[STAGES];
    int64_t latency; /* -1: the executor's */
};

struct own_service {
    pid_t process;
    char *folder; /* temporary */
    char *socket;
};

/* Starts it and waits until it takes connections. False: *error says why it does not, with the last
 * line that it has written. Stop it in either case. */
bool own_service_start(struct own_service *service, const struct own_service_options *options,
                       struct input_error *error);

/* Ends it and removes the temporary folder. */
void own_service_stop(struct own_service *service);

#endif
