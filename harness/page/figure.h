/*
 * A figure of a report: its drawing on the page, with a heading and a sentence that explains it;
 * and a gnuplot script, drawn in one style as SVG and as PNG for papers and slides.
 */
#ifndef HARNESS_PAGE_FIGURE_H
#define HARNESS_PAGE_FIGURE_H

#include "harness/workload/input_error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct figure {
    char *name; /* of its files, without ending */
    char *heading;
    char *sentence;
    char *script;  /* plots; terminal, colours and lines are the style's */
    int height;    /* pixels, of the script's picture; FIGURE_WIDTH wide */
    char *drawing; /* HTML */
};

#define FIGURE_WIDTH 960

enum figure_kind { FIGURE_SVG, FIGURE_PNG };

/* A picture in memory. */
struct picture {
    char *bytes;
    size_t length;
};

/* Figures in the order of a report. Zero-initialised it is empty. */
struct figures {
    struct figure *figure;
    size_t count;
    size_t capacity;
};

/* Appends a figure; takes ownership of `script` and `drawing`, copies the other texts. */
void figures_add(struct figures *figures, const char *name, const char *heading, const char *sentence, int height,
                 char *script, char *drawing);
void figures_free(struct figures *figures);

/* Whether gnuplot is there. False: *error says why it cannot be run. */
bool figure_check(struct input_error *error);

/* Draws it; picture_free() it. Equal figures give equal bytes. A PNG has two pixels for each of the
 * figure's. False: *error says why it cannot be drawn, and there is nothing to free. */
bool figure_draw(const struct figure *figure, enum figure_kind kind, struct picture *picture,
                 struct input_error *error);

void picture_free(struct picture *picture);

#endif
