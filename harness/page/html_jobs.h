/* Why jobs were rejected, and the jobs of the first seed, folded away. */
#ifndef HARNESS_PAGE_HTML_JOBS_H
#define HARNESS_PAGE_HTML_JOBS_H

#include "harness/page/html_report.h"

/* O(size of what it writes). */
void html_jobs_write(const struct html_report *report, FILE *out);

#endif
