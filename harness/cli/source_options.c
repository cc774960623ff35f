#include "harness/cli/source_options.h"

#include "harness/cli/parse.h"
#include "harness/workload/lsps_profile.h"
#include "harness/workload/native_csv.h"
#include "harness/workload/srt_profile.h"

#include <errno.h>
#include <string.h>

enum {
    KEY_TRACE = 0x100,
    KEY_WORKLOAD,
    KEY_FORMAT,
    KEY_BLOCK,
    KEY_REDUCE,
    KEY_MAP_RATE,
    KEY_REDUCE_RATE,
    KEY_STARTUP,
    KEY_ESTIMATE,
    KEY_DEADLINE,
    KEY_DEADLINE_SD,
    KEY_DEADLINE_LEAST,
    KEY_SCALE
};

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "Jobs:", 1},
    {"trace", KEY_TRACE, "FILE", 0, "Read the jobs from a file", 1},
    {"workload", KEY_WORKLOAD, "NAME", 0, "Generate one of the papers' workloads: I, II, II-normal, srt or lsps", 1},
    {"format", KEY_FORMAT, "NAME", 0, "Format of the trace: native or swim (default: swim for *.tsv)", 1},
    {NULL, 0, NULL, 0, "How a SWIM trace becomes jobs:", 2},
    {"swim-block", KEY_BLOCK, "MIB", 0, "Input of one map (default 128)", 2},
    {"swim-reduce", KEY_REDUCE, "MIB", 0, "Shuffle and output of one reduce (default 1024)", 2},
    {"swim-map-rate", KEY_MAP_RATE, "MIB/S", 0, "Speed of one map (default 6.14)", 2},
    {"swim-reduce-rate", KEY_REDUCE_RATE, "MIB/S", 0, "Speed of one reduce (default 32)", 2},
    {"swim-startup", KEY_STARTUP, "MS", 0, "Time a task needs before it touches data (default 1000)", 2},
    {"swim-estimate-factor", KEY_ESTIMATE, "F", 0, "Estimate over the stage's longest task (default 1.5)", 2},
    {"swim-deadline-factor", KEY_DEADLINE, "F", 0,
     "Mean of the lognormal factor between a job's time alone on the cluster and its deadline (default 3)", 2},
    {"swim-deadline-sd", KEY_DEADLINE_SD, "F", 0, "Its standard deviation (default 1)", 2},
    {"swim-deadline-least", KEY_DEADLINE_LEAST, "MS", 0, "No deadline is shorter (default 60000)", 2},
    {"swim-scale", KEY_SCALE, "F", 0, "Multiply all data sizes (default 1)", 2},
    {0},
};

/* The srt workload has so many jobs of each size. */
enum { SRT_JOBS_OF_EACH = 20 };

/* Bounds of rates and factors: wide, and far from the limits of double. */
static const double smallest = 1e-6;
static const double largest = 1e9;

static bool set_swim(struct swim_options *swim, int key, const char *name, const char *value, struct input_error *error)
{
    switch (key) {
    case KEY_BLOCK: return cli_decimal(value, name, smallest, largest, &swim->block_mib, error);
    case KEY_REDUCE: return cli_decimal(value, name, smallest, largest, &swim->reduce_mib, error);
    case KEY_MAP_RATE: return cli_decimal(value, name, smallest, largest, &swim->map_rate, error);
    case KEY_REDUCE_RATE: return cli_decimal(value, name, smallest, largest, &swim->reduce_rate, error);
    case KEY_STARTUP: return cli_integer(value, name, 0, WORKLOAD_TIME_MAX, &swim->startup, error);
    case KEY_ESTIMATE: return cli_decimal(value, name, 1, largest, &swim->estimate_factor, error);
    case KEY_DEADLINE: return cli_decimal(value, name, smallest, largest, &swim->deadline_mean, error);
    case KEY_DEADLINE_SD: return cli_decimal(value, name, 0, largest, &swim->deadline_sd, error);
    case KEY_DEADLINE_LEAST: return cli_integer(value, name, 0, WORKLOAD_TIME_MAX, &swim->deadline_least, error);
    default: return cli_decimal(value, name, smallest, largest, &swim->scale, error);
    }
}

static const char *name_of(int key)
{
    size_t i = 0;
    while (options[i].key != key) {
        i++;
    }
    return options[i].name;
}

static bool set_option(struct source_options *source, int key, const char *value)
{
    switch (key) {
    case KEY_TRACE: source->trace = value; return true;
    case KEY_WORKLOAD:
        source->profile = paper_profile_find(value);
        source->generated = strcmp(value, "srt") == 0    ? GENERATED_SRT
                            : strcmp(value, "lsps") == 0 ? GENERATED_LSPS
                                                         : GENERATED_NONE;
        return source->profile != NULL || source->generated != GENERATED_NONE ||
               cli_unexpected(value, "--workload", "I, II, II-normal, srt or lsps", source->error);
    case KEY_FORMAT:
        source->format = strcmp(value, "native") == 0 ? FORMAT_NATIVE
                         : strcmp(value, "swim") == 0 ? FORMAT_SWIM
                                                      : FORMAT_BY_NAME;
        return source->format != FORMAT_BY_NAME || cli_unexpected(value, "--format", "native or swim", source->error);
    default: {
        const char *name = name_of(key);
        if (source->swim_option == NULL) {
            source->swim_option = name;
        }
        char dashed[48];
        snprintf(dashed, sizeof dashed, "--%s", name);
        return set_swim(&source->swim, key, dashed, value, source->error);
    }
    }
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    if (key < KEY_TRACE || key > KEY_SCALE) {
        return ARGP_ERR_UNKNOWN;
    }
    return set_option(state->input, key, value) ? 0 : EINVAL;
}

const struct argp source_argp = {.options = options, .parser = parse};

struct source_options source_options_default(struct input_error *error)
{
    return (struct source_options){.swim = swim_options_default(), .error = error};
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text);
    return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
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
    if (workload && source->format != FORMAT_BY_NAME) {
        return input_error_at(source->error, (struct place){.source = "--format"}, "expected only with --trace");
    }
    if (source->format == FORMAT_BY_NAME && source->trace != NULL) {
        source->format = ends_with(source->trace, ".tsv") ? FORMAT_SWIM : FORMAT_NATIVE;
    }
    if (source->swim_option != NULL && source->format != FORMAT_SWIM) {
        char dashed[48];
        snprintf(dashed, sizeof dashed, "--%s", source->swim_option);
        return input_error_at(source->error, (struct place){.source = dashed}, "expected only with a SWIM trace");
    }
    return true;
}

bool source_options_random(const struct source_options *source)
{
    return source->profile != NULL || source->generated != GENERATED_NONE || source->format == FORMAT_SWIM;
}

bool source_options_load(const struct source_options *source, const struct cluster *cluster, uint64_t seed,
                         struct workload *workload)
{
    if (source->profile != NULL) {
        *workload = paper_workload(source->profile, seed, PAPER_ESTIMATES_WORST, 0);
        return true;
    }
    if (source->generated == GENERATED_SRT) {
        *workload = srt_workload(&srt_profile, SRT_JOBS_OF_EACH, SRT_RANDOM, seed);
        return true;
    }
    if (source->generated == GENERATED_LSPS) {
        *workload = lsps_workload(&lsps_profile, seed);
        return true;
    }
    if (source->format == FORMAT_NATIVE) {
        return native_csv_read(workload, source->trace, source->error);
    }
    struct swim_options swim = source->swim;
    swim.map_slots = cluster_slots(cluster, STAGE_MAP);
    swim.reduce_slots = cluster_slots(cluster, STAGE_REDUCE);
    swim.seed = seed;
    return swim_read(workload, source->trace, &swim, source->error);
}

void source_options_record(const struct source_options *source, json_t *object)
{
    if (source->profile != NULL) {
        json_object_set_new(object, "workload", json_string(source->profile->name));
        return;
    }
    if (source->generated != GENERATED_NONE) {
        json_object_set_new(object, "workload", json_string(source->generated == GENERATED_SRT ? "srt" : "lsps"));
        return;
    }
    json_object_set_new(object, "trace", json_string_nocheck(source->trace));
    json_object_set_new(object, "format", json_string(source->format == FORMAT_SWIM ? "swim" : "native"));
    if (source->format == FORMAT_SWIM) {
        const struct swim_options *s = &source->swim;
        json_object_set_new(object, "swim",
                            json_pack("{s:f, s:f, s:f, s:f, s:I, s:f, s:f, s:f, s:I, s:f}", "block_mib", s->block_mib,
                                      "reduce_mib", s->reduce_mib, "map_rate", s->map_rate, "reduce_rate",
                                      s->reduce_rate, "startup", (json_int_t)s->startup, "estimate_factor",
                                      s->estimate_factor, "deadline_factor", s->deadline_mean, "deadline_sd",
                                      s->deadline_sd, "deadline_least", (json_int_t)s->deadline_least, "scale",
                                      s->scale));
    }
}
