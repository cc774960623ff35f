#include "harness/page/slot_cells.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <string.h>

/* One slot's column: the job that has it for the longest part, and that time. */
struct cell {
    int32_t job;
    ticks share; /* 0: no job */
};

/* The extent of the columns. */
struct scale {
    ticks begin;
    ticks step; /* of a column, >= 1 */
    int32_t columns;
};

static void add_run(struct cell *row, const struct scale *scale, const struct task_run *run, int32_t job)
{
    ticks column = (run->start - scale->begin) / scale->step;
    ticks from = run->start;
    while (from < run->end) {
        ticks next = scale->begin + (column + 1) * scale->step;
        ticks to = run->end < next ? run->end : next;
        if (to - from > row[column].share) {
            row[column] = (struct cell){.job = job, .share = to - from};
        }
        from = to;
        column++;
    }
}

static void add_box(struct slot_cells *cells, struct slot_box box)
{
    cells->boxes = alloc_grow(cells->boxes, &cells->capacity, cells->count + 1, sizeof *cells->boxes);
    cells->boxes[cells->count++] = box;
}

/* Cells of one job that are neighbours are one box. */
static void add_cells(struct slot_cells *cells, const struct cell *row, const struct scale *scale, enum stage stage,
                      int32_t number)
{
    for (int32_t from = 0; from < scale->columns;) {
        int32_t to = from + 1;
        while (to < scale->columns && row[from].share > 0 && row[to].share > 0 && row[from].job == row[to].job) {
            to++;
        }
        if (row[from].share > 0) {
            add_box(cells, (struct slot_box){.stage = stage,
                                             .row = number,
                                             .begin = scale->begin + from * scale->step,
                                             .end = scale->begin + to * scale->step,
                                             .job = row[from].job,
                                             .task = -1});
        }
        from = to;
    }
}

static void add_attempt(struct slot_cells *cells, const struct task_run *run, int32_t job)
{
    add_box(cells, (struct slot_box){.stage = run->stage,
                                     .row = run->slot / cells->stride,
                                     .begin = run->start,
                                     .end = run->end,
                                     .job = job,
                                     .task = run->task,
                                     .failed = run->failed || run->lost || run->killed});
}

/* The attempts of a slot, from number `next` of the log on; returns the number behind the last. */
static size_t add_slot(struct slot_cells *cells, const struct run_view *view, struct cell *row,
                       const struct scale *scale, enum stage stage, int32_t slot, size_t next)
{
    const struct task_log *log = view->log;
    bool shown = slot % cells->stride == 0;
    if (shown && !cells->apart) {
        memset(row, 0, (size_t)scale->columns * sizeof *row);
    }
    for (; next < log->count && log->runs[next].stage == stage && log->runs[next].slot == slot; next++) {
        const struct task_run *run = &log->runs[next];
        int32_t job = (int32_t)view->workload->jobs[run->job].row;
        if (shown && cells->apart) {
            add_attempt(cells, run, job);
        } else if (shown) {
            add_run(row, scale, run, job);
        }
    }
    if (shown && !cells->apart) {
        add_cells(cells, row, scale, stage, slot / cells->stride);
    }
    return next;
}

static struct slot_cells make(const struct run_view *view, bool apart, int32_t columns, int32_t rows)
{
    const int32_t slots[STAGES] = {cluster_slots(view->cluster, STAGE_MAP), cluster_slots(view->cluster, STAGE_REDUCE)};
    struct slot_cells cells = {.begin = view->workload->count > 0 ? view->workload->jobs[0].arrival : 0};
    cells.apart = apart;
    cells.end = task_log_end(view->log, cells.begin + 1);
    /* both stages may round up */
    cells.stride = (slots[STAGE_MAP] + slots[STAGE_REDUCE] - 1) / (rows - 1) + 1;
    cells.step = apart ? 1 : (cells.end - cells.begin - 1) / columns + 1;
    struct scale scale = {.begin = cells.begin, .step = cells.step};
    scale.columns = apart ? 1 : (int32_t)((cells.end - cells.begin - 1) / scale.step + 1);
    struct cell *row = alloc_zeroed((size_t)scale.columns, sizeof *row);
    size_t next = 0;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        for (int32_t slot = 0; slot < slots[stage]; slot++) {
            next = add_slot(&cells, view, row, &scale, stage, slot, next);
        }
        cells.rows[stage] = slots[stage] == 0 ? 0 : (slots[stage] - 1) / cells.stride + 1;
    }
    free(row);
    return cells;
}

struct slot_cells slot_cells_of(const struct run_view *view, const struct slot_limits *limits)
{
    enum { COLUMNS_LEAST = 50, ROWS_LEAST = 50 };
    bool apart = view->log->count <= limits->boxes;
    int32_t columns = limits->columns;
    int32_t rows = limits->rows;
    struct slot_cells cells = make(view, apart, columns, rows);
    while (cells.count > limits->boxes && (columns > COLUMNS_LEAST || rows > ROWS_LEAST)) {
        columns = columns > COLUMNS_LEAST ? columns * 3 / 4 : columns;
        rows = rows > ROWS_LEAST ? rows * 7 / 8 : rows;
        slot_cells_free(&cells);
        cells = make(view, apart, columns, rows);
    }
    return cells;
}

void slot_cells_free(struct slot_cells *cells)
{
    free(cells->boxes);
    *cells = (struct slot_cells){0};
}
