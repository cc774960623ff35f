#include "harness/service/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ROOM = 8 };

_Noreturn static void no_memory(void)
{
    (void)fputs("rtmrd: out of memory\n", stderr);
    exit(EXIT_FAILURE);
}

void *jobs_grow(void *array, size_t *room, size_t need, size_t size)
{
    if (need <= *room) {
        return array;
    }
    size_t larger = *room < LEAST_ROOM ? LEAST_ROOM : *room;
    while (larger < need) {
        if (larger > SIZE_MAX / 2 / size) {
            no_memory();
        }
        larger *= 2;
    }
    void *grown = realloc(array, larger * size);
    if (grown == NULL) {
        no_memory();
    }
    *room = larger;
    return grown;
}

static void free_row(struct job_row *row)
{
    free(row->reason);
    free(row->again);
    free(row);
}

void jobs_free(struct job_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        free_row(table->row[i]);
    }
    free(table->row);
    free(table->user);
    *table = (struct job_table){.count = 0};
}

/* The first place whose job is not below the number. */
static size_t place_of(const struct job_table *table, int64_t job)
{
    size_t low = 0;
    size_t high = table->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (table->row[middle]->job < job) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

struct job_row *jobs_find(const struct job_table *table, int64_t job)
{
    size_t place = place_of(table, job);
    return place < table->count && table->row[place]->job == job ? table->row[place] : NULL;
}

static struct user_row *find_user(const struct job_table *table, uid_t uid)
{
    for (size_t i = 0; i < table->users; i++) {
        if (table->user[i].uid == uid) {
            return &table->user[i];
        }
    }
    return NULL;
}

struct user_row jobs_of_user(const struct job_table *table, uid_t uid)
{
    const struct user_row *user = find_user(table, uid);
    return user != NULL ? *user : (struct user_row){.uid = uid};
}

static void count_user(struct job_table *table, uid_t uid, int32_t jobs, int32_t tasks)
{
    struct user_row *user = find_user(table, uid);
    if (user == NULL) {
        table->user = jobs_grow(table->user, &table->user_room, table->users + 1, sizeof *table->user);
        user = &table->user[table->users++];
        *user = (struct user_row){.uid = uid};
    }
    user->jobs += jobs;
    user->tasks += tasks;
    if (user->jobs == 0) {
        *user = table->user[--table->users];
    }
}

static int32_t unfinished(const struct job_row *row)
{
    return row->tasks[0] - row->finished[0] + row->tasks[1] - row->finished[1];
}

struct job_row *jobs_add(struct job_table *table, const struct job_record *record)
{
    struct job_row *row = calloc(1, sizeof *row);
    if (row == NULL) {
        no_memory();
    }
    row->job = record->job;
    row->uid = record->uid;
    for (int stage = 0; stage < 2; stage++) {
        row->tasks[stage] = record->tasks[stage];
        row->estimate[stage] = record->estimate[stage];
    }
    row->submitted = record->submitted;
    row->deadline = record->deadline;
    row->deadline_wall = record->deadline_wall;
    row->promised = record->promised;
    row->on_overrun = record->on_overrun;
    row->grace = record->grace;
    row->retries = record->retries;
    row->flagged = record->flagged;
    row->aborted = record->state == JOB_ABORTED;
    row->ended = record->ended;
    jobs_set_reason(row, record->reason);
    size_t place = place_of(table, row->job);
    table->row = jobs_grow(table->row, &table->room, table->count + 1, sizeof(struct job_row *));
    memmove(&table->row[place + 1], &table->row[place], (table->count - place) * sizeof(struct job_row *));
    table->row[place] = row;
    table->count++;
    count_user(table, row->uid, 1, unfinished(row));
    return row;
}

void jobs_remove(struct job_table *table, struct job_row *row)
{
    size_t place = place_of(table, row->job);
    count_user(table, row->uid, -1, -unfinished(row));
    table->count--;
    memmove(&table->row[place], &table->row[place + 1], (table->count - place) * sizeof(struct job_row *));
    free_row(row);
}

void jobs_task_finished(struct job_table *table, struct job_row *row, enum rtmr_stage stage, int32_t task)
{
    struct task_again *again = jobs_again(row, stage, task);
    if (again != NULL) {
        *again = row->again[--row->again_count];
    }
    row->finished[stage]++;
    count_user(table, row->uid, 0, -1);
}

void jobs_drop_waiting(struct job_table *table, struct job_row *row)
{
    int32_t before = unfinished(row);
    for (int stage = 0; stage < 2; stage++) {
        row->tasks[stage] = row->finished[stage] + row->running[stage];
        row->next[stage] = row->tasks[stage];
    }
    row->again_count = 0;
    count_user(table, row->uid, 0, unfinished(row) - before);
}

int32_t jobs_take_task(struct job_row *row, enum rtmr_stage stage, int32_t *number)
{
    for (size_t i = 0; i < row->again_count; i++) {
        struct task_again *again = &row->again[i];
        if (again->stage == stage && again->waits) {
            again->waits = false;
            *number = again->attempts;
            return again->task;
        }
    }
    *number = 0;
    return row->next[stage] < row->tasks[stage] ? row->next[stage]++ : -1;
}

struct task_again *jobs_again(const struct job_row *row, enum rtmr_stage stage, int32_t task)
{
    for (size_t i = 0; i < row->again_count; i++) {
        if (row->again[i].stage == stage && row->again[i].task == task) {
            return &row->again[i];
        }
    }
    return NULL;
}

void jobs_task_failed(struct job_row *row, enum rtmr_stage stage, int32_t task, int32_t number, bool uses_retry,
                      bool waits)
{
    struct task_again *again = jobs_again(row, stage, task);
    if (again == NULL) {
        row->again = jobs_grow(row->again, &row->again_room, row->again_count + 1, sizeof *row->again);
        again = &row->again[row->again_count++];
        *again = (struct task_again){.stage = stage, .task = task};
    }
    again->attempts = number + 1;
    again->failures += uses_retry;
    again->waits = waits;
}

void jobs_set_reason(struct job_row *row, const char *reason)
{
    char *copy = NULL;
    if (reason != NULL) {
        copy = strdup(reason);
        if (copy == NULL) {
            no_memory();
        }
    }
    free(row->reason);
    row->reason = copy;
}
