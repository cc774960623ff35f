/*
 * The bytes of an open file, pipe or device, decompressed: gzip, xz, zstd and bzip2 data are known
 * by their first bytes, whatever the name is. Other bytes come as they are.
 */
#ifndef HARNESS_WORKLOAD_TEXT_SOURCE_H
#define HARNESS_WORKLOAD_TEXT_SOURCE_H

#include "harness/workload/input_error.h"

#include <stddef.h>
#include <sys/types.h>

/* The least that is read at a time. */
enum { TEXT_SOURCE_CHUNK = 65536 };

struct text_source;

/* Takes over the descriptor. name: of the input in errors, it must stay. NULL: the input cannot be
 * read, and *error says why; otherwise text_source_close() it. */
struct text_source *text_source_open(int descriptor, const char *name, struct input_error *error);

/* Reads up to `size` >= TEXT_SOURCE_CHUNK bytes, fewer than TEXT_SOURCE_CHUNK only at the end.
 * Returns their number, 0 at the end; -1: they cannot be read, and *error says why. O(size). */
ssize_t text_source_read(struct text_source *source, char *buffer, size_t size, struct input_error *error);

void text_source_close(struct text_source *source);

#endif
