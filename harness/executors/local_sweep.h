/*
 * What a task has started, found without its supervisor: by the attempt's folder in its
 * environment, and by its session.
 */
#ifndef EXECUTORS_LOCAL_SWEEP_H
#define EXECUTORS_LOCAL_SWEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* An attempt whose supervisor is gone. */
struct swept {
    int64_t attempt;
    pid_t session; /* of its task; 0: not known, or it may be another one's by now */
    bool found;    /* some process of it was found, and killed */
};

/* Looks once at all processes, and kills those of the attempts, which have their folders in `root`.
 * Sets found of each. False: /proc cannot be read. O(processes * attempts). */
bool sweep(const char *root, struct swept *attempts, size_t count);

#endif
