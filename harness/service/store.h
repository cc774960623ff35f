/*
 * The store: a folder with the SQLite database `store.db` (WAL, synchronous=FULL) that holds what
 * was promised and what happened, `attempts/` with the attempts' folders, and `lock`, which the
 * service holds. All changes since the last commit are one transaction: the service tells no caller
 * of a change, and acts on none, before store_commit() has returned STORE_OK.
 *
 * When the disk is full a commit fails, and the transaction is gone. The store then gives up its
 * reserve, a file that it keeps for that, so that running jobs can still be recorded;
 * store_accepts() is false until the reserve has come back, and while inodes run short.
 */
#ifndef SERVICE_STORE_H
#define SERVICE_STORE_H

#include "harness/service/clock.h"
#include "harness/service/records.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of the tables and of what they mean; a store of another version is refused. */
#define STORE_VERSION 1

enum { STORE_ERROR_SIZE = 512 };

enum store_status {
    STORE_OK,
    STORE_FULL,      /* no space left */
    STORE_READ_ONLY, /* the file system does not let it write */
    STORE_FAILED     /* anything else: input/output errors, damage */
};

struct store;

/* Opens the store in the folder, which is made if it is not there; a new store gets `setup`. An
 * existing one keeps its own: *setup is then what it was made with. NULL: `error` says why not, in
 * one line that names the folder: it is in use, of another version, of a kernel with other
 * capacities, damaged, not writable, or belongs to somebody else. */
struct store *store_open(const char *folder, struct rtmr_setup *setup, char error[STORE_ERROR_SIZE]);
void store_close(struct store *store); /* what is not committed is lost */

const char *store_folder(const struct store *store); /* absolute */
const char *store_attempts_folder(const struct store *store);
const struct service_clock *store_clock(const struct store *store);
bool store_is_new(const struct store *store);  /* nothing has been recorded yet */
int64_t store_made(const struct store *store); /* when, ms since 1970 */

/* The release of the kernel whose snapshots the store has, if this one cannot read them
 * (RTMR_CONTEXT_TAG): all calls are to be played again, and the next snapshot that is committed
 * makes the store this kernel's. NULL: it is this kernel's. */
const char *store_other_release(const struct store *store);

/* What is not committed is made durable. An empty transaction costs nothing. Not STORE_OK:
 * `error` says why, the transaction is gone, and what was told since the last commit must be
 * forgotten. */
enum store_status store_commit(struct store *store, char error[STORE_ERROR_SIZE]);
bool store_has_changes(const struct store *store);
void store_forget_changes(struct store *store);

/* There is space for further jobs: bytes and inodes. */
bool store_accepts(const struct store *store);
/* It is not: what is free of that of which there is too little, and how much is expected. */
void store_describe_space(const struct store *store, char *text, size_t size);

/* Add records to the transaction. A failure is told by the commit. store_add_call() sets
 * call->call. */
void store_add_call(struct store *store, struct call_record *call);
void store_add_job(struct store *store, const struct job_record *job);
/* state, ended, flagged, reason, deadline, deadline_wall, promised */
void store_update_job(struct store *store, const struct job_record *job);
/* sets attempt->attempt */
void store_add_attempt(struct store *store, struct attempt_record *attempt);
/* state, started, ended, exit_status, signal */
void store_end_attempt(struct store *store, const struct attempt_record *attempt);

/* The kernel's state behind the last call that was added. The newest two are kept. */
void store_add_snapshot(struct store *store, const struct rtmr *kernel);

/* The newest snapshot: *call is the last call before it; 0 and false: there is none that this
 * kernel can read. */
bool store_snapshot(struct store *store, struct rtmr *kernel, int64_t *call);

/* Reading, of what is committed and what is not. The visitors return false to stop; text in a
 * record is valid during the visit only. The functions return false if the store cannot be read:
 * store_problem() says why. */
bool store_each_call(struct store *store, int64_t after, bool (*visit)(void *arg, const struct call_record *call),
                     void *arg);
/* In ascending order from behind `after`; newest: descending from before it (0: from the last). */
bool store_each_job(struct store *store, bool active_only, int64_t after, bool newest,
                    bool (*visit)(void *arg, const struct job_record *job), void *arg);
bool store_job(struct store *store, int64_t job, bool (*visit)(void *arg, const struct job_record *job), void *arg);
/* job 0: those that run, of all jobs. */
bool store_each_attempt(struct store *store, int64_t job,
                        bool (*visit)(void *arg, const struct attempt_record *attempt), void *arg);
/* Of a job, from behind the attempt `after`. */
bool store_attempts_of(struct store *store, int64_t job, int64_t after,
                       bool (*visit)(void *arg, const struct attempt_record *attempt), void *arg);
/* When the attempt and its job had both ended. False: they have not, there is no such attempt, or
 * the store cannot be read. */
bool store_attempt_over(struct store *store, int64_t attempt, rtmr_ticks *since);
/* Attempts behind `after` that ran at `since` or later, oldest first. O(attempts behind it). */
bool store_attempts_since(struct store *store, int64_t after, rtmr_ticks since,
                          bool (*visit)(void *arg, const struct attempt_record *attempt), void *arg);
/* The number of the newest attempt; 0: there is none, or the store cannot be read. */
int64_t store_last_attempt(struct store *store);
const char *store_problem(const struct store *store);

/* How long finished tasks of a stage of jobs with this name and of this user took, in ms. It looks
 * at 4,096 attempts of the newest 1,024 jobs at most, those of the newest jobs first, so that the
 * answer takes a few ms at most. */
struct store_times {
    int64_t runs;
    rtmr_ticks longest;
    rtmr_ticks half; /* quantiles */
    rtmr_ticks ninety;
};
bool store_times(struct store *store, uid_t uid, const char *name, enum rtmr_stage stage, struct store_times *times);

/* Checks a store, in use or not: the database's own integrity; numbers without gaps; jobs are those
 * that were accepted, attempts those that were dispatched, and each end has its call; the calls
 * played again give the recorded answers and each snapshot, bit for bit but for its scratch, and
 * leave the kernel with the jobs that are active and the attempts that run. Snapshots of another
 * release are left out. Prints what is wrong to stderr and a summary to stdout. */
bool store_check(const char *folder);

/* Copies the store, in use or not and of whatever kernel, to a new folder, which is made: a store
 * that can be opened. The attempts' folders are not copied: what ran counts as vanished there, and
 * what it wrote is not shown. A failure leaves no folder. */
bool store_backup(const char *folder, const char *to, char error[STORE_ERROR_SIZE]);

#endif
