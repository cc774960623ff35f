#include "harness/workload/rumen.h"

#include "harness/workload/alloc.h"
#include "harness/workload/horizon.h"
#include "harness/workload/json_field.h"
#include "harness/workload/json_stream.h"
#include "harness/workload/node_index.h"
#include "harness/workload/row_lines.h"
#include "harness/workload/rumen_places.h"
#include "harness/workload/rumen_tasks.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A trace while it is read. */
struct reader {
    const struct rumen_options *options;
    struct workload *w;
    size_t capacity;
    struct row_lines lines;
    ticks *recorded; /* by row: finishTime - submitTime, -1 if unknown */
    size_t recorded_capacity;
    ticks first;             /* submission */
    struct node_index nodes; /* empty: without a cluster */
    struct task_bound bound;
    struct input_error *error;
};

static bool wanted(const json_t *object, const struct rumen_options *options)
{
    const json_t *outcome = json_object_get(object, "outcome");
    return options->jobs == RUMEN_JOBS_ALL ||
           (json_is_string(outcome) && strcmp(json_string_value(outcome), "SUCCESS") == 0);
}

static bool read_tasks(struct reader *r, struct job_spec *job, const json_t *object, struct place place)
{
    struct rumen_tasks tasks;
    if (!rumen_tasks_read(&tasks, object, "mapTasks", false, -1, r->options, &r->bound, place, r->error)) {
        return false;
    }
    job->map_times = tasks.times;
    job->maps = task_times_tasks(&job->map_times);
    job->map_bytes = tasks.bytes;
    if (r->nodes.count > 0 && !rumen_places_read(&job->map_nodes, object, &r->nodes, place, r->error)) {
        return false;
    }
    ticks maps_end = tasks.last_end;
    if (!rumen_tasks_read(&tasks, object, "reduceTasks", true, maps_end, r->options, &r->bound, place, r->error)) {
        return false;
    }
    job->reduce_times = tasks.times;
    job->reduces = task_times_tasks(&job->reduce_times);
    job->reduce_bytes = tasks.bytes;
    return true;
}

static bool read_job(struct reader *r, const json_t *object, struct place place)
{
    struct job_spec *job = workload_append(r->w, &r->capacity);
    row_lines_add(&r->lines, place.line);
    ticks finish = -1;
    if (!json_field_word(object, "jobID", place, false, &job->name, r->error) ||
        !json_field_word(object, "user", place, true, &job->user, r->error) ||
        !json_field_word(object, "queue", place, true, &job->pool, r->error) ||
        !json_field_integer(object, "submitTime", place, 0, WORKLOAD_TIME_MAX, &job->arrival, r->error) ||
        !json_field_optional_integer(object, "finishTime", place, -1, WORKLOAD_TIME_MAX, &finish, r->error) ||
        !read_tasks(r, job, object, place)) {
        return false;
    }
    r->recorded = alloc_grow(r->recorded, &r->recorded_capacity, r->w->count, sizeof *r->recorded);
    r->recorded[r->w->count - 1] = finish >= job->arrival ? finish - job->arrival : -1;
    r->first = job->arrival < r->first ? job->arrival : r->first;
    return true;
}

static bool read_objects(struct reader *r, struct json_stream *stream)
{
    json_t *object;
    struct place place;
    while (json_stream_next(stream, &object, &place, r->error)) {
        if (object == NULL) {
            return r->w->count > 0 || input_error_at(r->error, place, "expected a job, found none");
        }
        bool good = !wanted(object, r->options) || read_job(r, object, place);
        json_decref(object);
        if (!good) {
            return false;
        }
    }
    return false;
}

/* --- Tasks without a duration ----------------------------------------------------------------- */

/* Known durations. */
struct sample {
    double *value;
    size_t count;
    size_t capacity;
};

static void sample_add(struct sample *s, const struct task_times *times)
{
    s->value = alloc_grow(s->value, &s->capacity, s->count + (size_t)task_times_tasks(times), sizeof *s->value);
    for (size_t run = 0; run < times->count; run++) {
        int32_t known = times->runs[run].duration > 0 ? task_times_of_run(times, run) : 0;
        for (int32_t i = 0; i < known; i++) {
            s->value[s->count++] = (double)times->runs[run].duration;
        }
    }
}

/* 0 if there are none. Sorts the sample. */
static ticks sample_median(struct sample *s)
{
    if (s->count == 0) {
        return 0;
    }
    gsl_sort(s->value, 1, s->count);
    return (ticks)ceil(gsl_stats_median_from_sorted_data(s->value, 1, s->count));
}

/* The places of the tasks that have a duration. */
static void drop_places(struct map_places *places, const struct task_times *times)
{
    struct map_places kept = {0};
    int32_t map = 0;
    for (size_t run = 0; places->maps > 0 && run < times->count; run++) {
        for (; map < times->runs[run].end; map++) {
            const int32_t *nodes;
            size_t count = map_places_of(places, map, &nodes);
            if (times->runs[run].duration > 0) {
                map_places_add(&kept, nodes, count);
            }
        }
    }
    map_places_free(places);
    *places = kept;
}

static void drop_unknown(struct task_times *times, int32_t *tasks)
{
    struct task_times kept = {0};
    for (size_t run = 0; run < times->count; run++) {
        if (times->runs[run].duration > 0) {
            task_times_add(&kept, times->runs[run].duration, task_times_of_run(times, run));
        }
    }
    task_times_free(times);
    *times = kept;
    *tasks = task_times_tasks(times);
}

/* Gives the tasks without a duration the median of the others, or the trace's. False if neither
 * exists. */
static bool fill_unknown(struct task_times *times, ticks median_of_trace)
{
    struct sample known = {0};
    sample_add(&known, times);
    ticks median = known.count > 0 ? sample_median(&known) : median_of_trace;
    bool complete = known.count == (size_t)task_times_tasks(times);
    free(known.value);
    struct task_times filled = {0};
    for (size_t run = 0; run < times->count; run++) {
        ticks duration = times->runs[run].duration;
        task_times_add(&filled, duration > 0 ? duration : median, task_times_of_run(times, run));
    }
    task_times_free(times);
    *times = filled;
    return complete || median > 0;
}

static bool settle_unknown(struct reader *r, struct place place)
{
    struct sample maps = {0};
    struct sample reduces = {0};
    for (size_t i = 0; i < r->w->count; i++) {
        sample_add(&maps, &r->w->jobs[i].map_times);
        sample_add(&reduces, &r->w->jobs[i].reduce_times);
    }
    ticks map_median = sample_median(&maps);
    ticks reduce_median = sample_median(&reduces);
    free(maps.value);
    free(reduces.value);
    for (size_t i = 0; i < r->w->count; i++) {
        struct job_spec *job = &r->w->jobs[i];
        if (r->options->missing == RUMEN_MISSING_DROP) {
            drop_places(&job->map_nodes, &job->map_times);
            drop_unknown(&job->map_times, &job->maps);
            drop_unknown(&job->reduce_times, &job->reduces);
        } else if (!fill_unknown(&job->map_times, map_median) || !fill_unknown(&job->reduce_times, reduce_median)) {
            place.line = r->lines.line[i];
            return input_error_at(r->error, place, "expected an attempt that counts of some task of each stage");
        }
    }
    return true;
}

/* --- The whole -------------------------------------------------------------------------------- */

static bool settle_jobs(struct reader *r, const char *path, const struct job_terms_options *options)
{
    struct place place = {.source = path};
    struct horizon horizon = {0};
    struct job_terms terms = job_terms_open(options);
    bool good = settle_unknown(r, place);
    for (size_t i = 0; i < r->w->count && good; i++) {
        struct job_spec *job = &r->w->jobs[i];
        place.line = r->lines.line[i];
        place.field = "finishTime";
        job->arrival -= r->first;
        good = horizon_job(&horizon, job, place, r->error) && job_terms_estimates(&terms, job, place, r->error) &&
               job_terms_deadline(&terms, job, r->recorded[i], place, r->error);
    }
    job_terms_close(&terms);
    place.field = "jobID";
    return good && row_lines_finish(&r->lines, r->w, place, r->error);
}

bool rumen_read(struct workload *w, const char *path, const struct rumen_options *options,
                const struct job_terms_options *terms, struct input_error *error)
{
    *w = (struct workload){0};
    struct json_stream stream;
    if (!json_stream_open(&stream, path, error)) {
        return false;
    }
    path = text_file_name(path);
    struct reader reader = {.options = options, .w = w, .first = WORKLOAD_TIME_MAX, .error = error};
    if (options->cluster != NULL) {
        reader.nodes = node_index_of(options->cluster);
    }
    bool good = read_objects(&reader, &stream) && settle_jobs(&reader, path, terms);
    json_stream_close(&stream);
    row_lines_free(&reader.lines);
    node_index_free(&reader.nodes);
    free(reader.recorded);
    if (good) {
        w->title = alloc_text(path, strlen(path));
    } else {
        workload_free(w);
    }
    return good;
}
