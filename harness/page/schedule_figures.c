#include "harness/page/schedule_figures.h"

#include "harness/page/job_colour.h"
#include "harness/page/script.h"
#include "harness/page/time_unit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Pixels. */
enum { PANEL = 120, AXES = 105, GANTT_LEAST = 260, GANTT_MOST = 860, ROW_MOST = 22 };

/* The last end of all schedules, from their first arrival, and the unit to show it in. */
static double span_of(const struct report_data *data, struct time_unit *unit)
{
    ticks most = 1;
    for (size_t i = 0; i < data->count; i++) {
        ticks span = data->series[i].cells.end - data->series[i].cells.begin;
        most = span > most ? span : most;
    }
    *unit = time_unit_for((double)most);
    return (double)most / unit->ms;
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

void schedule_figures_busy(struct figures *figures, const struct report_data *data)
{
    struct script script;
    struct time_unit unit;
    double span = span_of(data, &unit);
    int height = PANEL * (int)data->count + AXES;
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
        data->count, 70.0 / height, 1 - 35.0 / height, 26.0 / height, span);
    for (size_t i = 0; i < data->count; i++) {
        if (i + 1 == data->count) {
            fprintf(script.stream, "set format x '%%g'\nset xlabel 'time since the first arrival, %s'\n", unit.name);
        }
        fprintf(script.stream,
                "set label 1 '%s' at graph 0, 1.13 left tc rgb '#202124'\n"
                "plot $map%zu using 1:2 with fillsteps lc 1 fs transparent solid 0.35 title '%s', $reduce%zu using 1:2 "
                "with steps lw 1.6 lc 2 title '%s'\n",
                data->series[i].label, i, i == 0 ? "map slots" : "", i, i == 0 ? "reduce slots" : "");
    }
    fputs("unset multiplot\n", script.stream);
    char sentence[320];
    snprintf(sentence, sizeof sentence,
             "The share of the map slots (filled) and of the reduce slots (line) that run a task, of seed %" PRIu64
             ": flat tops are a full cluster, gaps are slots that the scheduler could not or would not use.",
             data->series[0].seed);
    figures_add(figures, "busy", "Busy slots over time", sentence, height, script_close(&script));
}

/* --- The schedule ----------------------------------------------------------------------------- */

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

void schedule_figures_gantt(struct figures *figures, const struct report_data *data, const struct report_series *series)
{
    const struct slot_cells *cells = &series->cells;
    struct time_unit unit;
    double span = span_of(data, &unit);
    int32_t gap = 1 + (cells->rows[STAGE_MAP] + cells->rows[STAGE_REDUCE]) / 40;
    int32_t reduce_top = cells->rows[STAGE_MAP] + gap;
    int32_t rows = reduce_top + cells->rows[STAGE_REDUCE];
    int height = AXES + rows * ROW_MOST;
    height = height > GANTT_MOST ? GANTT_MOST : height < GANTT_LEAST ? GANTT_LEAST : height;
    struct script script;
    script_open(&script);
    write_boxes(cells, unit, reduce_top, script.stream);
    fprintf(script.stream,
            "set xrange [0:%.6g]\nset yrange [%" PRId32 ":0]\nset lmargin 11\nset rmargin 2\n"
            "set xlabel 'time since the first arrival, %s'\nset title '%s, seed %" PRIu64 "'\n"
            "set object 1 rectangle from graph 0, first 0 to graph 1, first %" PRId32
            " fc rgb '#f4f5f7' fs solid noborder behind\n"
            "set object 2 rectangle from graph 0, first %" PRId32 " to graph 1, first %" PRId32
            " fc rgb '#f4f5f7' fs solid noborder behind\n"
            "set ytics ('map slots' %g, 'reduce slots' %g) scale 0 offset 0.5\nset border 1\nset style fill solid %s\n"
            "set grid xtics noytics front lc rgb '#c8ccd0' lt 1 dt 3\n",
            span, rows, unit.name, series->label, series->seed, cells->rows[STAGE_MAP], reduce_top, rows,
            cells->rows[STAGE_MAP] / 2.0, reduce_top + cells->rows[STAGE_REDUCE] / 2.0,
            cells->apart ? "border lc rgb 'white'" : "noborder");
    if (cells->count > 0) {
        fputs("plot $boxes using 1:3:1:2:3:4:5 with boxxyerror fc rgb variable notitle\n", script.stream);
    } else {
        fputs("plot -1 notitle\n", script.stream);
    }
    char name[64];
    char heading[80];
    char sentence[400];
    char shown[64] = "a row is a slot";
    if (cells->stride > 1) {
        snprintf(shown, sizeof shown, "a row is a slot, one in %" PRId32 " is shown", cells->stride);
    }
    snprintf(name, sizeof name, "schedule-%s", series->label);
    for (char *blank = strchr(name, ' '); blank != NULL; blank = strchr(blank, ' ')) {
        *blank = '-'; /* it becomes the name of a file */
    }
    snprintf(heading, sizeof heading, "The schedule of %s", series->label);
    snprintf(sentence, sizeof sentence,
             "Which job has which slot when (%s; a colour is a job, the same for every scheduler): large areas of one "
             "colour are jobs that spread over the cluster, grey is idle.",
             shown);
    figures_add(figures, name, heading, sentence, height, script_close(&script));
}
