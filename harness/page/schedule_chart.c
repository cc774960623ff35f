#include "harness/page/schedule_chart.h"

#include "harness/page/chart_frame.h"
#include "harness/page/job_colour.h"
#include "harness/page/script.h"
#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* Pixels. */
enum { HEIGHT_LEAST = 120, HEIGHT_MOST = 620, ROW_MOST = 24 };

/* The most columns of the plot: a zoom shows no more. */
enum { COLUMNS_MOST = 20000 };

/* A box in the coordinates of the plot. */
struct box {
    int64_t begin;
    int64_t length; /* >= 1 */
    int32_t row;
    const struct slot_box *source;
};

/* By colour, then by job, row and time. */
static int by_colour(const void *a, const void *b)
{
    const struct box *one = a;
    const struct box *other = b;
    const int64_t differences[] = {
        one->source->job % JOB_COLOURS - other->source->job % JOB_COLOURS,
        (int64_t)one->source->job - other->source->job,
        one->row - other->row,
        one->begin - other->begin,
    };
    for (size_t i = 0; i < sizeof differences / sizeof differences[0]; i++) {
        if (differences[i] != 0) {
            return differences[i] < 0 ? -1 : 1;
        }
    }
    return 0;
}

struct layout {
    struct box *boxes;
    size_t count;
    int64_t columns;
    ticks step;         /* of a column */
    int32_t reduce_top; /* the row where those of the reduce slots begin */
    int32_t rows;       /* at least 1 */
    bool attempts;      /* boxes are attempts */
};

static struct layout layout_of(const struct schedule_chart *chart)
{
    const struct slot_cells *cells = chart->cells;
    int32_t shown = cells->rows[STAGE_MAP] + cells->rows[STAGE_REDUCE];
    int32_t gap = cells->rows[STAGE_MAP] > 0 && cells->rows[STAGE_REDUCE] > 0 ? 1 + shown / 40 : 0;
    struct layout l = {.boxes = alloc_zeroed(cells->count, sizeof *l.boxes), .attempts = cells->apart};
    l.step = cells->apart ? (chart->span - 1) / COLUMNS_MOST + 1 : cells->step;
    l.columns = (chart->span - 1) / l.step + 1;
    l.reduce_top = cells->rows[STAGE_MAP] + gap;
    l.rows = shown + gap > 0 ? shown + gap : 1;
    for (size_t i = 0; i < cells->count; i++) {
        const struct slot_box *source = &cells->boxes[i];
        int64_t begin = (source->begin - cells->begin) / l.step;
        int64_t end = (source->end - cells->begin + l.step - 1) / l.step;
        l.boxes[l.count++] = (struct box){
            .begin = begin,
            .length = end > begin ? end - begin : 1,
            .row = source->row + (source->stage == STAGE_MAP ? 0 : l.reduce_top),
            .source = source,
        };
    }
    qsort(l.boxes, l.count, sizeof *l.boxes, by_colour);
    return l;
}

/* The jobs of the boxes from `first` on as "JOB*BOXES ..", and of attempts the tasks; a failed one
 * has a mark. */
static void write_owners(const struct layout *l, size_t first, size_t end, FILE *out)
{
    fputs("data-jobs=\"", out);
    for (size_t i = first; i < end;) {
        size_t next = i;
        while (next < end && l->boxes[next].source->job == l->boxes[i].source->job) {
            next++;
        }
        fprintf(out, "%s%" PRId32 "*%zu", i == first ? "" : " ", l->boxes[i].source->job, next - i);
        i = next;
    }
    fputs("\" ", out);
    if (l->attempts) {
        fputs("data-tasks=\"", out);
        for (size_t i = first; i < end; i++) {
            fprintf(out, "%s%" PRId32 "%s", i == first ? "" : " ", l->boxes[i].source->task,
                    l->boxes[i].source->failed ? "x" : "");
        }
        fputs("\" ", out);
    }
}

static void write_boxes(const struct layout *l, FILE *out)
{
    /* a path is a stroke along the middles of its rows */
    fprintf(out, "<g class=\"boxes\" transform=\"translate(0 .5)\" stroke-width=\"%s\">\n",
            l->rows <= 40 ? ".86" : "1");
    for (size_t first = 0; first < l->count;) {
        int32_t colour = l->boxes[first].source->job % JOB_COLOURS;
        size_t end = first;
        while (end < l->count && l->boxes[end].source->job % JOB_COLOURS == colour) {
            end++;
        }
        fprintf(out, "<path class=\"c%" PRId32 "\" ", colour);
        write_owners(l, first, end, out);
        fputs("d=\"", out);
        for (size_t i = first; i < end; i++) {
            fprintf(out, "M%" PRId64 " %" PRId32 "h%" PRId64, l->boxes[i].begin, l->boxes[i].row, l->boxes[i].length);
        }
        fputs("\"/>\n", out);
        first = end;
    }
    fputs("</g>\n", out);
}

/* Lines between attempts of one job that follow each other at once. */
static void write_edges(const struct layout *l, FILE *out)
{
    if (!l->attempts) {
        return;
    }
    fputs("<path class=\"edge\" d=\"", out);
    for (size_t i = 1; i < l->count; i++) {
        const struct box *before = &l->boxes[i - 1];
        const struct box *box = &l->boxes[i];
        if (box->row == before->row && box->source->job == before->source->job &&
            box->begin <= before->begin + before->length) {
            fprintf(out, "M%" PRId64 " %" PRId32 "v1", box->begin, box->row);
        }
    }
    fputs("\"/>\n", out);
}

static void write_grounds(const struct layout *l, const struct slot_cells *cells, FILE *out)
{
    fprintf(out, "<rect class=\"ground\" width=\"%" PRId64 "\" height=\"%" PRId32 "\"/>", l->columns,
            cells->rows[STAGE_MAP]);
    fprintf(out, "<rect class=\"ground\" y=\"%" PRId32 "\" width=\"%" PRId64 "\" height=\"%" PRId32 "\"/>\n",
            l->reduce_top, l->columns, cells->rows[STAGE_REDUCE]);
}

/* "The schedule of rtmr: 30 jobs on 4 map slots and 2 reduce slots up to 109 ms; map slots are busy
 * 60% of that time, reduce slots 57%." */
static void write_alternative(const struct schedule_chart *chart, FILE *out)
{
    const struct slot_cells *cells = chart->cells;
    double busy[STAGES] = {0};
    for (size_t i = 0; i < cells->count; i++) {
        busy[cells->boxes[i].stage] += (double)(cells->boxes[i].end - cells->boxes[i].begin);
    }
    ticks length = cells->end - cells->begin;
    fprintf(out, "The schedule of %s: %zu jobs, until %.4g %s", chart->label, chart->jobs,
            (double)length / chart->unit.ms, chart->unit.name);
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        if (cells->rows[stage] > 0) {
            fprintf(out, "; %s slots are busy %.0f%% of that time", stage == STAGE_MAP ? "map" : "reduce",
                    100 * busy[stage] / ((double)length * cells->rows[stage]));
        }
    }
    fputc('.', out);
}

void schedule_chart_write(const struct schedule_chart *chart, FILE *out)
{
    const struct slot_cells *cells = chart->cells;
    struct layout l = layout_of(chart);
    int height = l.rows * ROW_MOST;
    height = height < HEIGHT_LEAST ? HEIGHT_LEAST : height > HEIGHT_MOST ? HEIGHT_MOST : height;
    struct script alternative;
    script_open(&alternative);
    write_alternative(chart, alternative.stream);
    char *words = script_close(&alternative);
    char x_label[64];
    snprintf(x_label, sizeof x_label, "time since the first arrival, %s", chart->unit.name);
    char attributes[160];
    snprintf(attributes, sizeof attributes,
             " data-step=\"%.10g\" data-slots=\"%" PRId32 " %" PRId32 " %" PRId32 "\" data-exact=\"%d\"",
             (double)l.step / chart->unit.ms, l.reduce_top, cells->rows[STAGE_MAP], cells->stride, l.attempts);
    struct chart_row_label labels[STAGES];
    size_t count = 0;
    if (cells->rows[STAGE_MAP] > 0) {
        labels[count++] = (struct chart_row_label){cells->rows[STAGE_MAP] / 2.0 / l.rows, false, "map"};
    }
    if (cells->rows[STAGE_REDUCE] > 0) {
        double place = (l.reduce_top + cells->rows[STAGE_REDUCE] / 2.0) / l.rows;
        labels[count++] = (struct chart_row_label){place, false, "reduce"};
    }
    chart_frame_begin(&(struct chart_frame){.kind = "schedule",
                                            .unit = chart->unit.name,
                                            .x_label = x_label,
                                            .x = {.most = (double)(l.columns * l.step) / chart->unit.ms},
                                            .over_time = true,
                                            .height = height,
                                            .columns = l.columns,
                                            .rows = l.rows,
                                            .alternative = words,
                                            .labels = labels,
                                            .label_count = count,
                                            .attributes = attributes},
                      out);
    write_grounds(&l, cells, out);
    write_boxes(&l, out);
    write_edges(&l, out);
    chart_frame_end(out);
    free(words);
    free(l.boxes);
}
