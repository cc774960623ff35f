/*
 * The output of `rtmr paper rtmr`, `srt` and `lsps`, and on request a page with it and with
 * the paper's figures as groups of bars with 95% confidence intervals.
 */
#ifndef HARNESS_STUDIES_PAPER_REPORT_H
#define HARNESS_STUDIES_PAPER_REPORT_H

#include "harness/metrics/confidence.h"
#include "harness/page/figure.h"
#include "harness/page/script.h"
#include "harness/report/output_folder.h"
#include "harness/workload/input_error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { PAPER_BARS_GROUPS = 8, PAPER_BARS_SERIES = 3 };

/* A figure of the paper. */
struct paper_bars {
    int number;
    /* of its files, its heading and the unit of its axis; NULL: fig1, "Figure 1" and a mean time in
     * seconds, with its number */
    const char *name;
    const char *heading;
    const char *y_label;
    const char *title;
    size_t groups;
    const char *group_labels[PAPER_BARS_GROUPS];
    size_t series;
    const char *series_labels[PAPER_BARS_SERIES];
    /* published values have no interval */
    struct confidence seconds[PAPER_BARS_SERIES][PAPER_BARS_GROUPS];
};

struct paper_report {
    FILE *out;   /* the stream for printed text */
    bool wanted; /* the page */
    struct output_folder folder;
    struct figures figures;
    struct script text;
};

/* path: the folder of the page; NULL: there is none. The address must stay the same until it is
 * closed. False: *error says why the page cannot be written, and nothing is left behind. */
bool paper_report_open(struct paper_report *report, const char *path, struct input_error *error);

/* Adds a figure to the page, if there is one. */
void paper_report_add(struct paper_report *report, const struct paper_bars *bars);

/* Writes the page, if there is one, and prints the text that was kept for it. paper: as `rtmr
 * paper` calls it, with these seeds. False: the page cannot be written, and *error is set. */
bool paper_report_write(struct paper_report *report, const char *title, const char *paper, uint64_t first_seed,
                        uint64_t seeds, struct input_error *error);

/* Removes a page that was not finished, and frees the rest. */
void paper_report_close(struct paper_report *report);

#endif
