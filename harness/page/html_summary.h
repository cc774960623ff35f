/* The parts of the report in words and tables. */
#ifndef HARNESS_PAGE_HTML_SUMMARY_H
#define HARNESS_PAGE_HTML_SUMMARY_H

#include "harness/page/html_report.h"

/* A sentence or two on each scheduler. */
void html_summary_words(const struct html_report *report, FILE *out);

/* All metrics, a column per scheduler. */
void html_summary_table(const struct html_report *report, FILE *out);

/* The jobs of the first seed, folded away. */
void html_summary_jobs(const struct report_series *series, FILE *out);

#endif
