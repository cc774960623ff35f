/* A sentence or two on each scheduler, and how the estimates bear on them. */
#ifndef HARNESS_PAGE_HTML_WORDS_H
#define HARNESS_PAGE_HTML_WORDS_H

#include "harness/page/html_report.h"

/* O(size of what it writes). */
void html_words_write(const struct html_report *report, FILE *out);

#endif
