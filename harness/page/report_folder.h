/*
 * The folder of a report: the page index.html, and every figure as NAME.svg and NAME.png.
 */
#ifndef HARNESS_PAGE_REPORT_FOLDER_H
#define HARNESS_PAGE_REPORT_FOLDER_H

#include "harness/page/html_report.h"
#include "harness/report/output_folder.h"

#include <stdbool.h>

/* Opens the folder, and starts the page. False: *error says why that is impossible, or that gnuplot cannot be run, and
 * nothing is left behind. */
bool report_folder_open(struct output_folder *folder, const char *path, struct input_error *error);

/* Draws the figures and writes all files, still under other names. The report's figures are filled in here; its other
 * fields are the caller's. False: *error is set. */
bool report_folder_write(struct output_folder *folder, const struct figures *figures, struct html_report *report,
                         struct input_error *error);

#endif
