/* rtmr compare: many schedulers on the same jobs over several seeds, with confidence intervals,
 * paired by seed. */
#include "harness/cli/command.h"
#include "harness/cli/experiment.h"
#include "harness/cli/run_outputs.h"
#include "harness/cli/sweep.h"
#include "harness/report/heading.h"
#include "harness/report/json_report.h"
#include "harness/report/room_note.h"
#include "harness/schedulers/schedulers.h"
#include "harness/studies/contest.h"
#include "harness/studies/contest_figures.h"
#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdlib.h>

enum { SEEDS_DEFAULT = 10 };

struct command {
    bool all;
    struct given_options given;
    struct experiment experiment;
    struct contest contest;
    struct sweep sweep;
    struct input_error error;
};

static const struct option_row compare_only_rows[] = {
    {"all", 0, NULL, "The same as --scheduler all.", OPTION_FLAG, offsetof(struct command, all), .set = NULL},
    {"slurm", 0, "PARTITION",
     "Run the seeds as a job array of Slurm there, with the same output; its elements execute this command with "
     "--slurm-part K/N:FILE. Then --threads is for an element (default 1).",
     OPTION_TEXT, offsetof(struct command, sweep.partition), .set = NULL},
    {"slurm-folder", 0, "DIR",
     "Make the folder of the array's files in DIR (default: the current directory); the nodes share both.", OPTION_TEXT,
     offsetof(struct command, sweep.parent), .set = NULL},
    OPTION_ROW_END,
};

static const struct option_row element_rows[] = {
    {"slurm-part", 0, "K/N:FILE", "Run part K of N of the seeds, from 0 on, and write the runs to FILE.", OPTION_TEXT,
     offsetof(struct command, sweep.part), .set = NULL},
    OPTION_ROW_END,
};

static const char summary[] =
    "Compares schedulers on the same jobs: means over the seeds with half the width of their 95% confidence "
    "intervals, and differences from the first scheduler, paired by seed. rtmr appears with each of its feedbacks. "
    "`rtmr help figures' says what each figure is. Times of inputs and options are in milliseconds, those of the "
    "tables in the unit that they name. A native trace is the same for every seed, only "
    "drawn values (heartbeats, faults) differ.";

static const char examples[] = "  rtmr compare jobs.csv\n"
                               "  rtmr compare jobs.csv --scheduler rtmr,fifo --seeds 30 --report out\n"
                               "  rtmr compare --workload lsps --cluster lsps --deadline-factor 4 --all\n";

/* The checks that need the whole command line. False: *error is set. */
static bool check(struct command *c)
{
    struct experiment *e = &c->experiment;
    struct input_error *error = &c->error;
    const struct option_row *unfit = option_given_of(&c->given, one_run_rows);
    unfit = unfit != NULL ? unfit : option_given_of(&c->given, timing_rows);
    if (unfit != NULL) {
        char name[32];
        snprintf(name, sizeof name, "--%s", unfit->name);
        return input_error_at(error, (struct place){.source = name}, "expected with rtmr run, not with rtmr compare");
    }
    if (c->all && e->run.scheduler_count > 0) {
        return input_error_at(error, (struct place){.source = "--all"}, "expected without --scheduler");
    }
    for (size_t i = 0; c->all && i < scheduler_count(); i++) {
        e->run.schedulers[e->run.scheduler_count++] = scheduler_at(i);
    }
    return experiment_check(e) && sweep_check(&c->sweep, e, error);
}

/* The contenders: each scheduler, rtmr three times. False: *error is set. */
static bool add_contenders(struct command *c)
{
    struct experiment *e = &c->experiment;
    for (size_t i = 0; i < e->run.scheduler_count; i++) {
        const struct scheduler_class *scheduler = e->run.schedulers[i];
        if (scheduler != &rtmr_scheduler) {
            contest_add(&c->contest, scheduler->name, scheduler, &e->policy.scheduler);
            continue;
        }
        if (!cluster_options_fit_kernel(&e->cluster_options, &e->cluster)) {
            return false;
        }
        static const struct {
            const char *label;
            enum rtmr_feedback feedback;
        } feedbacks[] = {
            {"rtmr exact", RTMR_FEEDBACK_EXACT}, {"rtmr satu", RTMR_FEEDBACK_SATU}, {"rtmr none", RTMR_FEEDBACK_NONE}};
        for (size_t f = 0; f < sizeof feedbacks / sizeof feedbacks[0]; f++) {
            struct scheduler_options policy = e->policy.scheduler;
            policy.feedback = feedbacks[f].feedback;
            if (policy.order == RTMR_ORDER_EDF && policy.feedback != RTMR_FEEDBACK_EXACT) {
                policy.order = RTMR_ORDER_DEFAULT; /* edf is sound with exact only */
            }
            contest_add(&c->contest, feedbacks[f].label, scheduler, &policy);
        }
    }
    return true;
}

/* The contest is part of the command. */
static bool read_run(void *contest, const struct simulation *simulation, struct simulation_end *end,
                     struct input_error *error)
{
    struct command *c = (struct command *)((char *)contest - offsetof(struct command, contest));
    return sweep_read(&c->sweep, simulation, end, error);
}

static void begin_seed(void *context, const struct workload *workload)
{
    struct command *c = context;
    contest_begin_seed(&c->contest, workload);
}

static struct simulation simulation_of(void *context, size_t contender)
{
    struct command *c = context;
    struct simulation simulation = contest_simulation(&c->contest, contender);
    simulation.read = c->sweep.partition != NULL ? read_run : NULL;
    return simulation;
}

static void run_ended(void *context, size_t contender, size_t index, const struct workload *workload,
                      const struct run_result *result)
{
    (void)index;
    (void)workload;
    struct command *c = context;
    contest_note(&c->contest, contender, result);
}

static void print_comparison(const struct command *c, FILE *out)
{
    const struct experiment *e = &c->experiment;
    heading_print(e->title, e->jobs, &e->cluster, out);
    fprintf(out, "; seeds %" PRIu64 " to %" PRIu64 "%s", e->run.first_seed, e->run.first_seed + e->run.seeds - 1,
            source_options_random(&e->source) ? "" : ", the same jobs for each");
    heading_end(&e->notes, e->jobs, out);
    contest_print(&c->contest, out);
    room_note_print(c->contest.series, c->contest.count, out);
}

static json_t *record(const struct command *c)
{
    const struct experiment *e = &c->experiment;
    json_t *report = json_report_new("compare", experiment_record(e));
    json_object_set_new(report, "workload", json_report_workload(e->title, e->jobs, &e->notes));
    json_object_set_new(report, "cluster", json_report_cluster(&e->cluster));
    json_object_set_new(report, "contenders", contest_record(&c->contest));
    return report;
}

/* False: *error is set. */
static bool write_report(struct command *c, struct run_outputs *outputs)
{
    struct experiment *e = &c->experiment;
    if (e->run.report == NULL) {
        return true;
    }
    struct html_report report = experiment_page(e);
    char **arguments = sweep_arguments(e, &report.argument_count);
    report.arguments = arguments;
    struct table differences = {0};
    report.series = c->contest.series;
    if (c->contest.count > 1 && c->contest.contenders[0].count > 0) {
        differences = contest_differences(&c->contest);
        report.comparison = &differences;
    }
    bool good =
        run_outputs_write_report(outputs, &report, experiment_record(e), contest_figures_add, &c->contest, &c->error);
    table_free(&differences);
    free(arguments);
    return good;
}

/* Writes every output that can be written. False: *error is set. */
static bool write_outputs(struct command *c, struct run_outputs *outputs)
{
    bool json = run_outputs_write_json(outputs, record(c), &c->error);
    bool report = write_report(c, outputs);
    return run_outputs_commit(outputs, &c->error) && json && report;
}

/* --- An element of an array ------------------------------------------------------------------- */

static void write_view(void *file, const struct run_view *view)
{
    run_record_show(view, file);
}

static struct simulation part_simulation_of(void *context, size_t contender)
{
    struct command *c = context;
    struct simulation simulation = contest_simulation(&c->contest, contender);
    simulation.keeps_log = c->experiment.run.report != NULL;
    simulation.show = write_view;
    simulation.context = c->sweep.files[0];
    return simulation;
}

static void part_run_ended(void *context, size_t contender, size_t index, const struct workload *workload,
                           const struct run_result *result)
{
    (void)contender;
    (void)index;
    (void)workload;
    const struct command *c = context;
    run_record_end(result, c->sweep.files[0]);
}

static int execute_part(struct command *c)
{
    struct experiment *e = &c->experiment;
    const struct experiment_runs runs = {
        .contenders = c->contest.count, .simulation = part_simulation_of, .ended = part_run_ended, .context = c};
    if (!sweep_begin_part(&c->sweep, e, &c->error)) {
        return EXIT_BAD_INPUT;
    }
    const int status = experiment_run(e, &runs, &c->error);
    return status != 0 || sweep_end_part(&c->sweep, &c->error) ? status : EXIT_FAILED;
}

/* --- The command ------------------------------------------------------------------------------ */

static int execute(struct command *c)
{
    struct experiment *e = &c->experiment;
    struct run_outputs outputs;
    if (!run_outputs_open(&outputs, &e->run, &c->error)) {
        return EXIT_FAILED;
    }
    c->contest.report = e->run.report != NULL ? &outputs.report_data : NULL;
    outputs.report_data.expected = c->contest.count;
    const struct experiment_runs runs = {.contenders = c->contest.count,
                                         .begin = begin_seed,
                                         .simulation = simulation_of,
                                         .ended = run_ended,
                                         .context = c};
    int status = 0;
    if (c->sweep.partition != NULL) {
        status = sweep_run(&c->sweep, e, &c->error);
        e->run.threads = 1; /* the runs are read in their order */
    }
    status = status == 0 ? experiment_run(e, &runs, &c->error) : status;
    if (status == 0) {
        FILE *out = run_outputs_terminal(&outputs);
        status = write_outputs(c, &outputs) ? 0 : EXIT_FAILED;
        experiment_warn(e, true);
        print_comparison(c, out);
        run_outputs_print(&outputs, out);
    }
    run_outputs_close(&outputs);
    return status;
}

static int check_and_execute(void *command)
{
    const struct command *c = command;
    if (!check(command) || !add_contenders(command)) {
        return EXIT_BAD_INPUT;
    }
    return c->sweep.part != NULL ? execute_part(command) : execute(command);
}

int command_compare(int argc, char **argv)
{
    struct command c = {.error = {""}};
    struct experiment *e = &c.experiment;
    *e = experiment_default(argc, argv, &c.given, &c.error);
    e->run.seeds = SEEDS_DEFAULT;
    const struct experiment_command command = {
        .usage = "FILE [OPTION...]\n   or: rtmr compare --workload NAME [OPTION...]",
        .summary = summary,
        .examples = examples,
        .rows = compare_rows,
        .own = compare_only_rows,
        .internal = element_rows,
        .execute = check_and_execute,
        .command = &c,
    };
    const int status = experiment_main(e, &command, &c.given, &c.error);
    contest_free(&c.contest);
    sweep_free(&c.sweep);
    experiment_free(e);
    return status;
}
