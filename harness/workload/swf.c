#include "harness/workload/swf.h"

#include "harness/workload/alloc.h"
#include "harness/workload/field.h"
#include "harness/workload/row_lines.h"
#include "harness/workload/swf_job.h"
#include "harness/workload/text_file.h"
#include "harness/workload/workload_finish.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum column {
    COLUMN_JOB,
    COLUMN_SUBMIT,
    COLUMN_WAIT,
    COLUMN_RUN,
    COLUMN_ALLOCATED,
    COLUMN_CPU,
    COLUMN_MEMORY,
    COLUMN_REQUESTED,
    COLUMN_REQUESTED_TIME,
    COLUMN_REQUESTED_MEMORY,
    COLUMN_STATUS,
    COLUMN_USER,
    COLUMN_GROUP,
    COLUMN_EXECUTABLE,
    COLUMN_QUEUE,
    COLUMN_PARTITION,
    COLUMN_PRECEDING,
    COLUMN_THINK,
    COLUMNS
};

static const char *const column_names[COLUMNS] = {
    "job number",
    "submit time",
    "wait time",
    "run time",
    "allocated processors",
    "CPU time",
    "used memory",
    "requested processors",
    "requested time",
    "requested memory",
    "status",
    "user id",
    "group id",
    "executable",
    "queue",
    "partition",
    "preceding job",
    "think time",
};

/* A line must have the fields without which there is no job; others that it lacks are unknown. */
enum { COLUMNS_LEAST = COLUMN_ALLOCATED + 1 };

static const struct swf_job_fields record_fields = {"allocated processors", "run time", "requested time", "wait time"};

/* Status of a job; 2, 3 and 4 are parts of one. */
enum { STATUS_COMPLETED = 1, STATUS_FIRST_PART = 2, STATUS_LAST_PART = 4, STATUS_CANCELLED = 5 };

/* The value of a field that is not known. */
enum { UNKNOWN = -1 };

static const double seconds_max = (double)(WORKLOAD_TIME_MAX / 1000);

/* A trace while it is read. */
struct reader {
    struct swf_conversion conversion;
    struct workload *w;
    size_t capacity;
    struct row_lines lines;
    struct input_error *error;
};

struct swf_options swf_options_default(void)
{
    return (struct swf_options){.reduces_per_map = 0.3};
}

static struct place in_column(struct place place, enum column column)
{
    place.field = column_names[column];
    return place;
}

/* Splits at blanks; returns the number of fields, those beyond COLUMNS counted too. */
static size_t split(struct span line, struct span fields[COLUMNS])
{
    size_t count = 0;
    size_t i = 0;
    while (i < line.length) {
        size_t begin = i;
        while (i < line.length && line.at[i] != ' ' && line.at[i] != '\t') {
            i++;
        }
        if (i > begin) {
            if (count < COLUMNS) {
                fields[count] = (struct span){line.at + begin, i - begin};
            }
            count++;
        } else {
            i++;
        }
    }
    return count;
}

/* Seconds; below 0: they are unknown, or clocks were set back. */
static bool read_time(const struct span *fields, enum column column, struct place place, double *value,
                      struct input_error *error)
{
    return field_decimal(fields[column], in_column(place, column), -seconds_max, seconds_max, value, error);
}

/* A number of processors; below 0: it is unknown. */
static bool read_processors(const struct span *fields, enum column column, struct place place, int64_t *value,
                            struct input_error *error)
{
    return field_integer(fields[column], in_column(place, column), INT32_MIN, FILE_TASKS_MAX, value, error);
}

/* The name that an identifying number is, however it is written, or a text in its place. */
static char *name_of(struct span field)
{
    struct input_error no_number;
    int64_t number;
    const bool is_number =
        field_integer(field, (struct place){.source = ""}, -INT64_MAX, INT64_MAX, &number, &no_number);
    return is_number ? alloc_print("%" PRId64, number) : field_copy(field);
}

/* The same; "" if it is unknown. */
static char *name_if_known(struct span field)
{
    char *name = name_of(field);
    if (name[0] == '-') {
        name[0] = '\0';
    }
    return name;
}

/* The numbers that decide whether and how a line becomes a job. */
struct numbers {
    double submit, wait, run, requested_time;
    int64_t allocated, requested, status;
};

static bool read_numbers(const struct span *fields, struct place place, struct numbers *n, struct input_error *error)
{
    return read_time(fields, COLUMN_SUBMIT, place, &n->submit, error) &&
           read_time(fields, COLUMN_WAIT, place, &n->wait, error) &&
           read_time(fields, COLUMN_RUN, place, &n->run, error) &&
           read_processors(fields, COLUMN_ALLOCATED, place, &n->allocated, error) &&
           read_processors(fields, COLUMN_REQUESTED, place, &n->requested, error) &&
           read_time(fields, COLUMN_REQUESTED_TIME, place, &n->requested_time, error) &&
           field_integer(fields[COLUMN_STATUS], in_column(place, COLUMN_STATUS), INT32_MIN, INT32_MAX, &n->status,
                         error);
}

static int64_t processors_of(const struct numbers *n)
{
    return n->allocated > 0 ? n->allocated : n->requested;
}

/* Whether a job of run time 0 ran: for less than half a second, on processors that were allocated,
 * or, if these are unknown, to its completion. */
static bool ran_briefly(const struct numbers *n)
{
    return n->allocated > 0 || (n->allocated < 0 && n->status == STATUS_COMPLETED);
}

/* Notes why the line is no job. False: it is one. */
static bool left_out(struct reader *r, const struct numbers *n, struct place place)
{
    struct reading_notes *notes = &r->w->notes;
    if (n->status >= STATUS_FIRST_PART && n->status <= STATUS_LAST_PART) {
        reading_notes_left_out(notes, in_column(place, COLUMN_STATUS), "partial executions");
    } else if (n->run < 0 && n->run != UNKNOWN) {
        reading_notes_left_out(notes, in_column(place, COLUMN_RUN), "with a negative run time");
    } else if (n->run < 0 || (n->run <= 0 && !ran_briefly(n))) {
        reading_notes_left_out(notes, in_column(place, COLUMN_RUN),
                               n->status == STATUS_CANCELLED ? "cancelled before they ran" : "did not run");
    } else if (processors_of(n) <= 0) {
        reading_notes_left_out(notes, in_column(place, COLUMN_ALLOCATED), "without processors");
    } else if (n->submit < 0) {
        reading_notes_left_out(notes, in_column(place, COLUMN_SUBMIT),
                               n->submit == UNKNOWN ? "without a submit time" : "with a negative submit time");
    } else if (n->wait < 0 && r->conversion.terms.options->deadline_base == DEADLINE_BASE_RECORDED) {
        reading_notes_left_out(notes, in_column(place, COLUMN_WAIT), "without a wait time, for a deadline from it");
    } else {
        return false;
    }
    return true;
}

/* Notes what of a job's line is not as it should be. */
static void note_repairs(struct reader *r, const struct numbers *n, size_t found, struct place place)
{
    if (n->wait < 0 && n->wait != UNKNOWN) {
        reading_notes_repaired(&r->w->notes, in_column(place, COLUMN_WAIT), "with a negative wait time");
    }
    if (found < COLUMNS) {
        reading_notes_repaired(&r->w->notes, place, "with less than 18 fields");
    }
}

static bool read_job(struct reader *r, const struct span *fields, const struct numbers *n, struct place place)
{
    static const enum column pools[] = {COLUMN_QUEUE, COLUMN_GROUP, COLUMN_PARTITION};
    struct job_spec *job = workload_append(r->w, &r->capacity);
    row_lines_add(&r->lines, place.line);
    job->name = name_of(fields[COLUMN_JOB]);
    job->user = name_if_known(fields[COLUMN_USER]);
    job->pool = name_if_known(fields[pools[r->conversion.options->pool]]);
    job->arrival = (ticks)round(1000 * n->submit);
    ticks recorded = n->wait < 0 ? -1 : (ticks)round(1000 * (n->wait + n->run));
    const struct swf_job record = {processors_of(n), n->run, n->requested_time, recorded};
    return swf_job_set(&r->conversion, job, &record, &record_fields, place, r->error);
}

/* False: *error is set, the trace cannot be read. */
static bool read_line(struct reader *r, struct span line, struct place place)
{
    static const struct span unknown = {"-1", 2};
    struct span fields[COLUMNS];
    for (size_t i = 0; i < COLUMNS; i++) {
        fields[i] = unknown;
    }
    size_t found = split(line, fields);
    if (found == 0 || fields[0].at[0] == ';') {
        return true;
    }
    struct numbers numbers;
    bool good = memchr(line.at, 0, line.length) == NULL ||
                input_error_at(r->error, place, "expected text, found a byte of value 0");
    good = good && (found >= COLUMNS_LEAST ||
                    input_error_at(r->error, place, "expected at least %d fields separated by blanks, found %zu",
                                   COLUMNS_LEAST, found));
    if (!good || !read_numbers(fields, place, &numbers, r->error)) {
        reading_notes_malformed(&r->w->notes, place.line, r->error);
        return true;
    }
    bool unwanted = r->conversion.options->jobs == SWF_JOBS_COMPLETED && numbers.status != STATUS_COMPLETED;
    if (left_out(r, &numbers, place) || unwanted) {
        return true;
    }
    note_repairs(r, &numbers, found, place);
    return read_job(r, fields, &numbers, place);
}

static bool read_lines(struct reader *r, struct text_file *file, const char *path)
{
    struct place place = {.source = path};
    struct span line;
    while (text_file_line(file, &line)) {
        place.line = file->line;
        if (!read_line(r, line, place)) {
            return false;
        }
    }
    return workload_finish(r->w, &r->lines, in_column(place, COLUMN_JOB), r->error);
}

bool swf_read(struct workload *w, const char *path, const struct swf_options *options,
              const struct job_terms_options *terms, struct input_error *error)
{
    *w = (struct workload){0};
    struct text_file file;
    if (!text_file_open(&file, path, error)) {
        return false;
    }
    path = text_file_name(path);
    struct reader reader = {.conversion = {.options = options, .terms = job_terms_open(terms)}, .w = w, .error = error};
    bool good = read_lines(&reader, &file, path);
    job_terms_close(&reader.conversion.terms);
    row_lines_free(&reader.lines);
    text_file_close(&file);
    return workload_close(w, path, good);
}
