#include "harness/workload/unpack.h"

#include "harness/workload/alloc.h"

#include <bzlib.h>
#include <limits.h>
#include <lzma.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

static unsigned at_most_unsigned(size_t size)
{
    return size > UINT_MAX ? UINT_MAX : (unsigned)size;
}

/* --- gzip ------------------------------------------------------------------------------------- */

struct gzip {
    z_stream stream;
    bool inside; /* a member has begun, and not ended */
    bool padded; /* behind the members: only bytes of value 0 may follow, as with gzip itself */
};

enum { GZIP_WINDOW = 15 + 16 }; /* the largest window, and the header of gzip */

static void *gzip_open(void)
{
    struct gzip *gzip = alloc_zeroed(1, sizeof *gzip);
    if (inflateInit2(&gzip->stream, GZIP_WINDOW) != Z_OK) {
        alloc_failed(); /* the arguments are good */
    }
    gzip->inside = true;
    return gzip;
}

/* Passes over bytes of value 0 behind a member. */
static enum unpack_result gzip_padding(struct gzip *gzip, struct unpack_bytes *bytes)
{
    while (bytes->in_left > 0 && *bytes->in == 0) {
        gzip->padded = true;
        bytes->in++;
        bytes->in_left--;
    }
    return gzip->padded && bytes->in_left > 0 ? UNPACK_DAMAGED : UNPACK_BETWEEN;
}

static enum unpack_result gzip_step(void *state, struct unpack_bytes *bytes)
{
    struct gzip *gzip = state;
    if (!gzip->inside) {
        const enum unpack_result result = gzip_padding(gzip, bytes);
        if (bytes->in_left == 0 || result == UNPACK_DAMAGED) {
            return result;
        }
        inflateReset(&gzip->stream); /* it keeps its memory, and cannot fail */
        gzip->inside = true;
    }
    const unsigned in = at_most_unsigned(bytes->in_left);
    const unsigned out = at_most_unsigned(bytes->out_left);
    gzip->stream.next_in = (Bytef *)(uintptr_t)bytes->in; /* it is not written */
    gzip->stream.avail_in = in;
    gzip->stream.next_out = (Bytef *)bytes->out;
    gzip->stream.avail_out = out;
    const int status = inflate(&gzip->stream, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) {
        alloc_failed();
    }
    bytes->in += in - gzip->stream.avail_in;
    bytes->in_left -= in - gzip->stream.avail_in;
    bytes->out += out - gzip->stream.avail_out;
    bytes->out_left -= out - gzip->stream.avail_out;
    gzip->inside = status != Z_STREAM_END;
    /* a buffer error says that there was no progress, which the caller sees itself */
    return status == Z_STREAM_END                    ? UNPACK_BETWEEN
           : status == Z_OK || status == Z_BUF_ERROR ? UNPACK_INSIDE
                                                     : UNPACK_DAMAGED;
}

static void gzip_close(void *state)
{
    struct gzip *gzip = state;
    inflateEnd(&gzip->stream);
    free(gzip);
}

/* --- xz --------------------------------------------------------------------------------------- */

/* Far above the 65 MiB of xz -9. */
static const uint64_t xz_memory_most = (uint64_t)1 << 30;

static void *xz_open(void)
{
    static const lzma_stream fresh = LZMA_STREAM_INIT;
    lzma_stream *xz = alloc_zeroed(1, sizeof *xz);
    *xz = fresh;
    if (lzma_stream_decoder(xz, xz_memory_most, LZMA_CONCATENATED) != LZMA_OK) {
        alloc_failed(); /* the arguments are good */
    }
    return xz;
}

static enum unpack_result xz_step(void *state, struct unpack_bytes *bytes)
{
    lzma_stream *xz = state;
    xz->next_in = (const uint8_t *)bytes->in;
    xz->avail_in = bytes->in_left;
    xz->next_out = (uint8_t *)bytes->out;
    xz->avail_out = bytes->out_left;
    const lzma_ret status = lzma_code(xz, bytes->last ? LZMA_FINISH : LZMA_RUN);
    if (status == LZMA_MEM_ERROR) {
        alloc_failed();
    }
    bytes->in = (const char *)xz->next_in;
    bytes->in_left = xz->avail_in;
    bytes->out = (char *)xz->next_out;
    bytes->out_left = xz->avail_out;
    /* a buffer error says that there was no progress, which the caller sees itself */
    return status == LZMA_STREAM_END                       ? UNPACK_BETWEEN
           : status == LZMA_OK || status == LZMA_BUF_ERROR ? UNPACK_INSIDE
                                                           : UNPACK_DAMAGED;
}

static void xz_close(void *state)
{
    lzma_end(state);
    free(state);
}

/* --- zstd ------------------------------------------------------------------------------------- */

static void *zstd_open(void)
{
    ZSTD_DStream *zstd = ZSTD_createDStream();
    if (zstd == NULL) {
        alloc_failed();
    }
    return zstd;
}

static enum unpack_result zstd_step(void *state, struct unpack_bytes *bytes)
{
    ZSTD_inBuffer in = {bytes->in, bytes->in_left, 0};
    ZSTD_outBuffer out = {bytes->out, bytes->out_left, 0};
    const size_t status = ZSTD_decompressStream(state, &out, &in);
    if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation) {
        alloc_failed();
    }
    bytes->in += in.pos;
    bytes->in_left -= in.pos;
    bytes->out += out.pos;
    bytes->out_left -= out.pos;
    return ZSTD_isError(status) ? UNPACK_DAMAGED : status == 0 ? UNPACK_BETWEEN : UNPACK_INSIDE;
}

static void zstd_close(void *state)
{
    ZSTD_freeDStream(state);
}

/* --- bzip2 ------------------------------------------------------------------------------------ */

struct bzip2 {
    bz_stream stream;
    bool inside; /* the stream has begun, and not ended */
};

static void *bzip2_open(void)
{
    return alloc_zeroed(1, sizeof(struct bzip2));
}

static void bzip2_begin(struct bzip2 *bzip2)
{
    bzip2->stream = (bz_stream){.next_in = NULL};
    if (BZ2_bzDecompressInit(&bzip2->stream, 0, 0) != BZ_OK) {
        alloc_failed(); /* the arguments are good */
    }
    bzip2->inside = true;
}

static void bzip2_end(struct bzip2 *bzip2)
{
    if (bzip2->inside) {
        BZ2_bzDecompressEnd(&bzip2->stream);
        bzip2->inside = false;
    }
}

static enum unpack_result bzip2_step(void *state, struct unpack_bytes *bytes)
{
    struct bzip2 *bzip2 = state;
    if (!bzip2->inside) {
        bzip2_begin(bzip2);
    }
    const unsigned in = at_most_unsigned(bytes->in_left);
    const unsigned out = at_most_unsigned(bytes->out_left);
    bzip2->stream.next_in = (char *)(uintptr_t)bytes->in; /* it is not written */
    bzip2->stream.avail_in = in;
    bzip2->stream.next_out = bytes->out;
    bzip2->stream.avail_out = out;
    const int status = BZ2_bzDecompress(&bzip2->stream);
    if (status == BZ_MEM_ERROR) {
        alloc_failed();
    }
    bytes->in += in - bzip2->stream.avail_in;
    bytes->in_left -= in - bzip2->stream.avail_in;
    bytes->out += out - bzip2->stream.avail_out;
    bytes->out_left -= out - bzip2->stream.avail_out;
    if (status == BZ_STREAM_END) {
        bzip2_end(bzip2);
        return UNPACK_BETWEEN;
    }
    return status == BZ_OK ? UNPACK_INSIDE : UNPACK_DAMAGED;
}

static void bzip2_close(void *state)
{
    bzip2_end(state);
    free(state);
}

/* --- All of them ------------------------------------------------------------------------------ */

static const struct packing packings[] = {
    {"gzip", "\x1f\x8b", 2, gzip_open, gzip_step, gzip_close},
    {"xz", "\xfd\x37\x7a\x58\x5a\0", 6, xz_open, xz_step, xz_close},
    {"zstd", "\x28\xb5\x2f\xfd", 4, zstd_open, zstd_step, zstd_close},
    {"bzip2", "BZh", 3, bzip2_open, bzip2_step, bzip2_close},
};

const struct packing *packing_find(const char *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof packings / sizeof packings[0]; i++) {
        if (length >= packings[i].length && memcmp(bytes, packings[i].begins, packings[i].length) == 0) {
            return &packings[i];
        }
    }
    return NULL;
}
