/*
 * An input, read from the front: numbers for what is binary, a line of choices for what is text.
 */
#ifndef FUZZ_BYTES_H
#define FUZZ_BYTES_H

#include <stddef.h>
#include <stdint.h>

struct bytes {
    const uint8_t *at;
    size_t left;
};

/* The next byte; 0 when none is left. */
uint8_t bytes_next(struct bytes *b);

/* The next eight bytes as one number, the lowest first. */
uint64_t bytes_next64(struct bytes *b);

/* One of 0 .. count - 1, by the next byte: a digit chooses its value, so that a corpus can be
 * read. */
uint32_t bytes_choice(struct bytes *b, uint32_t count);

/* Cuts off the first line, and its end. */
struct bytes bytes_line(struct bytes *b);

#endif
