#include "harness/page/chart_frame.h"

#include "harness/page/html.h"

#include <inttypes.h>
#include <math.h>

static const int plot_width = CHART_WIDTH - CHART_LEFT - CHART_RIGHT;

static void write_rows(const struct chart_frame *frame, FILE *out)
{
    fputs("<g class=\"y\">", out);
    for (size_t i = 0; i < frame->label_count; i++) {
        const struct chart_row_label *label = &frame->labels[i];
        double y = CHART_TOP + label->place * frame->height;
        if (label->line) {
            fprintf(out, "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", CHART_LEFT, CHART_WIDTH - CHART_RIGHT,
                    y, y);
        }
        fprintf(out, "<text x=\"%d\" y=\"%.1f\">", CHART_LEFT - 6, y + 4);
        html_text(label->text, out);
        fputs("</text>", out);
    }
    fputs("</g>", out);
}

static void write_columns(const struct chart_frame *frame, FILE *out)
{
    struct axis_ticks ticks = axis_ticks_of(&frame->x, 8);
    int foot = CHART_TOP + frame->height;
    fputs("<g class=\"x\">", out);
    for (size_t i = 0; i < ticks.count; i++) {
        char label[32];
        axis_label(&ticks, i, label, sizeof label);
        double x = CHART_LEFT + axis_place(&frame->x, ticks.value[i]) * plot_width;
        fprintf(out, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/><text x=\"%.1f\" y=\"%d\">%s</text>", x, x,
                CHART_TOP, foot, x, foot + 16, label);
    }
    fprintf(out, "</g><text class=\"name\" x=\"%d\" y=\"%d\">", CHART_LEFT + plot_width / 2, foot + 34);
    html_text(frame->x_label, out);
    fputs("</text>", out);
}

void chart_frame_begin(const struct chart_frame *frame, FILE *out)
{
    fprintf(out, "<div class=\"chart\" data-kind=\"%s\" data-x=\"%.10g %.10g %d\" data-height=\"%d\"%s%s data-unit=\"",
            frame->kind, frame->x.least, frame->x.most, frame->x.logarithmic, frame->height,
            frame->over_time ? " data-link=\"time\"" : "", frame->attributes);
    html_text(frame->unit, out);
    fprintf(out, "\"><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", CHART_WIDTH,
            CHART_TOP + frame->height + CHART_BOTTOM);
    html_text(frame->alternative, out);
    fputs("\">", out);
    write_rows(frame, out);
    write_columns(frame, out);
    fprintf(out,
            "<svg class=\"plot\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %" PRId64 " %" PRId64
            "\" preserveAspectRatio=\"none\">\n",
            CHART_LEFT, CHART_TOP, plot_width, frame->height, frame->columns, frame->rows);
}

void chart_frame_end(FILE *out)
{
    fputs("</svg></svg></div>\n", out);
}
