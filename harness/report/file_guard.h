/*
 * Keeps outputs from destroying inputs and each other: files are the same if they have the same
 * device and inode, whatever their names; files that do not exist yet, if they would have the same
 * name in the same folder.
 *
 * Add all inputs first, then check each output. Standard output and standard error
 * count as outputs.
 */
#ifndef HARNESS_REPORT_FILE_GUARD_H
#define HARNESS_REPORT_FILE_GUARD_H

#include "harness/workload/input_error.h"

#include <stdbool.h>
#include <stddef.h>

/* Zero-initialised it knows no file. */
struct file_guard {
    struct guarded_file *files;
    size_t count;
    size_t capacity;
};

/* Adds a file that is read; "-" is standard input. what: its name in errors ("the trace"). path
 * NULL: there is none. */
void file_guard_input(struct file_guard *guard, const char *what, const char *path);

/* Adds a file that an option asks to write; "-" is standard output. path NULL: there is none.
 * False: it is one of the files added before, and *error says which. O(files). */
bool file_guard_output(struct file_guard *guard, const char *option, const char *path, struct input_error *error);

/* The same for a folder in which index.html and any *.svg and *.png may be written. Added last: no
 * output may be one of these. O(files * entries of the folder). */
bool file_guard_folder(struct file_guard *guard, const char *option, const char *path, struct input_error *error);

void file_guard_free(struct file_guard *guard);

#endif
