#include "harness/workload/rumen_jobs.h"

#include "harness/workload/alloc.h"
#include "harness/workload/horizon.h"
#include "harness/workload/json_field.h"
#include "harness/workload/node_index.h"
#include "harness/workload/row_lines.h"
#include "harness/workload/rumen_missing.h"
#include "harness/workload/rumen_places.h"
#include "harness/workload/rumen_tasks.h"
#include "harness/workload/task_bound.h"
#include "harness/workload/text_file.h"
#include "harness/workload/workload_finish.h"

#include <stdlib.h>

/* A trace while it is read. */
struct reader {
    const struct rumen_options *options;
    struct workload *w;
    size_t capacity;
    struct row_lines lines;
    ticks *recorded; /* by row: the time from submission to finish, -1 if unknown */
    size_t recorded_capacity;
    struct node_index nodes; /* empty: without a cluster */
    struct task_bound bound;
};

/* --- One job ---------------------------------------------------------------------------------- */

/* What of a job has no place in struct job_spec. */
struct job_log {
    int64_t submit;    /* -1 if unknown, as the next two */
    int64_t finish;    /* of the job */
    ticks first_start; /* of all attempts */
    bool name_repaired;
    bool backwards; /* an attempt ends before it starts */
};

static bool read_stage(const struct reader *r, struct job_log *log, const json_t *object, struct place place,
                       bool reduces, struct rumen_tasks *tasks, ticks from, struct input_error *error)
{
    if (!rumen_tasks_read(tasks, object, reduces ? "reduceTasks" : "mapTasks", reduces, from, r->options, place,
                          error)) {
        return false;
    }
    log->backwards = log->backwards || tasks->backwards;
    if (tasks->first_start >= 0 && (log->first_start < 0 || tasks->first_start < log->first_start)) {
        log->first_start = tasks->first_start;
    }
    return true;
}

static bool read_tasks(const struct reader *r, struct job_spec *job, struct job_log *log, const json_t *object,
                       struct place place, struct input_error *error)
{
    struct rumen_tasks maps;
    struct rumen_tasks reduces;
    if (!read_stage(r, log, object, place, false, &maps, -1, error)) {
        return false;
    }
    job->map_times = maps.times;
    job->maps = task_times_tasks(&job->map_times);
    job->map_bytes = maps.bytes;
    if (r->nodes.count > 0 && !rumen_places_read(&job->map_nodes, object, &r->nodes, place, error)) {
        return false;
    }
    if (!read_stage(r, log, object, place, true, &reduces, maps.last_end, error)) {
        return false;
    }
    job->reduce_times = reduces.times;
    job->reduces = task_times_tasks(&job->reduce_times);
    job->reduce_bytes = reduces.bytes;
    return true;
}

/* False: a value is malformed. */
static bool read_fields(const struct reader *r, struct job_spec *job, struct job_log *log, const json_t *object,
                        struct place place, struct input_error *error)
{
    if (!json_field_name(object, "jobID", place, &job->name, &log->name_repaired, error) ||
        !json_field_name(object, "user", place, &job->user, &log->name_repaired, error) ||
        !json_field_name(object, "queue", place, &job->pool, &log->name_repaired, error) ||
        !json_field_number(object, "submitTime", place, &log->submit, error) ||
        !json_field_number(object, "finishTime", place, &log->finish, error) ||
        !read_tasks(r, job, log, object, place, error)) {
        return false;
    }
    log->submit = rumen_time(log->submit);
    log->finish = rumen_time(log->finish);
    return true;
}

static void add_job(struct reader *r, struct job_spec job, const struct job_log *log, struct place place)
{
    struct reading_notes *notes = &r->w->notes;
    struct job_spec *added = workload_append(r->w, &r->capacity);
    job.row = added->row;
    job.arrival = log->submit >= 0 ? log->submit : log->first_start;
    if (log->submit < 0) {
        place.field = "submitTime";
        reading_notes_repaired(notes, place, "without a submission time, which arrive with their first attempt");
    }
    if (job.name[0] == '\0') {
        place.field = "jobID";
        free(job.name);
        job.name = alloc_print("%zu", job.row);
        reading_notes_repaired(notes, place, "without a name");
    }
    place.field = NULL;
    if (log->name_repaired) {
        reading_notes_repaired(notes, place, "with a character of value 0 in a name");
    }
    if (log->backwards) {
        reading_notes_repaired(notes, place, "with attempts that end before they start");
    }
    if (log->finish >= 0 && log->finish < job.arrival) {
        place.field = "finishTime";
        reading_notes_repaired(notes, place, "that end before they arrive");
    }
    *added = job;
    row_lines_add(&r->lines, place.line);
    r->recorded = alloc_grow(r->recorded, &r->recorded_capacity, r->w->count, sizeof *r->recorded);
    r->recorded[job.row] = log->submit >= 0 && log->finish >= log->submit ? log->finish - log->submit : -1;
}

static void read_job(struct reader *r, const json_t *object, struct place place)
{
    struct job_spec job = {.map_bytes = -1, .reduce_bytes = -1};
    struct job_log log = {.submit = -1, .finish = -1, .first_start = -1};
    struct input_error error = {""};
    if (!read_fields(r, &job, &log, object, place, &error)) {
        reading_notes_malformed(&r->w->notes, place.line, &error);
    } else if (log.submit < 0 && log.first_start < 0) {
        place.field = "submitTime";
        reading_notes_left_out(&r->w->notes, place, "without a submission time or an attempt");
    } else {
        add_job(r, job, &log, place);
        return;
    }
    job_spec_free(&job);
}

/* --- All jobs --------------------------------------------------------------------------------- */

static bool succeeded(const json_t *object)
{
    return json_field_is(object, "outcome", "SUCCESS") || json_field_is(object, "outcome", "SUCCEEDED");
}

static bool within_bound(struct reader *r, const json_t *object, struct place place, struct input_error *error)
{
    static const char *const stages[] = {"mapTasks", "reduceTasks"};
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++) {
        place.field = stages[i];
        if (!task_bound_add(&r->bound, (int64_t)json_array_size(json_object_get(object, stages[i])), place, error)) {
            return false;
        }
    }
    return true;
}

static bool read_objects(struct reader *r, const struct rumen_source *source, struct input_error *error)
{
    json_t *object;
    struct place place;
    while (source->next(source->context, &r->w->notes, &object, &place, error)) {
        if (object == NULL) {
            return true;
        }
        bool good = within_bound(r, object, place, error);
        if (good && (r->options->jobs == RUMEN_JOBS_ALL || succeeded(object))) {
            read_job(r, object, place);
        }
        json_decref(object);
        if (!good) {
            return false;
        }
    }
    return false;
}

/* --- The whole -------------------------------------------------------------------------------- */

/* Why the job cannot be one of the workload, or NULL. */
static const char *flaw(const struct reader *r, size_t row, const bool *complete, const struct job_terms_options *terms)
{
    if (!complete[row]) {
        return "without a task whose time is known";
    }
    bool needed = terms->deadline_base == DEADLINE_BASE_RECORDED;
    return needed && r->recorded[row] < 0 ? "without the time that they took, for a deadline from recorded times"
                                          : NULL;
}

static bool stage_lacks_time(const struct task_times *times)
{
    for (size_t run = 0; run < times->count; run++) {
        if (times->runs[run].duration <= 0) {
            return true;
        }
    }
    return false;
}

/* Whether the time of a task of each job is unknown. Free it. */
static bool *lacks_times(const struct workload *w)
{
    bool *lacks = alloc_zeroed(w->count, sizeof *lacks);
    for (size_t row = 0; row < w->count; row++) {
        lacks[row] = stage_lacks_time(&w->jobs[row].map_times) || stage_lacks_time(&w->jobs[row].reduce_times);
    }
    return lacks;
}

/* Leaves out the jobs that cannot be ones of the workload; the rows of the others follow one
 * another. */
static void leave_out(struct reader *r, const struct job_terms_options *terms, struct place place)
{
    const char *settled = r->options->missing == RUMEN_MISSING_DROP
                              ? "with tasks of unknown time, which are left out"
                              : "with tasks of unknown time, which take the median";
    bool *complete = alloc_zeroed(r->w->count, sizeof *complete);
    bool *lacking = lacks_times(r->w);
    rumen_missing_settle(r->w, r->options->missing, complete);
    size_t kept = 0;
    for (size_t row = 0; row < r->w->count; row++) {
        const char *reason = flaw(r, row, complete, terms);
        place.line = r->lines.line[row];
        if (reason != NULL) {
            reading_notes_left_out(&r->w->notes, place, reason);
            job_spec_free(&r->w->jobs[row]);
            continue;
        }
        if (lacking[row]) {
            reading_notes_repaired(&r->w->notes, place, settled);
        }
        r->w->jobs[kept] = r->w->jobs[row];
        r->w->jobs[kept].row = kept;
        r->lines.line[kept] = r->lines.line[row];
        r->recorded[kept] = r->recorded[row];
        kept++;
    }
    r->w->count = kept;
    free(lacking);
    free(complete);
}

static ticks first_arrival(const struct workload *w)
{
    ticks first = WORKLOAD_TIME_MAX;
    for (size_t i = 0; i < w->count; i++) {
        first = w->jobs[i].arrival < first ? w->jobs[i].arrival : first;
    }
    return w->count > 0 ? first : 0;
}

static bool settle_jobs(struct reader *r, const char *path, const struct job_terms_options *options,
                        struct input_error *error)
{
    struct place place = {.source = path};
    leave_out(r, options, place);
    struct horizon horizon = {0};
    struct job_terms terms = job_terms_open(options);
    const ticks first = first_arrival(r->w);
    r->w->notes.shift = first >= WORKLOAD_EPOCH ? first : 0;
    bool good = true;
    for (size_t i = 0; i < r->w->count && good; i++) {
        struct job_spec *job = &r->w->jobs[i];
        place.line = r->lines.line[i];
        place.field = "finishTime";
        job->arrival -= first;
        good = horizon_job(&horizon, job, place, error) && job_terms_estimates(&terms, job, place, error) &&
               job_terms_deadline(&terms, job, r->recorded[i], place, error);
    }
    job_terms_close(&terms);
    place.field = "jobID";
    return good && workload_finish(r->w, &r->lines, place, error);
}

bool rumen_jobs_read(struct workload *w, const char *path, const struct rumen_source *source,
                     const struct rumen_options *options, const struct job_terms_options *terms,
                     struct input_error *error)
{
    path = text_file_name(path);
    struct reader reader = {.options = options, .w = w};
    if (options->cluster != NULL) {
        reader.nodes = node_index_of(options->cluster);
    }
    bool good = read_objects(&reader, source, error) && settle_jobs(&reader, path, terms, error);
    row_lines_free(&reader.lines);
    node_index_free(&reader.nodes);
    free(reader.recorded);
    return workload_close(w, path, good);
}
