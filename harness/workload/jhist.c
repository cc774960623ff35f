#include "harness/workload/jhist.h"

#include "harness/workload/field.h"
#include "harness/workload/jhist_job.h"
#include "harness/workload/json_field.h"
#include "harness/workload/json_stream.h"
#include "harness/workload/rumen_jobs.h"

#include <string.h>

/* The first line of a file in JSON, and in the binary form. */
static const char json_form[] = "Avro-Json";
static const char binary_form[] = "Avro-Binary";

bool jhist_begins(struct span line)
{
    return field_equals(line, json_form) || field_equals(line, binary_form);
}

/* A file while it is read. */
struct history {
    struct json_stream stream;
    struct jhist_job job;
    struct place begin; /* of the job */
    json_t *held;       /* an event of the job after this one; NULL: none */
    struct place held_place;
    bool skipping; /* the events up to the next job belong to one that is left out */
};

static void begin_job(struct history *h, struct place place)
{
    jhist_job_begin(&h->job);
    h->begin = place;
    h->skipping = false;
}

/* Whether an event is the submission of another job than the one that has begun. */
static bool submits_another(const struct history *h, const json_t *event)
{
    const char *id = jhist_event_job(event);
    const char *known = json_string_value(json_object_get(h->job.job, "jobID"));
    return json_field_is(event, "type", "JOB_SUBMITTED") && id != NULL && known != NULL && strcmp(id, known) != 0;
}

/* Adds an event to its job. A job with a malformed one is left out. */
static void add_event(struct history *h, const json_t *event, struct place place, struct reading_notes *notes)
{
    struct input_error error = {""};
    h->skipping = h->skipping && !json_field_is(event, "type", "JOB_SUBMITTED");
    if (h->skipping) {
        return;
    }
    if (h->job.job == NULL) {
        begin_job(h, place);
    }
    if (!jhist_job_add(&h->job, event, place, &error)) {
        reading_notes_malformed(notes, place.line, &error);
        json_decref(jhist_job_end(&h->job));
        h->skipping = true;
    }
}

/* The next event; NULL at the end of the file, or where a history is cut off: the next one follows
 * then. False: *error is set. */
static bool next_event(struct history *h, struct reading_notes *notes, json_t **event, struct place *place,
                       struct input_error *error)
{
    *event = h->held;
    *place = h->held_place;
    h->held = NULL;
    if (*event != NULL || json_stream_next(&h->stream, event, place, error)) {
        return true;
    }
    if (h->job.job == NULL && !h->skipping) {
        return false;
    }
    if (!h->skipping) {
        reading_notes_repaired(notes, *place, "with a history that is cut off");
    }
    error->text[0] = '\0';
    while (json_stream_more(&h->stream) && !json_stream_at(&h->stream, json_form)) {
        json_stream_skip_line(&h->stream);
    }
    return true;
}

/* Reads events up to the end of a job that is read, or of the file. False: *error is set. */
static bool read_events(struct history *h, struct reading_notes *notes, struct input_error *error)
{
    json_t *event;
    struct place place;
    while (h->held != NULL || json_stream_more(&h->stream)) {
        if (h->held == NULL && json_stream_at(&h->stream, json_form)) {
            if (h->job.job != NULL) {
                return true;
            }
            begin_job(h, (struct place){.source = h->stream.path, .line = h->stream.line});
            json_stream_skip_line(&h->stream);
        } else if (!next_event(h, notes, &event, &place, error)) {
            return false;
        } else if (event != NULL && submits_another(h, event)) {
            h->held = event;
            h->held_place = place;
            return true;
        } else if (event != NULL) {
            add_event(h, event, place, notes);
            json_decref(event);
        }
    }
    return true;
}

static bool next_job(void *context, struct reading_notes *notes, json_t **job, struct place *place,
                     struct input_error *error)
{
    struct history *h = context;
    if (!read_events(h, notes, error)) {
        json_decref(jhist_job_end(&h->job));
        return false;
    }
    *place = h->begin;
    *job = jhist_job_end(&h->job);
    return true;
}

bool jhist_read(struct workload *w, const char *path, const struct rumen_options *options,
                const struct job_terms_options *terms, struct input_error *error)
{
    *w = (struct workload){0};
    struct history history = {0};
    if (!json_stream_open(&history.stream, path, error)) {
        return false;
    }
    const struct rumen_source source = {next_job, &history};
    bool good;
    if (json_stream_at(&history.stream, binary_form)) {
        const struct place place = {.source = history.stream.path, .line = 1};
        good = input_error_found(error, place, "a job history in JSON, which begins with Avro-Json",
                                 (struct span){binary_form, strlen(binary_form)});
    } else {
        good = rumen_jobs_read(w, path, &source, options, terms, error);
    }
    json_decref(history.held);
    json_stream_close(&history.stream);
    return good;
}
