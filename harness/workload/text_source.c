/* zlib reads bytes and gzip data: libarchive does not check the sums of gzip, and takes damaged data
 * for good ones. libarchive unpacks the other kinds. */
#include "harness/workload/text_source.h"

#include "harness/workload/alloc.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* A kind of data that libarchive unpacks. */
struct packing {
    const char *name;
    const char *begins;
    size_t length;
    int (*support)(struct archive *archive);
};

static const struct packing packings[] = {
    {"xz", "\xfd\x37\x7a\x58\x5a\0", 6, archive_read_support_filter_xz},
    {"zstd", "\x28\xb5\x2f\xfd", 4, archive_read_support_filter_zstd},
    {"bzip2", "BZh", 3, archive_read_support_filter_bzip2},
};

struct text_source {
    const char *name;
    gzFile stream; /* passes on bytes that are not gzip data */
    struct input_error *error;
    const struct packing *packing; /* NULL: the stream's bytes are the text's */
    struct archive *archive;
    bool ended;  /* there is nothing in the archive */
    size_t held; /* bytes at the front of the chunk that have not been passed on */
    char chunk[TEXT_SOURCE_CHUNK];
};

static bool cannot_read(const struct text_source *source, const char *why)
{
    return input_error_at(source->error, (struct place){.source = source->name}, "cannot be read: %s", why);
}

/* Why gzread() or gzclose_r() failed. */
static bool stream_failed(const struct text_source *source, int status, int reason)
{
    if (status == Z_MEM_ERROR || (status == Z_ERRNO && reason == ENOMEM)) {
        alloc_failed();
    }
    return cannot_read(source, status == Z_ERRNO ? strerror(reason) : "damaged or cut gzip data");
}

/* Reads from the stream. Returns how many bytes; -1: the error is set. */
static ssize_t read_stream(struct text_source *source, char *buffer, size_t size)
{
    errno = 0;
    int got = gzread(source->stream, buffer, size > INT_MAX ? INT_MAX : (unsigned)size);
    if (got < 0) {
        int reason = errno;
        int status;
        gzerror(source->stream, &status);
        stream_failed(source, status, reason);
    }
    return got;
}

/* libarchive asks for packed bytes. */
static la_ssize_t feed(struct archive *archive, void *context, const void **bytes)
{
    struct text_source *source = context;
    ssize_t got = (ssize_t)source->held;
    source->held = 0;
    if (got == 0) {
        got = read_stream(source, source->chunk, sizeof source->chunk);
    }
    *bytes = source->chunk;
    if (got < 0) {
        archive_set_error(archive, EIO, "the stream cannot be read");
    }
    return got;
}

/* libarchive's text is for programmers, but where zstd lacks memory nothing else tells. */
static bool unpacking_failed(struct text_source *source)
{
    const char *text = archive_error_string(source->archive);
    int reason = archive_errno(source->archive);
    if (reason == ENOMEM || (text != NULL && strstr(text, "llocat") != NULL)) {
        alloc_failed();
    }
    char why[64];
    snprintf(why, sizeof why, "damaged or cut %s data", source->packing->name);
    return reason != EIO && cannot_read(source, why); /* EIO: the stream has told */
}

static bool unpack(struct text_source *source)
{
    source->archive = archive_read_new();
    if (source->archive == NULL) {
        alloc_failed();
    }
    struct archive_entry *entry;
    int status = source->packing->support(source->archive);
    status = status == ARCHIVE_OK ? archive_read_support_format_raw(source->archive) : status;
    status = status == ARCHIVE_OK ? archive_read_support_format_empty(source->archive) : status;
    status = status == ARCHIVE_OK ? archive_read_open(source->archive, source, NULL, feed, NULL) : status;
    status = status == ARCHIVE_OK ? archive_read_next_header(source->archive, &entry) : status;
    source->ended = status == ARCHIVE_EOF;
    return status == ARCHIVE_OK || status == ARCHIVE_EOF || unpacking_failed(source);
}

/* Reads the first chunk, and looks what it is. */
static bool begin(struct text_source *source)
{
    ssize_t got = read_stream(source, source->chunk, sizeof source->chunk);
    if (got < 0) {
        return false;
    }
    source->held = (size_t)got;
    for (size_t i = 0; i < sizeof packings / sizeof packings[0]; i++) {
        const struct packing *packing = &packings[i];
        if (source->held >= packing->length && memcmp(source->chunk, packing->begins, packing->length) == 0) {
            source->packing = packing;
            return unpack(source);
        }
    }
    return true;
}

struct text_source *text_source_open(int descriptor, const char *name, struct input_error *error)
{
    struct text_source *source = alloc_zeroed(1, sizeof *source);
    source->name = name;
    source->error = error;
    source->stream = gzdopen(descriptor, "rb");
    if (source->stream == NULL) {
        alloc_failed(); /* mode and descriptor are good */
    }
    if (!begin(source)) {
        struct input_error later; /* the first one counts */
        text_source_close(source, &later);
        return NULL;
    }
    return source;
}

ssize_t text_source_read(struct text_source *source, char *buffer, size_t size, struct input_error *error)
{
    source->error = error;
    if (source->packing == NULL) {
        size_t held = source->held;
        memcpy(buffer, source->chunk, held);
        source->held = 0;
        return held > 0 ? (ssize_t)held : read_stream(source, buffer, size);
    }
    if (source->ended) {
        return 0;
    }
    la_ssize_t got = archive_read_data(source->archive, buffer, size);
    if (got < 0) {
        unpacking_failed(source);
        return -1;
    }
    return got;
}

bool text_source_close(struct text_source *source, struct input_error *error)
{
    source->error = error;
    archive_read_free(source->archive);
    int reason = errno;
    int status = gzclose_r(source->stream);
    bool good = status == Z_OK || stream_failed(source, status, reason);
    free(source);
    return good;
}
