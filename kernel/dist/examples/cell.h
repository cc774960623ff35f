/*
 * A cell of machines for the examples with an operating system: presses make parts (map tasks),
 * ovens harden them (reduce tasks). Time is in ticks.
 *
 *   cell_tick()                is the interrupt's: machines run, and it posts which have ended
 *   everything else            is the owner task's, which makes every call of the kernel
 *
 * The owner and the interrupt share the machines' countdowns only. A machine is the owner's until
 * it is started, then the interrupt's until its end is posted.
 */
#ifndef CELL_H
#define CELL_H

#include "rtmr.h"

enum { CELL_PRESSES = 3, CELL_OVENS = 2, CELL_MACHINES = CELL_PRESSES + CELL_OVENS };

/* The end of a task on its way from the interrupt to the owner. */
struct cell_end {
    enum rtmr_stage stage;
    int32_t slot;
    uint32_t token; /* of the dispatch that started the task */
};

/* One tick for every machine. `post` is called for each that has ended; a machine has one end on
 * its way at most, so a queue of CELL_MACHINES has room. */
void cell_tick(void (*post)(const struct cell_end *end));

/* Everything begins at instant 0. Returns nonzero if the kernel is set up. */
int32_t cell_begin(void);

/* A turn of the owner: the time first, then every end that has come, then cell_serve(), which
 * takes orders and starts machines. Then it asks whether it is done, or sleeps. */
void cell_clock(rtmr_ticks now);
void cell_ended(const struct cell_end *end);
void cell_serve(void);

/* Nonzero when all orders have come, and every accepted one has left. */
int32_t cell_done(void);

/* How many ticks the owner may sleep if no end comes: 1 .. CELL_LONGEST_SLEEP. */
enum { CELL_LONGEST_SLEEP = 1000 };
rtmr_ticks cell_sleep(void);

/* What has happened. */
struct cell_report {
    int32_t accepted;
    int32_t refused;
    int32_t finished;
    int32_t late;       /* finished after the deadline, although no call had flagged the order: must be 0 */
    int32_t violations; /* reported: the owner did not run in time */
    int32_t surprises;  /* calls that must succeed and did not: must be 0 */
};
struct cell_report cell_report(void);

/* Nonzero if every accepted order has finished, and by its promise. */
int32_t cell_kept_all(void);

#endif
