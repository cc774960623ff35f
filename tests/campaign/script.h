/*
 * A run as a list of calls of rtmr.h with concrete arguments. Any list is legal: the checker knows what every call in
 * any state must do. So a run can be repeated, printed, and made smaller.
 */
#ifndef CAMPAIGN_SCRIPT_H
#define CAMPAIGN_SCRIPT_H

#include "harness/invariants/checked.h"
#include "kernel/rtmr.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { SCRIPT_CALLS = 1024 };

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
    CALL_SLOT_ADD
};

struct call {
    enum call_kind kind;
    bool null;             /* the pointer to the answer is NULL */
    enum rtmr_stage stage; /* offer, dispatch, finish, fail, slot_... */
    int32_t slot;          /* dispatch, finish, fail, slot_... */
    rtmr_handle handle;    /* withdraw */
    rtmr_ticks to;         /* advance */
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

struct script {
    struct rtmr_setup setup;
    int32_t calls;
    struct call call[SCRIPT_CALLS];
};

/* Fills the memory of a kernel that is about to be initialised with rubbish, always the same: it must not matter. */
void script_spoil(struct rtmr *kernel);

/* Makes the call. */
struct answer script_play(struct checked *c, const struct call *call);

/* Plays the whole script on a kernel of its own, until a clause breaks. Returns whether one did; if so, *judge says
 * which. Counts violations. A stream (NULL: none) gets every call and its answer, one per line. */
bool script_replay(const struct script *script, struct judge *judge, int64_t *violations, FILE *stream);

#endif
