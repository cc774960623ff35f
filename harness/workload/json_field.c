#include "harness/workload/json_field.h"

#include "harness/workload/field.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NULL if the field is missing. */
static const json_t *find(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_null(value) ? NULL : value;
}

static struct json_path path_of(struct place place, const char *key)
{
    struct json_path path;
    const char *prefix = place.field == NULL ? "" : place.field;
    snprintf(path.text, sizeof path.text, "%s%s%s", prefix, place.field == NULL ? "" : ".", key);
    return path;
}

struct json_path json_path_of(struct place place, const char *key, size_t index)
{
    struct json_path path = path_of(place, key);
    size_t length = strlen(path.text);
    snprintf(path.text + length, sizeof path.text - length, "[%zu]", index);
    return path;
}

/* "expected EXPECTED, found VALUE". */
static bool unexpected(const json_t *value, const char *key, struct place place, const char *expected,
                       struct input_error *error)
{
    struct json_path path = path_of(place, key);
    place.field = path.text;
    if (value == NULL || json_is_string(value)) {
        struct span text = {json_string_value(value), value == NULL ? 0 : json_string_length(value)};
        return input_error_found(error, place, expected, text);
    }
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    input_error_found(error, place, expected, (struct span){text, text == NULL ? 0 : strlen(text)});
    free(text);
    return false;
}

bool json_field_integer(const json_t *object, const char *key, struct place place, int64_t least, int64_t most,
                        int64_t *value, struct input_error *error)
{
    const json_t *found = find(object, key);
    if (json_is_integer(found) && json_integer_value(found) >= least && json_integer_value(found) <= most) {
        *value = json_integer_value(found);
        return true;
    }
    char expected[96];
    snprintf(expected, sizeof expected, "an integer from %" PRId64 " to %" PRId64, least, most);
    return unexpected(found, key, place, expected, error);
}

bool json_field_optional_integer(const json_t *object, const char *key, struct place place, int64_t least, int64_t most,
                                 int64_t *value, struct input_error *error)
{
    return find(object, key) == NULL || json_field_integer(object, key, place, least, most, value, error);
}

bool json_field_word(const json_t *object, const char *key, struct place place, bool may_be_empty, char **word,
                     struct input_error *error)
{
    const json_t *found = find(object, key);
    if (found != NULL && !json_is_string(found)) {
        return unexpected(found, key, place, "a text", error);
    }
    struct json_path path = path_of(place, key);
    place.field = path.text;
    struct span text = {found == NULL ? "" : json_string_value(found), found == NULL ? 0 : json_string_length(found)};
    return field_word(text, place, may_be_empty, word, error);
}

bool json_field_choice(const json_t *object, const char *key, struct place place, const char *const texts[],
                       const char *expected, int *choice, struct input_error *error)
{
    const json_t *found = find(object, key);
    *choice = 0;
    if (found == NULL) {
        return true;
    }
    for (int i = 0; texts[i] != NULL; i++) {
        if (json_is_string(found) && strcmp(json_string_value(found), texts[i]) == 0) {
            *choice = i;
            return true;
        }
    }
    return unexpected(found, key, place, expected, error);
}

bool json_field_objects(const json_t *object, const char *key, struct place place, const json_t **array,
                        struct input_error *error)
{
    *array = find(object, key);
    if (*array == NULL) {
        return true;
    }
    if (!json_is_array(*array)) {
        return unexpected(*array, key, place, "an array", error);
    }
    for (size_t i = 0; i < json_array_size(*array); i++) {
        if (!json_is_object(json_array_get(*array, i))) {
            struct json_path path = json_path_of(place, key, i);
            place.field = path.text;
            return input_error_at(error, place, "expected a JSON object");
        }
    }
    return true;
}
