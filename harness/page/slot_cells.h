/*
 * A schedule as boxes of slots over time. As long as there are few enough attempts, each is a box.
 * Otherwise the schedule is a raster: a row per slot, a column per stretch of time, in each cell
 * the job that has the slot for the longest part of it, and equal neighbours are one box. Pictures
 * of schedules are drawn from it.
 */
#ifndef HARNESS_PAGE_SLOT_CELLS_H
#define HARNESS_PAGE_SLOT_CELLS_H

#include "harness/report/run_view.h"

#include <stdint.h>

/* An attempt of a task, or neighbouring cells of one job. */
struct slot_box {
    enum stage stage;
    int32_t row; /* of the stage, 0 first */
    ticks begin;
    ticks end;
    int32_t job;  /* its row in the source */
    int32_t task; /* 0 first; of cells: -1 */
    bool failed;  /* the attempt counted for nothing: it failed, or was lost or killed */
};

struct slot_cells {
    ticks begin;
    ticks end;
    int32_t rows[STAGES]; /* shown */
    int32_t stride;       /* a row for every stride-th slot: 1, all of them */
    bool apart;           /* boxes are attempts */
    ticks step;           /* of a column; 1 if boxes are attempts */
    struct slot_box *boxes;
    size_t count;
    size_t capacity;
};

/* How fine it may be. */
struct slot_limits {
    int32_t columns;
    int32_t rows; /* of both stages together, at least 2 */
    size_t boxes; /* roughly: columns get wider, and rows fewer, until no more are left */
};

/* From the first arrival to the last end. O((attempts + rows * columns) * log(boxes)). */
struct slot_cells slot_cells_of(const struct run_view *view, const struct slot_limits *limits);

void slot_cells_free(struct slot_cells *cells);

#endif
