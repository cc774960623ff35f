/*
 * The formats of traces, and how to tell which one a file has.
 */
#ifndef HARNESS_WORKLOAD_TRACE_FORMAT_H
#define HARNESS_WORKLOAD_TRACE_FORMAT_H

#include "harness/workload/input_error.h"

enum trace_format {
    FORMAT_NATIVE = 0,
    FORMAT_SWIM,
    FORMAT_RUMEN,
    FORMAT_SLS,
    FORMAT_SWF,
    FORMAT_SACCT,
    FORMAT_BATSIM,
    FORMAT_SYNTH,
    FORMAT_JHIST,
    FORMATS
};

/* Their names on the command line, ended by NULL. */
extern const char *const trace_format_names[FORMATS + 1];

/* Their names in a sentence: "native, swim, ... or jhist". */
#define TRACE_FORMATS "native, swim, rumen, sls, swf, sacct, batsim, synth or jhist"

/* Whether the text of the file is JSON: it begins with { or [, blanks left aside. One that is empty
 * or cannot be read is if its name ends in .json. O(size). */
bool trace_format_json(const char *path);

/* The content decides: JSON by the keys of its first object; other text by its first line that is
 * not blank: a comment of SWF, its fields, a header of sacct, of a job history or of native CSV, a
 * tab of SWIM. A line that tells nothing leaves it to the end of the name, in letters of either
 * case and without the ending of compressed files: *.csv, *.tsv, *.swf. An empty file of another
 * name is native. False: the file cannot be read, or nothing tells; *error names --format then.
 * O(size). */
bool trace_format_find(const char *path, enum trace_format *format, struct input_error *error);

/* Adds to an error of a file that was read as native, because its name ends in .csv, how a file of
 * another format is read; nothing if the file is empty or begins as native CSV does. O(size). */
void trace_format_hint(const char *path, struct input_error *error);

#endif
