/*
 * The formats of traces, and how to tell which one a file has.
 */
#ifndef HARNESS_WORKLOAD_TRACE_FORMAT_H
#define HARNESS_WORKLOAD_TRACE_FORMAT_H

#include "harness/workload/input_error.h"

enum trace_format { FORMAT_NATIVE = 0, FORMAT_SWIM, FORMAT_RUMEN, FORMAT_SLS, FORMAT_SWF, FORMATS };

/* Their names on the command line, ended by NULL. */
extern const char *const trace_format_names[FORMATS + 1];

/* Whether the path ends so, .gz left aside. */
bool trace_format_ends_with(const char *path, const char *end);

/* Whether the file is JSON: its name ends in .json, .gz left aside; or its name ends in none of
 * .csv, .tsv, .swf and .json, and its text begins with { or [. False if it cannot be read. O(size)
 * if the name does not tell, otherwise O(1). */
bool trace_format_json(const char *path);

/* By its name, .gz left aside: *.csv is native, *.tsv is swim, *.swf is swf, *.json is rumen or
 * sls, whichever its first object is. Any other file by its first line: JSON as above; a comment of
 * SWF or 18 fields are swf; a tab means swim; any other line means native. False: the file cannot
 * be read, or its JSON is neither. O(size) for JSON and where the name does not tell, otherwise
 * O(1). */
bool trace_format_find(const char *path, enum trace_format *format, struct input_error *error);

#endif
