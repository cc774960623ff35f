/*
 * Help, and other text in lines of at most 79 columns.
 */
#ifndef HARNESS_CLI_HELP_H
#define HARNESS_CLI_HELP_H

#include "harness/cli/option_table.h"

#include <stdio.h>

/* Writes a text, words wrapped, every line but the first indented. `column`: where the first one
 * starts. */
void help_wrapped(const char *text, int column, int indent, FILE *out);

/* Prints the options of a command in the order of their tables. */
void help_options(const struct option_group *groups);

/* Prints the topic `rtmr help formats`: the columns of the native format with their units, and an
 * example. */
void help_formats(void);

/* Prints what every figure is that rtmr run, rtmr compare and their pages show. */
void help_figures(void);

#endif
