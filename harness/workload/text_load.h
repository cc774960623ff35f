/*
 * All text of an open file, pipe or device. What begins as gzip data does is decompressed, whatever its name is.
 */
#ifndef HARNESS_WORKLOAD_TEXT_LOAD_H
#define HARNESS_WORKLOAD_TEXT_LOAD_H

#include "harness/workload/input_error.h"

/* The text of an input. */
struct text {
    char *bytes; /* free() them */
    size_t length;
};

/* Reads to the end, and closes the descriptor. A text of more than `most` bytes is refused once so many have been read;
 * a long one with a byte of value 0 (a device, a picture) as soon as that is found. name: what errors call the input.
 * False: *text is empty, and *error says why. O(length) time; at most 1.5 times the length in memory. */
bool text_load(struct text *text, int descriptor, const char *name, size_t most, struct input_error *error);

#endif
