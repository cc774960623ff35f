#include "harness/workload/sacct_row.h"

#include "harness/workload/field.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

const char *const sacct_column_names[SACCT_COLUMNS] = {
    "JobID",     "JobIDRaw",  "Submit", "Eligible",  "Start",   "End",     "ElapsedRaw", "Elapsed", "TimelimitRaw",
    "Timelimit", "AllocCPUS", "NCPUS",  "AllocTRES", "ReqCPUS", "ReqTRES", "AllocNodes", "NNodes",  "ReqNodes",
    "State",     "User",      "UID",    "Account",   "Group",   "GID",     "Partition",  "QOS",     "Deadline",
};

/* --- The header ------------------------------------------------------------------------------- */

static size_t name_length(struct span line)
{
    size_t length = 0;
    while (length < line.length && (isalnum((unsigned char)line.at[length]) || line.at[length] == '_')) {
        length++;
    }
    return length;
}

static bool is_named(struct span name, const char *text)
{
    return name.length == strlen(text) && strncasecmp(name.at, text, name.length) == 0;
}

/* The column of that name; SACCT_COLUMNS: none that is read. */
static enum sacct_column column_of(struct span name)
{
    enum sacct_column column = 0;
    while (column < SACCT_COLUMNS && !is_named(name, sacct_column_names[column])) {
        column++;
    }
    return column;
}

/* Whether users and programs may have written anything into a column of that name. */
static bool is_text(struct span name)
{
    static const char *const names[] = {"JobName",    "Comment", "AdminComment", "SystemComment", "Constraints",
                                        "SubmitLine", "WorkDir", "Extra",        "Container",     "StdOut",
                                        "StdErr",     "StdIn",   "WCKey",        "Reason"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (is_named(name, names[i])) {
            return true;
        }
    }
    return false;
}

static char separator_of(struct span header)
{
    const size_t first = name_length(header);
    return first < header.length ? header.at[first] : '|';
}

bool sacct_begins(struct span line)
{
    const char separator = separator_of(line);
    bool more = true;
    bool job = false;
    while (more) {
        struct span name;
        field_cut(&line, separator, &name, &more);
        if (name_length(name) < name.length) {
            return false;
        }
        const enum sacct_column column = column_of(name);
        job = job || column == SACCT_JOB || column == SACCT_JOB_RAW;
    }
    return job;
}

bool sacct_row_has(const struct sacct_row *row, enum sacct_column column)
{
    return row->position[column] >= 0;
}

/* Notes where the columns are; of two of one name, the first counts. */
static void find_columns(struct sacct_row *row)
{
    for (enum sacct_column column = 0; column < SACCT_COLUMNS; column++) {
        row->position[column] = -1;
    }
    for (size_t i = 0; i < row->count; i++) {
        const enum sacct_column column = column_of(row->fields[i]);
        if (column < SACCT_COLUMNS && !sacct_row_has(row, column)) {
            row->position[column] = (int)i;
        } else if (is_text(row->fields[i]) && row->text_count < sizeof row->texts / sizeof row->texts[0]) {
            row->texts[row->text_count++] = i;
        }
    }
}

/* Whether there is one of the columns from the first to the last. */
static bool has_one_of(const struct sacct_row *row, enum sacct_column first, enum sacct_column last)
{
    while (first < last && !sacct_row_has(row, first)) {
        first++;
    }
    return sacct_row_has(row, first);
}

bool sacct_row_open(struct sacct_row *row, struct span header, struct place place, struct input_error *error)
{
    *row = (struct sacct_row){.separator = separator_of(header)};
    if (!sacct_begins(header)) {
        return input_error_found(error, place, "a header line with the names of columns, such as JobID|Submit", header);
    }
    if (row->separator == ' ') {
        return input_error_at(error, place, "expected columns with a separator between them, as sacct -P prints them");
    }
    row->count = field_split(header, row->separator, row->fields, SACCT_FIELDS_MOST);
    if (row->count > SACCT_FIELDS_MOST) {
        return input_error_at(error, place, "expected at most %d columns, found %zu", SACCT_FIELDS_MOST, row->count);
    }
    find_columns(row);
    if (!has_one_of(row, SACCT_SUBMIT, SACCT_START)) {
        return input_error_at(error, place, "expected a column Submit, Eligible or Start, found none");
    }
    if (!has_one_of(row, SACCT_ELAPSED_RAW, SACCT_ELAPSED) &&
        (!sacct_row_has(row, SACCT_START) || !sacct_row_has(row, SACCT_END))) {
        return input_error_at(error, place,
                              "expected a column ElapsedRaw or Elapsed, or both Start and End, found neither");
    }
    return has_one_of(row, SACCT_ALLOC_CPUS, SACCT_REQ_NODES) ||
           input_error_at(error, place,
                          "expected a column AllocCPUS, NCPUS, AllocTRES, ReqCPUS, ReqTRES, AllocNodes, NNodes or "
                          "ReqNodes, found none");
}

/* --- A row ------------------------------------------------------------------------------------ */

static size_t fields_of(struct span line, char separator)
{
    return field_split(line, separator, NULL, 0);
}

bool sacct_row_next(struct sacct_row *row, struct text_file *file, size_t *line)
{
    struct span text;
    if (!text_file_row(file, &text)) {
        return false;
    }
    *line = file->line;
    row->found = fields_of(text, row->separator);
    while (row->found < row->count) {
        struct text_file behind = *file;
        struct span next;
        if (!text_file_line(&behind, &next) || fields_of(next, row->separator) >= row->count) {
            break; /* nothing follows, or a row of its own */
        }
        *file = behind;
        row->found += fields_of(next, row->separator) - 1;
        text.length = (size_t)(next.at + next.length - text.at);
    }
    field_split(text, row->separator, row->fields, SACCT_FIELDS_MOST);
    row->surplus = 0;
    return true;
}

bool sacct_row_shift(struct sacct_row *row, size_t number)
{
    if (number >= row->text_count || row->found > SACCT_FIELDS_MOST) {
        return false;
    }
    row->text = row->texts[number];
    row->surplus = row->found - row->count;
    return true;
}

struct span sacct_row_field(const struct sacct_row *row, enum sacct_column column)
{
    const struct span nothing = {"", 0};
    if (!sacct_row_has(row, column)) {
        return nothing;
    }
    const size_t position = (size_t)row->position[column];
    const size_t at = position + (position > row->text ? row->surplus : 0);
    return at < row->found && at < SACCT_FIELDS_MOST ? row->fields[at] : nothing;
}

enum sacct_column sacct_row_first(const struct sacct_row *row, const enum sacct_column *columns)
{
    size_t i = 0;
    while (columns[i + 1] != SACCT_COLUMNS && sacct_row_field(row, columns[i]).length == 0) {
        i++;
    }
    return columns[i];
}

bool sacct_row_is_no_job(const struct sacct_row *row)
{
    const struct span id = sacct_row_field(row, sacct_row_has(row, SACCT_JOB) ? SACCT_JOB : SACCT_JOB_RAW);
    const enum sacct_column header = column_of(id);
    return memchr(id.at, '.', id.length) != NULL || header == SACCT_JOB || header == SACCT_JOB_RAW;
}
