/*
 * "Did you mean": the known name that is nearest to the given one.
 */
#ifndef HARNESS_CLI_SUGGESTION_H
#define HARNESS_CLI_SUGGESTION_H

#include "harness/workload/input_error.h"

#include <stdbool.h>
#include <stddef.h>

/* The number of letters to be inserted, left out, replaced, or swapped with their neighbour that
 * makes one word of the other; small and capital letters are equal. Words longer than
 * SUGGESTION_LONGEST count as different in every letter. O(product of the lengths). */
enum { SUGGESTION_LONGEST = 63 };
size_t suggestion_distance(const char *a, const char *b);

/* The nearest name, the first of several; NULL if none is near: a third of its letters may differ,
 * or one. */
const char *suggestion_find(const char *typed, const char *const names[], size_t count);

/* Appends "; did you mean `PREFIX NAME'?" to an error, PREFIX and NAME without a blank between.
 * Nothing if name is NULL. Returns false. */
bool suggestion_append(struct input_error *error, const char *prefix, const char *name);

#endif
