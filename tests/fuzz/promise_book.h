/*
 * What the calls of rtmr.h have said so far, written down by their documented meaning alone: the
 * jobs that were accepted, what each is promised, and what runs where. Nothing here looks into a
 * context or plans.
 */
#ifndef FUZZ_PROMISE_BOOK_H
#define FUZZ_PROMISE_BOOK_H

#include "kernel/rtmr.h"
#include "tests/campaign/call.h"

#include <stdbool.h>

enum { BOOK_STAGES = 2 };

struct book_job {
    rtmr_handle handle;
    struct rtmr_job terms; /* as submitted, and changed since */
    int32_t waiting[BOOK_STAGES];
    int32_t running[BOOK_STAGES];
    rtmr_ticks estimated_finish; /* recorded last */
    bool started;
    bool flagged;
};

struct book_slot {
    enum rtmr_slot_state state;
    rtmr_handle job;
    rtmr_ticks bound;
};

struct book {
    struct rtmr_setup setup;
    rtmr_ticks now;
    rtmr_handle last_handle;
    int32_t jobs;
    struct book_job job[RTMR_JOBS]; /* accepted and unfinished, in no order that means anything */
    int32_t slots[BOOK_STAGES];
    struct book_slot slot[BOOK_STAGES][RTMR_SLOTS];
};

void book_begin(struct book *b, const struct rtmr_setup *setup);

/* The accepted, unfinished job with this handle; NULL if there is none. */
struct book_job *book_job(struct book *b, rtmr_handle handle);

/* Unfinished tasks of a stage of a job. */
int32_t book_unfinished(const struct book_job *job, enum rtmr_stage stage);

/* Whether a task of this stage of the job may start: one waits, and a reduce only behind the
 * last map. */
bool book_startable(const struct book_job *job, enum rtmr_stage stage);

/* Whether this refusal (RTMR_E_...) fits the call as rtmr.h describes it, and whether any does:
 * then the call must be refused. */
bool book_may_refuse(struct book *b, const struct call *call, enum rtmr_status error);
bool book_must_refuse(struct book *b, const struct call *call);

/* The same for rtmr_init(). */
bool book_setup_wrong(const struct rtmr_setup *setup, enum rtmr_status error);

/* Write down what a call that succeeded has done. */
void book_accept(struct book *b, const struct rtmr_job *terms, const struct rtmr_decision *decision);
void book_withdraw(struct book *b, rtmr_handle handle);
void book_start(struct book *b, const struct call *call, const struct rtmr_offer *offer);
void book_end_task(struct book *b,
                   const struct call *call); /* finish, fail, slot_lost: the slot's task, if any, is over */
void book_advance(struct book *b, rtmr_ticks to);
void book_drain(struct book *b, const struct call *call);
void book_add(struct book *b, const struct call *call);

void book_renew(struct book *b, const struct call *call);
void book_extend(struct book *b, const struct call *call);
void book_set_estimate(struct book *b, const struct call *call);
void book_suspend(struct book *b, const struct call *call);
void book_abort(struct book *b, const struct call *call);

/* Running tasks that are not yet late, and are so at `to`. */
int32_t book_overruns(const struct book *b, rtmr_ticks to);

#endif
