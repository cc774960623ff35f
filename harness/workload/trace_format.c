#include "harness/workload/trace_format.h"

#include "harness/workload/field.h"
#include "harness/workload/jhist.h"
#include "harness/workload/json_stream.h"
#include "harness/workload/sacct_row.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

const char *const trace_format_names[FORMATS + 1] = {
    [FORMAT_NATIVE] = "native", [FORMAT_SWIM] = "swim",   [FORMAT_RUMEN] = "rumen",
    [FORMAT_SLS] = "sls",       [FORMAT_SWF] = "swf",     [FORMAT_SACCT] = "sacct",
    [FORMAT_BATSIM] = "batsim", [FORMAT_SYNTH] = "synth", [FORMAT_JHIST] = "jhist",
};

/* How an error tells of --format. */
#define HINT "--format reads a file as " TRACE_FORMATS

/* --- The name --------------------------------------------------------------------------------- */

/* Whether the path ends so, in letters of either case, the ending of a compressed file left
 * aside. */
static bool ends_with(const char *path, const char *end)
{
    size_t length = strlen(path) - text_file_suffix(path);
    size_t wanted = strlen(end);
    return length >= wanted && strncasecmp(path + length - wanted, end, wanted) == 0;
}

/* FORMATS: the name does not tell. */
static enum trace_format of_name(const char *path)
{
    static const struct {
        const char *end;
        enum trace_format format;
    } names[] = {{".csv", FORMAT_NATIVE}, {".tsv", FORMAT_SWIM}, {".swf", FORMAT_SWF}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (ends_with(path, names[i].end)) {
            return names[i].format;
        }
    }
    return FORMATS;
}

/* --- JSON ------------------------------------------------------------------------------------- */

/* A key that the first object of a format has. */
static const struct {
    const char *key;
    enum trace_format format;
} keys[] = {
    {"jobID", FORMAT_RUMEN},    {"job.tasks", FORMAT_SLS},    {"num.nodes", FORMAT_SLS}, {"profiles", FORMAT_BATSIM},
    {"nb_res", FORMAT_BATSIM},  {"workloads", FORMAT_SYNTH},  {"event", FORMAT_JHIST},   {"submitTime", FORMAT_RUMEN},
    {"mapTasks", FORMAT_RUMEN}, {"job.start.ms", FORMAT_SLS}, {"job.id", FORMAT_SLS},    {"num_jobs", FORMAT_SYNTH},
};

/* Whether a text that begins with this line is JSON; the name tells it of an empty one. */
static bool is_json(struct span line, const char *path)
{
    return line.length > 0 ? line.at[0] == '{' || line.at[0] == '[' : ends_with(path, ".json");
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
    size_t i = 0;
    while (i < sizeof keys / sizeof keys[0] && json_object_get(object, keys[i].key) == NULL) {
        i++;
    }
    if (good && i < sizeof keys / sizeof keys[0]) {
        *format = keys[i].format;
    } else if (good) {
        good = input_error_at(error, place,
                              "expected an object of a trace, with jobID (rumen), job.tasks (sls), profiles (batsim), "
                              "workloads (synth) or event (jhist); " HINT);
    }
    json_decref(object);
    json_stream_close(&stream);
    return good;
}

/* --- Lines ------------------------------------------------------------------------------------ */

/* The first line that is not blank, without the blanks around it; empty if there is none. */
static struct span first_line(struct text_file *file)
{
    struct span line = {"", 0};
    text_file_row(file, &line);
    return field_trim(line);
}

/* Whether its first field is the first column of native CSV, in quotes or not. */
static bool is_native(struct span line)
{
    struct span field;
    bool more;
    field_cut(&line, ',', &field, &more);
    return more && (field_equals(field, "job") || field_equals(field, "\"job\""));
}

static bool is_number(struct span field)
{
    size_t i = 0;
    while (i < field.length && memchr("+-.0123456789eE", field.at[i], 15) != NULL) {
        i++;
    }
    return i == field.length;
}

/* Of a job of SWF. */
enum { SWF_FIELDS = 18 };

/* Whether it is a comment of SWF, or begins with as many numbers as a job of SWF has. */
static bool is_swf(struct span line)
{
    size_t fields = 0;
    while (line.length > 0 && fields < SWF_FIELDS) {
        size_t end = 0;
        while (end < line.length && memchr(" \t", line.at[end], 2) == NULL) {
            end++;
        }
        if (!is_number((struct span){line.at, end})) {
            return line.at[0] == ';';
        }
        fields++;
        line = field_trim((struct span){line.at + end, line.length - end});
    }
    return fields == SWF_FIELDS;
}

/* Of a job of SWIM: a name and numbers, between tabs. */
enum { SWIM_FIELDS = 6 };

static bool is_swim(struct span line)
{
    struct span fields[SWIM_FIELDS];
    bool good = field_split(line, '\t', fields, SWIM_FIELDS) >= SWIM_FIELDS;
    for (size_t i = 1; good && i < SWIM_FIELDS; i++) {
        good = is_number(field_trim(fields[i]));
    }
    return good;
}

static bool has_tab(struct span line)
{
    return line.length > 0 && memchr(line.at, '\t', line.length) != NULL;
}

/* FORMATS: the line does not tell. */
static enum trace_format of_line(struct span line)
{
    return is_native(line)      ? FORMAT_NATIVE
           : jhist_begins(line) ? FORMAT_JHIST
           : sacct_begins(line) ? FORMAT_SACCT
           : is_swf(line)       ? FORMAT_SWF
           : is_swim(line)      ? FORMAT_SWIM
                                : FORMATS;
}

/* --- Both ------------------------------------------------------------------------------------- */

bool trace_format_json(const char *path)
{
    struct text_file file;
    struct input_error unread; /* the reader of the file says why */
    if (!text_file_open(&file, path, &unread)) {
        return ends_with(path, ".json");
    }
    bool json = is_json(first_line(&file), path);
    text_file_close(&file);
    return json;
}

bool trace_format_find(const char *path, enum trace_format *format, struct input_error *error)
{
    struct text_file file;
    if (!text_file_open(&file, path, error)) {
        return false;
    }
    struct span line = first_line(&file);
    const bool json = is_json(line, path);
    bool good = true;
    *format = of_line(line);
    *format = *format == FORMATS ? of_name(path) : *format;
    *format = *format == FORMATS && has_tab(line) ? FORMAT_SWIM : *format;
    if (*format == FORMATS && line.length == 0) {
        *format = FORMAT_NATIVE;
    }
    if (*format == FORMATS && !json) {
        const struct place place = {.source = text_file_name(path), .line = file.line};
        good = input_error_found(error, place, "a trace (" HINT ")", line);
    }
    text_file_close(&file);
    return good && (!json || find_json(path, format, error));
}

void trace_format_hint(const char *path, struct input_error *error)
{
    struct text_file file;
    struct input_error unread;
    if (!text_file_open(&file, path, &unread)) {
        return;
    }
    const struct span line = first_line(&file);
    if (line.length > 0 && !is_native(line)) {
        size_t length = strlen(error->text);
        snprintf(error->text + length, sizeof error->text - length, "; " HINT);
    }
    text_file_close(&file);
}
