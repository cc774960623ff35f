#include "harness/cli/source_options.h"

#include "harness/cli/value.h"
#include "harness/report/json_text.h"
#include "harness/workload/lsps_profile.h"
#include "harness/workload/native_csv.h"
#include "harness/workload/safe_text.h"
#include "harness/workload/srt_profile.h"
#include "harness/workload/stage_fit.h"
#include "harness/workload/swf_header.h"

#include <stdio.h>
#include <string.h>

/* The number of jobs of each size in the srt workload. */
enum { SRT_JOBS_OF_EACH = 20 };

static const char *const generated_names[] = {[GENERATED_SRT] = "srt", [GENERATED_LSPS] = "lsps"};

static bool set_workload(void *target, const char *value, struct input_error *error)
{
    struct source_options *source = target;
    const char *names[8] = {NULL};
    size_t count = 0;
    for (size_t i = 0; i < paper_profile_count; i++) {
        names[count++] = paper_profiles[i].name;
    }
    for (enum generated i = GENERATED_SRT; i <= GENERATED_LSPS; i++) {
        names[count++] = generated_names[i];
    }
    const int number = option_choice(value, "--workload", names, error);
    if (number < 0) {
        return false;
    }
    const size_t place = (size_t)number;
    source->profile = place < paper_profile_count ? &paper_profiles[place] : NULL;
    source->generated =
        place < paper_profile_count ? GENERATED_NONE : (enum generated)(place - paper_profile_count + GENERATED_SRT);
    return true;
}

#define AT(member) offsetof(struct source_options, member)

const struct option_row source_rows[] = {
    {"trace", 0, "FILE",
     "The same as FILE: read the jobs from it; `-' is standard input; gzip, xz, zstd "
     "and bzip2 data are decompressed.",
     OPTION_INPUT, AT(trace), .set = NULL},
    {"workload", 0, "NAME", "Instead of a trace, generate a paper's workload: I, II, II-normal, srt or lsps.",
     OPTION_OWN, 0, .set = set_workload},
    {"format", 0, "NAME",
     "The format of the trace: " TRACE_FORMATS
     " (default: by its content; by its name if that does not tell). `rtmr help formats' describes native.",
     OPTION_CHOICE, AT(format), .choices = trace_format_names},
    {"strict", 0, NULL,
     "A job that cannot be read as the trace has it is an error (default: it is left out or repaired, and counted).",
     OPTION_FLAG, AT(strict), .set = NULL},
    {"list-skipped", 0, NULL, "Name the lines of such jobs on standard error.", OPTION_FLAG, AT(list_skipped),
     .set = NULL},
    OPTION_ROW_END,
};

/* Says how an option is written that seems to be meant to take this argument: one whose value may
 * be left out, or one that has none. Options come before arguments, wherever they stand. */
static void append_option_meant(const struct given_options *given, const char *argument, struct input_error *error)
{
    const bool number = argument[0] != '\0' && argument[strspn(argument, "0123456789")] == '\0';
    for (size_t i = 0; i < given->count; i++) {
        const struct option_row *row = given->rows[i];
        const size_t length = strlen(error->text);
        char *end = error->text + length;
        const size_t room = sizeof error->text - length;
        if (number && row->value != NULL && row->value[0] == '[') {
            snprintf(end, room, "; write --%s=%s", row->name, argument);
        } else if (row->value == NULL && strcmp(row->name, "json") == 0) {
            snprintf(end, room, "; --json takes no file here, it prints on standard output");
        }
    }
}

static bool set_argument(void *target, const char *value, struct input_error *error)
{
    struct source_options *source = target;
    if (value[0] == '\0') {
        return cli_unexpected(value, "FILE", "the name of a file", error);
    }
    if (source->trace != NULL) {
        cli_unexpected(value, "FILE", "one trace", error);
        append_option_meant(source->given, value, error);
        return false;
    }
    source->trace = value;
    return true;
}

int source_options_run(struct source_options *source, struct command_line line, int argc, char **argv,
                       struct given_options *given, struct input_error *error)
{
    line.argument = set_argument;
    line.context = source;
    return cli_run(&line, argc, argv, given, error);
}

struct source_options source_options_default(const struct given_options *given, struct input_error *error)
{
    return (struct source_options){
        .given = given, .conversion = conversion_options_default(given, error), .error = error};
}

bool source_options_check(struct source_options *source)
{
    const struct place trace = {.source = "--trace"};
    const bool format_given = option_given(source->given, "format");
    bool workload = source->profile != NULL || source->generated != GENERATED_NONE;
    if (source->trace == NULL && !workload) {
        return input_error_at(source->error, trace, "expected a trace, or a workload with --workload");
    }
    if (source->trace != NULL && workload) {
        return input_error_at(source->error, trace, "expected either a trace or a workload, found both");
    }
    if (workload && format_given) {
        return input_error_at(source->error, (struct place){.source = "--format"}, "expected only with --trace");
    }
    if (source->trace != NULL && !format_given && !trace_format_find(source->trace, &source->format, source->error)) {
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
    return option_given_of(source->given, terms_rows) != NULL;
}

bool source_options_need_cluster(const struct source_options *source)
{
    return source->trace != NULL ? source->format != FORMAT_NATIVE : has_terms(source);
}

/* What the trace says about its machine; nothing if its format has no such field. */
static bool read_header(const struct source_options *source, struct swf_header *header)
{
    *header = (struct swf_header){0};
    if (source->trace == NULL) {
        return true;
    }
    return source->format == FORMAT_SWF      ? swf_header_read(header, source->trace, source->error)
           : source->format == FORMAT_BATSIM ? batsim_header_read(header, source->trace, source->error)
                                             : true;
}

bool source_options_cluster(struct source_options *source, const struct cluster_options *options,
                            struct cluster *cluster)
{
    static const char *const choices[] = {"cluster",      "cluster-format", "map-slots",
                                          "reduce-slots", "node-map-slots", "node-reduce-slots"};
    struct swf_header header = {0};
    bool chosen = false;
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        chosen = chosen || option_given(source->given, choices[i]);
    }
    if (!chosen && !read_header(source, &header)) {
        return false;
    }
    if (header.field == NULL && header.misread.text[0] != '\0') {
        if (source->strict) {
            *source->error = header.misread;
            return false;
        }
        fprintf(stderr, "rtmr: warning: %s; the log does not say its cluster\n", header.misread.text);
    }
    if (header.field == NULL) {
        return cluster_options_make(options, source->profile, cluster);
    }
    source->cluster_of_trace = true;
    swf_header_cluster(cluster, &header, source->trace, &source->conversion.swf);
    cluster->heartbeat = options->heartbeat >= 0 ? options->heartbeat : 0;
    return true;
}

/* False: *error is set; it says how to read a file that is of another format. */
static bool read_native(const struct source_options *source, struct workload *workload)
{
    if (native_csv_read(workload, source->trace, source->error)) {
        return true;
    }
    if (!option_given(source->given, "format")) {
        trace_format_hint(source->trace, source->error);
    }
    return false;
}

static bool load(const struct source_options *source, const struct cluster *cluster, uint64_t seed,
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
        return read_native(source, workload);
    }
    return conversion_options_read(&source->conversion, source->format, source->trace, cluster, seed, workload);
}

bool source_options_load(const struct source_options *source, const struct cluster *cluster, uint64_t seed,
                         struct workload *workload)
{
    if (!load(source, cluster, seed, workload)) {
        return false;
    }
    const bool loose = source->strict && !reading_notes_none(&workload->notes, workload->title, source->error);
    if (loose || !stage_fit_check(workload, cluster, source->error)) {
        workload_free(workload);
        return false;
    }
    return true;
}

void source_options_list(const struct source_options *source, const struct workload *workload)
{
    if (source->list_skipped) {
        reading_notes_list(&workload->notes, workload->title, stderr);
    }
}

void source_options_tell(const struct source_options *source, const struct workload *workload)
{
    if (reading_notes_any(&workload->notes)) {
        fputs("rtmr: ", stderr);
        safe_text_write(workload->title, stderr);
        fputs(": ", stderr);
        reading_notes_print(&workload->notes, workload->count, stderr);
        fputc('\n', stderr);
    }
    source_options_list(source, workload);
}

void source_options_record(const struct source_options *source, json_t *object)
{
    if (source->profile != NULL) {
        json_object_set_new(object, "workload", json_string(source->profile->name));
        return;
    }
    if (source->generated != GENERATED_NONE) {
        json_object_set_new(object, "workload", json_string(generated_names[source->generated]));
        if (has_terms(source)) {
            conversion_options_record_terms(&source->conversion, object);
        }
        return;
    }
    json_object_set_new(object, "trace", json_text(source->trace));
    json_object_set_new(object, "format", json_string(trace_format_names[source->format]));
    if (source->format != FORMAT_NATIVE) {
        conversion_options_record(&source->conversion, source->format, object);
    }
}
