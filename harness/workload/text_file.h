/*
 * A text file as a sequence of lines. Line ends may be LF or CRLF; the last line may lack its end. A file whose name
 * ends in .gz is decompressed.
 */
#ifndef HARNESS_WORKLOAD_TEXT_FILE_H
#define HARNESS_WORKLOAD_TEXT_FILE_H

#include "harness/workload/input_error.h"

struct text_file {
    char *text;
    size_t length;
    size_t next; /* where the next line starts */
    size_t line; /* number of the line read last, 1 first; 0 before the first */
};

/* Whether a file of this name is taken to be compressed. */
bool text_file_compressed(const char *path);

/* Reads the whole file (or pipe). False: it cannot be read, and *error says why. */
bool text_file_open(struct text_file *file, const char *path, struct input_error *error);

/* The next line without its end. False after the last one. O(length of the line). */
bool text_file_line(struct text_file *file, struct span *line);

void text_file_close(struct text_file *file);

#endif
