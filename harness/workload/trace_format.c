#include "harness/workload/trace_format.h"

#include "harness/workload/json_stream.h"

#include <string.h>

/* Of a job of SWF. */
enum { SWF_FIELDS = 18 };

const char *const trace_format_names[FORMATS + 1] = {
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

/* Whether the file's name tells its format. The names of pipes, standard input and Hadoop's own
 * files do not. */
static bool name_tells(const char *path)
{
    static const char *const endings[] = {".csv", ".tsv", ".swf", ".json"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (trace_format_ends_with(path, endings[i])) {
            return true;
        }
    }
    return false;
}

/* The first line that is not blank, without the blanks in front; empty if there is none. */
static struct span first_line(struct text_file *file)
{
    struct span line = {"", 0};
    while (line.length == 0 && text_file_line(file, &line)) {
        while (line.length > 0 && memchr(" \t", line.at[0], 2) != NULL) {
            line = (struct span){line.at + 1, line.length - 1};
        }
    }
    return line;
}

static bool begins_json(struct span line)
{
    return line.length > 0 && (line.at[0] == '{' || line.at[0] == '[');
}

/* Whether it is a comment of SWF or has as many fields as a job of SWF, between blanks. */
static bool is_swf(struct span line)
{
    size_t fields = 0;
    bool blank = true;
    for (size_t i = 0; i < line.length; i++) {
        bool next = memchr(" \t", line.at[i], 2) != NULL;
        fields += blank && !next;
        blank = next;
    }
    return (line.length > 0 && line.at[0] == ';') || fields == SWF_FIELDS;
}

bool trace_format_json(const char *path)
{
    struct text_file file;
    struct input_error unread; /* the reader of the file says why */
    if (name_tells(path) || !text_file_open(&file, path, &unread)) {
        return trace_format_ends_with(path, ".json");
    }
    bool json = begins_json(first_line(&file));
    text_file_close(&file);
    return json;
}

static bool find_by_content(const char *path, enum trace_format *format, struct input_error *error)
{
    struct text_file file;
    if (!text_file_open(&file, path, error)) {
        return false;
    }
    struct span line = first_line(&file);
    bool json = begins_json(line);
    *format = is_swf(line)                                                    ? FORMAT_SWF
              : line.length > 0 && memchr(line.at, '\t', line.length) != NULL ? FORMAT_SWIM
                                                                              : FORMAT_NATIVE;
    text_file_close(&file);
    return !json || find_json(path, format, error);
}

bool trace_format_find(const char *path, enum trace_format *format, struct input_error *error)
{
    if (!name_tells(path)) {
        return find_by_content(path, format, error);
    }
    if (trace_format_ends_with(path, ".json")) {
        return find_json(path, format, error);
    }
    *format = trace_format_ends_with(path, ".tsv")   ? FORMAT_SWIM
              : trace_format_ends_with(path, ".swf") ? FORMAT_SWF
                                                     : FORMAT_NATIVE;
    return true;
}
