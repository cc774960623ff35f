#include "harness/page/bar_table.h"

#include "harness/page/html.h"

#include <math.h>

/* --- Parts of a whole ------------------------------------------------------------------------- */

void bar_table_write_parts(const char *const *names, const char *const *classes, size_t parts,
                           const struct bar_parts *rows, size_t count, FILE *out)
{
    fputs("<div class=\"wide\"><table class=\"bars sortable\">\n<thead><tr><th>scheduler</th>", out);
    for (size_t p = 0; p < parts; p++) {
        fprintf(out, "<th class=\"number\"><i class=\"%s\"></i>%s, %%</th>", classes[p], names[p]);
    }
    fputs("<td></td></tr></thead>\n<tbody>\n", out);
    for (size_t i = 0; i < count; i++) {
        fputs("<tr><th scope=\"row\">", out);
        html_text(rows[i].label, out);
        fputs("</th>", out);
        for (size_t p = 0; p < parts; p++) {
            fprintf(out, isnan(rows[i].percent[p]) ? "<td>&ndash;</td>" : "<td>%.1f</td>", rows[i].percent[p]);
        }
        fputs("<td class=\"bar\"><div>", out);
        for (size_t p = 0; p < parts; p++) {
            if (rows[i].percent[p] > 0) {
                fprintf(out, "<span class=\"%s\" style=\"width:%.2f%%\"></span>", classes[p], rows[i].percent[p]);
            }
        }
        fputs("</div></td></tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
}

/* --- Values ----------------------------------------------------------------------------------- */

static double margin_at(const struct plot_series *s, size_t i)
{
    return s->margin == NULL || isnan(s->margin[i]) ? 0 : s->margin[i];
}

/* The end of the longest bar. */
static double most_of(const struct plot *plot)
{
    double most = isnan(plot->y_most) ? 0 : plot->y_most;
    for (size_t n = 0; n < plot->series_count; n++) {
        const struct plot_series *s = &plot->series[n];
        for (size_t i = 0; i < s->count; i++) {
            most = isnan(s->y[i]) ? most : fmax(most, s->y[i] + margin_at(s, i));
        }
    }
    return most > 0 ? most : 1;
}

/* As many as tell the values apart. */
static int decimals_for(double most)
{
    return most >= 1000 ? 0 : most >= 100 ? 1 : most >= 2 ? 2 : 3;
}

static void write_value(const struct plot_series *s, size_t i, int decimals, double most, FILE *out)
{
    double value = s->y[i];
    double margin = margin_at(s, i);
    if (isnan(value)) {
        fputs("<td>&ndash;</td><td class=\"bar\"></td>", out);
        return;
    }
    fprintf(out, "<td>%.*f", decimals, value);
    if (margin > 0) {
        fprintf(out, " <span class=\"margin\">&plusmn; %.*f</span>", decimals, margin);
    }
    fprintf(out, "</td><td class=\"bar\"><div><span class=\"k%d\" style=\"width:%.2f%%\"></span>", s->colour,
            100 * fmax(0, value) / most);
    if (margin > 0) {
        double from = fmax(0, value - margin);
        fprintf(out, "<b style=\"left:%.2f%%;width:%.2f%%\"></b>", 100 * from / most,
                100 * (value + margin - from) / most);
    }
    fputs("</div></td>", out);
}

void bar_table_write(const struct plot *plot, FILE *out)
{
    bool several = plot->series_count > 1;
    double most = most_of(plot);
    int decimals = decimals_for(most);
    fprintf(out, "<div class=\"wide\"><table class=\"bars sortable\">\n<thead><tr><th></th>%s<th class=\"number\">",
            several ? "<th></th>" : "");
    html_text(plot->y_label, out);
    fputs("</th><td></td></tr></thead>\n<tbody>\n", out);
    for (size_t c = 0; c < plot->category_count; c++) {
        for (size_t n = 0; n < plot->series_count; n++) {
            const struct plot_series *s = &plot->series[n];
            fputs("<tr><th scope=\"row\">", out);
            html_text(plot->categories[c], out);
            fputs("</th>", out);
            if (several) {
                fprintf(out, "<td class=\"name\"><i class=\"k%d\"></i><bdi>", s->colour);
                html_text(s->label, out);
                fputs("</bdi></td>", out);
            }
            write_value(s, c, decimals, most, out);
            fputs("</tr>\n", out);
        }
    }
    fputs("</tbody></table></div>\n", out);
}
