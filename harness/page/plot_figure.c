#include "harness/page/plot_figure.h"

#include "harness/page/bar_table.h"
#include "harness/page/curve_chart.h"
#include "harness/page/script.h"

/* Of the plot on the page, pixels. */
enum { HEIGHT = 300 };

/* More names than this are written aslant in the files. */
enum { NAMES_SIDE_BY_SIDE = 9 };

static void write_script(const struct plot *plot, FILE *out)
{
    if (plot->kind == PLOT_BARS) {
        fprintf(out, "set xrange [-0.7:%g]\n", (double)plot->category_count - 0.3);
        fputs(plot->category_count > NAMES_SIDE_BY_SIDE ? "set xtics rotate by 30 right\n" : "", out);
    }
    plot_script(plot, out);
}

void plot_figure_add(struct figures *figures, struct plot *plot, const char *name, const char *heading,
                     const char *sentence, const char *unit, int height)
{
    struct script script;
    struct script drawing;
    script_open(&script);
    write_script(plot, script.stream);
    script_open(&drawing);
    if (plot->kind == PLOT_BARS) {
        bar_table_write(plot, drawing.stream);
    } else {
        curve_chart_write(&(struct curve_chart){.plot = plot, .height = HEIGHT, .unit = unit, .legend = true},
                          drawing.stream);
    }
    char *text = script_close(&script);
    figures_add(figures, name, heading, sentence, height, text, script_close(&drawing));
    plot_free(plot);
}
