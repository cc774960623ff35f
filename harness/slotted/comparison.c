#include "harness/slotted/comparison.h"

#include "harness/slotted/slotted_schedulers.h"
#include "harness/workload/alloc.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const slotted_mode_names[SLOTTED_MODES] = {"preemptive", "non-preemptive"};
const struct contender comparison_bound = {0, SLOTTED_PREEMPTIVE};

struct contender comparison_find(const char *scheduler, enum slotted_mode mode)
{
    size_t index = 0;
    while (strcmp(slotted_class_at(index)->name, scheduler) != 0) {
        index++;
        assert(index < slotted_class_count());
    }
    return (struct contender){index, mode};
}

int32_t comparison_point(const struct comparison_setup *setup, size_t i)
{
    return (int32_t)((int64_t)setup->load.slots * (int64_t)(i + 1) / COMPARISON_POINTS);
}

static void fill_cell(const struct comparison_setup *setup, const struct slotted_workload *workload,
                      const struct slotted_run *run, struct comparison_cell *cell)
{
    cell->defined = true;
    cell->flow_total = run->flow_total;
    for (size_t job = 0; job < run->job_count; job++) {
        flow_histogram_add(&cell->flows, slotted_flow(workload, run, job));
    }
    int64_t cost = 0;
    size_t slot = 0;
    for (size_t i = 0; i < COMPARISON_POINTS; i++) {
        for (; slot < (size_t)comparison_point(setup, i) && slot < run->slot_count; slot++) {
            cost += run->slots[slot].present;
        }
        cell->cost[i] = cost;
    }
}

static bool run_cell(const struct comparison_setup *setup, const struct slotted_workload *workload,
                     const struct slotted_run *bound, struct contender who, struct comparison_cell *cell,
                     struct run_error *error)
{
    const struct slotted_class *scheduler = slotted_class_at(who.scheduler);
    struct slotted_options options = {.machines = setup->machines, .preemptive = who.mode == SLOTTED_PREEMPTIVE};
    struct slotted_run run;
    bool good = slotted_run(workload, scheduler, &options, &run, error) &&
                slotted_check_bound(bound, scheduler, &run, error) &&
                (scheduler->promise != SLOTTED_WORK_CONSERVING ||
                 slotted_check_intervals(workload, scheduler, &options, &run, &cell->intervals, error));
    if (good) {
        fill_cell(setup, workload, &run, cell);
    }
    slotted_run_free(&run);
    return good;
}

static bool run_all(const struct comparison_setup *setup, const struct slotted_workload *workload,
                    struct comparison *result, struct run_error *error)
{
    struct slotted_options options = {.machines = setup->machines, .preemptive = true};
    struct slotted_run bound;
    bool good = slotted_run(workload, &slotted_srpt, &options, &bound, error);
    for (size_t scheduler = 0; scheduler < COMPARISON_SCHEDULERS; scheduler++) {
        for (enum slotted_mode mode = 0; mode < SLOTTED_MODES && good; mode++) {
            if (mode == SLOTTED_PREEMPTIVE || !slotted_class_at(scheduler)->preemptive_only) {
                struct contender who = {scheduler, mode};
                good = run_cell(setup, workload, &bound, who, &result->cells[scheduler][mode], error);
            }
        }
    }
    slotted_run_free(&bound);
    return good;
}

bool comparison_run(const struct comparison_setup *setup, uint64_t seed, struct comparison *result,
                    struct run_error *error)
{
    assert(slotted_class_count() == COMPARISON_SCHEDULERS && slotted_class_at(0) == &slotted_srpt);
    struct slotted_workload workload = slotted_workload_generate(setup->profile, &setup->load, seed);
    *result = (struct comparison){.jobs = workload.count, .units = slotted_workload_units(&workload)};
    for (size_t i = 0; i < workload.count; i++) {
        int32_t work = workload.jobs[i].reduce_work;
        result->reduce_most = work > result->reduce_most ? work : result->reduce_most;
    }
    bool good = run_all(setup, &workload, result, error);
    slotted_workload_free(&workload);
    return good;
}

static const struct comparison_cell *cell_of(const struct comparison_set *set, struct contender who, size_t run)
{
    return &set->runs[run].cells[who.scheduler][who.mode];
}

bool comparison_defined(const struct comparison_set *set, struct contender who)
{
    return cell_of(set, who, 0)->defined;
}

/* What is measured in one run. */
typedef double figure(const struct comparison_set *set, struct contender of, struct contender to, size_t i, size_t run);

static struct confidence over_seeds(const struct comparison_set *set, figure *measure, struct contender of,
                                    struct contender to, size_t i)
{
    double *values = alloc_zeroed(set->setup.seeds, sizeof *values);
    size_t count = 0;
    for (size_t run = 0; run < set->setup.seeds; run++) {
        double value = measure(set, of, to, i, run);
        if (!isnan(value)) { /* as it is as long as no job has come */
            values[count++] = value;
        }
    }
    struct confidence result = confidence_of(values, count);
    free(values);
    return result;
}

static double ratio_of_run(const struct comparison_set *set, struct contender of, struct contender to, size_t i,
                           size_t run)
{
    (void)i;
    return (double)cell_of(set, of, run)->flow_total / (double)cell_of(set, to, run)->flow_total;
}

static double ratio_at_of_run(const struct comparison_set *set, struct contender of, struct contender to, size_t i,
                              size_t run)
{
    return (double)cell_of(set, of, run)->cost[i] / (double)cell_of(set, to, run)->cost[i];
}

static double mean_flow_of_run(const struct comparison_set *set, struct contender of, struct contender to, size_t i,
                               size_t run)
{
    (void)to;
    (void)i;
    return (double)cell_of(set, of, run)->flow_total / (double)set->runs[run].jobs;
}

static double load_of_run(const struct comparison_set *set, struct contender of, struct contender to, size_t i,
                          size_t run)
{
    (void)of;
    (void)to;
    (void)i;
    return 100.0 * (double)set->runs[run].units / ((double)set->setup.machines * set->setup.load.slots);
}

struct confidence comparison_ratio(const struct comparison_set *set, struct contender of, struct contender to)
{
    return over_seeds(set, ratio_of_run, of, to, 0);
}

struct confidence comparison_ratio_at(const struct comparison_set *set, struct contender of, struct contender to,
                                      size_t i)
{
    return over_seeds(set, ratio_at_of_run, of, to, i);
}

struct confidence comparison_mean_flow(const struct comparison_set *set, struct contender who)
{
    return over_seeds(set, mean_flow_of_run, who, who, 0);
}

struct confidence comparison_load(const struct comparison_set *set)
{
    return over_seeds(set, load_of_run, comparison_bound, comparison_bound, 0);
}

struct flow_histogram comparison_flows(const struct comparison_set *set, struct contender who)
{
    struct flow_histogram all = {0};
    for (size_t run = 0; run < set->setup.seeds; run++) {
        flow_histogram_merge(&all, &cell_of(set, who, run)->flows);
    }
    return all;
}
