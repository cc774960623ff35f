/*
 * A folder of files that appear all or not at all. Files of these names are replaced, those of an
 * earlier output that are named as such removed, others left alone.
 */
#ifndef HARNESS_REPORT_OUTPUT_FOLDER_H
#define HARNESS_REPORT_OUTPUT_FOLDER_H

#include "harness/report/output_file.h"

#include <stdbool.h>
#include <stddef.h>

struct output_folder {
    const char *path;       /* not owned; NULL: not open */
    struct temporary *made; /* NULL: it existed */
    struct folder_file *files;
    size_t count;
    size_t capacity;
    char **earlier; /* paths of an earlier output's files */
    size_t earlier_count;
    size_t earlier_capacity;
};

/* Makes the folder if it does not exist. False: *error says why that is impossible, and nothing is
 * left behind. */
bool output_folder_open(struct output_folder *folder, const char *path, struct input_error *error);

/* Starts a file NAME + ending; the stream to write it to. NULL: *error is set. */
FILE *output_folder_add(struct output_folder *folder, const char *name, const char *ending, struct input_error *error);

/* Names a file NAME + ending of an earlier output of this kind, which need not exist: the commit
 * removes it unless a file of that name was started. */
void output_folder_add_earlier(struct output_folder *folder, const char *name, const char *ending);

/* The stream of the file that was started first. */
FILE *output_folder_first(const struct output_folder *folder);

/* Brings the files to the disk before the first one gets its name: a full disk shows now. False:
 * *error is set. */
bool output_folder_prepare(struct output_folder *folder, struct input_error *error);

/* Gives the prepared files their names, the file that was started first last, so that it exists
 * only if all do; then removes files of the earlier output. No signal ends the program meanwhile.
 * False: *error is set. */
bool output_folder_commit(struct output_folder *folder, struct input_error *error);

/* Removes files that were not committed, and the folder if it is empty and was created here. Does
 * nothing if it is not open. */
void output_folder_close(struct output_folder *folder);

#endif
