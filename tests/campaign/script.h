/*
 * A run as a list of calls of rtmr.h with concrete arguments. Any list is legal: the checker knows
 * what every call in any state must do. So a run can be repeated, printed, and made smaller.
 */
#ifndef CAMPAIGN_SCRIPT_H
#define CAMPAIGN_SCRIPT_H

#include "harness/invariants/checked.h"
#include "kernel/rtmr.h"
#include "tests/campaign/call.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { SCRIPT_CALLS = 1024 };

struct script {
    struct rtmr_setup setup;
    int32_t calls;
    struct call call[SCRIPT_CALLS];
};

/* Fills the memory of a kernel that is about to be initialised with rubbish, always the same: it
 * must not matter. */
void script_spoil(struct rtmr *kernel);

/* Makes the call. */
struct answer script_play(struct checked *c, const struct call *call);

/* Plays the whole script on a kernel of its own, until a clause breaks. Returns whether one did; if
 * so, *judge says which. Counts violations. A stream (NULL: none) gets every call and its answer,
 * one per line. */
bool script_replay(const struct script *script, struct judge *judge, int64_t *violations, FILE *stream);

#endif
