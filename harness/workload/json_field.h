/*
 * Fields of JSON objects as the readers of public formats take them: tolerant, like those of Hadoop
 * (the Jackson library), with errors that name the place. place.field, if not NULL, is the path of
 * the object itself, such as "mapTasks[3]"; the key is added to it. A field that is null counts as
 * missing, and a missing field leaves *value as it is.
 */
#ifndef HARNESS_WORKLOAD_JSON_FIELD_H
#define HARNESS_WORKLOAD_JSON_FIELD_H

#include "harness/workload/input_error.h"

#include <jansson.h>
#include <stdint.h>

/* The value of a field; NULL if it is missing. */
const json_t *json_field(const json_t *object, const char *key);

/* A number: an integer; a real number such as -0.0 or 1e+06, cut to its integer; or a text that
 * holds one of these, between blanks, where an empty text counts as missing. Beyond the range of
 * int64_t it is the end of that range. False: it is anything else. */
bool json_field_number(const json_t *object, const char *key, struct place place, int64_t *value,
                       struct input_error *error);

/* The same for a real number, uncut. */
bool json_field_real(const json_t *object, const char *key, struct place place, double *value,
                     struct input_error *error);

/* How many: a number as above, of which one below 1 is 1. False also if it is above most. */
bool json_field_count(const json_t *object, const char *key, struct place place, int64_t most, int64_t *value,
                      struct input_error *error);

/* A name: a text, or a number or truth value as its text; free() it. "" if it is missing. A text
 * with a character of value 0 is made visible (safe_text.h), and *repaired becomes true. False: it
 * is an array or an object. */
bool json_field_name(const json_t *object, const char *key, struct place place, char **name, bool *repaired,
                     struct input_error *error);

/* Whether the field is this text. */
bool json_field_is(const json_t *object, const char *key, const char *text);

/* An array of objects; an empty one, NULL, if missing. An element may be null: an object without
 * fields. */
bool json_field_objects(const json_t *object, const char *key, struct place place, const json_t **array,
                        struct input_error *error);

/* Sets "expected EXPECTED, found VALUE" for a field, or "found nothing" if it is missing. Returns
 * false. */
bool json_field_unexpected(const json_t *object, const char *key, struct place place, const char *expected,
                           struct input_error *error);

/* The path of a field, "mapTasks", or "x.mapTasks" in an object of path "x"; and of an element of
 * an array, "x.mapTasks[3]". */
struct json_path {
    char text[160];
};
struct json_path json_path_under(struct place place, const char *key);
struct json_path json_path_of(struct place place, const char *key, size_t index);

#endif
