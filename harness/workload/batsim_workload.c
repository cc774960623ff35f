#include "harness/workload/batsim_workload.h"

#include "harness/workload/alloc.h"
#include "harness/workload/batsim_profile.h"
#include "harness/workload/json_field.h"
#include "harness/workload/json_lines.h"
#include "harness/workload/json_stream.h"
#include "harness/workload/swf_job.h"
#include "harness/workload/workload_finish.h"

#include <math.h>
#include <stdlib.h>

static const double seconds_max = (double)(WORKLOAD_TIME_MAX / 1000);

/* A file while it is read. */
struct reader {
    struct workload *w;
    size_t capacity;
    struct row_lines lines; /* of the jobs that are read */
    struct row_lines all;   /* of all elements of `jobs` */
    struct batsim_profiles profiles;
    struct swf_conversion conversion;
    struct input_error *error;
};

struct batsim_options batsim_options_default(void)
{
    return (struct batsim_options){.speed = 1e9};
}

/* A job of the file; the fields' own defaults are those of missing ones. */
struct record {
    char *id;
    bool id_repaired;
    double submit; /* s */
    double walltime;
    int64_t resources;
    const char *profile;
};

static bool read_record(struct record *job, const json_t *object, struct place place, struct input_error *error)
{
    *job = (struct record){.submit = -1, .resources = -1, .profile = json_string_value(json_field(object, "profile"))};
    if (!json_field_name(object, "id", place, &job->id, &job->id_repaired, error) ||
        !json_field_real(object, "subtime", place, &job->submit, error) ||
        !json_field_real(object, "walltime", place, &job->walltime, error) ||
        !json_field_number(object, "res", place, &job->resources, error)) {
        return false;
    }
    return (job->id[0] != '\0' || json_field_unexpected(object, "id", place, "a text or a number", error)) &&
           ((job->submit >= 0 && job->submit <= seconds_max) ||
            json_field_unexpected(object, "subtime", place, "seconds from 0 on", error)) &&
           (job->walltime <= seconds_max ||
            json_field_unexpected(object, "walltime", place, "seconds up to 2^60 / 1000", error)) &&
           (job->resources >= 0 || json_field_unexpected(object, "res", place, "a number of resources", error)) &&
           (job->profile != NULL || json_field_unexpected(object, "profile", place, "the name of a profile", error));
}

/* Its time on so many resources, s. */
static double run_time(const struct record *job, const struct batsim_profile *profile)
{
    const double run = profile->fixed + profile->shared / (double)job->resources;
    return job->walltime > 0 ? fmin(run, job->walltime) : run;
}

/* Why the record is no job of the workload; NULL: it is one. */
static const char *why_not(const struct record *job, const struct batsim_profile *profile)
{
    return job->resources == 0                                                 ? "without resources"
           : profile == NULL                                                   ? "with a profile that the file lacks"
           : !profile->timed                                                   ? "with a profile that has no time"
           : profile->transfers && profile->fixed == 0 && profile->shared == 0 ? "that only move data"
           : run_time(job, profile) > seconds_max                              ? "longer than 2^60 ms"
                                                                               : NULL;
}

/* Adds a job; the id is its own from now on. */
static bool add_job(struct reader *r, const struct record *record, const struct batsim_profile *profile,
                    struct place place)
{
    static const struct swf_job_fields fields = {"res", "profile", "walltime", "subtime"};
    struct reading_notes *notes = &r->w->notes;
    struct job_spec *job = workload_append(r->w, &r->capacity);
    row_lines_add(&r->lines, place.line);
    job->name = record->id;
    job->user = alloc_text("", 0);
    job->pool = alloc_text("", 0);
    job->arrival = (ticks)round(1000 * record->submit);
    place.field = "id";
    if (record->id_repaired) {
        reading_notes_repaired(notes, place, "with control characters or outer blanks in a name");
    }
    place.field = "profile";
    if (profile->transfers) {
        reading_notes_repaired(notes, place, "that move data, which takes no time here");
    }
    const struct swf_job rigid = {record->resources, run_time(record, profile), record->walltime, -1};
    return swf_job_set(&r->conversion, job, &rigid, &fields, place, r->error);
}

static bool read_job(struct reader *r, const json_t *object, size_t index, struct place place)
{
    const struct json_path path = json_path_of((struct place){0}, "jobs", index);
    struct record record;
    if (!read_record(&record, object, (struct place){place.source, place.line, path.text}, r->error)) {
        free(record.id);
        reading_notes_malformed(&r->w->notes, place.line, r->error);
        return true;
    }
    const struct batsim_profile *profile = batsim_profiles_find(&r->profiles, record.profile);
    const char *reason = why_not(&record, profile);
    if (reason == NULL) {
        return add_job(r, &record, profile, place);
    }
    free(record.id);
    place.field = record.resources == 0 ? "res" : "profile";
    reading_notes_left_out(&r->w->notes, place, reason);
    return true;
}

static bool read_workload(struct reader *r, const json_t *object, double speed, struct place place)
{
    const json_t *jobs = json_field(object, "jobs");
    json_t *profiles = json_object_get(object, "profiles");
    if (!json_is_array(jobs)) {
        return json_field_unexpected(object, "jobs", place, "an array of jobs", r->error);
    }
    if (!json_is_object(profiles)) {
        return json_field_unexpected(object, "profiles", place, "an object of profiles", r->error);
    }
    r->profiles = batsim_profiles_read(profiles, speed);
    bool good = true;
    const bool lines = r->all.count == json_array_size(jobs); /* not if a key stands there twice */
    for (size_t i = 0; i < json_array_size(jobs) && good; i++) {
        place.line = lines ? r->all.line[i] : place.line;
        good = read_job(r, json_array_get(jobs, i), i, place);
    }
    batsim_profiles_free(&r->profiles);
    place.field = "id";
    return good && workload_finish(r->w, &r->lines, place, r->error);
}

/* The one object of the file. */
static bool read_file(struct reader *r, struct json_stream *stream, double speed)
{
    json_t *object;
    json_t *other;
    struct place place;
    const size_t begin = stream->at;
    const size_t line = stream->line;
    if (!json_stream_next(stream, &object, &place, r->error)) {
        return false;
    }
    json_lines_add(&r->all, (struct span){stream->file.text + begin, stream->at - begin}, "jobs", line);
    bool good = read_workload(r, object, speed, place) && json_stream_next(stream, &other, &place, r->error);
    if (good && other != NULL) {
        good = input_error_at(r->error, place, "expected one workload in the file, found another object");
        json_decref(other);
    }
    json_decref(object);
    return good;
}

bool batsim_workload_read(struct workload *w, const char *path, const struct batsim_options *options,
                          const struct swf_options *swf, const struct job_terms_options *terms,
                          struct input_error *error)
{
    *w = (struct workload){0};
    struct json_stream stream;
    if (!json_stream_open(&stream, path, error)) {
        return false;
    }
    path = text_file_name(path);
    struct reader reader = {.w = w, .conversion = {.options = swf, .terms = job_terms_open(terms)}, .error = error};
    const bool good = read_file(&reader, &stream, options->speed);
    job_terms_close(&reader.conversion.terms);
    row_lines_free(&reader.lines);
    row_lines_free(&reader.all);
    json_stream_close(&stream);
    return workload_close(w, path, good);
}

bool batsim_header_read(struct swf_header *header, const char *path, struct input_error *error)
{
    *header = (struct swf_header){0};
    struct json_stream stream;
    if (!json_stream_open(&stream, path, error)) {
        return false;
    }
    json_t *object;
    struct place place;
    struct input_error unread;
    int64_t resources = 0;
    const bool good = json_stream_next(&stream, &object, &place, error);
    if (json_field_number(object, "nb_res", place, &resources, &unread) && resources >= 1 &&
        resources <= CLUSTER_SLOTS_MAX) {
        *header = (struct swf_header){.field = "nb_res", .processors = (int32_t)resources};
    }
    json_decref(object);
    json_stream_close(&stream);
    return good;
}
