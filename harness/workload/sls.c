#include "harness/workload/sls.h"

#include "harness/workload/alloc.h"
#include "harness/workload/horizon.h"
#include "harness/workload/json_field.h"
#include "harness/workload/json_stream.h"
#include "harness/workload/row_lines.h"
#include "harness/workload/task_bound.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A trace while it is read. */
struct reader {
    struct workload *w;
    size_t capacity;
    struct row_lines lines;
    struct horizon horizon;
    struct job_terms terms;
    struct task_bound bound;
    struct input_error *error;
};

static bool read_duration(const json_t *object, struct place place, ticks *duration, struct input_error *error)
{
    static const char *const keys[] = {"container.duration.ms", "duration.ms"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (json_object_get(object, keys[i]) != NULL) {
            return json_field_integer(object, keys[i], place, 1, WORKLOAD_TIME_MAX, duration, error);
        }
    }
    int64_t start;
    int64_t end;
    if (!json_field_integer(object, "container.start.ms", place, 0, WORKLOAD_TIME_MAX, &start, error) ||
        !json_field_integer(object, "container.end.ms", place, start + 1, WORKLOAD_TIME_MAX, &end, error)) {
        return false;
    }
    *duration = end - start;
    return true;
}

static bool read_task(struct reader *r, struct job_spec *job, const json_t *object, struct place place)
{
    static const char *const types[] = {"map", "reduce", NULL};
    int type;
    int64_t count = 1;
    ticks duration;
    if (!json_field_choice(object, "container.type", place, types, "\"map\" or \"reduce\"", &type, r->error) ||
        !json_field_optional_integer(object, "count", place, 1, FILE_TASKS_MAX, &count, r->error) ||
        !task_bound_add(&r->bound, count, place, r->error) || !read_duration(object, place, &duration, r->error)) {
        return false;
    }
    task_times_add(type == 0 ? &job->map_times : &job->reduce_times, duration, (int32_t)count);
    return true;
}

static bool read_tasks(struct reader *r, struct job_spec *job, const json_t *object, struct place place)
{
    const json_t *tasks;
    bool good = json_field_objects(object, "job.tasks", place, &tasks, r->error);
    if (good && json_array_size(tasks) == 0) {
        place.field = "job.tasks";
        good = input_error_at(r->error, place, "expected a task, found none");
    }
    for (size_t i = 0; good && i < json_array_size(tasks); i++) {
        struct json_path path = json_path_of(place, "job.tasks", i);
        good = read_task(r, job, json_array_get(tasks, i), (struct place){place.source, place.line, path.text});
    }
    job->maps = task_times_tasks(&job->map_times);
    job->reduces = task_times_tasks(&job->reduce_times);
    return good;
}

static bool name_job(struct job_spec *job, const json_t *object, int64_t count, struct place place,
                     struct input_error *error)
{
    if (count == 1 && json_object_get(object, "job.id") != NULL) {
        return json_field_word(object, "job.id", place, false, &job->name, error);
    }
    char number[24];
    job->name = alloc_text(number, (size_t)snprintf(number, sizeof number, "%zu", job->row));
    return true;
}

static bool name_user(struct job_spec *job, const json_t *object, struct place place, struct input_error *error)
{
    if (!json_field_word(object, "job.user", place, true, &job->user, error)) {
        return false;
    }
    if (job->user[0] == '\0') {
        free(job->user);
        job->user = alloc_text("default", strlen("default"));
    }
    return true;
}

static bool read_job(struct reader *r, const json_t *object, int64_t count, struct place place)
{
    struct job_spec *job = workload_append(r->w, &r->capacity);
    row_lines_add(&r->lines, place.line);
    int64_t end = -1;
    if (!name_job(job, object, count, place, r->error) || !name_user(job, object, place, r->error) ||
        !json_field_word(object, "job.queue.name", place, true, &job->pool, r->error) ||
        !json_field_integer(object, "job.start.ms", place, 0, WORKLOAD_TIME_MAX, &job->arrival, r->error) ||
        !json_field_optional_integer(object, "job.end.ms", place, -1, WORKLOAD_TIME_MAX, &end, r->error) ||
        !read_tasks(r, job, object, place)) {
        return false;
    }
    ticks recorded = end > job->arrival ? end - job->arrival : -1;
    place.field = "job.end.ms";
    return horizon_job(&r->horizon, job, place, r->error) && job_terms_estimates(&r->terms, job, place, r->error) &&
           job_terms_deadline(&r->terms, job, recorded, place, r->error);
}

/* The jobs of one object: job.count of them. */
static bool read_jobs(struct reader *r, const json_t *object, struct place place)
{
    static const char *const types[] = {"mapreduce", NULL};
    int type;
    int64_t count = 1;
    if (!json_field_choice(object, "am.type", place, types, "\"mapreduce\"", &type, r->error) ||
        !json_field_optional_integer(object, "job.count", place, 1, FILE_COPIES_MAX, &count, r->error)) {
        return false;
    }
    struct place copies = {place.source, place.line, "job.count"};
    if (!copy_bound_add(&r->bound, count - 1, copies, r->error)) {
        return false;
    }
    for (int64_t i = 0; i < count; i++) {
        if (!read_job(r, object, count, place)) {
            return false;
        }
    }
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
        bool describes_cluster = json_object_get(object, "num.nodes") != NULL;
        bool good = describes_cluster || read_jobs(r, object, place);
        json_decref(object);
        if (!good) {
            return false;
        }
    }
    return false;
}

bool sls_read(struct workload *w, const char *path, const struct job_terms_options *terms, struct input_error *error)
{
    *w = (struct workload){0};
    struct json_stream stream;
    if (!json_stream_open(&stream, path, error)) {
        return false;
    }
    path = text_file_name(path);
    struct reader reader = {.w = w, .terms = job_terms_open(terms), .error = error};
    const struct place names = {.source = path, .field = "job.id"};
    bool good = read_objects(&reader, &stream) && row_lines_finish(&reader.lines, w, names, error);
    job_terms_close(&reader.terms);
    json_stream_close(&stream);
    row_lines_free(&reader.lines);
    if (good) {
        w->title = alloc_text(path, strlen(path));
    } else {
        workload_free(w);
    }
    return good;
}
