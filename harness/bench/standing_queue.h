/*
 * The state in which the kernel is measured: a cluster whose slots are all busy and a queue of jobs
 * that wait for them. Every slot runs a task of one of the occupying jobs; behind them wait `jobs`
 * queued jobs of 1 .. 31 maps and 0 .. 7 reduces. Deadlines are far away and ascend along the
 * queue, so a new job can be inserted at any place and is accepted, and the kernel replans all jobs
 * behind it: the longest path of an admission test.
 */
#ifndef HARNESS_BENCH_STANDING_QUEUE_H
#define HARNESS_BENCH_STANDING_QUEUE_H

#include "kernel/rtmr.h"

/* Per stage. Few against the queue, several so that the slots become available at different
 * times. */
#define OCCUPYING_JOBS 8

struct standing_queue {
    int32_t slots;        /* of each stage */
    int32_t jobs;         /* queued behind the occupying ones */
    int32_t count;        /* all: 2 * OCCUPYING_JOBS + jobs */
    struct rtmr_job *job; /* in order of deadlines, occupying ones first */
};

/* The same for the same arguments. slots >= OCCUPYING_JOBS. */
struct standing_queue standing_queue_new(int32_t slots, int32_t jobs);
void standing_queue_free(struct standing_queue *q);

/* A job like the queued ones that goes behind the first `ahead` of them. */
struct rtmr_job standing_queue_newcomer(int32_t ahead);

/* A kernel in that state, exact projection and order edf. Ends the program if the kernel refuses
 * anything. Give it back to free(). */
struct rtmr *standing_queue_kernel(const struct standing_queue *q);

#endif
