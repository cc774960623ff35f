/*
 * Kinds of compressed data: gzip, xz, zstd and bzip2. Each is unpacked step by step, and its sums
 * are checked. Where memory is not enough the program ends (alloc.h).
 */
#ifndef HARNESS_WORKLOAD_UNPACK_H
#define HARNESS_WORKLOAD_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

/* Packed bytes that come in, and room for bytes that go out; a step moves both on. */
struct unpack_bytes {
    const char *in;
    size_t in_left;
    char *out;
    size_t out_left;
    bool last; /* nothing comes in behind these */
};

enum unpack_result {
    UNPACK_INSIDE,  /* of the data: more must come in, or there is more to go out */
    UNPACK_BETWEEN, /* the data may end here; if more comes in, it is compressed data too */
    UNPACK_DAMAGED
};

struct packing {
    const char *name;
    const char *begins; /* the first bytes of all such data, */
    size_t length;      /* and how many */
    void *(*open)(void);
    enum unpack_result (*step)(void *state, struct unpack_bytes *bytes);
    void (*close)(void *state);
};

/* The kind that begins so; NULL: none does. */
const struct packing *packing_find(const char *bytes, size_t length);

#endif
