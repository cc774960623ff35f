/*
 * Values of options and arguments: strict parsing with one-line errors.
 */
#ifndef HARNESS_CLI_VALUE_H
#define HARNESS_CLI_VALUE_H

#include "harness/workload/input_error.h"

#include <stdbool.h>
#include <stdint.h>

/* Reads a number from least to most; `name` is the name of the option, with its dashes. False:
 * *error is set. */
bool cli_integer(const char *value, const char *name, int64_t least, int64_t most, int64_t *result,
                 struct input_error *error);
bool cli_decimal(const char *value, const char *name, double least, double most, double *result,
                 struct input_error *error);

/* Sets *error to "NAME: expected EXPECTED, found "VALUE"" and returns false. */
bool cli_unexpected(const char *value, const char *name, const char *expected, struct input_error *error);

#endif
