/*
 * Rows of the accounting that `sacct -P' prints, and their columns by name. The header tells the
 * separator and the columns. sacct escapes nothing: a line end in a text (the command of a job)
 * breaks a row into lines, which are put together again; a separator in a text (the name of a job)
 * makes a row longer, which is put right if the other columns then make sense.
 */
#ifndef HARNESS_WORKLOAD_SACCT_ROW_H
#define HARNESS_WORKLOAD_SACCT_ROW_H

#include "harness/workload/input_error.h"
#include "harness/workload/text_file.h"

/* The columns that are read. */
enum sacct_column {
    SACCT_JOB,
    SACCT_JOB_RAW,
    SACCT_SUBMIT,
    SACCT_ELIGIBLE,
    SACCT_START,
    SACCT_END,
    SACCT_ELAPSED_RAW,
    SACCT_ELAPSED,
    SACCT_LIMIT_RAW,
    SACCT_LIMIT,
    SACCT_ALLOC_CPUS,
    SACCT_CPUS,
    SACCT_ALLOC_TRES,
    SACCT_REQ_CPUS,
    SACCT_REQ_TRES,
    SACCT_ALLOC_NODES,
    SACCT_NODES,
    SACCT_REQ_NODES,
    SACCT_STATE,
    SACCT_USER,
    SACCT_UID,
    SACCT_ACCOUNT,
    SACCT_GROUP,
    SACCT_GID,
    SACCT_PARTITION,
    SACCT_QOS,
    SACCT_DEADLINE,
    SACCT_COLUMNS
};

/* As the header names them. */
extern const char *const sacct_column_names[SACCT_COLUMNS];

/* Most columns of a row: sacct has about 120. */
enum { SACCT_FIELDS_MOST = 512 };

struct sacct_row {
    char separator;
    size_t count;                /* of the header's columns */
    int position[SACCT_COLUMNS]; /* of each; -1: there is no such column */
    struct span fields[SACCT_FIELDS_MOST];
    size_t found;         /* fields of the row */
    size_t texts[16];     /* positions of the columns that hold any text */
    size_t text_count;    /* of them */
    size_t text, surplus; /* so many separators are part of the text of this column */
};

/* Whether a line is a header of this format: names of columns, JobID or JobIDRaw among them. */
bool sacct_begins(struct span line);

/* Sets the columns from a header. False: *error says what it lacks. */
bool sacct_row_open(struct sacct_row *row, struct span header, struct place place, struct input_error *error);

/* Splits the next row of the file, put together from its lines. False after the last one. *line:
 * the first of its lines. O(length). */
bool sacct_row_next(struct sacct_row *row, struct text_file *file, size_t *line);

/* Takes the surplus of the row for a part of the `number`-th column of texts, 0 first. False: there
 * is no such column. */
bool sacct_row_shift(struct sacct_row *row, size_t number);

bool sacct_row_has(const struct sacct_row *row, enum sacct_column column);

/* The field of a column; empty if there is none. */
struct span sacct_row_field(const struct sacct_row *row, enum sacct_column column);

/* The first of these columns, ended by SACCT_COLUMNS, that is not empty; the last if all are. */
enum sacct_column sacct_row_first(const struct sacct_row *row, const enum sacct_column *columns);

/* Whether it is that of a step of a job, or a header again: of another dump behind the first. */
bool sacct_row_is_no_job(const struct sacct_row *row);

#endif
