#include "harness/workload/rumen.h"

#include "harness/workload/json_stream.h"
#include "harness/workload/rumen_jobs.h"

static bool next_job(void *context, struct reading_notes *notes, json_t **job, struct place *place,
                     struct input_error *error)
{
    struct json_stream *stream = context;
    bool good = json_stream_next(stream, job, place, error);
    if (good && stream->repeated) {
        reading_notes_repaired(notes, *place, "with a key twice");
    }
    return good;
}

bool rumen_read(struct workload *w, const char *path, const struct rumen_options *options,
                const struct job_terms_options *terms, struct input_error *error)
{
    *w = (struct workload){0};
    struct json_stream stream;
    if (!json_stream_open(&stream, path, error)) {
        return false;
    }
    const struct rumen_source source = {next_job, &stream};
    bool good = rumen_jobs_read(w, path, &source, options, terms, error);
    json_stream_close(&stream);
    return good;
}
