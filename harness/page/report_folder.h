/*
 * The folder of a report: the page index.html, and every figure as NAME.svg and NAME.png. A report
 * that is there is replaced, with those of its figures that the new one does not have; a page that
 * is not a report stays.
 */
#ifndef HARNESS_PAGE_REPORT_FOLDER_H
#define HARNESS_PAGE_REPORT_FOLDER_H

#include "harness/page/figure.h"
#include "harness/report/output_folder.h"

#include <stdbool.h>
#include <stddef.h>

/* Opens the folder, and starts the page: output_folder_first(). False: *error says why that is
 * impossible, that gnuplot cannot be run, or that index.html is not a report, and nothing is left
 * behind. */
bool report_folder_open(struct output_folder *folder, const char *path, struct input_error *error);

/* Draws the figures and writes their files, still under other names. False: *error is set. */
bool report_folder_draw(struct output_folder *folder, const struct figures *figures, struct input_error *error);

#endif
