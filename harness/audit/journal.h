/*
 * The journal of a store, read with SQLite alone: what the kernel was set up with, and each call of
 * it with its arguments and its answer (harness/service/schema.sql). Nothing is written, and no
 * writer waits: a store in use is read as it was when it was opened.
 */
#ifndef HARNESS_AUDIT_JOURNAL_H
#define HARNESS_AUDIT_JOURNAL_H

#include "harness/service/records.h"
#include "harness/workload/input_error.h"

#include <stdbool.h>
#include <stdint.h>

/* What a store says of the kernel that it began with. */
struct journal_setup {
    struct rtmr_setup setup;
    int64_t slots_capacity; /* of each stage */
    int64_t jobs_capacity;
    int64_t tasks_capacity; /* of each stage */
};

/* What the tables `jobs` and `attempts` say, against which the calls are counted. */
struct journal_job {
    rtmr_handle job;
    rtmr_ticks deadline;
    rtmr_ticks promised;
    rtmr_ticks ended;    /* -1: not ended */
    rtmr_ticks last_end; /* of its attempts that finished; -1: none has */
    bool active;
    bool finished;
    bool flagged;
};

struct journal;

/* Opens the store in a folder, or the database itself. NULL: *error names the file, and what is
 * wrong. */
struct journal *journal_open(const char *path, struct input_error *error);
void journal_close(struct journal *journal);

const struct journal_setup *journal_setup(const struct journal *journal);

/* Every call in its order, from the first. `visit` returns false to stop. A number that is missing
 * is the visitor's to notice. Returns false if a row cannot be read: *error names it. */
bool journal_each_call(struct journal *journal, bool (*visit)(void *target, const struct call_record *call),
                       void *target, struct input_error *error);

/* Every job of the table `jobs` by number, and of `attempts` the number of runs that began. */
bool journal_each_job(struct journal *journal, bool (*visit)(void *target, const struct journal_job *job), void *target,
                      struct input_error *error);
bool journal_count_attempts(struct journal *journal, int64_t *attempts, struct input_error *error);

/* Attempts that do not fit the calls. */
enum stray {
    STRAY_WITHOUT_DISPATCH, /* with its task, slot, token, instant and bound it is not that of a dispatch */
    STRAY_ENDED_LATER       /* it ended after the call that reports its end */
};
bool journal_each_stray_attempt(struct journal *journal, enum stray stray, bool (*visit)(void *target, int64_t attempt),
                                void *target, struct input_error *error);

/* The name of a kind, as in the store. */
const char *journal_kind_name(enum call_kind kind);
const char *journal_stage_name(enum rtmr_stage stage);

#endif
