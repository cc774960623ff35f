#include "harness/slotted/slotted_checks.h"

#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdlib.h>

/* The last slot of the interval of every slot, two intervals beyond the run included: the slots
 * after the run use no machine, each is an interval by itself. */
static int32_t *interval_ends(const struct slotted_run *run, int32_t machines, size_t *count)
{
    *count = run->slot_count + 2;
    int32_t *end = alloc_zeroed(*count + 1, sizeof *end);
    for (size_t slot = *count; slot >= 1; slot--) {
        bool developing = slot > run->slot_count || run->slots[slot - 1].used < machines;
        end[slot] = developing ? (int32_t)slot : end[slot + 1];
    }
    return end;
}

static struct slotted_intervals measure(const struct slotted_run *run, const int32_t *end)
{
    struct slotted_intervals sum = {0};
    for (size_t slot = 1; slot <= run->slot_count; slot = (size_t)end[slot] + 1) {
        double length = (double)end[slot] - (double)slot + 1;
        sum.count++;
        sum.length_sum += length;
        sum.square_sum += length * length;
    }
    return sum;
}

static bool check_job(const struct slotted_workload *w, const struct slotted_run *run, size_t job, bool preemptive,
                      const int32_t *end)
{
    int32_t map_limit = end[w->jobs[job].arrival];
    int32_t finish_limit = end[map_limit + 1];
    if (!preemptive && w->jobs[job].reduces > 0) {
        finish_limit += slotted_longest_reduce(w, job) - 1;
    }
    return run->jobs[job].map_finish <= map_limit && run->jobs[job].finish <= finish_limit;
}

bool slotted_check_intervals(const struct slotted_workload *workload, const struct slotted_class *scheduler,
                             const struct slotted_options *options, const struct slotted_run *run,
                             struct slotted_intervals *intervals, struct run_error *error)
{
    size_t count;
    int32_t *end = interval_ends(run, options->machines, &count);
    *intervals = measure(run, end);
    bool good = true;
    for (size_t job = 0; job < run->job_count && good; job++) {
        good = check_job(workload, run, job, options->preemptive, end);
        if (!good) {
            run_error_raise(error,
                            "%s: job %zu, which arrives in slot %" PRId32 ", ends its maps in %" PRId32
                            " and its reduces in %" PRId32 ", against the proof of Theorem 2",
                            scheduler->name, job, workload->jobs[job].arrival, run->jobs[job].map_finish,
                            run->jobs[job].finish);
        }
    }
    free(end);
    return good;
}

bool slotted_check_bound(const struct slotted_run *bound, const struct slotted_class *scheduler,
                         const struct slotted_run *run, struct run_error *error)
{
    int64_t sum = 0;
    for (size_t slot = 0; slot < run->slot_count; slot++) {
        sum += run->slots[slot].present;
    }
    for (size_t slot = 0; slot < bound->slot_count; slot++) {
        int32_t present = slot < run->slot_count ? run->slots[slot].present : 0;
        if (present < bound->slots[slot].present) {
            run_error_raise(error, "%s: %" PRId32 " jobs in slot %zu, fewer than SRPT's %" PRId32 ", against Lemma 1",
                            scheduler->name, present, slot + 1, bound->slots[slot].present);
            return false;
        }
    }
    if (sum != run->flow_total) {
        run_error_raise(error, "%s: the flow times are %" PRId64 " slots, the jobs' slots %" PRId64, scheduler->name,
                        run->flow_total, sum);
        return false;
    }
    return true;
}

bool slotted_checked_run(const struct slotted_workload *workload, const struct slotted_class *scheduler,
                         const struct slotted_options *options, const struct slotted_run *bound,
                         struct slotted_run *run, struct slotted_intervals *intervals, struct run_error *error)
{
    *intervals = (struct slotted_intervals){0};
    bool good = slotted_run(workload, scheduler, options, run, error) &&
                slotted_check_bound(bound, scheduler, run, error) &&
                (scheduler->promise != SLOTTED_WORK_CONSERVING ||
                 slotted_check_intervals(workload, scheduler, options, run, intervals, error));
    if (!good) {
        slotted_run_free(run);
    }
    return good;
}
