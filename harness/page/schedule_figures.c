#include "harness/page/schedule_figures.h"

#include "harness/page/curve_chart.h"
#include "harness/page/html.h"
#include "harness/page/job_colour.h"
#include "harness/page/schedule_chart.h"
#include "harness/page/script.h"
#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Pixels; BUSY: of a panel on the page, the others of the files. */
enum { BUSY = 90, PANEL = 120, AXES = 105, GANTT_LEAST = 260, GANTT_MOST = 860, ROW_MOST = 22 };

static const char *const stage_names[STAGES] = {"map slots", "reduce slots"};

/* The last end of all schedules, from their first arrival. */
static ticks span_of(const struct report_data *data)
{
    ticks most = 1;
    for (size_t i = 0; i < data->count; i++) {
        ticks span = data->series[i].cells.end - data->series[i].cells.begin;
        most = span > most ? span : most;
    }
    return most;
}

/* --- Busy slots over time --------------------------------------------------------------------- */

static void write_busy(const struct busy_slots *busy, struct time_unit unit, const char *name, size_t number, FILE *out)
{
    fprintf(out, "$%s%zu << END\n", name, number);
    for (size_t i = 0; i < busy->count; i++) {
        fprintf(out, "%.6g %.5g\n", (double)i * (double)busy->step / unit.ms, 100 * busy->share[i]);
    }
    /* the end of the last stretch, and down to 0 there */
    double end = (double)busy->count * (double)busy->step / unit.ms;
    fprintf(out, "%.6g %.5g\n%.6g 0\nEND\n", end, 100 * busy->share[busy->count - 1], end);
}

/* The lines of one scheduler's panel, of the stages that have slots. */
static void write_panel(const struct report_data *data, size_t i, FILE *out)
{
    fprintf(out, "set label 1 '%s' at graph 0, 1.13 left tc rgb '#202124'\n", data->series[i].label);
    const char *before = "plot ";
    if (data->slots[STAGE_MAP] > 0) {
        fprintf(out, "%s$map%zu using 1:2 with fillsteps lc 1 fs transparent solid 0.35 title '%s'", before, i,
                i == 0 ? stage_names[STAGE_MAP] : "");
        before = ", ";
    }
    if (data->slots[STAGE_REDUCE] > 0) {
        fprintf(out, "%s$reduce%zu using 1:2 with steps lw 1.6 lc 2 title '%s'", before, i,
                i == 0 ? stage_names[STAGE_REDUCE] : "");
    }
    fputc('\n', out);
}

static char *busy_script(const struct report_data *data, struct time_unit unit, int height)
{
    struct script script;
    script_open(&script);
    for (size_t i = 0; i < data->count; i++) {
        write_busy(&data->series[i].busy[STAGE_MAP], unit, "map", i, script.stream);
        write_busy(&data->series[i].busy[STAGE_REDUCE], unit, "reduce", i, script.stream);
    }
    fprintf(
        script.stream,
        "set multiplot layout %zu,1 margins 0.075,0.985,%.4f,%.4f spacing 0,%.4f\n"
        "set xrange [0:%.6g]\nset yrange [0:105]\nset ytics 50\nset grid xtics ytics\nset ylabel 'busy, %%' offset 1\n"
        "set format x ''\nset key horizontal at graph 1, 1.24 right top samplen 1.5\n",
        data->count, 70.0 / height, 1 - 35.0 / height, 26.0 / height, (double)span_of(data) / unit.ms);
    for (size_t i = 0; i < data->count; i++) {
        if (i + 1 == data->count) {
            fprintf(script.stream, "set format x '%%g'\nset xlabel 'time since the first arrival, %s'\n", unit.name);
        }
        write_panel(data, i, script.stream);
    }
    fputs("unset multiplot\n", script.stream);
    return script_close(&script);
}

static void add_curve(struct plot *plot, const struct busy_slots *busy, struct time_unit unit, enum stage stage)
{
    double *x = alloc_zeroed(busy->count + 1, sizeof *x);
    double *y = alloc_zeroed(busy->count + 1, sizeof *y);
    for (size_t i = 0; i <= busy->count; i++) {
        x[i] = (double)i * (double)busy->step / unit.ms;
        y[i] = i < busy->count ? 100 * busy->share[i] : 0;
    }
    plot_add(plot, stage_names[stage], busy->count + 1, x, y, NULL);
    plot->series[plot->series_count - 1].colour = (int)stage + 1;
    free(x);
    free(y);
}

static const char nothing[] = "<p>No task ran.</p>\n";

/* The panel of one scheduler. */
static void draw_panel(const struct report_data *data, size_t i, struct time_unit unit, bool legend, FILE *out)
{
    char title[80];
    char x_label[64];
    snprintf(title, sizeof title, "Busy slots of %s", data->series[i].label);
    snprintf(x_label, sizeof x_label, "time since the first arrival, %s", unit.name);
    struct plot plot = {.kind = PLOT_STEPS,
                        .title = title,
                        .x_label = x_label,
                        .y_label = "busy, %",
                        .y_most = 100,
                        .x_most = (double)span_of(data) / unit.ms};
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        if (data->slots[stage] > 0) {
            add_curve(&plot, &data->series[i].busy[stage], unit, stage);
        }
    }
    curve_chart_write(&(struct curve_chart){.plot = &plot,
                                            .height = BUSY,
                                            .unit = unit.name,
                                            .over_time = true,
                                            .filled = data->slots[STAGE_MAP] > 0,
                                            .legend = legend},
                      out);
    plot_free(&plot);
}

static char *busy_drawing(const struct report_data *data, struct time_unit unit)
{
    struct script drawing;
    bool legend = true;
    script_open(&drawing);
    for (size_t i = 0; i < data->count; i++) {
        fputs("<h3>", drawing.stream);
        html_text(data->series[i].label, drawing.stream);
        fputs("</h3>\n", drawing.stream);
        if (data->series[i].cells.count == 0) {
            fputs(nothing, drawing.stream);
            continue;
        }
        draw_panel(data, i, unit, legend, drawing.stream);
        legend = false;
    }
    return script_close(&drawing);
}

static void add_busy(struct figures *figures, const struct report_data *data, struct time_unit unit)
{
    int height = PANEL * (int)data->count + AXES;
    char sentence[320];
    const char *lines = data->slots[STAGE_MAP] == 0      ? "of the reduce slots"
                        : data->slots[STAGE_REDUCE] == 0 ? "of the map slots"
                                                         : "of the map slots (filled) and of the reduce slots (line)";
    snprintf(sentence, sizeof sentence,
             "The share %s that run a task, of seed %" PRIu64
             ": flat tops are a full cluster, gaps are slots that the scheduler could not or would not use.",
             lines, data->series[0].seed);
    figures_add(figures, "busy", "Busy slots over time", sentence, height, busy_script(data, unit, height),
                busy_drawing(data, unit));
}

/* --- The schedule ----------------------------------------------------------------------------- */

/* More tasks are too narrow for borders in the files. */
enum { APART_MOST = 2000 };

static void write_boxes(const struct slot_cells *cells, struct time_unit unit, int32_t reduce_top, FILE *out)
{
    fputs("$boxes << END\n", out);
    for (size_t i = 0; i < cells->count; i++) {
        const struct slot_box *box = &cells->boxes[i];
        int32_t top = box->row + (box->stage == STAGE_MAP ? 0 : reduce_top);
        fprintf(out, "%.7g %.7g %" PRId32 " %" PRId32 " %" PRIu32 "\n", (double)(box->begin - cells->begin) / unit.ms,
                (double)(box->end - cells->begin) / unit.ms, top, top + 1, job_colour(box->job));
    }
    fputs("END\n", out);
}

static char *gantt_script(const struct report_series *series, ticks span, struct time_unit unit, int *height)
{
    const struct slot_cells *cells = &series->cells;
    int32_t gap = 1 + (cells->rows[STAGE_MAP] + cells->rows[STAGE_REDUCE]) / 40;
    int32_t reduce_top = cells->rows[STAGE_MAP] + gap;
    int32_t rows = reduce_top + cells->rows[STAGE_REDUCE];
    *height = AXES + rows * ROW_MOST;
    *height = *height > GANTT_MOST ? GANTT_MOST : *height < GANTT_LEAST ? GANTT_LEAST : *height;
    struct script script;
    script_open(&script);
    write_boxes(cells, unit, reduce_top, script.stream);
    fprintf(script.stream,
            "set xrange [0:%.6g]\nset yrange [%" PRId32 ":0]\nset lmargin 11\nset rmargin 2\n"
            "set xlabel 'time since the first arrival, %s'\nset title '%s, seed %" PRIu64 "'\n"
            "set object 1 rectangle from graph 0, first 0 to graph 1, first %" PRId32
            " fc rgb '#f4f5f7' fs solid noborder behind\n"
            "set object 2 rectangle from graph 0, first %" PRId32 " to graph 1, first %" PRId32
            " fc rgb '#f4f5f7' fs solid noborder behind\n",
            (double)span / unit.ms, rows, unit.name, series->label, series->seed, cells->rows[STAGE_MAP], reduce_top,
            rows);
    fprintf(script.stream,
            "set ytics ('%s' %g, '%s' %g) scale 0 offset 0.5\nset border 1\nset style fill solid %s\n"
            "set grid xtics noytics front lc rgb '#c8ccd0' lt 1 dt 3\n",
            cells->rows[STAGE_MAP] > 0 ? stage_names[STAGE_MAP] : "", cells->rows[STAGE_MAP] / 2.0,
            cells->rows[STAGE_REDUCE] > 0 ? stage_names[STAGE_REDUCE] : "",
            reduce_top + cells->rows[STAGE_REDUCE] / 2.0,
            cells->apart && cells->count <= APART_MOST ? "border lc rgb 'white'" : "noborder");
    if (cells->count > 0) {
        fputs("plot $boxes using 1:3:1:2:3:4:5 with boxxyerror fc rgb variable notitle\n", script.stream);
    } else {
        fputs("plot -1 notitle\n", script.stream);
    }
    return script_close(&script);
}

/* The jobs of the first run that ran. */
static size_t jobs_of(const struct report_series *series)
{
    size_t jobs = 0;
    for (size_t i = 0; i < series->job_count; i++) {
        jobs += series->job[i].accepted && series->job[i].maps + series->job[i].reduces > 0;
    }
    return jobs;
}

static char *gantt_drawing(const struct report_series *series, ticks span, struct time_unit unit)
{
    struct script drawing;
    script_open(&drawing);
    if (series->cells.count == 0) {
        fputs(nothing, drawing.stream);
    } else {
        schedule_chart_write(
            &(struct schedule_chart){
                .label = series->label, .cells = &series->cells, .span = span, .unit = unit, .jobs = jobs_of(series)},
            drawing.stream);
    }
    return script_close(&drawing);
}

/* "Which job has which slot when, seed 1. A row is a slot, one in 3 is shown; a box is a task." */
static void write_sentence(const struct slot_cells *cells, uint64_t seed, FILE *out)
{
    fprintf(out, "Which job has which slot when, of seed %" PRIu64 ": a row is a slot", seed);
    if (cells->stride > 1) {
        fprintf(out, " (one in %" PRId32 " is shown)", cells->stride);
    }
    if (cells->apart) {
        fputs(", a box is a task", out);
    } else {
        struct time_unit unit = time_unit_for((double)cells->step);
        fprintf(out,
                ", a box is the job that has it for the longest part of %.3g %s (there are too many tasks to show "
                "each)",
                (double)cells->step / unit.ms, unit.name);
    }
    fprintf(out, ", a colour is a job, the same for every scheduler and again every %d jobs.", JOB_COLOURS);
}

static void add_gantt(struct figures *figures, const struct report_series *series, ticks span, struct time_unit unit)
{
    char name[64];
    char heading[80];
    snprintf(name, sizeof name, "schedule-%s", series->label);
    for (char *blank = strchr(name, ' '); blank != NULL; blank = strchr(blank, ' ')) {
        *blank = '-'; /* it becomes the name of a file */
    }
    snprintf(heading, sizeof heading, "The schedule of %s", series->label);
    struct script sentence;
    script_open(&sentence);
    write_sentence(&series->cells, series->seed, sentence.stream);
    char *words = script_close(&sentence);
    int height;
    char *script = gantt_script(series, span, unit, &height);
    figures_add(figures, name, heading, words, height, script, gantt_drawing(series, span, unit));
    free(words);
}

void schedule_figures_make(struct figures *figures, const struct report_data *data, struct time_unit unit)
{
    if (data->count == 0) {
        return;
    }
    add_busy(figures, data, unit);
    for (size_t i = 0; i < data->count; i++) {
        add_gantt(figures, &data->series[i], span_of(data), unit);
    }
}
