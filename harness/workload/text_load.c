#include "harness/workload/text_load.h"

#include "harness/workload/alloc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { CHUNK = 65536 };

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

static bool too_long(const char *name, size_t most, struct input_error *error)
{
    return input_error_at(error, (struct place){.source = name}, "expected at most %zu bytes of text, found more",
                          most);
}

/* Reads to the end. *got: the last result of gzread(). False: the text is refused. */
static bool read_chunks(struct text *text, gzFile stream, const char *name, size_t most, int *got,
                        struct input_error *error)
{
    size_t capacity = 0;
    do {
        char *chunk = room(text, &capacity);
        *got = gzread(stream, chunk, CHUNK);
        text->length += *got > 0 ? (size_t)*got : 0;
        /* the readers name the field of a 0 byte in a short text */
        const char *zero = *got == CHUNK ? memchr(chunk, 0, CHUNK) : NULL;
        if (zero != NULL) {
            return no_text(text, zero, name, error);
        }
        if (text->length > most) {
            return too_long(name, most, error);
        }
    } while (*got > 0);
    text->bytes = alloc_resize(text->bytes, text->length);
    return true;
}

/* Why gzread() or gzclose_r() failed. */
static bool cannot_read(const char *name, int status, int reason, struct input_error *error)
{
    if (status == Z_MEM_ERROR || (status == Z_ERRNO && reason == ENOMEM)) {
        alloc_failed();
    }
    return input_error_at(error, (struct place){.source = name}, "cannot be read: %s",
                          status == Z_ERRNO ? strerror(reason) : "damaged or cut gzip data");
}

bool text_load(struct text *text, int descriptor, const char *name, size_t most, struct input_error *error)
{
    *text = (struct text){0};
    gzFile stream = gzdopen(descriptor, "rb");
    if (stream == NULL) {
        alloc_failed(); /* mode and descriptor are good */
    }
    int got;
    errno = 0;
    bool good = read_chunks(text, stream, name, most, &got, error);
    int reason = errno;
    int status = Z_OK;
    gzerror(stream, &status);
    int closed = gzclose_r(stream); /* tells of an end in the middle of a stream */
    if (good && (got < 0 || closed != Z_OK)) {
        good = cannot_read(name, got < 0 ? status : closed, reason, error);
    }
    if (!good) {
        free(text->bytes);
        *text = (struct text){0};
    }
    return good;
}
