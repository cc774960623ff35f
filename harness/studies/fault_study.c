#include "harness/studies/fault_study.h"

#include "harness/report/table.h"
#include "harness/schedulers/schedulers.h"
#include "harness/studies/simulation.h"
#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>

/* A contender; RTMR's reaction replaces that of the options where `reacts` is set. */
struct contender {
    const struct scheduler_class *scheduler;
    const char *name;
    bool reacts;
    enum overrun_reaction on_overrun;
    enum option_switch renew;
    enum option_switch at_risk;
};

static const struct contender contenders[FAULT_CONTENDERS] = {
    {.scheduler = &rtmr_scheduler, .name = "rtmr"},
    {&rtmr_scheduler, "rtmr, no risk", true, OVERRUN_FLAG, OPTION_ON, OPTION_OFF},
    {&rtmr_scheduler, "rtmr, no renewal", true, OVERRUN_FLAG, OPTION_OFF, OPTION_OFF},
    {&rtmr_scheduler, "rtmr, extend", true, OVERRUN_EXTEND, OPTION_ON, OPTION_ON},
    {&rtmr_scheduler, "rtmr, kill", true, OVERRUN_KILL, OPTION_ON, OPTION_ON},
    {.scheduler = &rtmr_unaware_scheduler, .name = "rtmr-unaware"},
    {.scheduler = &dc_scheduler, .name = "dc"},
    {.scheduler = &edf_scheduler, .name = "edf"},
};

/* Notes which jobs were accepted. */
static void note_accepted(void *context, const struct run_view *view)
{
    bool *accepted = context;
    for (size_t i = 0; i < view->workload->count; i++) {
        accepted[i] = view->outcomes[i].accepted;
    }
}

/* A run's part of the sums. */
struct count {
    struct fault_sums *sums;
    bool promises; /* the scheduler does */
};

static void count_jobs(void *context, const struct run_view *view)
{
    const struct count *count = context;
    struct fault_sums *sums = count->sums;
    for (size_t i = 0; i < view->workload->count; i++) {
        const struct job_outcome *outcome = &view->outcomes[i];
        bool flagged = count->promises && outcome->accepted && !outcome->promised;
        bool late = outcome->accepted && !outcome->met;
        sums->accepted += outcome->accepted;
        sums->met += outcome->met;
        sums->late_flagged += late && flagged;
        sums->late_unflagged += late && !flagged;
        sums->lost_time += (double)outcome->lost_time;
        sums->slot_time += (double)outcome->slot_time[STAGE_MAP] + (double)outcome->slot_time[STAGE_REDUCE] +
                           (double)outcome->lost_time;
    }
    sums->flagged += view->metrics->value[METRIC_FLAGGED];
    sums->renewed += view->metrics->value[METRIC_RENEWED];
    if (!isnan(view->metrics->value[METRIC_DRAINS])) {
        sums->drains += view->metrics->value[METRIC_DRAINS];
        sums->refused += view->metrics->value[METRIC_DRAINS_REFUSED];
    }
}

int fault_study_run(struct fault_mix *mixes, size_t count, const struct workload *workload,
                    const struct cluster *cluster, const struct scheduler_options *options, uint64_t seed,
                    struct input_error *error)
{
    bool *accepted = alloc_zeroed(workload->count, sizeof *accepted);
    struct scheduler_options policy = *options;
    struct simulation simulation = {.workload = workload,
                                    .cluster = cluster,
                                    .scheduler = &rtmr_scheduler,
                                    .policy = &policy,
                                    .engine = engine_options_default(),
                                    .show = note_accepted,
                                    .context = accepted};
    simulation.engine.seed = seed;
    struct run_result result;
    int status = simulation_run(&simulation, &result, error);
    policy.accepted = accepted;
    for (size_t m = 0; m < count && status == 0; m++) {
        mixes[m].end = 0;
        for (size_t i = 0; i < FAULT_CONTENDERS && status == 0; i++) {
            const struct contender *contender = &contenders[i];
            struct count jobs = {.sums = &mixes[m].sums[i], .promises = contender->scheduler->promises != NULL};
            simulation.scheduler = contender->scheduler;
            policy.on_overrun = contender->reacts ? contender->on_overrun : options->on_overrun;
            policy.renew = contender->reacts ? contender->renew : options->renew;
            policy.at_risk = contender->reacts ? contender->at_risk : options->at_risk;
            simulation.engine.faults = mixes[m].faults;
            simulation.show = count_jobs;
            simulation.context = &jobs;
            status = simulation_run(&simulation, &result, error);
            if (status == 0 && result.counts.end > mixes[m].end) {
                mixes[m].end = result.counts.end;
            }
        }
    }
    free(accepted);
    return status;
}

static bool drains_anywhere(const struct fault_mix *mixes, size_t count)
{
    for (size_t m = 0; m < count; m++) {
        for (size_t i = 0; i < FAULT_CONTENDERS; i++) {
            if (mixes[m].sums[i].drains > 0.0) {
                return true;
            }
        }
    }
    return false;
}

static void add_row(struct table *t, const struct fault_sums *sums, bool promises, bool tests, bool drains, double runs)
{
    if (tests) {
        table_add(t, "%.1f", sums->accepted / runs);
    } else {
        table_add(t, "all");
    }
    table_add_number(t, promises ? sums->flagged / runs : NAN, 1);
    table_add_number(t, promises ? sums->renewed / runs : NAN, 1);
    table_add(t, "%.1f", sums->met / runs);
    table_add_number(t, promises ? sums->late_flagged / runs : NAN, 1);
    table_add(t, "%.1f", sums->late_unflagged / runs);
    table_add_number(t, sums->slot_time > 0.0 ? 100.0 * sums->lost_time / sums->slot_time : NAN, 1);
    if (drains) {
        table_add(t, "%.1f", sums->drains / runs);
        table_add(t, "%.1f", sums->refused / runs);
    }
}

void fault_study_print(const struct fault_mix *mixes, size_t count, uint64_t runs, FILE *out)
{
    static const char *const headings[] = {"faults",      "scheduler", "accepted",     "flagged",
                                           "renewed",     "in time",   "late flagged", "late unflagged",
                                           "lost work %", "drains",    "refused"};
    enum { COLUMNS = sizeof headings / sizeof headings[0] };
    bool drains = drains_anywhere(mixes, count);
    size_t columns = drains ? COLUMNS : COLUMNS - 2;
    struct table t = table_new(columns, 2);
    for (size_t i = 0; i < columns; i++) {
        table_add(&t, "%s", headings[i]);
    }
    for (size_t m = 0; m < count; m++) {
        for (size_t i = 0; i < FAULT_CONTENDERS; i++) {
            table_add(&t, "%s", i == 0 ? mixes[m].label : "");
            const struct scheduler_class *scheduler = contenders[i].scheduler;
            table_add(&t, "%s", contenders[i].name);
            add_row(&t, &mixes[m].sums[i], scheduler->promises != NULL, scheduler->tests_deadlines, drains,
                    (double)runs);
        }
    }
    table_print(&t, out, 0);
    table_free(&t);
}
