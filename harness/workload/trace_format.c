#include "harness/workload/trace_format.h"

#include "harness/workload/json_stream.h"

#include <string.h>

const char *const trace_format_names[FORMATS] = {
    [FORMAT_NATIVE] = "native", [FORMAT_SWIM] = "swim", [FORMAT_RUMEN] = "rumen",
    [FORMAT_SLS] = "sls",       [FORMAT_SWF] = "swf",
};

bool trace_format_ends_with(const char *path, const char *end)
{
    size_t length = strlen(path) - (text_file_compressed(path) ? strlen(".gz") : 0);
    size_t wanted = strlen(end);
    return length >= wanted && strncmp(path + length - wanted, end, wanted) == 0;
}

static bool find_json(const char *path, enum trace_format *format, struct input_error *error)
{
    struct json_stream stream;
    if (!json_stream_open(&stream, path, error)) {
        return false;
    }
    json_t *object;
    struct place place;
    bool good = json_stream_next(&stream, &object, &place, error);
    if (good && json_object_get(object, "jobID") != NULL) {
        *format = FORMAT_RUMEN;
    } else if (good && (json_object_get(object, "job.tasks") != NULL || json_object_get(object, "num.nodes") != NULL)) {
        *format = FORMAT_SLS;
    } else if (good) {
        good = input_error_at(error, place, "expected a job of Rumen (jobID) or of SLS (job.tasks)");
    }
    json_decref(object);
    json_stream_close(&stream);
    return good;
}

bool trace_format_find(const char *path, enum trace_format *format, struct input_error *error)
{
    if (trace_format_ends_with(path, ".json")) {
        return find_json(path, format, error);
    }
    *format = trace_format_ends_with(path, ".tsv")   ? FORMAT_SWIM
              : trace_format_ends_with(path, ".swf") ? FORMAT_SWF
                                                     : FORMAT_NATIVE;
    return true;
}
