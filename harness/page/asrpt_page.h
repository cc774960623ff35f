/*
 * The report of `rtmr paper asrpt` as one page of HTML that needs nothing else: the paper's figures, and all tables.
 */
#ifndef HARNESS_PAGE_ASRPT_PAGE_H
#define HARNESS_PAGE_ASRPT_PAGE_H

#include "harness/page/figure.h"

#include <stddef.h>
#include <stdio.h>

/* A part of what the command prints. */
struct asrpt_section {
    const char *name; /* to which #NAME leads */
    const char *heading;
    const char *text;
};

struct asrpt_page {
    const char *introduction;
    const struct drawn_figure *figures;
    size_t figure_count;
    const struct asrpt_section *sections;
    size_t section_count;
    const char *command; /* that repeats it */
};

/* O(size of the page). */
void asrpt_page_write(const struct asrpt_page *page, FILE *out);

#endif
