/*
 * All text of an open file, pipe or device, decompressed (text_source.h).
 */
#ifndef HARNESS_WORKLOAD_TEXT_LOAD_H
#define HARNESS_WORKLOAD_TEXT_LOAD_H

#include "harness/workload/input_error.h"

/* The text of an input. */
struct text {
    char *bytes; /* free() them */
    size_t length;
};

/* Reads to the end, and closes the descriptor. A text of more than `most` bytes is refused when
 * that many have been read; a long text with a byte of value 0 (a device, a picture) when that byte
 * is found, unless it begins as a job history of Hadoop in its binary form (jhist.h). name: the
 * name of the input in errors. False: *text is empty, and *error says why. O(length) time; at most
 * 1.5 times the length in memory. */
bool text_load(struct text *text, int descriptor, const char *name, size_t most, struct input_error *error);

#endif
