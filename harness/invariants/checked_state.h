/*
 * State shared by the calls of the checker; internal.
 */
#ifndef HARNESS_INVARIANTS_CHECKED_STATE_H
#define HARNESS_INVARIANTS_CHECKED_STATE_H

#include "harness/invariants/checked.h"
#include "harness/invariants/naive_plan.h"
#include "harness/invariants/shadow.h"

struct checked {
    struct rtmr *kernel;
    bool on;
    struct judge judge;
    struct checked_counts counts;
    struct shadow shadow;
    struct naive_outlook outlook;
    struct rtmr *before;         /* the kernel before the call; NULL before checked_init() */
    struct rtmr *trial;          /* a copy to try things on; the same */
    enum rtmr_feedback feedback; /* that the two are made for */
    void (*report)(void *context, const char *text);
    void *context;
    bool reported; /* the broken clause */
};

/* A call begins: false if it is only to be passed on. Keeps the state before it. */
bool checked_begin(struct checked *c, const char *call);

/* A call ends: reports a broken clause, if any. Returns the status. */
enum rtmr_status checked_end(struct checked *c, enum rtmr_status status);

/* The call was to be refused with this error, or to succeed (RTMR_OK): its status says the same,
 * and an error has changed nothing. */
bool checked_refusal(struct checked *c, enum rtmr_status status, enum rtmr_status error);

/* Nothing has changed in this call, or only scratch. */
bool checked_unchanged(struct checked *c);
bool checked_unchanged_but_scratch(struct checked *c);

/* The call has taken effect: records the present offers, and evaluates every clause about the state
 * between calls. */
bool checked_state_holds(struct checked *c);

/* Checks that the call reports this violation (RTMR_OK: none), and the alarm this many overruns and
 * flags. */
bool checked_violation(struct checked *c, enum rtmr_status status, enum rtmr_status expected);
bool checked_alarm(struct checked *c, const struct rtmr_alarm *alarm, int32_t overrun, int32_t flagged);

/* A change that the outlook has planned was answered so: adopted exactly if no job is late, and a
 * refusal names the first that is. */
bool checked_change(struct checked *c, enum rtmr_status status, const struct rtmr_decision *decision);

/* The error of a call that names a stage, a slot of it, or one that runs a task, and leaves its
 * answer in `result`; RTMR_OK: none. */
enum rtmr_status checked_stage_error(enum rtmr_stage stage, const void *result);
enum rtmr_status checked_slot_error(const struct checked *c, enum rtmr_stage stage, int32_t slot, const void *result);
enum rtmr_status checked_task_error(const struct checked *c, enum rtmr_stage stage, int32_t slot, const void *result);

#endif
