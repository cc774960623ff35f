#include "harness/workload/swim.h"

#include "harness/workload/alloc.h"
#include "harness/workload/conversion.h"
#include "harness/workload/field.h"
#include "harness/workload/horizon.h"
#include "harness/workload/row_lines.h"
#include "harness/workload/text_file.h"
#include "harness/workload/workload_finish.h"

#include <math.h>
#include <stdlib.h>

enum column { COLUMN_JOB, COLUMN_SUBMIT, COLUMN_GAP, COLUMN_INPUT, COLUMN_SHUFFLE, COLUMN_OUTPUT, COLUMNS };

static const char *const column_names[COLUMNS] = {
    "job id", "submit time", "gap", "map input bytes", "shuffle bytes", "reduce output bytes",
};

static const double mib = 1048576.0;
static const double seconds_max = (double)(WORKLOAD_TIME_MAX / 1000);

struct conversion {
    const struct swim_options *options;
    struct job_terms terms;
    struct horizon horizon;
    struct task_bound bound;
};

struct swim_options swim_options_default(void)
{
    return (struct swim_options){
        .block_mib = 128,
        .reduce_mib = 1024,
        .map_rate = 6.14,
        .reduce_rate = 32,
        .startup = 1000,
        .scale = 1,
    };
}

static struct place in_column(struct place place, enum column column)
{
    place.field = column_names[column];
    return place;
}

static double maps_of(double input, const struct swim_options *o)
{
    return ceil(input / (o->block_mib * mib));
}

static double reduces_of(double bytes, const struct swim_options *o)
{
    return round(bytes / (o->reduce_mib * mib));
}

static bool set_maps(struct job_spec *job, double input, struct conversion *c, struct place place,
                     struct input_error *error)
{
    const struct swim_options *o = c->options;
    double block = o->block_mib * mib;
    if (!convert_to_tasks(maps_of(input, o), &c->bound, place, &job->maps, error)) {
        return false;
    }
    double rest = input - block * (job->maps - 1); /* the last block's bytes */
    ticks full = 0;
    ticks last = 0;
    if (job->maps > 1 && !convert_to_ticks((double)o->startup + 1000 * o->block_mib / o->map_rate, place,
                                           "a map duration", &full, error)) {
        return false;
    }
    if (!convert_to_ticks((double)o->startup + 1000 * rest / mib / o->map_rate, place, "a map duration", &last,
                          error) ||
        !job_terms_estimate(&c->terms, full > last ? full : last, place, &job->map_estimate, error)) {
        return false;
    }
    task_times_add(&job->map_times, full, job->maps - 1);
    task_times_add(&job->map_times, last, 1);
    return horizon_work(&c->horizon, full, job->maps - 1, place, error) &&
           horizon_work(&c->horizon, last, 1, place, error);
}

static bool set_reduces(struct job_spec *job, double bytes, struct conversion *c, struct place place,
                        struct input_error *error)
{
    const struct swim_options *o = c->options;
    ticks each = 0;
    if (!convert_to_tasks(reduces_of(bytes, o), &c->bound, place, &job->reduces, error) ||
        !convert_to_ticks((double)o->startup + 1000 * bytes / mib / job->reduces / o->reduce_rate, place,
                          "a reduce duration", &each, error) ||
        !job_terms_estimate(&c->terms, each, place, &job->reduce_estimate, error)) {
        return false;
    }
    task_times_add(&job->reduce_times, each, job->reduces);
    return horizon_work(&c->horizon, each, job->reduces, place, error);
}

/* The numbers of a row. */
struct numbers {
    double submit; /* seconds */
    double input, shuffle, output;
};

static bool read_numbers(const struct span *fields, struct place place, struct numbers *n, struct input_error *error)
{
    const double most = (double)WORKLOAD_TIME_MAX;
    return field_decimal(fields[COLUMN_SUBMIT], in_column(place, COLUMN_SUBMIT), 0, seconds_max, &n->submit, error) &&
           field_decimal(fields[COLUMN_INPUT], in_column(place, COLUMN_INPUT), 0, most, &n->input, error) &&
           field_decimal(fields[COLUMN_SHUFFLE], in_column(place, COLUMN_SHUFFLE), 0, most, &n->shuffle, error) &&
           field_decimal(fields[COLUMN_OUTPUT], in_column(place, COLUMN_OUTPUT), 0, most, &n->output, error);
}

/* Scales the bytes. False: a stage would have too many tasks, *error says so. */
static bool scale(struct numbers *n, const struct swim_options *o, struct place place, struct input_error *error)
{
    int32_t tasks;
    struct task_bound alone = {0};
    n->input *= o->scale;
    n->shuffle *= o->scale;
    n->output *= o->scale;
    if (!convert_to_tasks(maps_of(n->input, o), &alone, in_column(place, COLUMN_INPUT), &tasks, error)) {
        return false;
    }
    alone = (struct task_bound){0};
    return convert_to_tasks(reduces_of(n->shuffle + n->output, o), &alone, in_column(place, COLUMN_SHUFFLE), &tasks,
                            error);
}

static bool set_job(struct job_spec *job, const struct numbers *n, struct conversion *c, struct place place,
                    struct input_error *error)
{
    job->arrival = (ticks)round(1000 * n->submit);
    job->user = alloc_text("", 0);
    job->pool = alloc_text("", 0);
    if (!horizon_arrival(&c->horizon, job->arrival, in_column(place, COLUMN_SUBMIT), error) ||
        !set_maps(job, n->input, c, in_column(place, COLUMN_INPUT), error) ||
        !set_reduces(job, n->shuffle + n->output, c, in_column(place, COLUMN_SHUFFLE), error) ||
        !job_terms_deadline(&c->terms, job, -1, in_column(place, COLUMN_SUBMIT), error)) {
        return false;
    }
    job->map_bytes = (int64_t)fmin(n->input, (double)WORKLOAD_TIME_MAX);
    job->reduce_bytes = (int64_t)fmin(n->shuffle, (double)WORKLOAD_TIME_MAX);
    return true;
}

/* A trace while it is read. */
struct reader {
    struct workload *w;
    size_t capacity;
    struct row_lines lines;
    struct conversion conversion;
    struct input_error *error;
};

/* False: *error is set, the trace cannot be read. */
static bool read_row(struct reader *r, struct span row, struct place place)
{
    struct span fields[COLUMNS] = {{NULL, 0}};
    size_t found = field_split(row, '\t', fields, COLUMNS);
    struct numbers numbers;
    char *name = NULL;
    bool good =
        found >= COLUMNS ||
        input_error_at(r->error, place, "expected at least %d fields separated by tabs, found %zu", COLUMNS, found);
    if (!good || !read_numbers(fields, place, &numbers, r->error) ||
        !scale(&numbers, r->conversion.options, place, r->error) ||
        !field_word(field_trim(fields[COLUMN_JOB]), in_column(place, COLUMN_JOB), false, &name, r->error)) {
        reading_notes_malformed(&r->w->notes, place.line, r->error);
        return true;
    }
    struct job_spec *job = workload_append(r->w, &r->capacity);
    job->name = name;
    row_lines_add(&r->lines, place.line);
    return set_job(job, &numbers, &r->conversion, place, r->error);
}

static bool read_rows(struct reader *r, struct text_file *file, const char *path)
{
    struct place place = {.source = path};
    struct span row;
    while (text_file_row(file, &row)) {
        place.line = file->line;
        if (!read_row(r, row, place)) {
            return false;
        }
    }
    return workload_finish(r->w, &r->lines, in_column(place, COLUMN_JOB), r->error);
}

bool swim_read(struct workload *w, const char *path, const struct swim_options *options,
               const struct job_terms_options *terms, struct input_error *error)
{
    *w = (struct workload){0};
    struct text_file file;
    if (!text_file_open(&file, path, error)) {
        return false;
    }
    path = text_file_name(path);
    struct reader reader = {.w = w, .conversion = {.options = options, .terms = job_terms_open(terms)}, .error = error};
    bool good = read_rows(&reader, &file, path);
    job_terms_close(&reader.conversion.terms);
    row_lines_free(&reader.lines);
    text_file_close(&file);
    return workload_close(w, path, good);
}
