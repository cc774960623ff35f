/*
 * How the executor `local` starts a supervisor. Starting waits until another program is executed,
 * about a millisecond on a busy machine, so it is done by other threads, several at a time.
 */
#ifndef EXECUTORS_LOCAL_START_H
#define EXECUTORS_LOCAL_START_H

#include "harness/executors/executor.h"

#include <limits.h>

struct start {
    int program; /* a descriptor of the supervisor's file */
    char folder[PATH_MAX];
    int launch;     /* a descriptor: what the supervisor reads */
    int error;      /* afterwards: an errno, or 0 */
    int supervisor; /* afterwards: its pidfd; -1: it runs, but there are no descriptors left */
};

/* Takes down what is to be started, for a folder in `root`, an absolute path; `files`: the task's
 * soft limit of open files. 0, or an errno. */
int start_prepare(struct start *start, int program, const char *root, unsigned long files,
                  const struct attempt_launch *launch);

/* Makes the folder, locks its file `run`, and starts a supervisor, with this process as its parent.
 * May run in any thread. */
void start_run(struct start *start);

/* Instead of start_run(). */
void start_drop(struct start *start);

#endif
