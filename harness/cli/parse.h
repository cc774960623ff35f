/*
 * Parsing of a command line with argp, but with one-line errors and exit status 2.
 *
 * A parser reports a wrong value by setting *error (as a reader of files does) and returning EINVAL.
 */
#ifndef HARNESS_CLI_PARSE_H
#define HARNESS_CLI_PARSE_H

#include "harness/workload/input_error.h"

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

/* The options every command has. */
#define CLI_HELP_OPTION {"help", 'h', NULL, 0, "Show this help", -1}

/* How parsing went. */
enum cli_parsed {
    CLI_PARSED = 0, /* go on */
    CLI_HELPED = 1, /* the help was shown: end with status 0 */
    CLI_REFUSED = 2 /* *error says what is wrong */
};

/* Parses argv[1] .. with the argp; `input` goes to its parser, error may be part of it. */
enum cli_parsed cli_parse(const struct argp *argp, int argc, char **argv, void *input, struct input_error *error);

/* Prints the error as the program's one line on stderr; returns CLI_BAD_INPUT. */
int cli_refuse(const struct input_error *error);

/* Values of options; `name` is the option's, with its dashes. False: *error is set. */
bool cli_integer(const char *value, const char *name, int64_t least, int64_t most, int64_t *result,
                 struct input_error *error);
bool cli_decimal(const char *value, const char *name, double least, double most, double *result,
                 struct input_error *error);

/* Sets *error to "NAME: expected EXPECTED, found "VALUE"" and returns false. */
bool cli_unexpected(const char *value, const char *name, const char *expected, struct input_error *error);

#endif
