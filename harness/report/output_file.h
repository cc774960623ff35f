/*
 * A file that appears whole or not at all: it is written under another name in the directory where
 * it belongs, and takes its own name at the end, when it is on the disk. It takes the mode and the
 * owner of a file that it replaces, and symbolic links to that file stay. A target that exists and
 * is not a regular file (a pipe, a device), or is open already ("-", /dev/stdout, /dev/fd/3), must
 * keep its identity and its content: the output is copied into it at the end.
 */
#ifndef HARNESS_REPORT_OUTPUT_FILE_H
#define HARNESS_REPORT_OUTPUT_FILE_H

#include "harness/report/output_target.h"
#include "harness/report/temporaries.h"
#include "harness/workload/input_error.h"

#include <stdio.h>

struct output_file {
    FILE *stream;
    const char *path; /* not owned */
    struct output_target target;
    struct temporary *temporary; /* the other name; NULL: copied into the target */
    char *text;                  /* the file to be copied into */
    size_t length;
};

/* Starts to write; path "-" is standard output. False: *error says why it is impossible, and
 * nothing is left behind. */
bool output_file_open(struct output_file *file, const char *path, struct input_error *error);

/* Brings the output to the disk, still under the other name; little can fail after it. False:
 * *error is set; then call only output_file_abandon(). */
bool output_file_prepare(struct output_file *file, struct input_error *error);

/* Ends writing and gives a prepared file its name. False: *error is set, and nothing is left
 * behind. */
bool output_file_place(struct output_file *file, struct input_error *error);

/* Both, and brings the name to the disk too. False: as above. */
bool output_file_commit(struct output_file *file, struct input_error *error);

/* Ends writing and removes the output. Does nothing after commit or a failed open. */
void output_file_abandon(struct output_file *file);

/* Brings the names in a folder to the disk, where the file system can do that. False: errno says
 * why not. */
bool output_folder_sync(const char *path);

#endif
