/*
 * The controller of the sorting cell: admits batches, tells cameras and arms what to do, and keeps
 * books of its own, so that it can say whether the kernel kept its promises. Call the functions in
 * the order in which they stand here, with one reading of the clock; none of them waits.
 */
#ifndef CELL_CONTROLLER_H
#define CELL_CONTROLLER_H

#include "plant.h"

struct controller {
    struct rtmr kernel;
    rtmr_ticks margin; /* what a task may take beyond its own time, until its end is reported */

    /* The books. */
    rtmr_handle job[RTMR_JOBS]; /* accepted, not finished; RTMR_NO_JOB: an empty line */
    rtmr_ticks due[RTMR_JOBS];  /* as the batch said */
    int32_t accepted;
    int32_t refused;
    int32_t finished;
    int32_t late;      /* finished after it was due; flagged jobs are not counted */
    int32_t flagged;   /* finished, but without a promise */
    int32_t overruns;  /* calls that reported a late task */
    int32_t waits;     /* calls that reported an offer that was left waiting */
    int32_t surprises; /* answers that should be impossible */
};

void controller_begin(struct controller *c, rtmr_ticks margin);

/* What time it is. */
void controller_clock(struct controller *c, rtmr_ticks now);

/* A camera or an arm is done. */
void controller_done(struct controller *c, enum rtmr_stage stage, int32_t slot);

/* A batch asks for a promise. */
void controller_batch(struct controller *c, const struct batch *batch);

/* Starts whatever may start. */
void controller_dispatch(struct controller *c, struct plant *p);

/* What became of it, in a line. */
void controller_report(const struct controller *c, const char *name);

/* Nonzero if no promise was broken, no call reported a violation, batches were accepted and batches
 * were refused. */
int32_t controller_kept_all(const struct controller *c);

#endif
