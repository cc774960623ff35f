/*
 * What the executor `local` and its supervisor rtmr-task tell each other, through the folder of an
 * attempt and the descriptors that the supervisor begins with. README.md describes the files.
 *
 * `run` is locked (flock) by the executor before it starts the supervisor, which inherits the lock
 * and keeps it while it lives. `end` appears whole, by a rename.
 */
#ifndef EXECUTORS_ATTEMPT_FILES_H
#define EXECUTORS_ATTEMPT_FILES_H

#include "harness/executors/executor.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#define RUN_FILE "run"
#define END_FILE "end"
#define NEW_END_FILE "end.new"
#define OUT_FILE "out"
#define ERR_FILE "err"

/* The variable by which everything that an attempt has started is known: its value is the
 * attempt's folder, absolute. */
#define FOLDER_VARIABLE "RTMR_FOLDER"

/* A record is one line of so many bytes, filled with blanks. */
enum { RECORD_SIZE = 128 };

/* What the executor's SIGTERM to a supervisor carries, as of sigqueue(). A SIGTERM without it was
 * sent by somebody else. */
enum { KILL_VALUE = 0x52544d52 };

/* The descriptors that the supervisor begins with. */
enum { LAUNCH_DESCRIPTOR = 0, RUN_DESCRIPTOR = 1 };

/* What `run` holds. */
struct run_record {
    pid_t supervisor;
    int64_t began; /* of the supervisor, as process_look() tells it */
    pid_t session; /* of the task; 0: not yet known */
};

/* Write and read records at the start of a file. Not 0: an errno; a file without a whole record is
 * ENODATA. end_read() finds out whether the end was written in another boot. */
int run_write(int file, const struct run_record *run);
int run_read(int file, struct run_record *run);
int end_reserve(int file); /* makes space for end_write() */
int end_write(int file, const struct attempt_end *end);
int end_read(int file, struct attempt_end *end);

/* Removes the records of an attempt that does not run; its folder is in `folder`. What cannot be
 * removed does no harm. */
void attempt_forget(const char *folder, int64_t attempt);
/* The same, with its output, and its folder, unless somebody else has put something there. */
void attempt_discard(const char *folder, int64_t attempt);

/* The same file under a descriptor above those of the standard streams, closed on exec; -1: errno
 * says why not, or the descriptor was none. */
int descriptor_above_streams(int descriptor);

/* What /proc tells of a process. */
struct process_state {
    char state; /* 'R', 'S', ...; 'Z' and 'X' have ended */
    pid_t parent;
    pid_t session;
    int64_t began; /* in clock ticks of the kernel since the machine started */
};

/* False: there is no such process. */
bool process_look(pid_t pid, struct process_state *process);

/* The number that a text consists of, above 0; else 0. */
pid_t process_number(const char *text);

/* ms of CLOCK_BOOTTIME. */
int64_t boottime_now(void);

#endif
