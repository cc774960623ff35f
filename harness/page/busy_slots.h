/*
 * How much of a stage's slots works over time: the share of their time in each of some equal
 * stretches.
 */
#ifndef HARNESS_PAGE_BUSY_SLOTS_H
#define HARNESS_PAGE_BUSY_SLOTS_H

#include "harness/report/run_view.h"

#include <stddef.h>

struct busy_slots {
    ticks begin; /* first arrival */
    ticks step;  /* of a stretch, >= 1 */
    size_t count;
    /* by stretch: 0 .. 1 of the stage's slots run a task, a waiting reduce included; 0 of none */
    double *share;
};

/* At most `most` stretches from the first arrival to the last end. O(attempts + stretches they
 * cover). */
struct busy_slots busy_slots_of(const struct run_view *view, enum stage stage, size_t most);

void busy_slots_free(struct busy_slots *busy);

#endif
