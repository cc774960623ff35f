/*
 * Fields of a line: splitting and parsing. A number may be written as programs write it: with a
 * sign, blanks around it, a fraction or an exponent, as in -0, +7, 4.0 or 1e+06. Its value is what
 * counts. Every parser reports the place, the expected value and the value found.
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

/* Without the blanks at both ends. */
struct span field_trim(struct span field);

/* A copy, terminated; free() it. */
char *field_copy(struct span field);

/* An integer from least to most; exact, whatever way it is written. */
bool field_integer(struct span field, struct place place, int64_t least, int64_t most, int64_t *value,
                   struct input_error *error);

/* A decimal number from least to most. */
bool field_decimal(struct span field, struct place place, double least, double most, double *value,
                   struct input_error *error);

/* The same for numbers of digits and nothing else, as on a command line; a decimal number may have
 * a point among them. */
bool field_plain_integer(struct span field, struct place place, int64_t least, int64_t most, int64_t *value,
                         struct input_error *error);
bool field_plain_decimal(struct span field, struct place place, double least, double most, double *value,
                         struct input_error *error);

/* A name: not empty unless `may_be_empty`, without a byte of value 0. Other bytes that do not print
 * are of the name: every output escapes them. */
bool field_word(struct span field, struct place place, bool may_be_empty, char **word, struct input_error *error);

#endif
