#include "harness/cli/run_options.h"

#include "harness/cli/parse.h"
#include "harness/report/gantt.h"
#include "harness/workload/field.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
    KEY_SCHEDULER = 0x400,
    KEY_SEED,
    KEY_SEEDS,
    KEY_SLOWSTART,
    KEY_GANTT,
    KEY_REPORT,
    KEY_TIMING,
    KEY_FILE /* and one for each enum run_file */
};

const char *const run_file_options[RUN_FILES] = {
    [RUN_FILE_JOBS_CSV] = "--jobs-csv",
    [RUN_FILE_BATSIM_JOBS] = "--batsim-jobs",
    [RUN_FILE_BATSIM_SCHEDULE] = "--batsim-schedule",
    [RUN_FILE_PERFETTO] = "--perfetto",
    [RUN_FILE_JSON] = "--json",
};

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "Runs:", 5},
    {"scheduler", KEY_SCHEDULER, "NAME[,..]", 0, "Schedulers to run, see `rtmr list'", 5},
    {"seed", KEY_SEED, "N", 0, "Seed of everything random (default 1)", 5},
    {"seeds", KEY_SEEDS, "N", 0, "Run with so many seeds, from --seed on (default 1)", 5},
    {"slowstart", KEY_SLOWSTART, "F", 0,
     "Share of a job's maps to finish before its reduces may start (default 1; rtmr and dc always 1)", 5},
    {NULL, 0, NULL, 0, "Output:", 7},
    {"gantt", KEY_GANTT, "COLUMNS", OPTION_ARG_OPTIONAL,
     "Draw the schedule as text, at most so many columns wide (default 72); with one scheduler and one seed", 7},
    {"jobs-csv", KEY_FILE + RUN_FILE_JOBS_CSV, "FILE", 0, "Write a row per job; with one scheduler and one seed", 7},
    {"batsim-jobs", KEY_FILE + RUN_FILE_BATSIM_JOBS, "FILE", 0,
     "Write a row per attempt of a task as Batsim's jobs.csv, for evalys; with one scheduler and one seed", 7},
    {"batsim-schedule", KEY_FILE + RUN_FILE_BATSIM_SCHEDULE, "FILE", 0,
     "Write the sums over those rows as Batsim's schedule, in JSON; with one scheduler and one seed", 7},
    {"perfetto", KEY_FILE + RUN_FILE_PERFETTO, "FILE", 0,
     "Write the schedule as a trace for Perfetto (ui.perfetto.dev); with one scheduler and one seed", 7},
    {"json", KEY_FILE + RUN_FILE_JSON, "FILE", 0, "Write options, seeds and the figures of every run", 7},
    {"report", KEY_REPORT, "DIR", 0,
     "Write a report to read: DIR/index.html, one page that needs nothing else, and its figures as SVG and PNG; needs "
     "gnuplot",
     7},
    {"timing", KEY_TIMING, NULL, 0, "Add decisions and events per second, which differ from run to run", 7},
    {0},
};

static bool set_schedulers(struct run_options *run, const char *list)
{
    const struct place place = {.source = "--scheduler"};
    struct span rest = {list, strlen(list)};
    bool more = true;
    run->scheduler_count = 0;
    while (more) {
        struct span name;
        field_cut(&rest, ',', &name, &more);
        const struct scheduler_class *found = NULL;
        for (size_t i = 0; i < scheduler_count(); i++) {
            if (field_equals(name, scheduler_at(i)->name)) {
                found = scheduler_at(i);
            }
        }
        if (found == NULL) {
            return input_error_found(run->error, place, "the name of a scheduler (see rtmr list)", name);
        }
        for (size_t i = 0; i < run->scheduler_count; i++) {
            if (run->schedulers[i] == found) {
                return input_error_found(run->error, place, "each scheduler once", name);
            }
        }
        if (run->scheduler_count == SCHEDULERS_MOST) {
            return input_error_at(run->error, place, "expected at most %d schedulers", SCHEDULERS_MOST);
        }
        run->schedulers[run->scheduler_count++] = found;
    }
    return true;
}

static bool set_thousandths(const char *value, const char *name, int32_t *result, struct input_error *error)
{
    double share;
    if (!cli_decimal(value, name, 0, 1, &share, error)) {
        return false;
    }
    *result = (int32_t)lround(share * 1000);
    return true;
}

static bool set_seed(const char *value, const char *name, uint64_t *result, struct input_error *error)
{
    int64_t number;
    if (!cli_integer(value, name, 1, SEED_MAX, &number, error)) {
        return false;
    }
    *result = (uint64_t)number;
    return true;
}

static bool set_gantt(struct run_options *run, const char *value)
{
    int64_t columns = GANTT_COLUMNS_DEFAULT;
    if (value != NULL &&
        !cli_integer(value, "--gantt", GANTT_COLUMNS_LEAST, GANTT_COLUMNS_MOST, &columns, run->error)) {
        return false;
    }
    run->gantt_columns = (int32_t)columns;
    return true;
}

static bool set_option(struct run_options *run, int key, const char *value)
{
    switch (key) {
    case KEY_SCHEDULER: return set_schedulers(run, value);
    case KEY_SEED: return set_seed(value, "--seed", &run->first_seed, run->error);
    case KEY_SEEDS: return set_seed(value, "--seeds", &run->seeds, run->error);
    case KEY_SLOWSTART: return set_thousandths(value, "--slowstart", &run->engine.slowstart, run->error);
    case KEY_GANTT: return set_gantt(run, value);
    case KEY_REPORT: run->report = value; return true;
    case KEY_TIMING: run->timing = true; return true;
    default: run->files[key - KEY_FILE] = value; return true;
    }
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    if (key < KEY_SCHEDULER || key >= KEY_FILE + RUN_FILES) {
        return ARGP_ERR_UNKNOWN;
    }
    return set_option(state->input, key, value) ? 0 : EINVAL;
}

const struct argp run_argp = {.options = options, .parser = parse};

struct run_options run_options_default(struct input_error *error)
{
    return (struct run_options){.first_seed = 1, .seeds = 1, .engine = engine_options_default(), .error = error};
}

/* The first option given that shows one run; NULL if there is none. */
static const char *option_of_one_run(const struct run_options *run)
{
    for (int i = 0; i < RUN_FILE_JSON; i++) {
        if (run->files[i] != NULL) {
            return run_file_options[i];
        }
    }
    return run->gantt_columns > 0 ? "--gantt" : NULL;
}

/* False: two outputs have the same name. */
static bool check_files(const struct run_options *run)
{
    for (int i = 0; i < RUN_FILES; i++) {
        for (int k = 0; k < i && run->files[i] != NULL; k++) {
            if (run->files[k] != NULL && strcmp(run->files[i], run->files[k]) == 0) {
                return input_error_at(run->error, (struct place){.source = run_file_options[i]},
                                      "expected another file than %s", run_file_options[k]);
            }
        }
    }
    return true;
}

bool run_options_check(const struct run_options *run)
{
    if (run->scheduler_count == 0) {
        return input_error_at(run->error, (struct place){.source = "--scheduler"},
                              "expected one or more schedulers (see rtmr list)");
    }
    if (run->first_seed + run->seeds - 1 > (uint64_t)SEED_MAX) {
        return input_error_at(run->error, (struct place){.source = "--seeds"}, "expected seeds up to %" PRId64,
                              SEED_MAX);
    }
    const char *single = option_of_one_run(run);
    if (single != NULL && (run->scheduler_count != 1 || run->seeds != 1)) {
        return input_error_at(run->error, (struct place){.source = single},
                              "expected one scheduler and one seed, found %zu and %" PRIu64, run->scheduler_count,
                              run->seeds);
    }
    const char *problem = engine_options_problem(&run->engine);
    return check_files(run) &&
           (problem == NULL || input_error_at(run->error, (struct place){.source = "options"}, "%s", problem));
}

void run_options_record(const struct run_options *run, json_t *object)
{
    json_t *schedulers = json_array();
    for (size_t i = 0; i < run->scheduler_count; i++) {
        json_array_append_new(schedulers, json_string(run->schedulers[i]->name));
    }
    json_t *seeds = json_array();
    for (uint64_t i = 0; i < run->seeds; i++) {
        json_array_append_new(seeds, json_integer((json_int_t)(run->first_seed + i)));
    }
    json_object_set_new(object, "schedulers", schedulers);
    json_object_set_new(object, "seeds", seeds);
    json_object_set_new(object, "slowstart", json_real(run->engine.slowstart / 1000.0));
}
