/* All metrics: a row per scheduler. */
#ifndef HARNESS_PAGE_HTML_METRICS_H
#define HARNESS_PAGE_HTML_METRICS_H

#include "harness/page/html_report.h"

/* O(size of what it writes). */
void html_metrics_write(const struct html_report *report, FILE *out);

#endif
