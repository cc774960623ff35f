/*
 * Where a file that the command line names leads, with all symbolic links followed: to a name in a
 * directory, or to something that is already open, as /dev/stdout and /dev/fd/3 do.
 */
#ifndef HARNESS_REPORT_OUTPUT_TARGET_H
#define HARNESS_REPORT_OUTPUT_TARGET_H

#include <stdbool.h>
#include <sys/stat.h>

struct output_target {
    int descriptor; /* that is open already; -1: none, the path says where */
    char *path;     /* of the file, not through a link; NULL with a descriptor */
    bool exists;
    struct stat status; /* if it exists */
};

/* Finds where a path leads; "-" is standard output. False: it leads nowhere, and errno says why;
 * there is nothing to free then. */
bool output_target_find(struct output_target *target, const char *path);

void output_target_free(struct output_target *target);

#endif
