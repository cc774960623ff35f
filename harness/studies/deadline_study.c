#include "harness/studies/deadline_study.h"

#include "harness/schedulers/schedulers.h"
#include "harness/slotted/slotted_checks.h"
#include "harness/slotted/slotted_schedulers.h"
#include "harness/studies/exit_status.h"
#include "harness/studies/parallel.h"
#include "harness/studies/simulation.h"
#include "harness/workload/alloc.h"
#include "harness/workload/slotted_deadlines.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

const double deadline_factors[DEADLINE_FACTORS] = {1.5, 2, 4};

const struct deadline_row deadline_rows[DEADLINE_ROWS] = {
    {&rtmr_scheduler, NULL}, {&edf_scheduler, NULL}, {&asrpt_scheduler, NULL},
    {&fifo_scheduler, NULL}, {NULL, &slotted_asrpt}, {NULL, &slotted_fifo},
};

/* The machines are split in proportion to the mean work of the stages; each keeps at least one. */
int32_t deadline_study_map_slots(const struct deadline_study *study, size_t profile)
{
    double maps = work_mean(&slotted_profiles[profile].maps);
    double share = maps / (maps + work_mean(&slotted_profiles[profile].reduces));
    return (int32_t)fmin(fmax(round(study->machines * share), 1), study->machines - 1);
}

/* One seed of one workload. */
struct piece {
    const struct deadline_study *study;
    size_t profile;
    uint64_t seed;
    struct deadline_cell (*cells)[DEADLINE_ROWS]; /* by factor */
    int status;
    struct input_error error;
};

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
        cell->flow = metric[METRIC_RESPONSE_MEAN] / (double)SLOTTED_SLOT_TICKS;
    }
    return status;
}

/* One factor, all schedulers of the Hadoop model. */
static void run_split_rows(struct piece *piece, const struct slotted_workload *jobs, size_t factor)
{
    int32_t machines = piece->study->machines;
    int32_t maps = deadline_study_map_slots(piece->study, piece->profile);
    struct workload workload = slotted_with_deadlines(jobs, machines, deadline_factors[factor]);
    struct cluster cluster;
    cluster_of_slots(&cluster, maps, machines - maps);
    for (size_t row = 0; row < DEADLINE_ROWS && piece->status == 0; row++) {
        if (deadline_rows[row].split != NULL) {
            piece->status =
                run_split(deadline_rows[row].split, &workload, &cluster, &piece->cells[factor][row], &piece->error);
        }
    }
    cluster_free(&cluster);
    workload_free(&workload);
}

static double percent_in_time(const struct slotted_workload *jobs, const struct slotted_run *run, int32_t machines,
                              double factor)
{
    size_t in_time = 0;
    for (size_t job = 0; job < run->job_count; job++) {
        in_time += slotted_flow(jobs, run, job) <= slotted_relative_deadline(jobs, job, machines, factor);
    }
    return 100 * (double)in_time / (double)run->job_count;
}

/* One scheduler of the time-slotted model, which sees no deadlines: all factors. */
static bool run_shared(struct piece *piece, const struct slotted_workload *jobs, const struct slotted_run *bound,
                       size_t row, struct run_error *error)
{
    struct slotted_options options = {.machines = piece->study->machines, .preemptive = false};
    struct slotted_intervals intervals;
    struct slotted_run run;
    if (!slotted_checked_run(jobs, deadline_rows[row].shared, &options, bound, &run, &intervals, error)) {
        return false;
    }
    for (size_t f = 0; f < DEADLINE_FACTORS; f++) {
        piece->cells[f][row] = (struct deadline_cell){
            .accepted = 100,
            .in_time = percent_in_time(jobs, &run, options.machines, deadline_factors[f]),
            .flow = (double)run.flow_total / (double)run.job_count,
        };
    }
    slotted_run_free(&run);
    return true;
}

static void run_shared_rows(struct piece *piece, const struct slotted_workload *jobs)
{
    struct slotted_options options = {.machines = piece->study->machines, .preemptive = true};
    struct run_error error = {0};
    struct slotted_run bound;
    bool good = slotted_run(jobs, &slotted_srpt, &options, &bound, &error);
    for (size_t row = 0; row < DEADLINE_ROWS && good; row++) {
        good = deadline_rows[row].shared == NULL || run_shared(piece, jobs, &bound, row, &error);
    }
    slotted_run_free(&bound);
    if (!good) {
        input_error_at(&piece->error, (struct place){.source = slotted_profiles[piece->profile].name},
                       "the run of seed %" PRIu64 " was stopped: %s", piece->seed, error.text);
        piece->status = EXIT_FAILED;
    }
}

static void run_piece(void *context, size_t index)
{
    struct piece *piece = (struct piece *)context + index;
    struct slotted_workload jobs =
        slotted_workload_generate(&slotted_profiles[piece->profile], &piece->study->load, piece->seed);
    run_shared_rows(piece, &jobs);
    for (size_t f = 0; f < DEADLINE_FACTORS && piece->status == 0; f++) {
        run_split_rows(piece, &jobs, f);
    }
    slotted_workload_free(&jobs);
}

int deadline_study_run(struct deadline_study *study, size_t threads, struct input_error *error)
{
    size_t count = SLOTTED_PROFILES * study->seeds;
    struct piece *pieces = alloc_zeroed(count, sizeof *pieces);
    study->cells = alloc_zeroed(count, sizeof *study->cells);
    for (size_t i = 0; i < count; i++) {
        pieces[i] = (struct piece){.study = study,
                                   .profile = i / study->seeds,
                                   .seed = study->first_seed + i % study->seeds,
                                   .cells = study->cells[i]};
    }
    parallel_for(count, threads, run_piece, pieces);
    int status = 0;
    for (size_t i = 0; i < count && status == 0; i++) {
        status = pieces[i].status;
        *error = pieces[i].error;
    }
    free(pieces);
    return status;
}

void deadline_study_free(struct deadline_study *study)
{
    free(study->cells);
    study->cells = NULL;
}

struct deadline_figures deadline_study_figures(const struct deadline_study *study, size_t profile, size_t factor,
                                               size_t row)
{
    size_t n = study->seeds;
    double *accepted = alloc_zeroed(3 * n, sizeof *accepted);
    double *in_time = accepted + n;
    double *flow = in_time + n;
    for (size_t seed = 0; seed < n; seed++) { /* NaN in a seed without jobs */
        const struct deadline_cell *cell = &study->cells[profile * n + seed][factor][row];
        accepted[seed] = cell->accepted;
        in_time[seed] = cell->in_time;
        flow[seed] = cell->flow;
    }
    struct deadline_figures figures = {confidence_of(accepted, n), confidence_of(in_time, n), confidence_of(flow, n)};
    free(accepted);
    return figures;
}
