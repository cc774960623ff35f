#include "harness/cli/deadline_study.h"

#include "harness/cli/command.h"
#include "harness/cli/parallel.h"
#include "harness/cli/simulation.h"
#include "harness/metrics/confidence.h"
#include "harness/report/table.h"
#include "harness/schedulers/schedulers.h"
#include "harness/slotted/slotted_engine.h"
#include "harness/slotted/slotted_schedulers.h"
#include "harness/workload/alloc.h"
#include "harness/workload/slotted_deadlines.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static const double factors[DEADLINE_FACTORS] = {1.5, 2, 4};

/* One of the two schedulers is NULL. */
static const struct row {
    const char *label;
    const struct scheduler_class *split;
    const struct slotted_class *shared;
} rows[DEADLINE_ROWS] = {
    {"split   rtmr", &rtmr_scheduler, NULL},   {"split   edf", &edf_scheduler, NULL},
    {"split   asrpt", &asrpt_scheduler, NULL}, {"split   fifo", &fifo_scheduler, NULL},
    {"shared  asrpt", NULL, &slotted_asrpt},   {"shared  fifo", NULL, &slotted_fifo},
};

/* The machines are split in proportion to the mean work of the stages; each keeps at least one. */
static int32_t map_slots(const struct slotted_profile *profile, int32_t machines)
{
    double maps = work_mean(&profile->maps);
    double share = maps / (maps + work_mean(&profile->reduces));
    return (int32_t)fmin(fmax(round(machines * share), 1), machines - 1);
}

static int run_split(const struct scheduler_class *scheduler, const struct workload *workload,
                     const struct cluster *cluster, struct deadline_cell *cell, struct input_error *error)
{
    struct scheduler_options policy = scheduler_options_default();
    struct simulation simulation = {.workload = workload,
                                    .cluster = cluster,
                                    .scheduler = scheduler,
                                    .policy = &policy,
                                    .engine = engine_options_default()};
    struct run_result result;
    int status = simulation_run(&simulation, &result, error);
    if (status == 0) {
        const double *metric = result.metrics.value;
        cell->accepted = metric[METRIC_ACCEPT_RATIO];
        cell->in_time = 100 * metric[METRIC_MET] / metric[METRIC_JOBS];
        cell->flow = metric[METRIC_TURNAROUND_MEAN] / (double)SLOTTED_SLOT_TICKS;
    }
    return status;
}

static int run_shared(const struct slotted_class *scheduler, const struct slotted_workload *workload, int32_t machines,
                      double factor, struct deadline_cell *cell, struct input_error *error)
{
    struct slotted_options options = {.machines = machines, .preemptive = false};
    struct slotted_run run;
    struct run_error stopped = {0};
    if (!slotted_run(workload, scheduler, &options, &run, &stopped)) {
        input_error_at(error, (struct place){.source = scheduler->name}, "the run was stopped: %s", stopped.text);
        return CLI_FAILED;
    }
    size_t in_time = 0;
    for (size_t job = 0; job < run.job_count; job++) {
        in_time += slotted_flow(workload, &run, job) <= slotted_relative_deadline(workload, job, machines, factor);
    }
    cell->accepted = 100;
    cell->in_time = 100 * (double)in_time / (double)run.job_count;
    cell->flow = (double)run.flow_total / (double)run.job_count;
    slotted_run_free(&run);
    return 0;
}

/* One factor on one workload, all schedulers. */
static int run_rows(const struct deadline_study *study, const struct slotted_profile *profile,
                    const struct slotted_workload *jobs, double factor, struct deadline_cell *cells,
                    struct input_error *error)
{
    struct workload workload = slotted_with_deadlines(jobs, study->machines, factor);
    struct cluster cluster;
    int32_t maps = map_slots(profile, study->machines);
    cluster_of_slots(&cluster, maps, study->machines - maps);
    int status = 0;
    for (size_t row = 0; row < DEADLINE_ROWS && status == 0; row++) {
        status = rows[row].split != NULL
                     ? run_split(rows[row].split, &workload, &cluster, &cells[row], error)
                     : run_shared(rows[row].shared, jobs, study->machines, factor, &cells[row], error);
    }
    cluster_free(&cluster);
    workload_free(&workload);
    return status;
}

/* One seed of one workload. */
struct piece {
    int status;
    struct input_error error;
};

struct pieces {
    struct deadline_study *study;
    struct piece *piece;
};

static void run_piece(void *context, size_t index)
{
    struct pieces *all = context;
    struct piece *piece = &all->piece[index];
    const struct slotted_profile *profile = &slotted_profiles[index / all->study->seeds];
    uint64_t seed = all->study->first_seed + index % all->study->seeds;
    struct slotted_workload jobs = slotted_workload_generate(profile, &all->study->load, seed);
    for (size_t f = 0; f < DEADLINE_FACTORS && piece->status == 0; f++) {
        piece->status = run_rows(all->study, profile, &jobs, factors[f], all->study->cells[index][f], &piece->error);
    }
    slotted_workload_free(&jobs);
}

int deadline_study_run(struct deadline_study *study, size_t threads, struct input_error *error)
{
    size_t count = SLOTTED_PROFILES * study->seeds;
    struct pieces all = {.study = study, .piece = alloc_zeroed(count, sizeof *all.piece)};
    study->cells = alloc_zeroed(count, sizeof *study->cells);
    parallel_for(count, threads, run_piece, &all);
    int status = 0;
    for (size_t i = 0; i < count && status == 0; i++) {
        status = all.piece[i].status;
        *error = all.piece[i].error;
    }
    free(all.piece);
    return status;
}

void deadline_study_free(struct deadline_study *study)
{
    free(study->cells);
    study->cells = NULL;
}

/* Means over the seeds in which there were jobs. */
static struct deadline_cell mean_of(const struct deadline_study *study, size_t profile, size_t factor, size_t row)
{
    double *values = alloc_zeroed(3 * study->seeds, sizeof *values);
    size_t count = 0;
    for (size_t seed = 0; seed < study->seeds; seed++) {
        const struct deadline_cell *cell = &study->cells[profile * study->seeds + seed][factor][row];
        if (!isnan(cell->accepted) && !isnan(cell->flow)) {
            values[count] = cell->accepted;
            values[study->seeds + count] = cell->in_time;
            values[2 * study->seeds + count] = cell->flow;
            count++;
        }
    }
    struct deadline_cell mean = {
        .accepted = confidence_of(values, count).mean,
        .in_time = confidence_of(values + study->seeds, count).mean,
        .flow = confidence_of(values + 2 * study->seeds, count).mean,
    };
    free(values);
    return mean;
}

static void print_profile(const struct deadline_study *study, size_t profile, FILE *out)
{
    int32_t maps = map_slots(&slotted_profiles[profile], study->machines);
    fprintf(out, "%s; split: %" PRId32 " map slots, %" PRId32 " reduce slots\n\n", slotted_profiles[profile].name, maps,
            study->machines - maps);
    struct table t = table_new(1 + 3 * DEADLINE_FACTORS, 1);
    table_add(&t, "%s", "");
    for (size_t f = 0; f < DEADLINE_FACTORS; f++) {
        table_add(&t, "factor");
        table_add(&t, "%g", factors[f]);
        table_add(&t, "%s", "");
    }
    table_add(&t, "%s", "");
    for (size_t f = 0; f < DEADLINE_FACTORS; f++) {
        table_add(&t, "accept %%");
        table_add(&t, "in time %%");
        table_add(&t, "flow");
    }
    for (size_t row = 0; row < DEADLINE_ROWS; row++) {
        table_add(&t, "%s", rows[row].label);
        for (size_t f = 0; f < DEADLINE_FACTORS; f++) {
            struct deadline_cell mean = mean_of(study, profile, f, row);
            table_add(&t, "%.1f", mean.accepted);
            table_add(&t, "%.1f", mean.in_time);
            table_add(&t, "%.2f", mean.flow);
        }
    }
    table_print(&t, out, 0);
    table_free(&t);
    fputc('\n', out);
}

void deadline_study_print(const struct deadline_study *study, FILE *out)
{
    fprintf(out, "With deadlines (not in the paper): non-preemptive, %zu seeds\n\n", study->seeds);
    fputs("A job is in time if its flow time is at most the factor times what it takes alone. Shared: machines for\n"
          "maps and reduces, as above. Split: as many slots, each for one stage, in proportion to the work, in the\n"
          "Hadoop model without heartbeats. Flow: mean flow time of the accepted jobs, slots. RTMR knows task times\n"
          "exactly.\n\n",
          out);
    for (size_t profile = 0; profile < SLOTTED_PROFILES; profile++) {
        print_profile(study, profile, out);
    }
}

json_t *deadline_study_json(const struct deadline_study *study)
{
    json_t *list = json_array();
    for (size_t profile = 0; profile < SLOTTED_PROFILES; profile++) {
        for (size_t f = 0; f < DEADLINE_FACTORS; f++) {
            for (size_t row = 0; row < DEADLINE_ROWS; row++) {
                struct deadline_cell mean = mean_of(study, profile, f, row);
                bool split = rows[row].split != NULL;
                json_array_append_new(
                    list, json_pack("{s:s, s:f, s:s, s:s, s:f, s:f, s:f}", "workload", slotted_profiles[profile].name,
                                    "factor", factors[f], "machines", split ? "split" : "shared", "scheduler",
                                    split ? rows[row].split->name : rows[row].shared->name, "accept_ratio",
                                    mean.accepted, "in_time", mean.in_time, "mean_flow", mean.flow));
            }
        }
    }
    return list;
}
