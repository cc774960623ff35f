/*
 * The report of `rtmr paper` as one page of HTML that needs nothing else: the paper's figures, and
 * all tables.
 */
#ifndef HARNESS_PAGE_PAPER_PAGE_H
#define HARNESS_PAGE_PAPER_PAGE_H

#include "harness/page/figure.h"

#include <stddef.h>
#include <stdio.h>

/* A part of the output of the command. */
struct paper_section {
    const char *name; /* to which #NAME leads */
    const char *heading;
    const char *text;
};

struct paper_page {
    const char *title;
    const char *introduction;
    const struct figures *figures;
    const struct paper_section *sections;
    size_t section_count;
    const char *command; /* that repeats it */
};

/* O(size of the page). */
void paper_page_write(const struct paper_page *page, FILE *out);

#endif
