#include "harness/page/curve_chart.h"

#include "harness/page/chart_frame.h"
#include "harness/page/html.h"
#include "harness/page/script.h"

#include <math.h>
#include <stdlib.h>

/* The coordinates of the plot. */
enum { COLUMNS = 20000, ROWS = 1000 };

struct scale {
    struct axis x;
    double y_most; /* of an axis from 0 */
};

static double margin_at(const struct plot_series *s, size_t i)
{
    return s->margin == NULL || isnan(s->margin[i]) ? 0 : s->margin[i];
}

/* The axes that are asked for, or those that hold the data. */
static struct scale scale_of(const struct plot *plot)
{
    struct scale scale = {.x = {plot->x_least, plot->x_most, plot->x_logarithmic}, .y_most = plot->y_most};
    double least = INFINITY;
    double most = -INFINITY;
    double highest = 0;
    for (size_t n = 0; n < plot->series_count; n++) {
        const struct plot_series *s = &plot->series[n];
        for (size_t i = 0; i < s->count; i++) {
            least = fmin(least, s->x[i]);
            most = fmax(most, s->x[i]);
            highest = isnan(s->y[i]) ? highest : fmax(highest, s->y[i] + margin_at(s, i));
        }
    }
    if (!(scale.x.most > scale.x.least)) {
        scale.x = (struct axis){.least = least, .most = most > least ? most : least + 1};
    }
    if (isnan(scale.y_most)) {
        scale.y_most = highest > 0 ? highest * 1.05 : 1;
    }
    return scale;
}

static long column(const struct scale *scale, double x)
{
    return lround(COLUMNS * fmax(-1, fmin(2, axis_place(&scale->x, x))));
}

static long row(const struct scale *scale, double y)
{
    return ROWS - lround(ROWS * y / scale->y_most);
}

/* --- Paths ------------------------------------------------------------------------------------ */

/* The curve, as long as it is defined; at the ends of steps the next value. */
static void write_curve(const struct plot *plot, const struct plot_series *s, const struct scale *scale, FILE *out)
{
    bool begun = false;
    long before = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (isnan(s->y[i])) {
            begun = false;
            continue;
        }
        long x = column(scale, s->x[i]);
        long y = row(scale, s->y[i]);
        if (!begun) {
            fprintf(out, "M%ld %ld", x, y);
        } else if (plot->kind == PLOT_LINES) {
            fprintf(out, "L%ld %ld", x, y);
        } else if (y != before || i + 1 == s->count) {
            fprintf(out, "H%ld", x);
            if (y != before) {
                fprintf(out, "V%ld", y);
            }
        }
        begun = true;
        before = y;
    }
}

/* One edge of the band, forward or backward. */
static void write_edge(const struct plot *plot, const struct plot_series *s, const struct scale *scale, bool upper,
                       FILE *out)
{
    for (size_t k = 0; k < s->count; k++) {
        size_t i = upper ? k : s->count - 1 - k;
        double y = s->y[i] + (upper ? margin_at(s, i) : -margin_at(s, i));
        if (isnan(y)) {
            continue;
        }
        long x = column(scale, s->x[i]);
        if (k > 0 && plot->kind == PLOT_STEPS) {
            size_t corner = upper ? i - 1 : i;
            double level = s->y[corner] + (upper ? margin_at(s, corner) : -margin_at(s, corner));
            fprintf(out, "L%ld %ld", upper ? x : column(scale, s->x[i + 1]), row(scale, isnan(level) ? y : level));
        }
        fprintf(out, "%s%ld %ld", upper && k == 0 ? "M" : "L", x, row(scale, y));
    }
}

static void write_paths(const struct curve_chart *chart, const struct scale *scale, FILE *out)
{
    const struct plot *plot = chart->plot;
    for (size_t n = 0; n < plot->series_count; n++) {
        const struct plot_series *s = &plot->series[n];
        if (s->margin != NULL && s->count > 0) {
            fprintf(out, "<path class=\"band k%d\" d=\"", s->colour);
            write_edge(plot, s, scale, true, out);
            write_edge(plot, s, scale, false, out);
            fputs("Z\"/>\n", out);
        }
    }
    for (size_t n = 0; n < plot->series_count; n++) {
        const struct plot_series *s = &plot->series[n];
        if (n == 0 && chart->filled) {
            fprintf(out, "<path class=\"band k%d\" d=\"", s->colour);
            write_curve(plot, s, scale, out);
            fprintf(out, "V%dH0Z\"/>\n", ROWS);
        }
        fprintf(out, "<path class=\"curve k%d\" data-name=\"", s->colour);
        html_text(s->label, out);
        fputs("\" d=\"", out);
        write_curve(plot, s, scale, out);
        fputs("\"/>\n", out);
    }
    if (plot->x_mark > 0) {
        long x = column(scale, plot->x_mark);
        fprintf(out, "<path class=\"mark\" d=\"M%ld 0V%d\"/>\n", x, ROWS);
    }
}

/* --- In words --------------------------------------------------------------------------------- */

/* The value of a curve there; NaN outside of it. */
static double value_at(const struct plot *plot, const struct plot_series *s, double x)
{
    if (s->count == 0 || x < s->x[0] || x > s->x[s->count - 1]) {
        return NAN;
    }
    size_t low = 0;
    size_t high = s->count; /* x[low] <= x < x[high] */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (s->x[middle] <= x) {
            low = middle;
        } else {
            high = middle;
        }
    }
    if (plot->kind == PLOT_STEPS || high == s->count || !(s->x[high] > s->x[low])) {
        return s->y[low];
    }
    return s->y[low] + (s->y[high] - s->y[low]) * (x - s->x[low]) / (s->x[high] - s->x[low]);
}

/* The axis as far as there is a value: axes are common to schedulers that end at other times. */
static struct axis part_with_values(const struct plot *plot, struct axis axis)
{
    double end = axis.least;
    for (size_t n = 0; n < plot->series_count; n++) {
        const struct plot_series *s = &plot->series[n];
        end = s->count > 0 ? fmax(end, s->x[s->count - 1]) : end;
    }
    axis.most = end > axis.least ? fmin(axis.most, end) : axis.most;
    return axis;
}

/* "Busy slots: busy, %, by time, min. map slots: 12 at 0, 40.5 at 10. reduce slots: ..." */
static void write_alternative(const struct plot *plot, const struct scale *scale, FILE *out)
{
    struct axis part = part_with_values(plot, scale->x);
    struct axis_ticks ticks = axis_ticks_of(&part, 6);
    fprintf(out, "%s: %s by %s.", plot->title, plot->y_label, plot->x_label);
    for (size_t n = 0; n < plot->series_count; n++) {
        const char *before = ": ";
        fprintf(out, " %s", plot->series[n].label);
        for (size_t i = 0; i < ticks.count; i++) {
            char label[32];
            double value = value_at(plot, &plot->series[n], ticks.value[i]);
            axis_label(&ticks, i, label, sizeof label);
            if (!isnan(value)) {
                fprintf(out, "%s%.3g at %s", before, value, label);
                before = ", ";
            }
        }
        fputc('.', out);
    }
}

/* --- The chart -------------------------------------------------------------------------------- */

static void write_legend(const struct plot *plot, FILE *out)
{
    fputs("<ul class=\"legend\"><li>", out);
    html_text(plot->y_label, out);
    fputs("</li>", out);
    for (size_t n = 0; n < plot->series_count; n++) {
        fprintf(out, "<li><i class=\"k%d\"></i><bdi>", plot->series[n].colour);
        html_text(plot->series[n].label, out);
        fputs("</bdi></li>", out);
    }
    fputs("</ul>\n", out);
}

void curve_chart_write(const struct curve_chart *chart, FILE *out)
{
    const struct plot *plot = chart->plot;
    struct scale scale = scale_of(plot);
    struct axis_ticks rows = axis_ticks_of(&(struct axis){.most = scale.y_most}, chart->height < 150 ? 2 : 5);
    char texts[AXIS_TICKS_MOST][32];
    struct chart_row_label labels[AXIS_TICKS_MOST];
    for (size_t i = 0; i < rows.count; i++) {
        axis_label(&rows, i, texts[i], sizeof texts[i]);
        labels[i] = (struct chart_row_label){1 - rows.value[i] / scale.y_most, true, texts[i]};
    }
    struct script alternative;
    script_open(&alternative);
    write_alternative(plot, &scale, alternative.stream);
    char *words = script_close(&alternative);
    char attributes[64];
    snprintf(attributes, sizeof attributes, " data-y=\"%.10g\" data-steps=\"%d\"", scale.y_most,
             plot->kind == PLOT_STEPS);
    if (chart->legend) {
        write_legend(plot, out);
    }
    chart_frame_begin(&(struct chart_frame){.kind = "curves",
                                            .unit = chart->unit,
                                            .x_label = plot->x_label,
                                            .x = scale.x,
                                            .over_time = chart->over_time,
                                            .height = chart->height,
                                            .columns = COLUMNS,
                                            .rows = ROWS,
                                            .alternative = words,
                                            .labels = labels,
                                            .label_count = rows.count,
                                            .attributes = attributes},
                      out);
    write_paths(chart, &scale, out);
    chart_frame_end(out);
    free(words);
}
