/* Figures that are plots: the script for their files, and the drawing for the page. */
#ifndef HARNESS_PAGE_PLOT_FIGURE_H
#define HARNESS_PAGE_PLOT_FIGURE_H

#include "harness/page/figure.h"
#include "harness/report/plot.h"

/* Appends the plot as a figure of that height (of its files, pixels). unit: of its horizontal axis,
 * "" if it has none. Frees the plot. */
void plot_figure_add(struct figures *figures, struct plot *plot, const char *name, const char *heading,
                     const char *sentence, const char *unit, int height);

#endif
