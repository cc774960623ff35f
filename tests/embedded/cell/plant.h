/*
 * The plant of a sorting cell, simulated: batches of parcels arrive on a conveyor, cameras scan
 * every parcel of a batch, then arms move them into bins. A controller (controller.h) tells cameras
 * and arms what to do. A batch is a job of two stages: scans are its map tasks, moves its reduce
 * tasks; cameras and arms are the slots.
 */
#ifndef CELL_PLANT_H
#define CELL_PLANT_H

#include "rtmr.h"

#include <limits.h>
#include <stdatomic.h>

#define CAMERAS 4
#define ARMS 2

#define NOT_RUNNING INT_MAX

/* A batch that has arrived. The times are the longest that one scan, one move can take. */
struct batch {
    int32_t parcels;
    int32_t bins;
    rtmr_ticks scan;
    rtmr_ticks move;
    rtmr_ticks due;
};

struct plant {
    uint64_t random;
    rtmr_ticks spacing; /* mean time between batches */
    rtmr_ticks next_batch;
    atomic_int camera_ends[CAMERAS]; /* NOT_RUNNING: it does nothing. One word: an interrupt may look at any time */
    atomic_int arm_ends[ARMS];
    int32_t jammed; /* nonzero: whatever is started next jams, and takes three times its longest time */
};

void plant_switch_on(struct plant *p, uint64_t seed, rtmr_ticks spacing);

/* When something happens next: a batch arrives, a camera or an arm is done; RTMR_NEVER: nothing. */
rtmr_ticks plant_next(const struct plant *p);

/* Nonzero if a batch has arrived by now; each arrives once. */
int32_t plant_arrived(struct plant *p, rtmr_ticks now, struct batch *batch);

/* A camera (map) or an arm (reduce) starts a task that can take that long. */
void plant_start(struct plant *p, enum rtmr_stage stage, int32_t slot, rtmr_ticks now, rtmr_ticks longest);

/* Nonzero if a camera or an arm is done by now; each task ends once. */
int32_t plant_done(struct plant *p, rtmr_ticks now, enum rtmr_stage *stage, int32_t *slot);

#endif
