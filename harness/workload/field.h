/*
 * Fields of a line: splitting and strict parsing. Numbers are decimal digits and nothing else: no
 * blanks, no sign, no fraction unless asked for. Every parser reports the place, the expected value
 * and the value found.
 */
#ifndef HARNESS_WORKLOAD_FIELD_H
#define HARNESS_WORKLOAD_FIELD_H

#include "harness/workload/input_error.h"

#include <stdint.h>

/* Cuts the text before the first separator off *rest into *field. *more: a separator followed, and
 * *rest is the text behind it. */
void field_cut(struct span *rest, char separator, struct span *field, bool *more);

/* Splits a line into at most `most` fields; returns how many there are, counting those beyond
 * `most` too. */
size_t field_split(struct span line, char separator, struct span *fields, size_t most);

bool field_equals(struct span field, const char *text);

/* The number of columns, from least to most, that a header line of commas and these names
 * announces; 0 if it is none. */
size_t field_header(struct span header, const char *const names[], size_t least, size_t most);

/* A copy, terminated; free() it. */
char *field_copy(struct span field);

/* An integer from least to most (0 <= least <= most). */
bool field_integer(struct span field, struct place place, int64_t least, int64_t most, int64_t *value,
                   struct input_error *error);

/* A decimal number such as 3, 0.5 or 12.25, from least to most (0 <= least <= most). */
bool field_decimal(struct span field, struct place place, double least, double most, double *value,
                   struct input_error *error);

/* A word for names: printable, not empty unless `may_be_empty`, no quotes, no blanks at its
 * ends. */
bool field_word(struct span field, struct place place, bool may_be_empty, char **word, struct input_error *error);

#endif
