#include "harness/report/plot.h"

#include "harness/report/gnuplot.h"
#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *copy_of(const double *values, size_t count)
{
    double *copy = alloc_zeroed(count, sizeof *copy);
    for (size_t i = 0; i < count; i++) {
        copy[i] = values[i];
    }
    return copy;
}

/* Longer names leave no room for the picture. */
enum { LABEL_MOST = 40 };

void plot_add(struct plot *p, const char *label, size_t count, const double *x, const double *y, const double *margin)
{
    p->series = alloc_grow(p->series, &p->series_capacity, p->series_count + 1, sizeof *p->series);
    struct plot_series *series = &p->series[p->series_count++];
    *series = (struct plot_series){
        .label = safe_text_short(label, LABEL_MOST),
        .colour = (int)p->series_count,
        .count = count,
        .x = copy_of(x, count),
        .y = copy_of(y, count),
        .margin = margin == NULL ? NULL : copy_of(margin, count),
    };
}

void plot_free(struct plot *p)
{
    for (size_t i = 0; i < p->series_count; i++) {
        free(p->series[i].label);
        free(p->series[i].x);
        free(p->series[i].y);
        free(p->series[i].margin);
    }
    free(p->series);
    *p = (struct plot){0};
}

static void write_setting(const char *name, const char *text, FILE *out)
{
    fprintf(out, "set %s ", name);
    gnuplot_quote(text, out);
    fputc('\n', out);
}

static void write_number(double value, FILE *out)
{
    if (isnan(value)) {
        fputs(" nan", out);
    } else {
        fprintf(out, " %.10g", value);
    }
}

static double margin_at(const struct plot_series *s, size_t i)
{
    return s->margin == NULL ? NAN : s->margin[i];
}

static void write_point(double x, const struct plot_series *s, size_t i, FILE *out)
{
    fprintf(out, "%.10g", x);
    write_number(s->y[i], out);
    write_number(margin_at(s, i), out);
    fputc('\n', out);
}

/* A band follows lines, not steps: both ends of each step are points then. */
static bool step_ends(const struct plot *p, const struct plot_series *s)
{
    return p->kind == PLOT_STEPS && s->margin != NULL;
}

/* A block for each series: x, y, margin. */
static void write_blocks(const struct plot *p, FILE *out)
{
    for (size_t n = 0; n < p->series_count; n++) {
        const struct plot_series *s = &p->series[n];
        fprintf(out, "$series%zu << END\n", n + 1);
        for (size_t i = 0; i < s->count; i++) {
            if (i > 0 && step_ends(p, s)) {
                write_point(s->x[i], s, i - 1, out);
            }
            write_point(s->x[i], s, i, out);
        }
        fputs("END\n", out);
    }
}

static void write_curves(const struct plot *p, FILE *out)
{
    write_blocks(p, out);
    const char *before = "plot ";
    for (size_t s = 0; s < p->series_count; s++) {
        if (p->series[s].margin != NULL) {
            fprintf(out,
                    "%s$series%zu using 1:($2-$3):($2+$3) with filledcurves lc %d fs transparent solid 0.2 notitle",
                    before, s + 1, p->series[s].colour);
            before = ", \\\n     ";
        }
    }
    for (size_t s = 0; s < p->series_count; s++) {
        const char *how = p->kind == PLOT_STEPS && !step_ends(p, &p->series[s]) ? "steps" : "lines";
        fprintf(out, "%s$series%zu using 1:2 with %s lw 2 lc %d title ", before, s + 1, how, p->series[s].colour);
        gnuplot_quote(p->series[s].label, out);
        before = ", \\\n     ";
    }
    fputc('\n', out);
}

/* One block: a row for each category, y and margin of each series. */
static void write_bars(const struct plot *p, FILE *out)
{
    fputs("set style data histograms\nset style histogram errorbars gap 2 lw 1\nset style fill solid 0.7 border -1\n"
          "set datafile missing 'nan'\n$bars << END\n",
          out);
    for (size_t c = 0; c < p->category_count; c++) {
        gnuplot_quote(p->categories[c], out);
        for (size_t s = 0; s < p->series_count; s++) {
            write_number(p->series[s].y[c], out);
            write_number(isnan(margin_at(&p->series[s], c)) ? 0 : margin_at(&p->series[s], c), out);
        }
        fputc('\n', out);
    }
    fputs("END\n", out);
    for (size_t s = 0; s < p->series_count; s++) {
        fprintf(out, "%s$bars using %zu:%zu%s lc %d title ", s == 0 ? "plot " : ", \\\n     ", 2 * s + 2, 2 * s + 3,
                s == 0 ? ":xtic(1)" : "", p->series[s].colour);
        gnuplot_quote(p->series[s].label, out);
    }
    fputc('\n', out);
}

static void write_axis(const struct plot *p, FILE *out)
{
    if (p->x_most > p->x_least) {
        fprintf(out, "set grid xtics\nset xrange [%.6g:%.6g]\n", p->x_least, p->x_most);
    }
    fputs(p->x_logarithmic ? "set logscale x\n" : "", out);
    if (p->x_mark > 0) {
        fprintf(out, "set arrow 1 from %.6g, graph 0 to %.6g, graph 1 nohead dt 2 lc rgb '#5f6368'\n", p->x_mark,
                p->x_mark);
    }
}

void plot_script(const struct plot *p, FILE *out)
{
    write_setting("title", p->title, out);
    write_setting("xlabel", p->x_label, out);
    write_setting("ylabel", p->y_label, out);
    fputs(p->series_count > 1 ? "set key outside right top\n" : "unset key\n", out);
    write_axis(p, out);
    fputs("set grid ytics\nset yrange [0:", out);
    if (isnan(p->y_most)) {
        fputs("*]\n", out);
    } else {
        fprintf(out, "%.10g]\n", p->y_most);
    }
    if (p->kind == PLOT_BARS) {
        write_bars(p, out);
    } else {
        write_curves(p, out);
    }
}
