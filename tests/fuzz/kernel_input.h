/*
 * An input as a setup and calls of rtmr.h. Most bytes lead to arguments that mean something in
 * the state the kernel is in (a slot that runs something, the instant at which a task is due,
 * the deadline that was offered last), some to any argument at all.
 */
#ifndef FUZZ_KERNEL_INPUT_H
#define FUZZ_KERNEL_INPUT_H

#include "kernel/rtmr.h"
#include "tests/campaign/call.h"
#include "tests/fuzz/bytes.h"

#include <stdbool.h>

struct kernel_input {
    struct bytes bytes;
    rtmr_ticks scale;    /* of times and estimates */
    rtmr_ticks offered;  /* the earliest deadline that was named last */
    rtmr_ticks expected; /* the estimated finish that was told last */
};

struct kernel_input kernel_input_begin(const uint8_t *data, size_t size);

/* The setup, which need not be legal. */
struct rtmr_setup kernel_input_setup(struct kernel_input *in);

/* The next call for a kernel in this state. False: the input is over. */
bool kernel_input_call(struct kernel_input *in, const struct rtmr *k, struct call *call);

/* Takes note of what a call answered. */
void kernel_input_note(struct kernel_input *in, const struct call *call, const struct answer *answer);

/* The earliest instant by which a running task must be reported; RTMR_NEVER if nothing runs in
 * time. */
rtmr_ticks kernel_soonest_bound(const struct rtmr *k);

#endif
