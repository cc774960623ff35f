/*
 * The folder of a report: the page index.html, and every figure as NAME.svg and NAME.png. Files of these names are
 * replaced, others left alone; all appear at the end, or none.
 */
#ifndef HARNESS_PAGE_REPORT_FOLDER_H
#define HARNESS_PAGE_REPORT_FOLDER_H

#include "harness/page/html_report.h"
#include "harness/report/output_file.h"

#include <stdbool.h>

struct report_folder {
    const char *path; /* not owned; NULL: not open */
    bool made;        /* it did not exist */
    struct folder_file *files;
    size_t count;
    size_t capacity;
};

/* Makes the folder if it does not exist, and starts the page. False: *error says why that is impossible, or that
 * gnuplot cannot be run, and nothing is left behind. */
bool report_folder_open(struct report_folder *folder, const char *path, struct input_error *error);

/* Draws the figures and writes all files, still under other names. The report's figures are filled in here; its other
 * fields are the caller's. False: *error is set. */
bool report_folder_write(struct report_folder *folder, const struct figures *figures, struct html_report *report,
                         struct input_error *error);

/* Gives the files their names. False: *error is set. */
bool report_folder_commit(struct report_folder *folder, struct input_error *error);

/* Removes what was not committed, the folder too if it is empty and was made here. */
void report_folder_close(struct report_folder *folder);

#endif
