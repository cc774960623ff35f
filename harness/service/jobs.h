/*
 * The unfinished jobs in memory: what decisions need, and no more. Also who has how many of them.
 */
#ifndef SERVICE_JOBS_H
#define SERVICE_JOBS_H

#include "harness/service/records.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An unfinished task that has an attempt behind it which came to nothing. */
struct task_again {
    enum rtmr_stage stage;
    int32_t task;
    int32_t attempts; /* so far */
    int32_t failures; /* of these, that used up a retry */
    bool waits;       /* for its next attempt */
};

struct job_row {
    int64_t job;
    uid_t uid;
    int32_t tasks[2];
    rtmr_ticks estimate[2];
    int32_t next[2]; /* the next task that has no attempt yet */
    int32_t finished[2];
    int32_t running[2];
    rtmr_ticks submitted;
    rtmr_ticks deadline;
    int64_t deadline_wall;
    rtmr_ticks promised;
    enum overrun_policy on_overrun;
    rtmr_ticks grace; /* -1: the estimate */
    int32_t retries;
    bool flagged;
    bool suspended;   /* flagged because its user wants it so */
    bool aborted;     /* tasks of it run on until they are killed */
    rtmr_ticks ended; /* aborted: then; else: the last of its tasks that finished */
    char *reason;     /* of flagged or aborted; NULL: none */
    struct task_again *again;
    size_t again_count;
    size_t again_room;
};

struct user_row {
    uid_t uid;
    int32_t jobs;
    int32_t tasks; /* unfinished */
};

struct job_table {
    struct job_row **row; /* by number, ascending */
    size_t count;
    size_t room;
    struct user_row *user;
    size_t users;
    size_t user_room;
};

void jobs_free(struct job_table *table);

/* O(log jobs). NULL: there is none. */
struct job_row *jobs_find(const struct job_table *table, int64_t job);

/* A new job, none of whose tasks has begun, from its record; a larger number than all others in the
 * usual case, else O(jobs). */
struct job_row *jobs_add(struct job_table *table, const struct job_record *record);

/* O(jobs). */
void jobs_remove(struct job_table *table, struct job_row *row);

/* Counts a user's unfinished jobs and tasks. O(users). */
struct user_row jobs_of_user(const struct job_table *table, uid_t uid);

/* The task of the job has finished. O(users + tasks that run again). */
void jobs_task_finished(struct job_table *table, struct job_row *row, enum rtmr_stage stage, int32_t task);

/* The tasks of the job that do not run vanish: it was aborted. O(users). */
void jobs_drop_waiting(struct job_table *table, struct job_row *row);

/* The task of the stage that is to run next, and which attempt of it that is: one that runs again,
 * else the next. -1: there is none. O(tasks that run again). */
int32_t jobs_take_task(struct job_row *row, enum rtmr_stage stage, int32_t *number);

/* The record of a task's attempts that came to nothing; NULL: it has none. */
struct task_again *jobs_again(const struct job_row *row, enum rtmr_stage stage, int32_t task);

/* An attempt of the task, the `number`th, has come to nothing; `waits`: it is to run again. */
void jobs_task_failed(struct job_row *row, enum rtmr_stage stage, int32_t task, int32_t number, bool uses_retry,
                      bool waits);

/* Text of the row's reason; NULL: none. */
void jobs_set_reason(struct job_row *row, const char *reason);

/* Makes room for at least `need` elements. Without memory the program ends: the store has
 * everything that was promised. */
void *jobs_grow(void *array, size_t *room, size_t need, size_t size);

#endif
