#include "harness/workload/swf.h"

#include "harness/workload/alloc.h"
#include "harness/workload/field.h"
#include "harness/workload/row_lines.h"
#include "harness/workload/swf_job.h"
#include "harness/workload/text_file.h"
#include "harness/workload/workload_finish.h"

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

static const struct swf_job_fields record_fields = {"allocated processors", "run time", "requested time", "wait time"};

/* Status of a job; 2, 3 and 4 are parts of one. */
enum { STATUS_COMPLETED = 1, STATUS_FIRST_PART = 2, STATUS_LAST_PART = 4 };

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

/* Seconds, or -1 if unknown. */
static bool read_time(const struct span *fields, enum column column, struct place place, double *value,
                      struct input_error *error)
{
    *value = -1;
    return field_equals(fields[column], "-1") ||
           field_decimal(fields[column], in_column(place, column), 0, seconds_max, value, error);
}

/* A number of processors or of a kind, or -1 if unknown. */
static bool read_number(const struct span *fields, enum column column, struct place place, int64_t *value,
                        struct input_error *error)
{
    *value = -1;
    return field_equals(fields[column], "-1") ||
           field_integer(fields[column], in_column(place, column), 0, INT32_MAX, value, error);
}

/* The text of an identifying number, "" if unknown. */
static bool read_name(const struct span *fields, enum column column, struct place place, char **name,
                      struct input_error *error)
{
    int64_t number;
    if (!read_number(fields, column, place, &number, error)) {
        return false;
    }
    *name = number < 0 ? alloc_text("", 0) : field_copy(fields[column]);
    return true;
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
           read_number(fields, COLUMN_ALLOCATED, place, &n->allocated, error) &&
           read_number(fields, COLUMN_REQUESTED, place, &n->requested, error) &&
           read_time(fields, COLUMN_REQUESTED_TIME, place, &n->requested_time, error) &&
           read_number(fields, COLUMN_STATUS, place, &n->status, error);
}

static int64_t processors_of(const struct numbers *n)
{
    return n->allocated > 0 ? n->allocated : n->requested;
}

static bool wanted(const struct numbers *n, const struct swf_options *options)
{
    bool part = n->status >= STATUS_FIRST_PART && n->status <= STATUS_LAST_PART;
    return n->run > 0 && processors_of(n) > 0 && !part &&
           (options->jobs == SWF_JOBS_RUN || n->status == STATUS_COMPLETED);
}

static bool read_job(struct reader *r, const struct span *fields, const struct numbers *n, struct place place)
{
    static const enum column pools[] = {COLUMN_QUEUE, COLUMN_GROUP, COLUMN_PARTITION};
    struct job_spec *job = workload_append(r->w, &r->capacity);
    row_lines_add(&r->lines, place.line);
    if (!field_word(fields[COLUMN_JOB], in_column(place, COLUMN_JOB), false, &job->name, r->error) ||
        !read_name(fields, COLUMN_USER, place, &job->user, r->error) ||
        !read_name(fields, pools[r->conversion.options->pool], place, &job->pool, r->error)) {
        return false;
    }
    if (n->submit < 0) {
        return input_error_found(r->error, in_column(place, COLUMN_SUBMIT), "a time", fields[COLUMN_SUBMIT]);
    }
    job->arrival = (ticks)round(1000 * n->submit);
    ticks recorded = n->wait < 0 ? -1 : (ticks)round(1000 * (n->wait + n->run));
    const struct swf_job record = {processors_of(n), n->run, n->requested_time, recorded};
    return swf_job_set(&r->conversion, job, &record, &record_fields, place, r->error);
}

static bool read_lines(struct reader *r, struct text_file *file, const char *path)
{
    struct place place = {.source = path, .line = 1};
    struct span line;
    while (text_file_line(file, &line)) {
        struct span fields[COLUMNS] = {{NULL, 0}};
        place.line = file->line;
        size_t found = split(line, fields);
        if (found == 0 || fields[0].at[0] == ';') {
            continue;
        }
        struct numbers numbers;
        if (found != COLUMNS) {
            return input_error_at(r->error, place, "expected %d fields separated by blanks, found %zu", COLUMNS, found);
        }
        if (!read_numbers(fields, place, &numbers, r->error) ||
            (wanted(&numbers, r->conversion.options) && !read_job(r, fields, &numbers, place))) {
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
    if (good) {
        w->title = alloc_text(path, strlen(path));
    } else {
        workload_free(w);
    }
    return good;
}
