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
#include <string.h>

enum column { COLUMN_JOB, COLUMN_SUBMIT, COLUMN_GAP, COLUMN_INPUT, COLUMN_SHUFFLE, COLUMN_OUTPUT, COLUMNS };

static const char *const column_names[COLUMNS] = {
    "job id", "submit time", "gap", "map input bytes", "shuffle bytes", "reduce output bytes",
};

static const double mib = 1048576.0;
static const int64_t seconds_max = WORKLOAD_TIME_MAX / 1000;

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

static bool set_maps(struct job_spec *job, double input, struct conversion *c, struct place place,
                     struct input_error *error)
{
    const struct swim_options *o = c->options;
    double block = o->block_mib * mib;
    if (!convert_to_tasks(ceil(input / block), &c->bound, place, &job->maps, error)) {
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
    if (!convert_to_tasks(round(bytes / (o->reduce_mib * mib)), &c->bound, place, &job->reduces, error) ||
        !convert_to_ticks((double)o->startup + 1000 * bytes / mib / job->reduces / o->reduce_rate, place,
                          "a reduce duration", &each, error) ||
        !job_terms_estimate(&c->terms, each, place, &job->reduce_estimate, error)) {
        return false;
    }
    task_times_add(&job->reduce_times, each, job->reduces);
    return horizon_work(&c->horizon, each, job->reduces, place, error);
}

static bool set_job(struct job_spec *job, const struct span *fields, struct conversion *c, struct place place,
                    struct input_error *error)
{
    int64_t number[COLUMNS] = {0};
    job->line = place.line;
    if (!field_word(fields[COLUMN_JOB], in_column(place, COLUMN_JOB), false, &job->name, error)) {
        return false;
    }
    for (enum column i = COLUMN_SUBMIT; i < COLUMNS; i++) {
        if (!field_integer(fields[i], in_column(place, i), 0, i <= COLUMN_GAP ? seconds_max : WORKLOAD_TIME_MAX,
                           &number[i], error)) {
            return false;
        }
    }
    job->arrival = number[COLUMN_SUBMIT] * 1000;
    job->user = alloc_text("", 0);
    job->pool = alloc_text("", 0);
    double input = (double)number[COLUMN_INPUT] * c->options->scale;
    double shuffle = (double)number[COLUMN_SHUFFLE] * c->options->scale;
    double output = (double)number[COLUMN_OUTPUT] * c->options->scale;
    if (!horizon_arrival(&c->horizon, job->arrival, in_column(place, COLUMN_SUBMIT), error) ||
        !set_maps(job, input, c, in_column(place, COLUMN_INPUT), error) ||
        !set_reduces(job, shuffle + output, c, in_column(place, COLUMN_SHUFFLE), error) ||
        !job_terms_deadline(&c->terms, job, -1, in_column(place, COLUMN_SUBMIT), error)) {
        return false;
    }
    job->map_bytes = (int64_t)fmin(input, (double)WORKLOAD_TIME_MAX);
    job->reduce_bytes = (int64_t)fmin(shuffle, (double)WORKLOAD_TIME_MAX);
    return true;
}

static bool read_lines(struct workload *w, struct text_file *file, const char *path, struct conversion *c,
                       struct row_lines *lines, struct input_error *error)
{
    struct place place = {.source = path, .line = 1};
    struct span line;
    size_t capacity = 0;
    while (text_file_line(file, &line)) {
        struct span fields[COLUMNS] = {{NULL, 0}};
        place.line = file->line;
        size_t found = field_split(line, '\t', fields, COLUMNS);
        if (found != COLUMNS) {
            return input_error_at(error, place, "expected %d fields separated by tabs, found %zu", COLUMNS, found);
        }
        row_lines_add(lines, place.line);
        if (!set_job(workload_append(w, &capacity), fields, c, place, error)) {
            return false;
        }
    }
    return workload_finish(w, lines, in_column(place, COLUMN_JOB), error);
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
    struct conversion conversion = {.options = options, .terms = job_terms_open(terms)};
    struct row_lines lines = {0};
    bool good = read_lines(w, &file, path, &conversion, &lines, error);
    row_lines_free(&lines);
    job_terms_close(&conversion.terms);
    text_file_close(&file);
    if (good) {
        w->title = alloc_text(path, strlen(path));
    } else {
        workload_free(w);
    }
    return good;
}
