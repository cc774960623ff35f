/*
 * The lines of a JSON file in which the elements of an array begin: a parsed object does not tell.
 */
#ifndef HARNESS_WORKLOAD_JSON_LINES_H
#define HARNESS_WORKLOAD_JSON_LINES_H

#include "harness/workload/input_error.h"
#include "harness/workload/row_lines.h"

/* Adds the line of each element of the array that has this key in the object at the front of the
 * text, which is well-formed JSON; `line` is that of the text's front. Adds nothing if the key has
 * no array. O(length). */
void json_lines_add(struct row_lines *lines, struct span text, const char *key, size_t line);

#endif
