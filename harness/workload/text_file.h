/*
 * A text file as a sequence of lines. Line ends may be LF or CRLF; the last line may lack its end.
 * A byte order mark of UTF-8 at the front is passed over. Compressed data (gzip, xz, zstd, bzip2)
 * are decompressed. The path "-" is standard input. An input that can be read only once is read
 * once (input_spool.h); it can be opened again and again.
 */
#ifndef HARNESS_WORKLOAD_TEXT_FILE_H
#define HARNESS_WORKLOAD_TEXT_FILE_H

#include "harness/workload/text_load.h"

struct text_file {
    const char *text;
    size_t length;
    size_t next;       /* where the next line starts */
    size_t line;       /* number of the line read last, 1 first; 0 before the first */
    struct text owned; /* memory that text_file_close() frees */
};

/* Most bytes of a text, decompressed: 1 GiB, far above any trace that is published. */
#define TEXT_FILE_MOST ((size_t)1 << 30)

/* The length of the name's ending that says that the file is compressed: .gz, .xz, .zst or .bz2 in
 * letters of either case; 0 if there is none. When it is read, its first bytes decide. */
size_t text_file_suffix(const char *path);

/* How errors and titles name the file: "standard input" for "-", otherwise its path. */
const char *text_file_name(const char *path);

/* Reads the whole file (or pipe). False: it cannot be read, and *error says why. O(size). */
bool text_file_open(struct text_file *file, const char *path, struct input_error *error);

/* The next line without its end. False after the last one. O(length of the line). */
bool text_file_line(struct text_file *file, struct span *line);

/* The next line that is not blank. */
bool text_file_row(struct text_file *file, struct span *row);

void text_file_close(struct text_file *file);

#endif
