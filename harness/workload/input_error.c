#include "harness/workload/input_error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* How much of a value and of a file's name an error shows: enough to find it. */
enum { VALUE_SHOWN = 40, SOURCE_SHOWN = 180 };

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
    size_t source = strlen(place.source);
    size_t skipped = source > SOURCE_SHOWN ? source - SOURCE_SHOWN : 0; /* line and field must not be cut off */
    const char *cut = skipped > 0 ? "..." : "";
    if (place.line == 0) {
        snprintf(where, sizeof where, "%s%s: ", cut, place.source + skipped);
    } else {
        snprintf(where, sizeof where, "%s%s:%zu: ", cut, place.source + skipped, place.line);
    }
    size_t length = strlen(where);
    if (place.field != NULL) {
        snprintf(where + length, sizeof where - length, "%s: ", place.field);
    }

    char what[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);

    snprintf(error->text, sizeof error->text, "%s%s", where, what);
    make_printable(error->text);
    return false;
}

/* A value as errors show it. */
struct shown {
    char text[VALUE_SHOWN + sizeof "..."];
};

static struct shown show(struct span value)
{
    struct shown shown = {""};
    size_t length = value.length > VALUE_SHOWN ? VALUE_SHOWN : value.length;
    for (size_t i = 0; i < length; i++) {
        char c = value.at[i];
        shown.text[i] = c < ' ' || c > '~' ? '?' : c; /* char may be signed: bytes above 127 fail one of the two */
    }
    if (value.length > length) {
        strcpy(shown.text + length, "...");
    }
    return shown;
}

bool input_error_found(struct input_error *error, struct place place, const char *expected, struct span value)
{
    if (value.length == 0) {
        return input_error_at(error, place, "expected %s, found nothing", expected);
    }
    return input_error_at(error, place, "expected %s, found \"%s\"", expected, show(value).text);
}

bool input_error_taken(struct input_error *error, struct place place, struct span name, size_t line)
{
    return input_error_at(error, place, "expected a name of its own, found \"%s\" of line %zu", show(name).text, line);
}
