/*
 * Fields of JSON objects, with errors that name the place. place.field, if not NULL, is the path of
 * the object itself, such as "mapTasks[3]"; the key is added to it. A field that is null counts as
 * missing.
 */
#ifndef HARNESS_WORKLOAD_JSON_FIELD_H
#define HARNESS_WORKLOAD_JSON_FIELD_H

#include "harness/workload/input_error.h"

#include <jansson.h>
#include <stdint.h>

/* An integer from least to most. */
bool json_field_integer(const json_t *object, const char *key, struct place place, int64_t least, int64_t most,
                        int64_t *value, struct input_error *error);

/* The same; *value stays as it is if the field is missing. */
bool json_field_optional_integer(const json_t *object, const char *key, struct place place, int64_t least, int64_t most,
                                 int64_t *value, struct input_error *error);

/* A name as of field_word(), terminated; free() it. Missing or empty: an error unless
 * `may_be_empty`, then "". */
bool json_field_word(const json_t *object, const char *key, struct place place, bool may_be_empty, char **word,
                     struct input_error *error);

/* One of the texts, its index; a missing field is the first of them. texts: ends with NULL. */
bool json_field_choice(const json_t *object, const char *key, struct place place, const char *const texts[],
                       const char *expected, int *choice, struct input_error *error);

/* An array of objects; an empty one, NULL, if missing. */
bool json_field_objects(const json_t *object, const char *key, struct place place, const json_t **array,
                        struct input_error *error);

/* The path of an element of an array: "mapTasks[3]", or "x.mapTasks[3]" in an object of path
 * "x". */
struct json_path {
    char text[160];
};
struct json_path json_path_of(struct place place, const char *key, size_t index);

#endif
