#include "harness/workload/input_error.h"

#include "harness/workload/safe_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* How much of a value and of a file's name an error shows, bytes: enough to find it. */
enum { VALUE_SHOWN = 40, SOURCE_SHOWN = 180 };

/* Bytes shown of the end of a source's name, so that line and field are not cut off. */
struct shown_source {
    char text[SOURCE_SHOWN + sizeof "..."];
};

static struct shown_source show_source(const char *source)
{
    struct shown_source shown = {""};
    size_t length = strlen(source);
    if (safe_text_copy(shown.text, SOURCE_SHOWN + 1, source, length) == length) {
        return shown;
    }
    /* the most pieces at its end that fit: a piece is no shorter than its safe form */
    size_t skipped = length > SOURCE_SHOWN ? length - SOURCE_SHOWN : 0;
    while (((unsigned char)source[skipped] & 0xc0) == 0x80) {
        skipped++; /* not from the middle of a character on */
    }
    strcpy(shown.text, "...");
    while (safe_text_copy(shown.text + strlen("..."), SOURCE_SHOWN + 1, source + skipped, length - skipped) <
           length - skipped) {
        skipped += safe_text_piece(source + skipped, length - skipped).used;
    }
    return shown;
}

bool input_error_at(struct input_error *error, struct place place, const char *format, ...)
{
    char line[32] = "";
    if (place.line > 0) {
        snprintf(line, sizeof line, ":%zu", place.line);
    }
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);

    char text[sizeof error->text];
    bool has_field = place.field != NULL;
    snprintf(text, sizeof text, "%s%s: %s%s%s", show_source(place.source).text, line, has_field ? place.field : "",
             has_field ? ": " : "", what);
    /* Keeps the promise of one line whatever the input holds. */
    safe_text_copy(error->text, sizeof error->text, text, strlen(text));
    return false;
}

/* A value as errors show it. */
struct shown {
    char text[VALUE_SHOWN + sizeof "..."];
};

static struct shown show(struct span value)
{
    struct shown shown = {""};
    if (safe_text_copy(shown.text, VALUE_SHOWN + 1, value.at, value.length) < value.length) {
        strcat(shown.text, "...");
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
