/*
 * A file that appears whole or not at all: it is written under another name in the same directory and takes its
 * own name at the end. What exists and is not a regular file (a pipe, a device, a symbolic link such as /dev/stdout)
 * must keep its identity: it is written through, but only at the end.
 */
#ifndef HARNESS_REPORT_OUTPUT_FILE_H
#define HARNESS_REPORT_OUTPUT_FILE_H

#include "harness/workload/input_error.h"

#include <stdio.h>

struct output_file {
    FILE *stream;
    const char *path; /* not owned */
    char *temporary;  /* the other name; NULL: written through */
    char *text;       /* what is to be written through */
    size_t length;
};

/* Starts to write. False: *error says why it is impossible, and nothing is left behind. */
bool output_file_open(struct output_file *file, const char *path, struct input_error *error);

/* Ends writing and gives the file its name. False: as above. */
bool output_file_commit(struct output_file *file, struct input_error *error);

/* Ends writing and removes what was written. Does nothing after commit or a failed open. */
void output_file_abandon(struct output_file *file);

#endif
