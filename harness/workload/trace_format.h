/*
 * The formats of traces, and how to tell which one a file has.
 */
#ifndef HARNESS_WORKLOAD_TRACE_FORMAT_H
#define HARNESS_WORKLOAD_TRACE_FORMAT_H

#include "harness/workload/input_error.h"

enum trace_format { FORMAT_NATIVE = 0, FORMAT_SWIM, FORMAT_RUMEN, FORMAT_SLS, FORMAT_SWF, FORMATS };

/* Their names on the command line. */
extern const char *const trace_format_names[FORMATS];

/* Whether the path ends so, .gz left aside. */
bool trace_format_ends_with(const char *path, const char *end);

/* By its name, .gz left aside: *.tsv is swim, *.swf is swf, *.json is rumen or sls, whichever its first object is; all
 * else is native. False: a .json file cannot be read or is neither. O(size) for .json, otherwise O(1). */
bool trace_format_find(const char *path, enum trace_format *format, struct input_error *error);

#endif
