#include "harness/workload/field.h"

#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void field_cut(struct span *rest, char separator, struct span *field, bool *more)
{
    const char *end = rest->length == 0 ? NULL : memchr(rest->at, separator, rest->length);
    if (end == NULL) {
        *field = *rest;
        rest->at += rest->length;
        rest->length = 0;
        *more = false;
        return;
    }
    *field = (struct span){rest->at, (size_t)(end - rest->at)};
    rest->at = end + 1;
    rest->length -= field->length + 1;
    *more = true;
}

size_t field_split(struct span line, char separator, struct span *fields, size_t most)
{
    size_t count = 0;
    bool more;
    do {
        struct span field;
        field_cut(&line, separator, &field, &more);
        if (count < most) {
            fields[count] = field;
        }
        count++;
    } while (more);
    return count;
}

bool field_equals(struct span field, const char *text)
{
    return field.length == strlen(text) && memcmp(field.at, text, field.length) == 0;
}

size_t field_header(struct span header, const char *const names[], size_t least, size_t most)
{
    size_t count = 0;
    bool more = true;

    while (more) {
        struct span field;
        field_cut(&header, ',', &field, &more);
        if (count == most || !field_equals(field, names[count])) {
            return 0;
        }
        count++;
    }
    return count >= least ? count : 0;
}

char *field_copy(struct span field)
{
    return alloc_text(field.at, field.length);
}

/* False: not only digits, or above most. */
static bool digits_up_to(struct span field, int64_t most, int64_t *value)
{
    if (field.length == 0) {
        return false;
    }
    int64_t sum = 0;
    for (size_t i = 0; i < field.length; i++) {
        char c = field.at[i];
        if (c < '0' || c > '9') {
            return false;
        }
        int64_t digit = c - '0';
        if (sum > (INT64_MAX - digit) / 10) {
            return false;
        }
        sum = sum * 10 + digit;
    }
    *value = sum;
    return sum <= most;
}

bool field_integer(struct span field, struct place place, int64_t least, int64_t most, int64_t *value,
                   struct input_error *error)
{
    int64_t found;
    if (digits_up_to(field, most, &found) && found >= least) {
        *value = found;
        return true;
    }
    char expected[96];
    snprintf(expected, sizeof expected, "an integer from %" PRId64 " to %" PRId64, least, most);
    return input_error_found(error, place, expected, field);
}

static bool is_decimal(struct span field)
{
    bool digit = false;
    bool point = false;
    for (size_t i = 0; i < field.length; i++) {
        char c = field.at[i];
        if (c >= '0' && c <= '9') {
            digit = true;
        } else if (c == '.' && !point) {
            point = true;
        } else {
            return false;
        }
    }
    return digit;
}

bool field_decimal(struct span field, struct place place, double least, double most, double *value,
                   struct input_error *error)
{
    char text[64];
    if (field.length < sizeof text && is_decimal(field)) {
        memcpy(text, field.at, field.length);
        text[field.length] = '\0';
        double found = strtod(text, NULL);
        if (found >= least && found <= most) {
            *value = found;
            return true;
        }
    }
    char expected[96];
    snprintf(expected, sizeof expected, "a decimal number from %g to %g", least, most);
    return input_error_found(error, place, expected, field);
}

static bool is_word(struct span field)
{
    for (size_t i = 0; i < field.length; i++) {
        unsigned char c = (unsigned char)field.at[i];
        if (c < ' ' || c == 127 || c == '"') {
            return false;
        }
    }
    return field.length == 0 || (field.at[0] != ' ' && field.at[field.length - 1] != ' ');
}

bool field_word(struct span field, struct place place, bool may_be_empty, char **word, struct input_error *error)
{
    if (!is_word(field) || (field.length == 0 && !may_be_empty)) {
        return input_error_found(error, place, "a name of printable characters without quotes", field);
    }
    *word = field_copy(field);
    return true;
}
