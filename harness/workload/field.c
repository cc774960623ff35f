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

struct span field_trim(struct span field)
{
    while (field.length > 0 && (field.at[0] == ' ' || field.at[0] == '\t')) {
        field.at++;
        field.length--;
    }
    while (field.length > 0 && (field.at[field.length - 1] == ' ' || field.at[field.length - 1] == '\t')) {
        field.length--;
    }
    return field;
}

char *field_copy(struct span field)
{
    return alloc_text(field.at, field.length);
}

/* --- Numbers ---------------------------------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Cuts the digits at the front of *rest. */
static struct span cut_digits(struct span *rest)
{
    struct span digits = {rest->at, 0};
    while (digits.length < rest->length && is_digit(rest->at[digits.length])) {
        digits.length++;
    }
    rest->at += digits.length;
    rest->length -= digits.length;
    return digits;
}

/* Cuts the character at the front of *rest if it is one of these; otherwise 0. */
static char cut_one_of(struct span *rest, const char *characters)
{
    if (rest->length == 0 || strchr(characters, rest->at[0]) == NULL || rest->at[0] == '\0') {
        return '\0';
    }
    rest->length--;
    return *rest->at++;
}

/* The parts of a number: 12.5e3 has whole "12", fraction "5" and exponent 3. */
struct number {
    bool negative;
    struct span whole;
    struct span fraction;
    int exponent; /* beyond +-EXPONENT_MOST it is that */
};

enum { EXPONENT_MOST = 10000 };

/* False: it is no number. */
static bool split_number(struct span field, struct number *number)
{
    struct span rest = field_trim(field);
    *number = (struct number){.negative = cut_one_of(&rest, "+-") == '-'};
    number->whole = cut_digits(&rest);
    number->fraction = (struct span){"", 0};
    if (cut_one_of(&rest, ".") != '\0') {
        number->fraction = cut_digits(&rest);
    }
    bool digits = number->whole.length > 0 || number->fraction.length > 0;
    if (cut_one_of(&rest, "eE") != '\0') {
        bool negative = cut_one_of(&rest, "+-") == '-';
        struct span exponent = cut_digits(&rest);
        digits = digits && exponent.length > 0;
        for (size_t i = 0; i < exponent.length && number->exponent < EXPONENT_MOST; i++) {
            number->exponent = 10 * number->exponent + (exponent.at[i] - '0');
        }
        number->exponent = negative ? -number->exponent : number->exponent;
    }
    return digits && rest.length == 0;
}

/* The digit of whole and fraction together. */
static int digit_at(const struct number *number, size_t i)
{
    size_t whole = number->whole.length;
    return (i < whole ? number->whole.at[i] : number->fraction.at[i - whole]) - '0';
}

/* The value of a whole number. False: it is not whole, or it does not fit. */
static bool whole_value(const struct number *number, int64_t *value)
{
    const size_t digits = number->whole.length + number->fraction.length;
    /* this many digits stand before the point, or more are to follow */
    const int64_t before = (int64_t)number->whole.length + number->exponent;
    int64_t sum = 0;
    for (size_t i = 0; i < digits; i++) {
        const int digit = digit_at(number, i);
        if ((int64_t)i >= before ? digit != 0 : sum > (INT64_MAX - digit) / 10) {
            return false;
        }
        sum = (int64_t)i >= before ? sum : sum * 10 + digit;
    }
    for (int64_t i = (int64_t)digits; i < before && sum > 0; i++) {
        if (sum > INT64_MAX / 10) {
            return false;
        }
        sum *= 10;
    }
    *value = number->negative ? -sum : sum;
    return true;
}

static bool no_integer(struct span field, struct place place, int64_t least, int64_t most, struct input_error *error)
{
    char expected[96];
    snprintf(expected, sizeof expected, "an integer from %" PRId64 " to %" PRId64, least, most);
    return input_error_found(error, place, expected, field);
}

bool field_integer(struct span field, struct place place, int64_t least, int64_t most, int64_t *value,
                   struct input_error *error)
{
    struct number number;
    int64_t found;
    if (split_number(field, &number) && whole_value(&number, &found) && found >= least && found <= most) {
        *value = found;
        return true;
    }
    return no_integer(field, place, least, most, error);
}

static bool no_decimal(struct span field, struct place place, double least, double most, struct input_error *error)
{
    char expected[96];
    snprintf(expected, sizeof expected, "a decimal number from %g to %g", least, most);
    return input_error_found(error, place, expected, field);
}

bool field_decimal(struct span field, struct place place, double least, double most, double *value,
                   struct input_error *error)
{
    char text[512];
    struct number number;
    const struct span trimmed = field_trim(field);
    if (trimmed.length < sizeof text && split_number(field, &number)) {
        memcpy(text, trimmed.at, trimmed.length);
        text[trimmed.length] = '\0';
        double found = strtod(text, NULL);
        if (found >= least && found <= most) {
            *value = found + 0.0; /* no -0 */
            return true;
        }
    }
    return no_decimal(field, place, least, most, error);
}

/* Whether there are only digits, and up to so many points among them. */
static bool is_plain(struct span field, size_t points)
{
    for (size_t i = 0; i < field.length; i++) {
        if (field.at[i] == '.' && points > 0) {
            points--;
        } else if (!is_digit(field.at[i])) {
            return false;
        }
    }
    return true;
}

bool field_plain_integer(struct span field, struct place place, int64_t least, int64_t most, int64_t *value,
                         struct input_error *error)
{
    return is_plain(field, 0) ? field_integer(field, place, least, most, value, error)
                              : no_integer(field, place, least, most, error);
}

bool field_plain_decimal(struct span field, struct place place, double least, double most, double *value,
                         struct input_error *error)
{
    return is_plain(field, 1) ? field_decimal(field, place, least, most, value, error)
                              : no_decimal(field, place, least, most, error);
}

/* --- Names ------------------------------------------------------------------------------------ */

bool field_word(struct span field, struct place place, bool may_be_empty, char **word, struct input_error *error)
{
    if (field.length == 0 && !may_be_empty) {
        return input_error_found(error, place, "a name", field);
    }
    if (field.length > 0 && memchr(field.at, 0, field.length) != NULL) {
        return input_error_found(error, place, "a name without a byte of value 0", field);
    }
    *word = field_copy(field);
    return true;
}
