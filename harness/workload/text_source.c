#include "harness/workload/text_source.h"

#include "harness/workload/alloc.h"
#include "harness/workload/unpack.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct text_source {
    const char *name;
    int descriptor;
    const struct packing *packing; /* NULL: the bytes are the text's */
    void *state;                   /* of the packing */
    bool between;                  /* the packed data may end here */
    struct unpack_bytes bytes;     /* in: those of the chunk that have not been passed on */
    char chunk[TEXT_SOURCE_CHUNK];
};

static bool cannot_read(const struct text_source *source, const char *why, struct input_error *error)
{
    return input_error_at(error, (struct place){.source = source->name}, "cannot be read: %s", why);
}

/* Reads until the buffer is full or the input ends; a terminal is not asked again behind its end.
 * Returns how many bytes; -1: *error is set. */
static ssize_t read_bytes(struct text_source *source, char *buffer, size_t size, struct input_error *error)
{
    size_t length = 0;
    while (length < size && !source->bytes.last) {
        const ssize_t got = read(source->descriptor, buffer + length, size - length);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            cannot_read(source, strerror(errno), error);
            return -1;
        }
        source->bytes.last = got == 0;
        length += (size_t)got;
    }
    return (ssize_t)length;
}

/* Reads the next chunk. */
static bool fill(struct text_source *source, struct input_error *error)
{
    ssize_t got = read_bytes(source, source->chunk, sizeof source->chunk, error);
    source->bytes.in = source->chunk;
    source->bytes.in_left = got > 0 ? (size_t)got : 0;
    return got >= 0;
}

struct text_source *text_source_open(int descriptor, const char *name, struct input_error *error)
{
    struct text_source *source = alloc_zeroed(1, sizeof *source);
    source->name = name;
    source->descriptor = descriptor;
    if (!fill(source, error)) {
        text_source_close(source);
        return NULL;
    }
    /* data are unpacked once: a text in packed data may look packed */
    source->packing = packing_find(source->chunk, source->bytes.in_left);
    source->state = source->packing == NULL ? NULL : source->packing->open();
    return source;
}

static bool packed_data_are_bad(const struct text_source *source, struct input_error *error)
{
    char why[64];
    snprintf(why, sizeof why, "damaged or cut %s data", source->packing->name);
    return cannot_read(source, why, error);
}

/* Unpacks into the room that is left. False: *error is set. */
static bool unpack(struct text_source *source, struct input_error *error)
{
    struct unpack_bytes *bytes = &source->bytes;
    while (bytes->out_left > 0) {
        if (bytes->in_left == 0 && !bytes->last && !fill(source, error)) {
            return false;
        }
        if (bytes->in_left == 0 && bytes->last && source->between) {
            return true;
        }
        const size_t before = bytes->in_left + bytes->out_left;
        const enum unpack_result result = source->packing->step(source->state, bytes);
        const bool stuck = bytes->in_left + bytes->out_left == before && bytes->last && result == UNPACK_INSIDE;
        if (result == UNPACK_DAMAGED || stuck) {
            return packed_data_are_bad(source, error);
        }
        source->between = result == UNPACK_BETWEEN;
    }
    return true;
}

ssize_t text_source_read(struct text_source *source, char *buffer, size_t size, struct input_error *error)
{
    if (source->packing != NULL) {
        source->bytes.out = buffer;
        source->bytes.out_left = size;
        return unpack(source, error) ? (ssize_t)(size - source->bytes.out_left) : -1;
    }
    const size_t held = source->bytes.in_left;
    memcpy(buffer, source->chunk, held);
    source->bytes.in_left = 0;
    return held > 0 ? (ssize_t)held : read_bytes(source, buffer, size, error);
}

void text_source_close(struct text_source *source)
{
    if (source->packing != NULL) {
        source->packing->close(source->state);
    }
    close(source->descriptor);
    free(source);
}
