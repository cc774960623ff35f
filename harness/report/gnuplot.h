/*
 * The program gnuplot, as a function from a script to a picture.
 */
#ifndef HARNESS_REPORT_GNUPLOT_H
#define HARNESS_REPORT_GNUPLOT_H

#include "harness/workload/input_error.h"

#include <stdbool.h>
#include <stdio.h>

/* Runs the script, from the beginning of that stream, and appends what it draws on standard output to `picture`. False:
 * *error says why not. */
bool gnuplot_run(FILE *script, FILE *picture, struct input_error *error);

#endif
