/*
 * What every reader of harness/workload owes, whatever the file holds.
 */
#ifndef FUZZ_INPUT_CHECKS_H
#define FUZZ_INPUT_CHECKS_H

#include "harness/workload/input_error.h"
#include "harness/workload/workload.h"

/* A refusal says what is wrong in one printable line that begins with the source. */
void check_refusal(const struct input_error *error, const char *source);

/* Every field lies in the range that workload.h declares. */
void check_workload(const struct workload *w);

/* Reads a file twice with a reader: both times the same jobs, and good ones, or the same
 * refusal, and no job. */
struct trace_reading {
    bool (*read)(struct workload *w, const char *path, const void *options, struct input_error *error);
    const void *options;
};
void check_reading(const struct trace_reading *reading, const char *path);

#endif
