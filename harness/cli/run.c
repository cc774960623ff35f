/* rtmr run: schedulers on a trace or a generated workload, over one or more seeds. */
#include "harness/cli/command.h"
#include "harness/cli/diagnosis.h"
#include "harness/cli/experiment.h"
#include "harness/cli/run_outputs.h"
#include "harness/report/heading.h"
#include "harness/report/json_report.h"
#include "harness/report/metrics_table.h"
#include "harness/report/room_note.h"
#include "harness/schedulers/schedulers.h"
#include "harness/studies/simulation.h"
#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdlib.h>

struct command {
    struct experiment experiment;
    struct given_options given;
    struct series *series;         /* one per scheduler */
    struct rejections *rejections; /* the same */
    struct diagnosis diagnosis;
    struct run_outputs outputs;
    struct input_error error;
};

static const char summary[] =
    "Runs schedulers on the jobs of a trace or a generated workload, and prints their figures and the reasons of "
    "rejections (`rtmr help figures' says what each is). Times of inputs and options are in milliseconds, those of the "
    "table in the unit that it names. With several seeds the figures are means, with the standard "
    "deviation in brackets; a native trace is the same for every seed, only drawn values (heartbeats, faults) differ.";

static const char examples[] = "  rtmr run jobs.csv\n"
                               "  rtmr run jobs.csv --map-slots 4 --reduce-slots 2 --scheduler rtmr --gantt\n"
                               "  rtmr run FB-2009.tsv --scheduler rtmr,fifo --deadline-factor 2 --report out\n"
                               "  zcat jobs.csv.gz | rtmr run - --scheduler rtmr --json - | jq .series\n";

static struct simulation simulation_of(void *context, size_t scheduler)
{
    struct command *c = context;
    return (struct simulation){
        .scheduler = c->experiment.run.schedulers[scheduler],
        .policy = &c->experiment.policy.scheduler,
        .rejections = &c->rejections[scheduler],
        .keeps_log = run_outputs_want_runs(&c->outputs),
        .show = run_outputs_want_runs(&c->outputs) ? run_outputs_show : NULL,
        .context = &c->outputs,
    };
}

static void run_ended(void *context, size_t scheduler, size_t index, const struct workload *workload,
                      const struct run_result *result)
{
    struct command *c = context;
    struct experiment *e = &c->experiment;
    series_add(&c->series[scheduler], *result);
    if (e->run.schedulers[scheduler] == &rtmr_scheduler && index == 0 && c->rejections[scheduler].accepted == 0) {
        c->diagnosis = diagnosis_make(workload, &e->cluster, &e->policy.scheduler);
    }
}

static json_t *record(const struct command *c)
{
    const struct experiment *e = &c->experiment;
    json_t *report = json_report_new("run", experiment_record(e));
    json_t *series = json_report_series(c->series, e->run.scheduler_count, e->run.timing);
    json_object_set_new(report, "workload", json_report_workload(e->title, e->jobs, &e->notes));
    json_object_set_new(report, "cluster", json_report_cluster(&e->cluster));
    json_object_update(report, series);
    json_decref(series);
    return report;
}

/* Prints the reasons of rejections, and, if rtmr has accepted no job with any seed, why. */
static void print_rejections(const struct command *c, FILE *out)
{
    const struct run_options *run = &c->experiment.run;
    const char *labels[SCHEDULERS_MOST];
    bool none = false;
    for (size_t s = 0; s < run->scheduler_count; s++) {
        labels[s] = c->series[s].label;
        none = none || (run->schedulers[s] == &rtmr_scheduler && c->rejections[s].accepted == 0);
    }
    rejections_print(c->rejections, labels, run->scheduler_count, run->seeds, out);
    if (none && c->diagnosis.jobs > 0) {
        diagnosis_print(&c->diagnosis, out);
    }
}

static void print_report(const struct command *c, FILE *out)
{
    const struct experiment *e = &c->experiment;
    heading_print(e->title, e->jobs, &e->cluster, out);
    if (e->cluster.heartbeat == 0) {
        fprintf(out, ", no heartbeats; ");
    } else {
        fprintf(out, ", heartbeat %" PRId64 " ms; ", e->cluster.heartbeat);
    }
    if (e->run.seeds == 1) {
        fprintf(out, "seed %" PRIu64, e->run.first_seed);
    } else {
        fprintf(out, "seeds %" PRIu64 " to %" PRIu64 ": mean (sd)", e->run.first_seed,
                e->run.first_seed + e->run.seeds - 1);
    }
    heading_end(&e->notes, e->jobs, out);
    metrics_table_print(c->series, e->run.scheduler_count, e->run.timing, out);
    room_note_print(c->series, e->run.scheduler_count, out);
    print_rejections(c, out);
}

static bool runs_rtmr(const struct run_options *run)
{
    for (size_t i = 0; i < run->scheduler_count; i++) {
        if (run->schedulers[i] == &rtmr_scheduler) {
            return true;
        }
    }
    return false;
}

/* Writes every output that can be written. False: *error is set. */
static bool write_outputs(struct command *c)
{
    const struct experiment *e = &c->experiment;
    struct html_report page = experiment_page(e);
    page.series = c->series;
    bool json = run_outputs_write_json(&c->outputs, record(c), &c->error);
    bool report = run_outputs_write_report(&c->outputs, &page, experiment_record(e), NULL, NULL, &c->error);
    return run_outputs_commit(&c->outputs, &c->error) && json && report;
}

static int execute(struct command *c)
{
    struct experiment *e = &c->experiment;
    if (!run_outputs_open(&c->outputs, &e->run, &c->error)) {
        return EXIT_FAILED;
    }
    c->outputs.report_data.expected = e->run.scheduler_count;
    const struct experiment_runs runs = {
        .contenders = e->run.scheduler_count, .simulation = simulation_of, .ended = run_ended, .context = c};
    int status = experiment_run(e, &runs, &c->error);
    if (status == 0) {
        FILE *out = run_outputs_terminal(&c->outputs);
        status = write_outputs(c) ? 0 : EXIT_FAILED;
        experiment_warn(e, false);
        print_report(c, out);
        run_outputs_print(&c->outputs, out);
    }
    run_outputs_close(&c->outputs);
    return status;
}

static int check_and_execute(void *command)
{
    struct command *c = command;
    struct experiment *e = &c->experiment;
    /* the report of jobs shows which deadline each rejected job could have had */
    e->policy.scheduler.counter_offer = e->run.files[RUN_FILE_JOBS_CSV] != NULL;
    if (!experiment_check(e) || (runs_rtmr(&e->run) && !cluster_options_fit_kernel(&e->cluster_options, &e->cluster))) {
        return EXIT_BAD_INPUT;
    }
    c->series = alloc_zeroed(e->run.scheduler_count, sizeof *c->series);
    c->rejections = alloc_zeroed(e->run.scheduler_count, sizeof *c->rejections);
    for (size_t s = 0; s < e->run.scheduler_count; s++) {
        c->series[s] =
            (struct series){.label = e->run.schedulers[s]->name, .promises = e->run.schedulers[s]->promises != NULL};
    }
    const int status = execute(c);
    for (size_t s = 0; s < e->run.scheduler_count; s++) {
        series_free(&c->series[s]);
    }
    free(c->series);
    free(c->rejections);
    diagnosis_free(&c->diagnosis);
    return status;
}

int command_run(int argc, char **argv)
{
    struct command c = {.error = {""}};
    struct experiment *e = &c.experiment;
    *e = experiment_default(argc, argv, &c.given, &c.error);
    const struct experiment_command command = {
        .usage = "FILE [OPTION...]\n   or: rtmr run --workload NAME [OPTION...]",
        .summary = summary,
        .examples = examples,
        .rows = run_rows,
        .one_run = true,
        .execute = check_and_execute,
        .command = &c,
    };
    const int status = experiment_main(e, &command, &c.given, &c.error);
    experiment_free(e);
    return status;
}
