/*
 * What the executor asks of Slurm's controller, and what that answers. Each call waits for the
 * answer, so other threads make them; several may run at a time.
 *
 * A task of a job is an element of an array that its user has submitted. Slurm keeps elements that
 * were never touched in one record of the whole array. The administrator's comment says whose tasks
 * they are, and for which attempt an element was released last (job_comment.h).
 */
#ifndef SLURM_CLUSTER_H
#define SLURM_CLUSTER_H

#include "kernel/rtmr.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum element_state {
    ELEMENT_HELD,     /* waits, and does not start by itself */
    ELEMENT_RELEASED, /* waits, and may start */
    ELEMENT_RUNNING,
    ELEMENT_EXITED,    /* by itself */
    ELEMENT_SIGNALLED, /* by a signal, or Slurm's time limit */
    ELEMENT_CANCELLED, /* by somebody, or Slurm's own deadline */
    ELEMENT_LOST       /* with its node, or it could not be launched */
};

struct element {
    int64_t job;
    int64_t stamp; /* another one than the job's: it is of another store */
    enum rtmr_stage stage;
    int32_t task;    /* -1: the record of all that were never touched, `tasks` says which */
    int64_t attempt; /* for which it was released last; 0: never */
    uint32_t array;  /* Slurm's number of the array, or of a job that is none */
    bool is_array;
    enum element_state state;
    bool is_users_hold; /* ELEMENT_HELD: its user may release it */
    bool is_completing; /* its node is still busy with it */
    bool is_moved;      /* its user has put it into another partition */
    bool is_throttled;  /* its array may run so many elements at a time only */
    int32_t restarts;   /* how often it was requeued */
    int32_t value;      /* exit status or signal */
    uint16_t reason;    /* Slurm's number: why it waits */
    int64_t began;      /* s since 1970, 0: never */
    int64_t ended;
    char *tasks; /* "0-3,7"; NULL: a single one */
};

/* All elements that have a mark of a service, sorted by job, stamp, stage and task. */
struct elements {
    struct element *items;
    size_t count;
    time_t updated; /* as Slurm says */
};

enum load_status { LOAD_NEW, LOAD_SAME, LOAD_FAILED };

/* Loads the elements; the service's own are in the partition. `since`: `updated` of the last
 * answer, 0: none. LOAD_SAME: nothing has changed since, *elements is left alone. */
enum load_status elements_load(const char *partition, time_t since, struct elements *elements);
void elements_free(struct elements *elements);

/* The first element of a stage of a job, or of a task of it (task -1: see struct element); NULL:
 * none. O(log elements). */
const struct element *elements_find(const struct elements *elements, int64_t job, int64_t stamp, enum rtmr_stage stage,
                                    int32_t task);

/* Any element of a stage of a job; NULL: Slurm knows no array of it. */
const struct element *elements_of(const struct elements *elements, int64_t job, int64_t stamp, enum rtmr_stage stage);

/* Whether a record of untouched elements holds a task. */
bool element_holds(const struct element *record, int32_t task);

/* Slurm's word for why an element waits. */
const char *element_reason(const struct element *e);

/* For so many seconds Slurm knows what has ended; 0: for ever; -1: it does not say. */
int64_t cluster_job_age(void);

/* Requests about an element, "123_4", several, "123_[4-9]", or a whole array, "123". 0, or a number
 * of Slurm's. Release: ran_before: a node refuses an element in the second in which it has ended
 * there, so it starts in the next. */
int element_release(const char *id, const char *node, const char *comment, bool ran_before);
int element_hold(const char *id);    /* one that waits: only an administrator may release it then */
int element_requeue(const char *id); /* one that runs or has ended: it is killed, and held */
int element_cancel(const char *id);
int array_unthrottle(const char *id);

#endif
