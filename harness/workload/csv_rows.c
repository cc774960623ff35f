#include "harness/workload/csv_rows.h"

#include "harness/workload/alloc.h"
#include "harness/workload/field.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row while it is split. */
struct scan {
    struct csv_rows *rows;
    const char *at;
    const char *end; /* of the text */
};

static bool at_end(const struct scan *scan)
{
    return scan->at == scan->end || *scan->at == '\n';
}

static void skip_blanks(struct scan *scan)
{
    while (scan->at < scan->end && (*scan->at == ' ' || *scan->at == '\t')) {
        scan->at++;
    }
}

static struct span bare_field(struct scan *scan)
{
    const char *begin = scan->at;
    while (!at_end(scan) && *scan->at != ',') {
        scan->at++;
    }
    struct span field = {begin, (size_t)(scan->at - begin)};
    if (at_end(scan) && field.length > 0 && begin[field.length - 1] == '\r') {
        field.length--;
    }
    return field_trim(field);
}

/* The quote that ends the field that begins with a quote here; NULL: there is none. */
static const char *closing_quote(const struct scan *scan)
{
    const char *from = scan->at + 1;
    for (;;) {
        const char *quote = from < scan->end ? memchr(from, '"', (size_t)(scan->end - from)) : NULL;
        if (quote == NULL || quote + 1 == scan->end || quote[1] != '"') {
            return quote;
        }
        from = quote + 2;
    }
}

/* A copy of the text between two quotes, its doubled quotes single; good until the next row. */
static struct span unquote(struct csv_rows *rows, const char *begin, const char *end)
{
    char *text = alloc_zeroed((size_t)(end - begin) + 1, 1);
    size_t length = 0;
    for (const char *c = begin; c < end; c++) {
        rows->file->line += *c == '\n';
        text[length++] = *c;
        c += *c == '"';
    }
    rows->texts = alloc_grow(rows->texts, &rows->text_capacity, rows->text_count + 1, sizeof *rows->texts);
    rows->texts[rows->text_count++] = text;
    return (struct span){text, length};
}

static bool quoted_field(struct scan *scan, struct span *field, struct input_error *error)
{
    const char *quote = closing_quote(scan);
    if (quote == NULL) {
        return input_error_at(error, scan->rows->row, "expected a quote that ends the quoted field, found none");
    }
    *field = unquote(scan->rows, scan->at + 1, quote);
    scan->at = quote + 1;
    struct span behind = bare_field(scan);
    return behind.length == 0 ||
           input_error_found(error, scan->rows->row, "a comma or the end of the line behind a quoted field", behind);
}

/* Splits the row whose first line this is. False: *error is set. */
static bool split(struct csv_rows *rows, struct span line, struct span *fields, size_t most, size_t *count,
                  struct input_error *error)
{
    struct text_file *file = rows->file;
    struct scan scan = {.rows = rows, .at = line.at, .end = file->text + file->length};
    bool more;
    *count = 0;
    do {
        struct span field;
        skip_blanks(&scan);
        if (scan.at == scan.end || *scan.at != '"') {
            field = bare_field(&scan);
        } else if (!quoted_field(&scan, &field, error)) {
            return false;
        }
        if (*count < most) {
            fields[*count] = field;
        }
        ++*count;
        more = !at_end(&scan);
        scan.at += more;
    } while (more);
    file->next = (size_t)(scan.at - file->text) + 1;
    return true;
}

static void forget_texts(struct csv_rows *rows)
{
    for (size_t i = 0; i < rows->text_count; i++) {
        free(rows->texts[i]);
    }
    rows->text_count = 0;
}

enum csv_row csv_rows_next(struct csv_rows *rows, struct span *fields, size_t most, size_t *count,
                           struct input_error *error)
{
    struct span line;
    forget_texts(rows);
    if (!text_file_row(rows->file, &line)) {
        return CSV_END;
    }
    rows->row = (struct place){.source = rows->source, .line = rows->file->line};
    return split(rows, line, fields, most, count, error) ? CSV_ROW : CSV_MALFORMED;
}

/* Sets the error of a header of other columns: names the first that differs if those before it are
 * right, as a long header is cut off in errors. */
static void refuse_header(const struct csv_rows *rows, const struct span *fields, size_t count,
                          const char *const names[], size_t most, const char *expected, struct span line,
                          struct input_error *error)
{
    size_t first = 0;
    while (first < count && first < most && field_equals(fields[first], names[first])) {
        first++;
    }
    if (first == 0 || first == count) {
        input_error_found(error, rows->row, expected, line);
        return;
    }
    char column[32];
    snprintf(column, sizeof column, "column %zu", first + 1);
    struct place place = rows->row;
    place.field = column;
    input_error_found(error, place, first < most ? names[first] : "the end of the header", fields[first]);
}

size_t csv_rows_header(struct csv_rows *rows, const char *const names[], size_t least, size_t most,
                       const char *expected, struct input_error *error)
{
    struct text_file before = *rows->file;
    struct span line;
    if (!text_file_row(rows->file, &line)) {
        const struct place first = {.source = rows->source, .line = 1};
        input_error_at(error, first, "expected a header line, found an empty file");
        return 0;
    }
    *rows->file = before;
    struct span *fields = alloc_zeroed(most + 1, sizeof *fields); /* and the first that is too many */
    size_t count;
    enum csv_row row = csv_rows_next(rows, fields, most + 1, &count, error);
    bool good = row == CSV_ROW && count >= least && count <= most;
    for (size_t i = 0; good && i < count; i++) {
        good = field_equals(fields[i], names[i]);
    }
    if (!good && row == CSV_ROW) {
        refuse_header(rows, fields, count, names, most, expected, line, error);
    }
    free(fields);
    return good ? count : 0;
}

enum csv_row csv_rows_columns(struct csv_rows *rows, struct span *fields, size_t columns, struct input_error *error)
{
    size_t found;
    enum csv_row row = csv_rows_next(rows, fields, columns, &found, error);
    if (row == CSV_ROW && found != columns) {
        input_error_at(error, rows->row, "expected %zu fields, found %zu", columns, found);
        return CSV_MALFORMED;
    }
    return row;
}

void csv_rows_free(struct csv_rows *rows)
{
    forget_texts(rows);
    free(rows->texts);
    *rows = (struct csv_rows){0};
}
