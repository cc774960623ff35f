#include "harness/workload/jhist.h"

#include "harness/workload/avro.h"
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
    bool skipping;             /* the events up to the next job belong to one that is left out */
    bool binary;               /* the events that follow are in the binary form, */
    struct avro_schema schema; /* of this schema, */
    size_t end;                /* up to here in the file */
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

/* --- The two forms ---------------------------------------------------------------------------- */

/* Whether the text at a place begins with this first line. */
static bool is_header(const struct history *h, size_t at, const char *form)
{
    size_t length = strlen(form);
    return h->stream.file.length - at >= length && memcmp(h->stream.file.text + at, form, length) == 0;
}

/* Where the next first line begins, or the end of the file. */
static size_t next_header(const struct history *h)
{
    const char *text = h->stream.file.text;
    size_t at = h->stream.at;
    while (at < h->stream.file.length && !is_header(h, at, json_form) && !is_header(h, at, binary_form)) {
        const char *next = memchr(text + at + 1, json_form[0], h->stream.file.length - at - 1);
        at = next == NULL ? h->stream.file.length : (size_t)(next - text);
    }
    return at;
}

/* Whether anything follows; behind blanks, but in the binary form. */
static bool more(struct history *h)
{
    return h->binary ? h->stream.at < h->stream.file.length : json_stream_more(&h->stream);
}

static bool at_header(struct history *h)
{
    return h->binary ? h->stream.at == h->end
                     : more(h) && (is_header(h, h->stream.at, json_form) || is_header(h, h->stream.at, binary_form));
}

/* Moves behind a first line, and in the binary form behind the schema. False: *error is set. */
static bool read_header(struct history *h, struct input_error *error)
{
    struct place place;
    json_t *schema;
    h->binary = is_header(h, h->stream.at, binary_form);
    json_stream_skip_line(&h->stream);
    if (!h->binary) {
        return true;
    }
    avro_schema_free(&h->schema);
    if (!json_stream_next(&h->stream, &schema, &place, error)) {
        return false;
    }
    h->schema = avro_schema_of(schema);
    json_stream_skip_line(&h->stream);
    h->end = next_header(h);
    return true;
}

/* An event of the binary form has the line behind its schema. */
static bool decode_event(struct history *h, json_t **event, struct place *place, struct input_error *error)
{
    size_t used;
    *place = (struct place){.source = h->stream.path, .line = h->stream.line};
    *event = avro_decode(&h->schema, h->stream.file.text + h->stream.at, h->end - h->stream.at, &used);
    h->stream.at += used;
    if (used == 0) { /* as one of a schema without fields */
        json_decref(*event);
        *event = NULL;
    }
    return *event != NULL || input_error_at(error, *place, "expected an event in Avro's binary form");
}

/* Moves on to the first line of the next history, or to the end. */
static void skip_history(struct history *h)
{
    if (h->binary) {
        h->stream.at = h->end;
    }
    while (!h->binary && more(h) && !at_header(h)) {
        json_stream_skip_line(&h->stream);
    }
}

/* --- Events ----------------------------------------------------------------------------------- */

/* The next event, or NULL where a history is cut off: the next one follows then. False: *error is
 * set. */
static bool next_event(struct history *h, struct reading_notes *notes, json_t **event, struct place *place,
                       struct input_error *error)
{
    *event = h->held;
    *place = h->held_place;
    h->held = NULL;
    if (*event != NULL ||
        (h->binary ? decode_event(h, event, place, error) : json_stream_next(&h->stream, event, place, error))) {
        return true;
    }
    if (h->job.job == NULL && !h->skipping) {
        return false;
    }
    if (!h->skipping) {
        reading_notes_repaired(notes, *place, "with a history that is cut off");
    }
    error->text[0] = '\0';
    skip_history(h);
    return true;
}

/* Reads events up to the end of a job that is read, or of the file. False: *error is set. */
static bool read_events(struct history *h, struct reading_notes *notes, struct input_error *error)
{
    json_t *event;
    struct place place;
    while (h->held != NULL || more(h)) {
        if (h->held == NULL && at_header(h)) {
            if (h->job.job != NULL) {
                return true;
            }
            begin_job(h, (struct place){.source = h->stream.path, .line = h->stream.line});
            if (!read_header(h, error)) {
                return false;
            }
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
    bool good = rumen_jobs_read(w, path, &source, options, terms, error);
    json_decref(history.held);
    avro_schema_free(&history.schema);
    json_stream_close(&history.stream);
    return good;
}
