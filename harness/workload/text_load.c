#include "harness/workload/text_load.h"

#include "harness/workload/alloc.h"
#include "harness/workload/text_source.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = TEXT_SOURCE_CHUNK };

/* Makes room for one more chunk; where it starts. */
static char *room(struct text *text, size_t *capacity)
{
    size_t needed = text->length + CHUNK;
    if (needed > *capacity) {
        size_t half_more = *capacity + *capacity / 2;
        *capacity = half_more > needed ? half_more : needed;
        text->bytes = alloc_resize(text->bytes, *capacity);
    }
    return text->bytes + text->length;
}

static bool no_text(const struct text *text, const char *zero, const char *name, struct input_error *error)
{
    struct place place = {.source = name, .line = 1};
    for (const char *c = text->bytes; c < zero; c++) {
        place.line += *c == '\n';
    }
    return input_error_at(error, place, "expected text, found a byte of value 0");
}

/* Whether it is a job history of Hadoop in its binary form (jhist.h). */
static bool is_binary(const struct text *text)
{
    static const char begin[] = "Avro-Binary\n";
    return text->length >= sizeof begin - 1 && memcmp(text->bytes, begin, sizeof begin - 1) == 0;
}

static bool too_long(const char *name, size_t most, struct input_error *error)
{
    return input_error_at(error, (struct place){.source = name}, "expected at most %zu bytes of text, found more",
                          most);
}

/* Reads to the end. False: *error is set. */
static bool read_chunks(struct text *text, struct text_source *source, const char *name, size_t most,
                        struct input_error *error)
{
    size_t capacity = 0;
    ssize_t got;
    do {
        char *chunk = room(text, &capacity);
        got = text_source_read(source, chunk, CHUNK, error);
        text->length += got > 0 ? (size_t)got : 0;
        /* the readers name the field of a 0 byte in a short text */
        const char *zero = got == CHUNK ? memchr(chunk, 0, CHUNK) : NULL;
        if (zero != NULL && !is_binary(text)) {
            return no_text(text, zero, name, error);
        }
        if (text->length > most) {
            return too_long(name, most, error);
        }
    } while (got > 0);
    text->bytes = alloc_resize(text->bytes, text->length);
    return got == 0;
}

bool text_load(struct text *text, int descriptor, const char *name, size_t most, struct input_error *error)
{
    *text = (struct text){0};
    struct text_source *source = text_source_open(descriptor, name, error);
    bool good = source != NULL && read_chunks(text, source, name, most, error);
    if (source != NULL) {
        text_source_close(source);
    }
    if (!good) {
        free(text->bytes);
        *text = (struct text){0};
    }
    return good;
}
