/*
 * The rows of a CSV text: fields between commas, as RFC 4180 has them. A field may be quoted
 * ("a,b"): then it may hold commas, line ends and, doubled, quotes. Blanks around a field are not
 * of it unless they are quoted. Blank lines are passed over.
 */
#ifndef HARNESS_WORKLOAD_CSV_ROWS_H
#define HARNESS_WORKLOAD_CSV_ROWS_H

#include "harness/workload/text_file.h"

/* A file while it is read; zero-initialised but for the file and its name. */
struct csv_rows {
    struct text_file *file;
    const char *source; /* the file's name in errors */
    struct place row;   /* of the row that was read last; its first line */
    char **texts;       /* of the quoted fields of that row */
    size_t text_count;
    size_t text_capacity;
};

/* What csv_rows_next() found. */
enum csv_row { CSV_ROW, CSV_END, CSV_MALFORMED };

/* The next row. fields: of `most` entries; those that the row lacks stay as they are. *count: how
 * many it has, those beyond `most` too. The fields are good until the next call. CSV_MALFORMED: a
 * quoted field does not end, or goes on behind its quotes; *error says so. O(length of the row). */
enum csv_row csv_rows_next(struct csv_rows *rows, struct span *fields, size_t most, size_t *count,
                           struct input_error *error);

/* Reads the header: these names, in this order, from `least` of them to all `most`. Returns how
 * many there are; 0: it is none, and *error says so. expected: the header as the error has it;
 * if a later column is wrong, the error names that one. */
size_t csv_rows_header(struct csv_rows *rows, const char *const names[], size_t least, size_t most,
                       const char *expected, struct input_error *error);

/* The next row, which must have so many columns, at most `most` of which are wanted: as
 * csv_rows_next(), CSV_MALFORMED also for another number. */
enum csv_row csv_rows_columns(struct csv_rows *rows, struct span *fields, size_t columns, struct input_error *error);

void csv_rows_free(struct csv_rows *rows);

#endif
