/*
 * The report of `rtmr run` or `rtmr compare` as one page of HTML that needs nothing else: a summary
 * in words, the figures as a table, the pictures, the jobs of the first seed, and the command that
 * repeats it.
 */
#ifndef HARNESS_PAGE_HTML_REPORT_H
#define HARNESS_PAGE_HTML_REPORT_H

#include "harness/page/figure.h"
#include "harness/page/report_data.h"
#include "harness/report/results.h"

#include <stdio.h>

struct html_report {
    const char *kind;                  /* of the workload: "Trace" or "Workload" */
    const char *title;                 /* its file or its name */
    const struct reading_notes *notes; /* of its jobs that were left out or repaired; shifted times */
    size_t jobs;                       /* of the workload */
    const struct cluster *cluster;
    const struct report_data *data;
    const struct series *series; /* of the same schedulers in the same order */
    const char *comparison;      /* tables of `rtmr compare`, as text; NULL: none */
    const struct drawn_figure *figures;
    size_t figure_count;
    int argument_count;
    char *const *arguments; /* the command line, "rtmr run" or "rtmr compare" first */
    const char *options;    /* all of them, as JSON */
};

/* O(size of the page). */
void html_report_write(const struct html_report *report, FILE *out);

#endif
