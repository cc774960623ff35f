/*
 * The report of `rtmr run` or `rtmr compare` as one page of HTML that needs nothing else: a summary
 * in words, the figures as tables and charts, why jobs were rejected, the jobs of the first seed,
 * and the command that repeats it.
 */
#ifndef HARNESS_PAGE_HTML_REPORT_H
#define HARNESS_PAGE_HTML_REPORT_H

#include "harness/page/figure.h"
#include "harness/page/report_data.h"
#include "harness/report/results.h"
#include "harness/report/table.h"
#include "harness/report/time_units.h"
#include "harness/workload/paper_profile.h"

#include <stdio.h>

struct html_report {
    const char *kind;                    /* of the workload: "Trace" or "Workload" */
    const char *title;                   /* its file or its name */
    const struct paper_profile *profile; /* of the paper, if it is one of its workloads; or NULL */
    bool learned;                        /* estimates are learned, not those of the jobs */
    const struct reading_notes *notes;   /* of its jobs that were left out or repaired; shifted times */
    size_t jobs;                         /* of the workload */
    const struct cluster *cluster;
    const struct report_data *data;
    struct time_units units;
    const struct series *series;    /* of the same schedulers in the same order */
    const struct table *comparison; /* differences from the first scheduler; NULL: none */
    const struct figures *figures;
    int argument_count;
    char *const *arguments; /* the command line, "rtmr run" or "rtmr compare" first */
    const char *options;    /* all of them, as JSON */
};

/* O(size of the page). */
void html_report_write(const struct html_report *report, FILE *out);

#endif
