/*
 * A call of rtmr.h with concrete arguments, what it answered, and both in words. Builds with
 * ticks of 64 and of 32 bits.
 */
#ifndef CAMPAIGN_CALL_H
#define CAMPAIGN_CALL_H

#include "kernel/rtmr.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum call_kind {
    CALL_SUBMIT,
    CALL_WHAT_IF,
    CALL_WITHDRAW,
    CALL_OFFER,
    CALL_DISPATCH,
    CALL_FINISH,
    CALL_ADVANCE,
    CALL_SLOT_LOST,
    CALL_FAIL,
    CALL_SLOT_DRAIN,
    CALL_SLOT_ADD,
    CALL_RENEW,
    CALL_EXTEND,
    CALL_SET_ESTIMATE,
    CALL_SUSPEND,
    CALL_ABORT,
    CALL_RESTORE
};

struct call {
    enum call_kind kind;
    bool null;             /* the pointer to the answer is NULL */
    enum rtmr_stage stage; /* offer, dispatch, finish, fail, slot_..., extend, set_estimate */
    int32_t slot;          /* dispatch, finish, fail, slot_..., extend */
    rtmr_handle handle;    /* withdraw, renew, set_estimate, suspend, abort */
    rtmr_ticks to;         /* advance, restore; the deadline of a renewal, the bound or estimate that is asked for */
    struct rtmr_job job;   /* submit, what_if */
};

/* What a call answered. */
struct answer {
    enum rtmr_status status;
    struct rtmr_decision decision;
    struct rtmr_offer offer;
    struct rtmr_report report;
    struct rtmr_alarm alarm;
};

/* Print a line about the setup; a call, without the end of the line; its answer, and the end of
 * the line. */
void call_print_setup(const struct rtmr_setup *setup, FILE *stream);
void call_print(const struct call *call, FILE *stream);
void call_print_answer(const struct call *call, const struct answer *answer, FILE *stream);

#endif
