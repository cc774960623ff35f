/*
 * The program gnuplot, as a function from a script to a picture. It sees no settings of the user's,
 * and cannot hang.
 */
#ifndef HARNESS_REPORT_GNUPLOT_H
#define HARNESS_REPORT_GNUPLOT_H

#include "harness/workload/input_error.h"

#include <stdbool.h>
#include <stdio.h>

/* How long a picture may take, s: a figure of a report takes a few at most. */
enum { GNUPLOT_SECONDS = 60 };

/* Runs the script, from the beginning of that stream, for at most this many seconds, and appends
 * its standard output to `picture`. False: *error says why not. */
bool gnuplot_run(FILE *script, FILE *picture, int seconds, struct input_error *error);

/* Writes a text of unknown origin as a string of gnuplot's: safe_text(), in which nothing is
 * special. */
void gnuplot_quote(const char *text, FILE *script);

#endif
