/*
 * What the supervisor is to run: NUL-terminated strings, in this order: "rtmr-launch 1", the
 * service's process, the uid, the gid, the directory, the number of arguments, the task's soft
 * limit of open files, the arguments, and the environment up to the end. They come through a
 * descriptor: a command line can be read by every user, and the job's environment must not be the
 * supervisor's (LD_PRELOAD).
 */
#ifndef EXECUTORS_TASK_LAUNCH_H
#define EXECUTORS_TASK_LAUNCH_H

#include <sys/types.h>

struct launch {
    pid_t service;
    uid_t uid;
    gid_t gid;
    const char *directory;
    unsigned long files; /* that the task may have open */
    char **arguments;    /* ends with NULL; at least one */
    char **environment;  /* ends with NULL */
};

/* Reads all of a descriptor. 0, or an errno. What it has read stays until the process ends. */
int launch_read(int file, struct launch *launch);

/* Executes the command as it is given: found by PATH of its environment, never by a shell. Returns
 * only if that fails, with an errno. */
int launch_execute(const struct launch *launch);

#endif
