#include "harness/page/slot_cells.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <string.h>

/* The most attempts that are drawn separately. */
enum { APART_MOST = 2000 };

/* One slot's column: the job that has it for the longest part, and that time. */
struct cell {
    int32_t job;
    ticks start;
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
            row[column] = (struct cell){.job = job, .start = run->start, .share = to - from};
        }
        from = to;
        column++;
    }
}

/* Whether two neighbours in a row are shown as one. */
static bool alike(const struct cell *a, const struct cell *b, bool apart)
{
    return a->share > 0 && b->share > 0 && a->job == b->job && (!apart || a->start == b->start);
}

static void add_boxes(struct slot_cells *cells, const struct cell *row, const struct scale *scale, enum stage stage,
                      int32_t number)
{
    for (int32_t from = 0; from < scale->columns;) {
        int32_t to = from + 1;
        while (to < scale->columns && alike(&row[from], &row[to], cells->apart)) {
            to++;
        }
        if (row[from].share > 0) {
            cells->boxes = alloc_grow(cells->boxes, &cells->capacity, cells->count + 1, sizeof *cells->boxes);
            cells->boxes[cells->count++] = (struct slot_box){
                .stage = stage,
                .row = number,
                .begin = scale->begin + from * scale->step,
                .end = scale->begin + to * scale->step,
                .job = row[from].job,
            };
        }
        from = to;
    }
}

struct slot_cells slot_cells_of(const struct run_view *view, int32_t columns, int32_t rows)
{
    const int32_t slots[STAGES] = {cluster_slots(view->cluster, STAGE_MAP), cluster_slots(view->cluster, STAGE_REDUCE)};
    struct slot_cells cells = {.begin = view->workload->count > 0 ? view->workload->jobs[0].arrival : 0};
    cells.apart = view->log->count <= APART_MOST;
    cells.end = task_log_end(view->log, cells.begin + 1);
    /* both stages may round up */
    cells.stride = (slots[STAGE_MAP] + slots[STAGE_REDUCE] - 1) / (rows - 1) + 1;
    struct scale scale = {.begin = cells.begin, .step = (cells.end - cells.begin - 1) / columns + 1};
    scale.columns = (int32_t)((cells.end - cells.begin - 1) / scale.step + 1);
    struct cell *row = alloc_zeroed((size_t)scale.columns, sizeof *row);
    size_t next = 0;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        for (int32_t slot = 0; slot < slots[stage]; slot++) {
            bool shown = slot % cells.stride == 0;
            if (shown) {
                memset(row, 0, (size_t)scale.columns * sizeof *row);
            }
            for (;
                 next < view->log->count && view->log->runs[next].stage == stage && view->log->runs[next].slot == slot;
                 next++) {
                const struct task_run *run = &view->log->runs[next];
                if (shown) {
                    add_run(row, &scale, run, (int32_t)view->workload->jobs[run->job].row);
                }
            }
            if (shown) {
                add_boxes(&cells, row, &scale, stage, cells.rows[stage]++);
            }
        }
    }
    free(row);
    return cells;
}

void slot_cells_free(struct slot_cells *cells)
{
    free(cells->boxes);
    *cells = (struct slot_cells){0};
}
