#include "harness/cli/conversion_options.h"

#include <stdio.h>

/* Bounds of rates and factors: wide, and far from the limits of double. */
#define SMALLEST 1e-6
#define LARGEST 1e9
#define FASTEST 1e18

/* The names of an option's values, in the order of their numbers. */
static const char *const bases[] = {"alone", "recorded", NULL};
static const char *const attempts[] = {"success", "last", "all", NULL};
static const char *const reduces[] = {"maps", "start", "shuffle", NULL};
static const char *const missing[] = {"median", "drop", NULL};
static const char *const rumen_jobs[] = {"all", "success", NULL};
static const char *const units[] = {"ms", "s", NULL};
static const char *const estimates[] = {"requested", "factor", NULL};
static const char *const pools[] = {"queue", "group", "partition", NULL};
static const char *const swf_jobs[] = {"run", "completed", NULL};

#define AT(member) offsetof(struct conversion_options, member)

const struct option_row terms_rows[] = {
    {"deadline-factor", 0, "F",
     "A job's deadline is a multiple of the time that it needs by its estimates alone on the cluster (or see "
     "--deadline-base). F, at least 1, is the mean of the multiple, which is lognormal and never below 1 (default 3).",
     OPTION_DECIMAL, AT(terms.deadline_mean), .decimal = {1, LARGEST}},
    {"deadline-sd", 0, "F", "The standard deviation of the multiple (default 1).", OPTION_DECIMAL,
     AT(terms.deadline_sd), .decimal = {0, LARGEST}},
    {"deadline-base", 0, "alone|recorded",
     "The time that is multiplied: the job's by its estimates, alone on the cluster (default), or the one it took when "
     "the trace was recorded.",
     OPTION_CHOICE, AT(terms.deadline_base), .choices = bases},
    {"deadline-least", 0, "MS", "No job has less than MS milliseconds until its deadline (default 60000).",
     OPTION_INTEGER, AT(terms.deadline_least), .integer = {0, WORKLOAD_TIME_MAX}},
    {"estimate-factor", 0, "F", "A stage's estimate is F times its longest task (default 1.5).", OPTION_DECIMAL,
     AT(terms.estimate_factor), .decimal = {1, LARGEST}},
    OPTION_ROW_END,
};

const struct option_row swim_rows[] = {
    {"swim-block", 0, "MIB", "A map reads MIB mebibytes (default 128).", OPTION_DECIMAL, AT(swim.block_mib),
     .decimal = {SMALLEST, LARGEST}},
    {"swim-reduce", 0, "MIB", "A reduce shuffles and writes MIB mebibytes (default 1024).", OPTION_DECIMAL,
     AT(swim.reduce_mib), .decimal = {SMALLEST, LARGEST}},
    {"swim-map-rate", 0, "MIB/S", "Mebibytes that a map handles in a second (default 6.14).", OPTION_DECIMAL,
     AT(swim.map_rate), .decimal = {SMALLEST, LARGEST}},
    {"swim-reduce-rate", 0, "MIB/S", "Mebibytes that a reduce handles in a second (default 32).", OPTION_DECIMAL,
     AT(swim.reduce_rate), .decimal = {SMALLEST, LARGEST}},
    {"swim-startup", 0, "MS", "A task needs MS milliseconds before it touches data (default 1000).", OPTION_INTEGER,
     AT(swim.startup), .integer = {0, WORKLOAD_TIME_MAX}},
    {"swim-scale", 0, "F", "All data sizes are multiplied by F (default 1).", OPTION_DECIMAL, AT(swim.scale),
     .decimal = {SMALLEST, LARGEST}},
    OPTION_ROW_END,
};

const struct option_row rumen_rows[] = {
    {"rumen-attempt", 0, "success|last|all",
     "The attempts that make a task's duration: the successful one (default), the last one, or all in a row.",
     OPTION_CHOICE, AT(rumen.attempt), .choices = attempts},
    {"rumen-reduces", 0, "maps|start|shuffle",
     "A reduce's attempt counts from the end of the job's maps (default), from its start, or from the end of its "
     "shuffle.",
     OPTION_CHOICE, AT(rumen.reduces), .choices = reduces},
    {"rumen-missing", 0, "median|drop",
     "Tasks without such an attempt take the job's median (default), or are left out.", OPTION_CHOICE,
     AT(rumen.missing), .choices = missing},
    {"rumen-jobs", 0, "all|success", "Take all jobs (default), or only successful ones.", OPTION_CHOICE, AT(rumen.jobs),
     .choices = rumen_jobs},
    OPTION_ROW_END,
};

const struct option_row synth_rows[] = {
    {"synth-unit", 0, "ms|s",
     "The times of tasks in a workload of the generator of SLS are milliseconds, as SLS has it (default), or seconds, "
     "as its comments have it.",
     OPTION_CHOICE, AT(synth.unit), .choices = units},
    OPTION_ROW_END,
};

const struct option_row swf_rows[] = {
    {"swf-reduce-share", 0, "F", "The reduces of a job do this share of its work, 0 to 1 (default 0).", OPTION_DECIMAL,
     AT(swf.reduce_share), .decimal = {0, 1}},
    {"swf-reduces-per-map", 0, "F", "A job has F reduces for each map, at least 1 in all (default 0.3).",
     OPTION_DECIMAL, AT(swf.reduces_per_map), .decimal = {SMALLEST, LARGEST}},
    {"swf-estimate", 0, "requested|factor",
     "Estimates are the requested times where known (default), or made by --estimate-factor.", OPTION_CHOICE,
     AT(swf.estimate), .choices = estimates},
    {"swf-pool", 0, "queue|group|partition",
     "A job's pool is its queue (default), group or partition; for sacct its partition, account or partition.",
     OPTION_CHOICE, AT(swf.pool), .choices = pools},
    {"swf-jobs", 0, "run|completed", "Take all jobs that ran (default), or only completed ones.", OPTION_CHOICE,
     AT(swf.jobs), .choices = swf_jobs},
    OPTION_ROW_END,
};

const struct option_row batsim_rows[] = {
    {"batsim-speed", 0, "F", "Operations that a resource of Batsim does in a second (default 1e+09).", OPTION_DECIMAL,
     AT(batsim.speed), .decimal = {SMALLEST, FASTEST}},
    OPTION_ROW_END,
};

/* One kind of conversion: its options, and the formats that take them. */
struct kind {
    const struct option_row *rows;
    bool formats[FORMATS];
    const char *expected; /* "expected only with ..." */
    bool drawn;           /* also for jobs that are drawn without deadlines */
};

static const struct kind kinds[] = {
    {terms_rows,
     {[FORMAT_SWIM] = true,
      [FORMAT_RUMEN] = true,
      [FORMAT_SLS] = true,
      [FORMAT_SWF] = true,
      [FORMAT_SACCT] = true,
      [FORMAT_BATSIM] = true,
      [FORMAT_SYNTH] = true,
      [FORMAT_JHIST] = true},
     "a trace without deadlines (any but native) or --workload srt or lsps",
     true},
    {swim_rows, {[FORMAT_SWIM] = true}, "a SWIM trace", false},
    {rumen_rows, {[FORMAT_RUMEN] = true, [FORMAT_JHIST] = true}, "a Rumen trace or a job history (jhist)", false},
    {synth_rows, {[FORMAT_SYNTH] = true}, "a workload of the generator of SLS (synth)", false},
    {swf_rows,
     {[FORMAT_SWF] = true, [FORMAT_SACCT] = true, [FORMAT_BATSIM] = true},
     "a trace of rigid jobs (swf, sacct or batsim)",
     false},
    {batsim_rows, {[FORMAT_BATSIM] = true}, "a workload of Batsim", false},
};

struct conversion_options conversion_options_default(const struct given_options *given, struct input_error *error)
{
    return (struct conversion_options){
        .terms = job_terms_options_default(),
        .swim = swim_options_default(),
        .swf = swf_options_default(),
        .batsim = batsim_options_default(),
        .given = given,
        .error = error,
    };
}

/* --- Use -------------------------------------------------------------------------------------- */

bool conversion_options_check(const struct conversion_options *o, enum trace_format format, bool generated)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const struct option_row *row = option_given_of(o->given, kinds[i].rows);
        if (row != NULL && !kinds[i].formats[format] && !(generated && kinds[i].drawn)) {
            char dashed[48];
            snprintf(dashed, sizeof dashed, "--%s", row->name);
            return input_error_at(o->error, (struct place){.source = dashed}, "expected only with %s",
                                  kinds[i].expected);
        }
    }
    if (generated && o->terms.deadline_base == DEADLINE_BASE_RECORDED) {
        return input_error_at(o->error, (struct place){.source = "--deadline-base"},
                              "expected alone with a workload: none of its jobs was recorded");
    }
    return true;
}

void conversion_options_record_terms(const struct conversion_options *o, json_t *object)
{
    const struct job_terms_options *t = &o->terms;
    json_object_set_new(object, "terms",
                        json_pack("{s:f, s:s, s:f, s:f, s:I}", "estimate_factor", t->estimate_factor, "deadline_base",
                                  bases[t->deadline_base], "deadline_factor", t->deadline_mean, "deadline_sd",
                                  t->deadline_sd, "deadline_least", (json_int_t)t->deadline_least));
}

void conversion_options_record(const struct conversion_options *o, enum trace_format format, json_t *object)
{
    conversion_options_record_terms(o, object);
    if (format == FORMAT_SWIM) {
        const struct swim_options *s = &o->swim;
        json_object_set_new(object, "swim",
                            json_pack("{s:f, s:f, s:f, s:f, s:I, s:f}", "block_mib", s->block_mib, "reduce_mib",
                                      s->reduce_mib, "map_rate", s->map_rate, "reduce_rate", s->reduce_rate, "startup",
                                      (json_int_t)s->startup, "scale", s->scale));
    } else if (format == FORMAT_RUMEN || format == FORMAT_JHIST) {
        const struct rumen_options *r = &o->rumen;
        json_object_set_new(object, "rumen",
                            json_pack("{s:s, s:s, s:s, s:s}", "attempt", attempts[r->attempt], "reduces",
                                      reduces[r->reduces], "missing", missing[r->missing], "jobs",
                                      rumen_jobs[r->jobs]));
    } else if (format == FORMAT_SYNTH) {
        json_object_set_new(object, "synth", json_pack("{s:s}", "unit", units[o->synth.unit]));
    } else if (format == FORMAT_SWF || format == FORMAT_SACCT || format == FORMAT_BATSIM) {
        const struct swf_options *s = &o->swf;
        json_object_set_new(object, "swf",
                            json_pack("{s:f, s:f, s:s, s:s, s:s}", "reduce_share", s->reduce_share, "reduces_per_map",
                                      s->reduces_per_map, "estimate", estimates[s->estimate], "pool", pools[s->pool],
                                      "jobs", swf_jobs[s->jobs]));
    }
    if (format == FORMAT_BATSIM) {
        json_object_set_new(object, "batsim", json_pack("{s:f}", "speed", o->batsim.speed));
    }
}
