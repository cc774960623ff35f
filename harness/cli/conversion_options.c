#include "harness/cli/conversion_options.h"

#include "harness/cli/parse.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Bounds of rates and factors: wide, and far from the limits of double. */
static const double smallest = 1e-6;
static const double largest = 1e9;

/* The texts of the enumerations, in their order. */
static const char *const bases[] = {"alone", "recorded", NULL};
static const char *const attempts[] = {"success", "last", "all", NULL};
static const char *const reduces[] = {"maps", "start", "shuffle", NULL};
static const char *const missing[] = {"median", "drop", NULL};
static const char *const rumen_jobs[] = {"all", "success", NULL};
static const char *const estimates[] = {"requested", "factor", NULL};
static const char *const pools[] = {"queue", "group", "partition", NULL};
static const char *const swf_jobs[] = {"run", "completed", NULL};

enum {
    KEY_ESTIMATE = 0x700,
    KEY_BASE,
    KEY_DEADLINE,
    KEY_DEADLINE_SD,
    KEY_DEADLINE_LEAST,
    KEY_BLOCK,
    KEY_REDUCE,
    KEY_MAP_RATE,
    KEY_REDUCE_RATE,
    KEY_STARTUP,
    KEY_SCALE,
    KEY_ATTEMPT,
    KEY_REDUCES,
    KEY_MISSING,
    KEY_RUMEN_JOBS,
    KEY_REDUCE_SHARE,
    KEY_REDUCES_PER_MAP,
    KEY_SWF_ESTIMATE,
    KEY_POOL,
    KEY_SWF_JOBS
};

static const struct argp_option terms_options[] = {
    {"estimate-factor", KEY_ESTIMATE, "F", 0, "Estimate over the stage's longest task (default 1.5)", 0},
    {"deadline-base", KEY_BASE, "alone|recorded", 0,
     "Deadlines are multiples of a job's time alone on the cluster (default), or of the time it took when the trace "
     "was recorded",
     0},
    {"deadline-factor", KEY_DEADLINE, "F", 0, "Mean of the multiple, which is lognormal, but at least 1 (default 3)",
     0},
    {"deadline-sd", KEY_DEADLINE_SD, "F", 0, "Its standard deviation (default 1)", 0},
    {"deadline-least", KEY_DEADLINE_LEAST, "MS", 0, "No deadline is shorter (default 60000)", 0},
    {0},
};

static const struct argp_option swim_options[] = {
    {"swim-block", KEY_BLOCK, "MIB", 0, "Input of one map (default 128)", 0},
    {"swim-reduce", KEY_REDUCE, "MIB", 0, "Shuffle and output of one reduce (default 1024)", 0},
    {"swim-map-rate", KEY_MAP_RATE, "MIB/S", 0, "Speed of one map (default 6.14)", 0},
    {"swim-reduce-rate", KEY_REDUCE_RATE, "MIB/S", 0, "Speed of one reduce (default 32)", 0},
    {"swim-startup", KEY_STARTUP, "MS", 0, "Time a task needs before it touches data (default 1000)", 0},
    {"swim-scale", KEY_SCALE, "F", 0, "Multiply all data sizes (default 1)", 0},
    {0},
};

static const struct argp_option rumen_options[] = {
    {"rumen-attempt", KEY_ATTEMPT, "success|last|all", 0,
     "Attempts that make a task's duration: the successful one (default), the last one, or all in a row", 0},
    {"rumen-reduces", KEY_REDUCES, "maps|start|shuffle", 0,
     "A reduce's attempt counts from the end of the job's maps (default), from its start, or from the end of its "
     "shuffle",
     0},
    {"rumen-missing", KEY_MISSING, "median|drop", 0,
     "Tasks without such an attempt take the job's median (default), or are left out", 0},
    {"rumen-jobs", KEY_RUMEN_JOBS, "all|success", 0, "All jobs (default), or only successful ones", 0},
    {0},
};

static const struct argp_option swf_options[] = {
    {"swf-reduce-share", KEY_REDUCE_SHARE, "F", 0, "Share of a job's work that its reduces do (default 0)", 0},
    {"swf-reduces-per-map", KEY_REDUCES_PER_MAP, "F", 0, "How many reduces (default 0.3, at least 1)", 0},
    {"swf-estimate", KEY_SWF_ESTIMATE, "requested|factor", 0,
     "Estimates from requested times where known (default), or by --estimate-factor", 0},
    {"swf-pool", KEY_POOL, "queue|group|partition", 0, "What the pool is (default queue)", 0},
    {"swf-jobs", KEY_SWF_JOBS, "run|completed", 0, "All jobs that ran (default), or only completed ones", 0},
    {0},
};

/* One kind of conversion: its options, and the formats that take them. */
struct kind {
    const struct argp_option *options;
    bool formats[FORMATS];
    const char *expected; /* "expected only with ..." */
};

static const struct kind kinds[CONVERSIONS] = {
    [CONVERSION_TERMS] = {terms_options,
                          {[FORMAT_SWIM] = true, [FORMAT_RUMEN] = true, [FORMAT_SLS] = true, [FORMAT_SWF] = true},
                          "a trace without deadlines (swim, rumen, sls or swf) or --workload srt or lsps"},
    [CONVERSION_SWIM] = {swim_options, {[FORMAT_SWIM] = true}, "a SWIM trace"},
    [CONVERSION_RUMEN] = {rumen_options, {[FORMAT_RUMEN] = true}, "a Rumen trace"},
    [CONVERSION_SWF] = {swf_options, {[FORMAT_SWF] = true}, "an SWF trace"},
};

/* --- Parsing ---------------------------------------------------------------------------------------------- */

static bool set_choice(const char *value, const char *name, const char *const texts[], int *choice,
                       struct input_error *error)
{
    char expected[64] = "";
    for (int i = 0; texts[i] != NULL; i++) {
        if (strcmp(value, texts[i]) == 0) {
            *choice = i;
            return true;
        }
        size_t length = strlen(expected);
        const char *before = i == 0 ? "" : texts[i + 1] == NULL ? " or " : ", ";
        snprintf(expected + length, sizeof expected - length, "%s%s", before, texts[i]);
    }
    return cli_unexpected(value, name, expected, error);
}

static bool set_terms(struct job_terms_options *terms, int key, const char *name, const char *value,
                      struct input_error *error)
{
    int choice = 0;
    switch (key) {
    case KEY_ESTIMATE: return cli_decimal(value, name, 1, largest, &terms->estimate_factor, error);
    case KEY_DEADLINE: return cli_decimal(value, name, smallest, largest, &terms->deadline_mean, error);
    case KEY_DEADLINE_SD: return cli_decimal(value, name, 0, largest, &terms->deadline_sd, error);
    case KEY_DEADLINE_LEAST: return cli_integer(value, name, 0, WORKLOAD_TIME_MAX, &terms->deadline_least, error);
    default:
        if (!set_choice(value, name, bases, &choice, error)) {
            return false;
        }
        terms->deadline_base = (enum deadline_base)choice;
        return true;
    }
}

static bool set_swim(struct swim_options *swim, int key, const char *name, const char *value, struct input_error *error)
{
    switch (key) {
    case KEY_BLOCK: return cli_decimal(value, name, smallest, largest, &swim->block_mib, error);
    case KEY_REDUCE: return cli_decimal(value, name, smallest, largest, &swim->reduce_mib, error);
    case KEY_MAP_RATE: return cli_decimal(value, name, smallest, largest, &swim->map_rate, error);
    case KEY_REDUCE_RATE: return cli_decimal(value, name, smallest, largest, &swim->reduce_rate, error);
    case KEY_STARTUP: return cli_integer(value, name, 0, WORKLOAD_TIME_MAX, &swim->startup, error);
    default: return cli_decimal(value, name, smallest, largest, &swim->scale, error);
    }
}

static bool set_rumen(struct rumen_options *rumen, int key, const char *name, const char *value,
                      struct input_error *error)
{
    const char *const *texts = key == KEY_ATTEMPT   ? attempts
                               : key == KEY_REDUCES ? reduces
                               : key == KEY_MISSING ? missing
                                                    : rumen_jobs;
    int choice = 0;
    if (!set_choice(value, name, texts, &choice, error)) {
        return false;
    }
    switch (key) {
    case KEY_ATTEMPT: rumen->attempt = (enum rumen_attempt)choice; return true;
    case KEY_REDUCES: rumen->reduces = (enum rumen_reduces)choice; return true;
    case KEY_MISSING: rumen->missing = (enum rumen_missing)choice; return true;
    default: rumen->jobs = (enum rumen_jobs)choice; return true;
    }
}

static bool set_swf(struct swf_options *swf, int key, const char *name, const char *value, struct input_error *error)
{
    if (key == KEY_REDUCE_SHARE) {
        return cli_decimal(value, name, 0, 1, &swf->reduce_share, error);
    }
    if (key == KEY_REDUCES_PER_MAP) {
        return cli_decimal(value, name, smallest, largest, &swf->reduces_per_map, error);
    }
    const char *const *texts = key == KEY_SWF_ESTIMATE ? estimates : key == KEY_POOL ? pools : swf_jobs;
    int choice = 0;
    if (!set_choice(value, name, texts, &choice, error)) {
        return false;
    }
    switch (key) {
    case KEY_SWF_ESTIMATE: swf->estimate = (enum swf_estimate)choice; return true;
    case KEY_POOL: swf->pool = (enum swf_pool)choice; return true;
    default: swf->jobs = (enum swf_jobs)choice; return true;
    }
}

/* The option's name and its kind. */
static const char *find(int key, enum conversion *kind)
{
    for (*kind = 0; *kind < CONVERSIONS; (*kind)++) {
        for (const struct argp_option *option = kinds[*kind].options; option->name != NULL; option++) {
            if (option->key == key) {
                return option->name;
            }
        }
    }
    return NULL;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct conversion_options *o = state->input;
    enum conversion kind;
    const char *name = find(key, &kind);
    if (name == NULL) {
        return ARGP_ERR_UNKNOWN;
    }
    o->given[kind] = o->given[kind] == NULL ? name : o->given[kind];
    char dashed[48];
    snprintf(dashed, sizeof dashed, "--%s", name);
    bool good = kind == CONVERSION_TERMS   ? set_terms(&o->terms, key, dashed, value, o->error)
                : kind == CONVERSION_SWIM  ? set_swim(&o->swim, key, dashed, value, o->error)
                : kind == CONVERSION_RUMEN ? set_rumen(&o->rumen, key, dashed, value, o->error)
                                           : set_swf(&o->swf, key, dashed, value, o->error);
    return good ? 0 : EINVAL;
}

static const struct argp terms_argp = {.options = terms_options, .parser = parse};
static const struct argp swim_argp = {.options = swim_options, .parser = parse};
static const struct argp rumen_argp = {.options = rumen_options, .parser = parse};
static const struct argp swf_argp = {.options = swf_options, .parser = parse};

/* argp shows those of equal group from the last to the first. */
const struct argp_child conversion_children[CONVERSIONS + 1] = {
    {&swf_argp, 0, "How an SWF trace becomes jobs:", 2},
    {&rumen_argp, 0, "How a Rumen trace becomes jobs:", 2},
    {&swim_argp, 0, "How a SWIM trace becomes jobs:", 2},
    {&terms_argp, 0,
     "Estimates and deadlines for a trace that has none, and for --workload srt and lsps if any of these is given:", 2},
    {0},
};

struct conversion_options conversion_options_default(struct input_error *error)
{
    return (struct conversion_options){
        .terms = job_terms_options_default(),
        .swim = swim_options_default(),
        .swf = swf_options_default(),
        .error = error,
    };
}

/* --- Use -------------------------------------------------------------------------------------------------- */

bool conversion_options_check(const struct conversion_options *o, enum trace_format format, bool generated)
{
    for (enum conversion kind = 0; kind < CONVERSIONS; kind++) {
        if (o->given[kind] != NULL && !kinds[kind].formats[format] && !(generated && kind == CONVERSION_TERMS)) {
            char dashed[48];
            snprintf(dashed, sizeof dashed, "--%s", o->given[kind]);
            return input_error_at(o->error, (struct place){.source = dashed}, "expected only with %s",
                                  kinds[kind].expected);
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
    } else if (format == FORMAT_RUMEN) {
        const struct rumen_options *r = &o->rumen;
        json_object_set_new(object, "rumen",
                            json_pack("{s:s, s:s, s:s, s:s}", "attempt", attempts[r->attempt], "reduces",
                                      reduces[r->reduces], "missing", missing[r->missing], "jobs",
                                      rumen_jobs[r->jobs]));
    } else if (format == FORMAT_SWF) {
        const struct swf_options *s = &o->swf;
        json_object_set_new(object, "swf",
                            json_pack("{s:f, s:f, s:s, s:s, s:s}", "reduce_share", s->reduce_share, "reduces_per_map",
                                      s->reduces_per_map, "estimate", estimates[s->estimate], "pool", pools[s->pool],
                                      "jobs", swf_jobs[s->jobs]));
    }
}
