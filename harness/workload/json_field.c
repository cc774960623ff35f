#include "harness/workload/json_field.h"

#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const json_t *json_field(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_null(value) ? NULL : value;
}

struct json_path json_path_under(struct place place, const char *key)
{
    struct json_path path;
    const char *prefix = place.field == NULL ? "" : place.field;
    snprintf(path.text, sizeof path.text, "%s%s%s", prefix, place.field == NULL ? "" : ".", key);
    return path;
}

struct json_path json_path_of(struct place place, const char *key, size_t index)
{
    struct json_path path = json_path_under(place, key);
    size_t length = strlen(path.text);
    snprintf(path.text + length, sizeof path.text - length, "[%zu]", index);
    return path;
}

bool json_field_unexpected(const json_t *object, const char *key, struct place place, const char *expected,
                           struct input_error *error)
{
    const json_t *value = json_field(object, key);
    struct json_path path = json_path_under(place, key);
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

/* --- Numbers ---------------------------------------------------------------------------------- */

/* A number in both forms: reals are exact up to 2^53 only. */
struct number {
    int64_t integer;
    double real;
};

/* The real cut to its integer, or the end of the range. 2^63 is the first real above it. */
static int64_t integer_of(double real)
{
    return real >= 0x1p63 ? INT64_MAX : real <= -0x1p63 ? INT64_MIN : (int64_t)real;
}

static struct number number_of_real(double real)
{
    return (struct number){integer_of(real), real};
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The text without the blanks around it. */
static struct span trimmed(const json_t *text)
{
    struct span span = {json_string_value(text), json_string_length(text)};
    while (span.length > 0 && is_blank(span.at[0])) {
        span = (struct span){span.at + 1, span.length - 1};
    }
    while (span.length > 0 && is_blank(span.at[span.length - 1])) {
        span.length--;
    }
    return span;
}

/* Decimal: strtod() also knows hexadecimal numbers, infinities and more. */
static bool number_of_text(struct span text, struct number *number)
{
    char digits[64];
    if (text.length == 0 || text.length >= sizeof digits) {
        return false;
    }
    memcpy(digits, text.at, text.length);
    digits[text.length] = '\0';
    if (strspn(digits, "+-.0123456789eE") != text.length) {
        return false;
    }
    char *end;
    *number = number_of_real(strtod(digits, &end));
    if (*end != '\0' || !isfinite(number->real)) {
        return false;
    }
    if (strpbrk(digits, ".eE") == NULL) {
        number->integer = strtoll(digits, NULL, 10); /* or the end of the range */
    }
    return true;
}

/* *found: false if the field is missing. */
static bool read_number(const json_t *object, const char *key, struct place place, struct number *number, bool *found,
                        struct input_error *error)
{
    const json_t *value = json_field(object, key);
    struct span text = {0};
    if (json_is_string(value)) {
        text = trimmed(value);
    }
    *found = value != NULL && !(json_is_string(value) && text.length == 0);
    if (!*found) {
        return true;
    }
    if (json_is_integer(value)) {
        *number = (struct number){json_integer_value(value), (double)json_integer_value(value)};
        return true;
    }
    if (json_is_real(value)) {
        *number = number_of_real(json_real_value(value));
        return true;
    }
    return (json_is_string(value) && number_of_text(text, number)) ||
           json_field_unexpected(object, key, place, "a number", error);
}

bool json_field_number(const json_t *object, const char *key, struct place place, int64_t *value,
                       struct input_error *error)
{
    struct number number;
    bool found;
    if (!read_number(object, key, place, &number, &found, error)) {
        return false;
    }
    *value = found ? number.integer : *value;
    return true;
}

bool json_field_real(const json_t *object, const char *key, struct place place, double *value,
                     struct input_error *error)
{
    struct number number;
    bool found;
    if (!read_number(object, key, place, &number, &found, error)) {
        return false;
    }
    *value = found ? number.real : *value;
    return true;
}

bool json_field_count(const json_t *object, const char *key, struct place place, int64_t most, int64_t *value,
                      struct input_error *error)
{
    int64_t found = *value;
    if (!json_field_number(object, key, place, &found, error)) {
        return false;
    }
    if (found > most) {
        char expected[96];
        snprintf(expected, sizeof expected, "an integer from 1 to %" PRId64, most);
        return json_field_unexpected(object, key, place, expected, error);
    }
    *value = found < 1 ? 1 : found;
    return true;
}

/* --- Texts ------------------------------------------------------------------------------------ */

static char *name_of_text(const json_t *value, bool *repaired)
{
    const char *text = json_string_value(value);
    size_t length = json_string_length(value);
    if (strlen(text) == length) {
        return alloc_text(text, length);
    }
    *repaired = true;
    size_t size = length * SAFE_TEXT_PIECE + 1;
    char *visible = alloc_zeroed(size, 1);
    safe_text_copy(visible, size, text, length);
    return visible;
}

bool json_field_name(const json_t *object, const char *key, struct place place, char **name, bool *repaired,
                     struct input_error *error)
{
    const json_t *value = json_field(object, key);
    if (json_is_object(value) || json_is_array(value)) {
        return json_field_unexpected(object, key, place, "a text", error);
    }
    if (json_is_string(value)) {
        *name = name_of_text(value, repaired);
        return true;
    }
    char *text = value == NULL ? NULL : alloc_checked(json_dumps(value, JSON_ENCODE_ANY));
    *name = alloc_text(text == NULL ? "" : text, text == NULL ? 0 : strlen(text));
    free(text);
    return true;
}

bool json_field_is(const json_t *object, const char *key, const char *text)
{
    const json_t *value = json_object_get(object, key);
    return json_is_string(value) && strcmp(json_string_value(value), text) == 0;
}

/* --- Arrays ----------------------------------------------------------------------------------- */

bool json_field_objects(const json_t *object, const char *key, struct place place, const json_t **array,
                        struct input_error *error)
{
    *array = json_field(object, key);
    if (*array == NULL) {
        return true;
    }
    if (!json_is_array(*array)) {
        return json_field_unexpected(object, key, place, "an array", error);
    }
    for (size_t i = 0; i < json_array_size(*array); i++) {
        const json_t *element = json_array_get(*array, i);
        if (!json_is_object(element) && !json_is_null(element)) {
            struct json_path path = json_path_of(place, key, i);
            place.field = path.text;
            return input_error_at(error, place, "expected a JSON object");
        }
    }
    return true;
}
