/*
 * A schedule as a raster: a row per slot, a column per stretch of time, in each cell the job that
 * has the slot for the longest part of it. Rows of equal neighbours are kept as boxes. Pictures of
 * schedules are drawn from it.
 */
#ifndef HARNESS_PAGE_SLOT_CELLS_H
#define HARNESS_PAGE_SLOT_CELLS_H

#include "harness/report/run_view.h"

#include <stdint.h>

/* Neighbouring cells of one job; of one task, if tasks are kept apart. */
struct slot_box {
    enum stage stage;
    int32_t row; /* of the stage, 0 first */
    ticks begin;
    ticks end;
    int32_t job; /* its row in the source */
};

struct slot_cells {
    ticks begin;
    ticks end;
    int32_t rows[STAGES]; /* shown */
    int32_t stride;       /* a row for every stride-th slot: 1, all of them */
    bool apart;           /* tasks are kept apart: there are few enough to be seen */
    struct slot_box *boxes;
    size_t count;
    size_t capacity;
};

/* From the first arrival to the last end, at most this many columns, and at most this many rows of
 * both stages together (at least 2). O(attempts + rows * columns). */
struct slot_cells slot_cells_of(const struct run_view *view, int32_t columns, int32_t rows);

void slot_cells_free(struct slot_cells *cells);

#endif
