#include "harness/workload/sls.h"

#include "harness/workload/alloc.h"
#include "harness/workload/horizon.h"
#include "harness/workload/json_field.h"
#include "harness/workload/json_stream.h"
#include "harness/workload/row_lines.h"
#include "harness/workload/sls_kind.h"
#include "harness/workload/task_bound.h"
#include "harness/workload/workload_finish.h"

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

/* What the copies of one object share. */
struct kind {
    struct job_spec job; /* without a name */
    int64_t count;       /* of the copies */
    char *id;            /* their name, if there is one copy; "" if it has none */
    ticks recorded;      /* -1 if unknown */
    bool name_repaired;
    bool foreign;     /* has tasks that are neither maps nor reduces */
    const char *flaw; /* why the job is left out; NULL: it is not */
    const char *flaw_field;
    struct input_error malformed; /* the value, if one is */
};

static void kind_free(struct kind *k)
{
    free(k->id);
    job_spec_free(&k->job);
}

/* --- Tasks ------------------------------------------------------------------------------------ */

/* A time in ms. False also if it is beyond the time of a workload. */
static bool read_ms(const json_t *object, const char *key, struct place place, int64_t *value,
                    struct input_error *error)
{
    return json_field_number(object, key, place, value, error) &&
           (*value <= WORKLOAD_TIME_MAX || json_field_unexpected(object, key, place, "at most 2^60 ms", error));
}

/* 0 or below: there is none. */
static bool read_duration(const json_t *object, struct place place, ticks *duration, struct input_error *error)
{
    static const char *const keys[] = {"container.duration.ms", "duration.ms"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        *duration = -1;
        if (!read_ms(object, keys[i], place, duration, error)) {
            return false;
        }
        if (*duration != -1) {
            return true;
        }
    }
    int64_t start = -1;
    int64_t end = -1;
    if (!read_ms(object, "container.start.ms", place, &start, error) ||
        !read_ms(object, "container.end.ms", place, &end, error)) {
        return false;
    }
    *duration = start != -1 && end > start && (start >= 0 || end <= WORKLOAD_TIME_MAX + start) ? end - start : 0;
    return true;
}

/* False: the file has too many tasks. A malformed value, or a flaw, is noted in *k. */
static bool read_task(struct reader *r, struct kind *k, const json_t *object, struct place place)
{
    int stage = sls_stage(object, "container.type");
    int64_t count = 1;
    ticks duration;
    if (!json_field_count(object, "count", place, FILE_TASKS_MAX, &count, &k->malformed) ||
        !read_duration(object, place, &duration, &k->malformed)) {
        return true;
    }
    if (duration < 1) {
        k->flaw = "with a task that has no duration";
        k->flaw_field = "job.tasks";
        return true;
    }
    if (stage == STAGES) {
        k->foreign = true;
        return true;
    }
    if (!task_bound_add(&r->bound, count, place, r->error)) {
        return false;
    }
    task_times_add(stage == STAGE_MAP ? &k->job.map_times : &k->job.reduce_times, duration, (int32_t)count);
    return true;
}

static bool read_tasks(struct reader *r, struct kind *k, const json_t *object, struct place place)
{
    const json_t *tasks;
    if (!json_field_objects(object, "job.tasks", place, &tasks, &k->malformed)) {
        return true;
    }
    for (size_t i = 0; i < json_array_size(tasks) && k->flaw == NULL && k->malformed.text[0] == '\0'; i++) {
        struct json_path path = json_path_of(place, "job.tasks", i);
        if (!read_task(r, k, json_array_get(tasks, i), (struct place){place.source, place.line, path.text})) {
            return false;
        }
    }
    k->job.maps = task_times_tasks(&k->job.map_times);
    k->job.reduces = task_times_tasks(&k->job.reduce_times);
    if (k->flaw == NULL && k->job.maps + k->job.reduces == 0) {
        k->flaw = "without a task";
        k->flaw_field = "job.tasks";
    }
    return true;
}

/* --- Jobs ------------------------------------------------------------------------------------- */

static bool read_fields(struct kind *k, const json_t *object, struct place place)
{
    int64_t end = -1;
    if (!json_field_count(object, "job.count", place, FILE_COPIES_MAX, &k->count, &k->malformed) ||
        !json_field_name(object, "job.id", place, &k->id, &k->name_repaired, &k->malformed) ||
        !json_field_name(object, "job.user", place, &k->job.user, &k->name_repaired, &k->malformed) ||
        !json_field_name(object, "job.queue.name", place, &k->job.pool, &k->name_repaired, &k->malformed) ||
        !read_ms(object, "job.start.ms", place, &k->job.arrival, &k->malformed) ||
        !read_ms(object, "job.end.ms", place, &end, &k->malformed)) {
        return false;
    }
    if (k->job.user[0] == '\0') {
        free(k->job.user);
        k->job.user = alloc_text("default", strlen("default"));
    }
    k->recorded = end > k->job.arrival ? end - (k->job.arrival < 0 ? 0 : k->job.arrival) : -1;
    return true;
}

/* False: the file has too many tasks. */
static bool read_kind(struct reader *r, struct kind *k, const json_t *object, struct place place)
{
    static const char *const types[] = {"yarn.sls.am.type", "am.type"};
    *k = (struct kind){.job = {.map_bytes = -1, .reduce_bytes = -1}, .count = 1};
    if (!read_fields(k, object, place)) {
        return true;
    }
    const char *type = types[json_field(object, types[0]) == NULL ? 1 : 0];
    k->flaw = sls_type_flaw(object, type);
    k->flaw_field = type;
    if (k->flaw != NULL || !read_tasks(r, k, object, place)) {
        return k->flaw != NULL;
    }
    if (k->flaw == NULL && r->terms.options->deadline_base == DEADLINE_BASE_RECORDED && k->recorded < 0) {
        k->flaw = "without the time that they took, for a deadline from recorded times";
        k->flaw_field = "job.end.ms";
    }
    return true;
}

static struct task_times times_copy(const struct task_times *times)
{
    struct task_times copy = {0};
    for (size_t run = 0; run < times->count; run++) {
        task_times_add(&copy, times->runs[run].duration, task_times_of_run(times, run));
    }
    return copy;
}

static void note_repairs(struct reader *r, const struct kind *k, struct place place)
{
    place.field = NULL;
    if (k->name_repaired) {
        reading_notes_repaired(&r->w->notes, place, "with a character of value 0 in a name");
    }
    place.field = "job.start.ms";
    if (k->job.arrival < 0) {
        reading_notes_repaired(&r->w->notes, place, "with a start before 0, which arrive at 0");
    }
    place.field = "job.tasks";
    if (k->foreign) {
        reading_notes_repaired(&r->w->notes, place, "with tasks that are neither maps nor reduces");
    }
}

static bool add_copy(struct reader *r, const struct kind *k, struct place place)
{
    struct job_spec *job = workload_append(r->w, &r->capacity);
    size_t row = job->row;
    row_lines_add(&r->lines, place.line);
    *job = k->job;
    job->row = row;
    job->arrival = k->job.arrival < 0 ? 0 : k->job.arrival;
    job->name = k->count == 1 && k->id[0] != '\0' ? alloc_text(k->id, strlen(k->id)) : alloc_print("%zu", row);
    job->user = alloc_text(k->job.user, strlen(k->job.user));
    job->pool = alloc_text(k->job.pool, strlen(k->job.pool));
    job->map_times = times_copy(&k->job.map_times);
    job->reduce_times = times_copy(&k->job.reduce_times);
    note_repairs(r, k, place);
    place.field = "job.end.ms";
    return horizon_job(&r->horizon, job, place, r->error) && job_terms_estimates(&r->terms, job, place, r->error) &&
           job_terms_deadline(&r->terms, job, k->recorded, place, r->error);
}

/* The first copy's tasks are counted when they are read. */
static bool add_copies(struct reader *r, const struct kind *k, struct place place)
{
    struct place copies = {place.source, place.line, "job.count"};
    if (!copy_bound_add(&r->bound, k->count - 1, copies, r->error) ||
        !task_bound_add(&r->bound, (k->count - 1) * ((int64_t)k->job.maps + k->job.reduces), copies, r->error)) {
        return false;
    }
    for (int64_t i = 0; i < k->count; i++) {
        if (!add_copy(r, k, place)) {
            return false;
        }
    }
    return true;
}

static bool read_jobs(struct reader *r, const json_t *object, struct place place)
{
    struct kind kind;
    bool good = read_kind(r, &kind, object, place);
    if (good && kind.malformed.text[0] != '\0') {
        reading_notes_malformed(&r->w->notes, place.line, &kind.malformed);
    } else if (good && kind.flaw != NULL) {
        place.field = kind.flaw_field;
        for (int64_t i = 0; i < kind.count; i++) {
            reading_notes_left_out(&r->w->notes, place, kind.flaw);
        }
    } else if (good) {
        good = add_copies(r, &kind, place);
    }
    kind_free(&kind);
    return good;
}

/* --- The whole -------------------------------------------------------------------------------- */

static bool describes_cluster(const json_t *object)
{
    return json_object_get(object, "num.nodes") != NULL && json_field(object, "job.tasks") == NULL;
}

static bool read_objects(struct reader *r, struct json_stream *stream)
{
    json_t *object;
    struct place place;
    while (json_stream_next(stream, &object, &place, r->error)) {
        if (object == NULL) {
            return true;
        }
        if (stream->repeated) {
            reading_notes_repaired(&r->w->notes, place, "with a key twice");
        }
        bool good = describes_cluster(object) || read_jobs(r, object, place);
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
    bool good = read_objects(&reader, &stream) && workload_finish(w, &reader.lines, names, error);
    job_terms_close(&reader.terms);
    json_stream_close(&stream);
    row_lines_free(&reader.lines);
    return workload_close(w, path, good);
}
