/*
 * The error of an input: one line that names the place, the expected value and the value found:
 *     jobs.csv:12: deadline: expected an integer from 500 to 1152921504606846976, found "499"
 */
#ifndef HARNESS_WORKLOAD_INPUT_ERROR_H
#define HARNESS_WORKLOAD_INPUT_ERROR_H

#include <stdbool.h>
#include <stddef.h>

struct input_error {
    char text[704]; /* one line without its end; "" while nothing is wrong */
};

/* A stretch of text inside a larger buffer; not terminated. */
struct span {
    const char *at;
    size_t length;
};

/* The place of a field in an input. line 0: the input has no lines (an option's argument). */
struct place {
    const char *source; /* file or option name */
    size_t line;        /* 1 first */
    const char *field;  /* NULL: the line as a whole */
};

/* Each sets the error and returns false, so that a reader can `return input_error_...(...)`. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool input_error_at(struct input_error *error, struct place place, const char *format, ...);

/* "expected EXPECTED, found "VALUE""; long values are cut, and shown as safe_text() shows them. */
bool input_error_found(struct input_error *error, struct place place, const char *expected, struct span value);

/* The same for a name that an earlier line has taken. */
bool input_error_taken(struct input_error *error, struct place place, struct span name, size_t line);

#endif
