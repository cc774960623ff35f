#include "harness/cli/source_options.h"

#include "harness/cli/parse.h"
#include "harness/workload/lsps_profile.h"
#include "harness/workload/native_csv.h"
#include "harness/workload/srt_profile.h"

#include <errno.h>
#include <string.h>

enum { KEY_TRACE = 0x100, KEY_WORKLOAD, KEY_FORMAT };

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "Jobs:", 1},
    {"trace", KEY_TRACE, "FILE", 0, "Read the jobs from a file; *.gz is decompressed", 1},
    {"workload", KEY_WORKLOAD, "NAME", 0, "Generate one of the papers' workloads: I, II, II-normal, srt or lsps", 1},
    {"format", KEY_FORMAT, "NAME", 0,
     "Format of the trace, see `rtmr list' (default: swim for *.tsv, swf for *.swf, rumen or sls for *.json, whichever "
     "it is, otherwise native)",
     1},
    {0},
};

/* The srt workload has so many jobs of each size. */
enum { SRT_JOBS_OF_EACH = 20 };

static bool set_workload(struct source_options *source, const char *value)
{
    source->profile = paper_profile_find(value);
    source->generated = strcmp(value, "srt") == 0    ? GENERATED_SRT
                        : strcmp(value, "lsps") == 0 ? GENERATED_LSPS
                                                     : GENERATED_NONE;
    return source->profile != NULL || source->generated != GENERATED_NONE ||
           cli_unexpected(value, "--workload", "I, II, II-normal, srt or lsps", source->error);
}

static bool set_format(struct source_options *source, const char *value)
{
    for (enum trace_format format = 0; format < FORMATS; format++) {
        if (strcmp(value, trace_format_names[format]) == 0) {
            source->format = format;
            source->format_given = true;
            return true;
        }
    }
    return cli_unexpected(value, "--format", "native, swim, rumen, sls or swf", source->error);
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct source_options *source = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        for (int i = 0; i < CONVERSIONS; i++) {
            state->child_inputs[i] = &source->conversion;
        }
        return 0;
    case KEY_TRACE: source->trace = value; return 0;
    case KEY_WORKLOAD: return set_workload(source, value) ? 0 : EINVAL;
    case KEY_FORMAT: return set_format(source, value) ? 0 : EINVAL;
    default: return ARGP_ERR_UNKNOWN;
    }
}

const struct argp source_argp = {.options = options, .parser = parse, .children = conversion_children};

struct source_options source_options_default(struct input_error *error)
{
    return (struct source_options){.conversion = conversion_options_default(error), .error = error};
}

bool source_options_check(struct source_options *source)
{
    const struct place trace = {.source = "--trace"};
    bool workload = source->profile != NULL || source->generated != GENERATED_NONE;
    if (source->trace == NULL && !workload) {
        return input_error_at(source->error, trace, "expected a trace, or a workload with --workload");
    }
    if (source->trace != NULL && workload) {
        return input_error_at(source->error, trace, "expected either a trace or a workload, found both");
    }
    if (workload && source->format_given) {
        return input_error_at(source->error, (struct place){.source = "--format"}, "expected only with --trace");
    }
    if (source->trace != NULL && !source->format_given &&
        !trace_format_find(source->trace, &source->format, source->error)) {
        return false;
    }
    return conversion_options_check(&source->conversion, source->format, source->generated != GENERATED_NONE);
}

bool source_options_random(const struct source_options *source)
{
    return source->trace == NULL || source->format != FORMAT_NATIVE;
}

/* Whether the jobs of a generated workload without deadlines are to have some. */
static bool has_terms(const struct source_options *source)
{
    return source->conversion.given[CONVERSION_TERMS] != NULL;
}

bool source_options_load(const struct source_options *source, const struct cluster *cluster, uint64_t seed,
                         struct workload *workload)
{
    if (source->profile != NULL) {
        *workload = paper_workload(source->profile, seed, PAPER_ESTIMATES_WORST, 0);
        return true;
    }
    if (source->generated != GENERATED_NONE) {
        *workload = source->generated == GENERATED_SRT ? srt_workload(&srt_profile, SRT_JOBS_OF_EACH, SRT_RANDOM, seed)
                                                       : lsps_workload(&lsps_profile, seed);
        if (has_terms(source) && !conversion_options_give_terms(&source->conversion, cluster, seed, workload)) {
            workload_free(workload);
            return false;
        }
        return true;
    }
    if (source->format == FORMAT_NATIVE) {
        return native_csv_read(workload, source->trace, source->error);
    }
    return conversion_options_read(&source->conversion, source->format, source->trace, cluster, seed, workload);
}

void source_options_record(const struct source_options *source, json_t *object)
{
    if (source->profile != NULL) {
        json_object_set_new(object, "workload", json_string(source->profile->name));
        return;
    }
    if (source->generated != GENERATED_NONE) {
        json_object_set_new(object, "workload", json_string(source->generated == GENERATED_SRT ? "srt" : "lsps"));
        if (has_terms(source)) {
            conversion_options_record_terms(&source->conversion, object);
        }
        return;
    }
    json_object_set_new(object, "trace", json_string_nocheck(source->trace));
    json_object_set_new(object, "format", json_string(trace_format_names[source->format]));
    if (source->format != FORMAT_NATIVE) {
        conversion_options_record(&source->conversion, source->format, object);
    }
}
