/*
 * A file that a test writes and a reader reads: under a name of its own in the temporary directory.
 */
#ifndef TESTS_SCRATCH_FILE_H
#define TESTS_SCRATCH_FILE_H

#include <stddef.h>

struct scratch_file {
    char path[64];
};

/* Writes the text into a new file; the test fails if that is impossible. */
struct scratch_file scratch_file_of(const char *text);

/* The same with `length` bytes, zeros among them. */
struct scratch_file scratch_file_of_bytes(const char *bytes, size_t length);

void scratch_file_remove(const struct scratch_file *file);

#endif
