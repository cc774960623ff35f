/*
 * The source of a scheduler's estimates of task times: the jobs' own, or learned by the kernel's
 * estimator.
 *
 * Learning: a finished task of a stage whose input size is known teaches ticks per unit of input
 * (the largest seen), the size of a task being the stage's input divided evenly, rounded up; a
 * finished job of known sizes teaches reduce input per map input. As in section IV.A of the RTMR
 * paper tasks teach "after executing a job", all of them when it is finished; by task, each when it
 * is finished itself. A job of known map input is then estimated from the rates learned by its
 * arrival, times the padding. Without a size or a learned rate its own estimates are used.
 */
#ifndef HARNESS_SCHEDULERS_ESTIMATES_H
#define HARNESS_SCHEDULERS_ESTIMATES_H

#include "harness/engine/scheduler.h"
#include "kernel/rtmr_estimator.h"

/* The unit of data sizes inside the estimator, whose sizes have 31 bits: 64 KiB, so up to 128
 * TiB. */
#define ESTIMATES_UNIT 65536

/* The longest tasks of a job so far, by stage; 0: none is finished. */
struct longest_tasks {
    ticks time[STAGES];
};

struct estimates {
    enum estimator_kind kind;
    double padding;
    struct rtmr_estimator learned;
    struct longest_tasks *longest; /* by job id; NULL: nothing is learned job by job */
};

/* As setup->options say; estimates_free() it. */
void estimates_init(struct estimates *e, const struct scheduler_setup *setup);
void estimates_free(struct estimates *e);

/* The longest time of one task of each stage, as far as is known now; >= 1 where the job has tasks.
 * O(1). */
void estimates_of(const struct estimates *e, const struct scheduler_job *job, ticks estimate[STAGES]);

/* Call these for every finished task (`took` as in task_finished()) and job. O(1). */
void estimates_task_finished(struct estimates *e, const struct scheduler_job *job, enum stage stage, ticks took);
void estimates_job_finished(struct estimates *e, const struct scheduler_job *job);

#endif
