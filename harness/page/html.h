/* Pieces of HTML. */
#ifndef HARNESS_PAGE_HTML_H
#define HARNESS_PAGE_HTML_H

#include "harness/page/figure.h"

#include <stdio.h>

/* A text of unknown origin, as safe_text() shows it, in which nothing is markup: good between tags
 * and in double quotes. */
void html_text(const char *text, FILE *out);

/* The same, formatted as by printf. */
void html_format(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* An image with its bytes inside, and a text for readers who cannot see it. */
void html_image(const struct picture *picture, enum figure_kind kind, const char *alternative, FILE *out);

/* The same for a text of this program of several lines, whose line ends stay. */
void html_lines(const char *text, FILE *out);

/* The head of every page besides its title: the encoding and the style. */
void html_style(FILE *out);

/* A drawn figure with its heading, to which #NAME leads, and its sentence. */
void html_figure(const struct drawn_figure *drawn, FILE *out);

#endif
