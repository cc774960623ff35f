/* Pieces of HTML. */
#ifndef HARNESS_PAGE_HTML_H
#define HARNESS_PAGE_HTML_H

#include "harness/page/figure.h"
#include "harness/report/table.h"

#include <stdbool.h>
#include <stdio.h>

/* A text of unknown origin, as safe_text() shows it, in which nothing is markup: good between tags
 * and in double quotes. */
void html_text(const char *text, FILE *out);

/* The same, formatted as by printf. */
void html_format(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for a text of this program of several lines, whose line ends stay. */
void html_lines(const char *text, FILE *out);

/* The beginning of a page up to its heading, in which and in whose title `heading` is, and its end.
 * The page asks no network for anything, and its own rules forbid it. */
void html_begin(const char *heading, FILE *out);
void html_end(FILE *out);

/* Whether a text is such a page, of this version or another. O(length). */
bool html_is_own(const char *page);

/* A figure with its heading, to which #NAME leads, and its sentence. */
void html_figure(const struct figure *figure, FILE *out);

/* Finds the next figure of a page of ours from *at on, and advances *at: its name; free() it.
 * NULL: there is none. */
char *html_next_figure(const char **at);

/* A link of the contents to #NAME. */
void html_link(const char *name, const char *heading, FILE *out);

/* A table whose first row is its head. */
void html_table(const struct table *table, FILE *out);

#endif
