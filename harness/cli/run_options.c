#include "harness/cli/run_options.h"

#include "harness/cli/suggestion.h"
#include "harness/cli/value.h"
#include "harness/report/gantt.h"
#include "harness/schedulers/schedulers.h"
#include "harness/studies/parallel.h"
#include "harness/workload/field.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const run_file_options[RUN_FILES] = {
    [RUN_FILE_JOBS_CSV] = "--jobs-csv",
    [RUN_FILE_BATSIM_JOBS] = "--batsim-jobs",
    [RUN_FILE_BATSIM_SCHEDULE] = "--batsim-schedule",
    [RUN_FILE_PERFETTO] = "--perfetto",
    [RUN_FILE_JSON] = "--json",
};

/* --- Schedulers ------------------------------------------------------------------------------- */

static void add_all(struct run_options *run)
{
    run->scheduler_count = 0;
    for (size_t i = 0; i < scheduler_count(); i++) {
        run->schedulers[run->scheduler_count++] = scheduler_at(i);
    }
}

/* False: *error says that the name is unknown, and names a similar one. */
static bool refuse_scheduler(struct span name, struct input_error *error)
{
    const char *names[SCHEDULERS_MOST + 1];
    size_t count = 0;
    for (size_t i = 0; i < scheduler_count() && i < SCHEDULERS_MOST; i++) {
        names[count++] = scheduler_at(i)->name;
    }
    names[count++] = "all";
    char typed[SUGGESTION_LONGEST + 1];
    snprintf(typed, sizeof typed, "%.*s", (int)name.length, name.at);
    input_error_found(error, (struct place){.source = "--scheduler"}, "the name of a scheduler, or all (see rtmr list)",
                      name);
    return suggestion_append(error, "", suggestion_find(typed, names, count));
}

static bool set_schedulers(void *target, const char *list, struct input_error *error)
{
    struct run_options *run = target;
    const struct place place = {.source = "--scheduler"};
    struct span rest = {list, strlen(list)};
    bool more = true;
    run->scheduler_count = 0;
    if (strcmp(list, "all") == 0) {
        add_all(run);
        return true;
    }
    while (more) {
        struct span name;
        field_cut(&rest, ',', &name, &more);
        if (field_equals(name, "all")) {
            return cli_unexpected(list, "--scheduler", "all to stand alone", error);
        }
        const struct scheduler_class *found = NULL;
        for (size_t i = 0; i < scheduler_count(); i++) {
            if (field_equals(name, scheduler_at(i)->name)) {
                found = scheduler_at(i);
            }
        }
        if (found == NULL) {
            return refuse_scheduler(name, error);
        }
        for (size_t i = 0; i < run->scheduler_count; i++) {
            if (run->schedulers[i] == found) {
                return input_error_found(error, place, "each scheduler once", name);
            }
        }
        if (run->scheduler_count == SCHEDULERS_MOST) {
            return input_error_at(error, place, "expected at most %d schedulers", SCHEDULERS_MOST);
        }
        run->schedulers[run->scheduler_count++] = found;
    }
    return true;
}

/* The schedulers of a command line that names none: the two with an admission test, and the usual
 * ones without; or rtmr alone, if an output shows one run. */
static void add_usual(struct run_options *run, bool one)
{
    static const struct scheduler_class *const usual[] = {&rtmr_scheduler, &dc_scheduler,   &edf_scheduler,
                                                          &fifo_scheduler, &fair_scheduler, &capacity_scheduler};
    for (size_t i = 0; i < (one ? 1 : sizeof usual / sizeof usual[0]); i++) {
        run->schedulers[run->scheduler_count++] = usual[i];
    }
}

/* --- Options ---------------------------------------------------------------------------------- */

static bool set_slowstart(void *target, const char *value, struct input_error *error)
{
    struct run_options *run = target;
    double share;
    if (!cli_decimal(value, "--slowstart", 0, 1, &share, error)) {
        return false;
    }
    run->engine.slowstart = (int32_t)lround(share * 1000);
    return true;
}

static bool set_gantt(void *target, const char *value, struct input_error *error)
{
    struct run_options *run = target;
    int64_t columns = GANTT_COLUMNS_DEFAULT;
    if (value != NULL && !cli_integer(value, "--gantt", GANTT_COLUMNS_LEAST, GANTT_COLUMNS_MOST, &columns, error)) {
        return false;
    }
    run->gantt_columns = (int32_t)columns;
    return true;
}

#define AT(member) offsetof(struct run_options, member)
#define SCHEDULER_HELP                                                                                                 \
    "The schedulers to run, separated by commas, or all; `rtmr list' names them (default "                             \
    "rtmr,dc,edf,fifo,fair,capacity"

const struct option_row run_rows[] = {
    {"scheduler", 0, "NAME[,..]", SCHEDULER_HELP "; rtmr alone with an option that shows one run).", OPTION_OWN, 0,
     .set = set_schedulers},
    {"seeds", 0, "N", "Run with N seeds, from --seed on, and show means (default 1).", OPTION_INTEGER, AT(seeds),
     .integer = {1, SEED_MAX}},
    OPTION_ROW_END,
};

const struct option_row compare_rows[] = {
    {"scheduler", 0, "NAME[,..]", SCHEDULER_HELP "). The first is the one that the others are compared with.",
     OPTION_OWN, 0, .set = set_schedulers},
    {"seeds", 0, "N", "Run with N seeds, from --seed on (default 10).", OPTION_INTEGER, AT(seeds),
     .integer = {1, SEED_MAX}},
    OPTION_ROW_END,
};

const struct option_row seed_rows[] = {
    {"seed", 0, "N", "The first seed; everything random follows from it (default 1).", OPTION_INTEGER, AT(first_seed),
     .integer = {1, SEED_MAX}},
    {"slowstart", 0, "F",
     "Reduces of a job may start when this share of its maps, 0 to 1, has finished (default 1; rtmr and dc always have "
     "1, Hadoop 0.05).",
     OPTION_OWN, 0, .set = set_slowstart},
    {"threads", 0, "N", "Use N processors (default: all; 1 with --timing); the output does not depend on it.",
     OPTION_INTEGER, AT(threads), .integer = {1, PARALLEL_THREADS_MOST}},
    OPTION_ROW_END,
};

const struct option_row output_rows[] = {
    {"report", 0, "DIR",
     "Write a report to read: DIR/index.html, a page that needs nothing else, and its figures as SVG and PNG (needs "
     "gnuplot).",
     OPTION_FOLDER, AT(report), .set = NULL},
    {"json", 0, "FILE", "Write the options and the figures of every run as JSON.", OPTION_OUTPUT,
     AT(files[RUN_FILE_JSON]), .set = NULL},
    OPTION_ROW_END,
};

const struct option_row one_run_rows[] = {
    {"gantt", 0, "[COLUMNS]", "Draw the schedule as text, at most COLUMNS wide, 10 to 1000 (default 72).", OPTION_OWN,
     0, .set = set_gantt},
    {"jobs-csv", 0, "FILE", "Write a row for each job: accepted or why not, when it ended, by which deadline.",
     OPTION_OUTPUT, AT(files[RUN_FILE_JOBS_CSV]), .set = NULL},
    {"perfetto", 0, "FILE", "Write the schedule as a trace for Perfetto (ui.perfetto.dev).", OPTION_OUTPUT,
     AT(files[RUN_FILE_PERFETTO]), .set = NULL},
    {"batsim-jobs", 0, "FILE", "Write a row for each attempt of a task as Batsim's jobs.csv, for evalys.",
     OPTION_OUTPUT, AT(files[RUN_FILE_BATSIM_JOBS]), .set = NULL},
    {"batsim-schedule", 0, "FILE", "Write the sums over those rows as Batsim's schedule, in JSON.", OPTION_OUTPUT,
     AT(files[RUN_FILE_BATSIM_SCHEDULE]), .set = NULL},
    OPTION_ROW_END,
};

const struct option_row csv_rows[] = {
    {"csv-safe", 0, NULL,
     "Write names that begin with =, +, - or @ behind an apostrophe into CSV files, so that no spreadsheet takes them "
     "for formulas.",
     OPTION_FLAG, AT(csv_safe), .set = NULL},
    OPTION_ROW_END,
};

const struct option_row timing_rows[] = {
    {"timing", 0, NULL, "Add decisions and events per second to the table; they differ from run to run.", OPTION_FLAG,
     AT(timing), .set = NULL},
    OPTION_ROW_END,
};

struct run_options run_options_default(struct input_error *error)
{
    return (struct run_options){.first_seed = 1,
                                .seeds = 1,
                                .threads = (int64_t)parallel_processors(),
                                .engine = engine_options_default(),
                                .error = error};
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

bool run_options_guard(const struct run_options *run, struct file_guard *guard)
{
    bool good = true;
    for (int i = 0; i < RUN_FILES && good; i++) {
        good = file_guard_output(guard, run_file_options[i], run->files[i], run->error);
    }
    return good && file_guard_folder(guard, "--report", run->report, run->error);
}

static bool check_csv(const struct run_options *run)
{
    bool needed = run->files[RUN_FILE_JOBS_CSV] != NULL || run->files[RUN_FILE_BATSIM_JOBS] != NULL;
    return !run->csv_safe || needed ||
           input_error_at(run->error, (struct place){.source = "--csv-safe"},
                          "expected only with --jobs-csv or --batsim-jobs");
}

bool run_options_check(struct run_options *run)
{
    if (run->first_seed + run->seeds - 1 > (uint64_t)SEED_MAX) {
        return input_error_at(run->error, (struct place){.source = "--seeds"}, "expected seeds up to %" PRId64,
                              SEED_MAX);
    }
    const char *single = option_of_one_run(run);
    if (run->scheduler_count == 0) {
        add_usual(run, single != NULL);
    }
    if (single != NULL && (run->scheduler_count != 1 || run->seeds != 1)) {
        return input_error_at(run->error, (struct place){.source = single},
                              "expected one scheduler and one seed, found %zu and %" PRIu64, run->scheduler_count,
                              run->seeds);
    }
    const char *problem = engine_options_problem(&run->engine);
    return check_csv(run) &&
           (problem == NULL || input_error_at(run->error, (struct place){.source = "options"}, "%s", problem));
}

bool run_options_fit(const struct run_options *run, const struct cluster *cluster)
{
    const int64_t rows = (int64_t)cluster_slots(cluster, STAGE_MAP) + cluster_slots(cluster, STAGE_REDUCE);
    return run->gantt_columns == 0 || rows <= GANTT_CHARACTERS_MOST / run->gantt_columns ||
           input_error_at(run->error, (struct place){.source = "--gantt"},
                          "expected at most %d characters, found %" PRId64 " slots of %d columns",
                          GANTT_CHARACTERS_MOST, rows, (int)run->gantt_columns);
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
