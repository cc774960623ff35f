/*
 * Text of unknown origin (names of jobs, users, pools and files) made safe to show.
 *
 * UTF-8 characters that print stay. Written visibly instead are:
 *   - bytes that are not UTF-8, and ASCII control characters: \x1b
 *   - other characters that do not print or that change how their neighbours are read: C1 controls,
 *     line and paragraph separators, marks and controls of the writing direction, invisible
 *     characters and noncharacters: \u202e, \U000e0041
 * A backslash stays: text without any of these is unchanged, and text made safe is not changed a
 * second time.
 */
#ifndef HARNESS_WORKLOAD_SAFE_TEXT_H
#define HARNESS_WORKLOAD_SAFE_TEXT_H

#include <stddef.h>
#include <stdio.h>

/* The longest that one character or byte becomes. */
#define SAFE_TEXT_PIECE 10

/* A character as it is shown, or the escape of one character or byte. */
struct safe_piece {
    char text[SAFE_TEXT_PIECE + 1];
    size_t length; /* of the text */
    size_t used;   /* bytes of the original */
};

/* The first piece of `length` >= 1 bytes. O(1). */
struct safe_piece safe_text_piece(const char *text, size_t length);

/* Writes the safe form of a text. O(length). */
void safe_text_write(const char *text, FILE *out);

/* Writes the safe form of `length` bytes to a buffer of `size` >= 1 bytes, with a 0 at its end;
 * stops before the first piece that does not fit. Returns how many bytes of the original are in it.
 * O(length). */
size_t safe_text_copy(char *buffer, size_t size, const char *text, size_t length);

/* The safe form of a text; free() it. O(length). */
char *safe_text(const char *text);

/* The safe form, cut to `most` >= 3 bytes; a cut text ends in "...". free() it. O(length). */
char *safe_text_short(const char *text, size_t most);

#endif
