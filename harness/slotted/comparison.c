#include "harness/slotted/comparison.h"

#include "harness/slotted/slotted_schedulers.h"

const char *const slotted_mode_names[SLOTTED_MODES] = {"preemptive", "non-preemptive"};
const struct contender comparison_bound = {COMPARE_SRPT, SLOTTED_PREEMPTIVE};

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
    bool good = slotted_checked_run(workload, scheduler, &options, bound, &run, &cell->intervals, error);
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
    for (enum comparison_scheduler scheduler = 0; scheduler < COMPARISON_SCHEDULERS; scheduler++) {
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
