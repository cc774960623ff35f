#include "harness/workload/input_error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { VALUE_SHOWN = 40 };

/* Keeps the promise of one line whatever the input holds. */
static void make_printable(char *text)
{
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < ' ' || *text == 127) {
            *text = '?';
        }
    }
}

bool input_error_at(struct input_error *error, struct place place, const char *format, ...)
{
    char where[256];
    if (place.line == 0) {
        snprintf(where, sizeof where, "%s: ", place.source);
    } else {
        snprintf(where, sizeof where, "%s:%zu: ", place.source, place.line);
    }
    size_t length = strlen(where);
    if (place.field != NULL) {
        snprintf(where + length, sizeof where - length, "%s: ", place.field);
    }

    char what[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);

    snprintf(error->text, sizeof error->text, "%s%s", where, what);
    make_printable(error->text);
    return false;
}

bool input_error_found(struct input_error *error, struct place place, const char *expected, struct span value)
{
    if (value.length == 0) {
        return input_error_at(error, place, "expected %s, found nothing", expected);
    }
    const char *cut = value.length > VALUE_SHOWN ? "..." : "";
    char shown[VALUE_SHOWN + 1];
    size_t length = value.length > VALUE_SHOWN ? VALUE_SHOWN : value.length;
    for (size_t i = 0; i < length; i++) {
        shown[i] = value.at[i] == '\0' ? '?' : value.at[i];
    }
    shown[length] = '\0';
    return input_error_at(error, place, "expected %s, found \"%s%s\"", expected, shown, cut);
}
