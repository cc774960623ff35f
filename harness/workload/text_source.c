#include "harness/workload/text_source.h"

#include "harness/workload/alloc.h"
#include "harness/workload/unpack.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct text_source {
    const char *name;
    gzFile stream;                 /* passes on bytes that are not gzip data */
    const struct packing *packing; /* NULL: the stream's bytes are the text's */
    void *state;                   /* of the packing */
    bool between;                  /* the packed data may end here */
    struct unpack_bytes bytes;     /* in: those of the chunk that have not been passed on */
    char chunk[TEXT_SOURCE_CHUNK];
};

static bool cannot_read(const struct text_source *source, const char *why, struct input_error *error)
{
    return input_error_at(error, (struct place){.source = source->name}, "cannot be read: %s", why);
}

/* Why gzread() or gzclose_r() failed. */
static bool stream_failed(const struct text_source *source, int status, int reason, struct input_error *error)
{
    if (status == Z_MEM_ERROR || (status == Z_ERRNO && reason == ENOMEM)) {
        alloc_failed();
    }
    return cannot_read(source, status == Z_ERRNO ? strerror(reason) : "damaged or cut gzip data", error);
}

/* Reads from the stream. Returns how many bytes; -1: *error is set. */
static ssize_t read_stream(struct text_source *source, char *buffer, size_t size, struct input_error *error)
{
    errno = 0;
    int got = gzread(source->stream, buffer, size > INT_MAX ? INT_MAX : (unsigned)size);
    if (got < 0) {
        int reason = errno;
        int status;
        gzerror(source->stream, &status);
        stream_failed(source, status, reason, error);
    }
    return got;
}

/* Reads the next chunk of the stream. */
static bool fill(struct text_source *source, struct input_error *error)
{
    ssize_t got = read_stream(source, source->chunk, sizeof source->chunk, error);
    source->bytes.in = source->chunk;
    source->bytes.in_left = got > 0 ? (size_t)got : 0;
    source->bytes.last = got == 0;
    return got >= 0;
}

struct text_source *text_source_open(int descriptor, const char *name, struct input_error *error)
{
    struct text_source *source = alloc_zeroed(1, sizeof *source);
    source->name = name;
    source->stream = gzdopen(descriptor, "rb");
    if (source->stream == NULL) {
        alloc_failed(); /* mode and descriptor are good */
    }
    if (!fill(source, error)) {
        struct input_error later; /* the first one counts */
        text_source_close(source, &later);
        return NULL;
    }
    /* data are unpacked once: a text in gzip data may look packed */
    source->packing = gzdirect(source->stream) ? packing_find(source->chunk, source->bytes.in_left) : NULL;
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
    return held > 0 ? (ssize_t)held : read_stream(source, buffer, size, error);
}

bool text_source_close(struct text_source *source, struct input_error *error)
{
    if (source->packing != NULL) {
        source->packing->close(source->state);
    }
    int status = gzclose_r(source->stream);
    bool good = status == Z_OK || stream_failed(source, status, errno, error);
    free(source);
    return good;
}
