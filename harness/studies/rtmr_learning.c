#include "harness/studies/rtmr_learning.h"

#include "harness/report/json_report.h"
#include "harness/report/table.h"
#include "harness/schedulers/schedulers.h"
#include "harness/studies/progress.h"
#include "harness/studies/rtmr_experiment.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* One row: RTMR with SATU feedback, or Deadline Constraint. */
struct learner {
    const char *label;
    const char *scheduler;
    enum estimator_kind estimator;
    double padding;
};

static const struct learner learners[] = {
    {"RTMR, longest possible time", "rtmr", ESTIMATOR_GIVEN, 1},
    {"RTMR, learned by job (IV.A)", "rtmr", ESTIMATOR_LEARNED, 1},
    {"  times 1.5", "rtmr", ESTIMATOR_LEARNED, 1.5},
    {"  times 2", "rtmr", ESTIMATOR_LEARNED, 2},
    {"  times 3", "rtmr", ESTIMATOR_LEARNED, 3},
    {"  times 4", "rtmr", ESTIMATOR_LEARNED, 4},
    {"  times 6", "rtmr", ESTIMATOR_LEARNED, 6},
    {"RTMR, learned by task", "rtmr", ESTIMATOR_LEARNED_BY_TASK, 1},
    {"Deadline Constraint, by job", "dc", ESTIMATOR_LEARNED, 1},
};
enum { LEARNERS = sizeof learners / sizeof learners[0], GIVEN = 0, BY_JOB = 1, MOST_PADDED = 6 };

static const struct {
    const char *profile;
    int32_t dc_reduces_most;
} workloads[] = {{"I", 0}, {"II", 30}};
enum { WORKLOADS = sizeof workloads / sizeof workloads[0] };

static const enum metric shown[] = {METRIC_ACCEPT_RATIO, METRIC_SUCCESS_RATIO, METRIC_UTILISATION, METRIC_VIOLATIONS};
enum { SHOWN = sizeof shown / sizeof shown[0], COLUMNS = 1 + WORKLOADS * (SHOWN + 1) };

/* Runs in which an accepted job is late. */
static int late_runs(const struct series *series)
{
    int late = 0;
    for (size_t i = 0; i < series->count; i++) {
        late += series->runs[i].metrics.value[METRIC_MISSED] > 0 ? 1 : 0;
    }
    return late;
}

static void print_rows(struct series series[WORKLOADS][LEARNERS], FILE *out)
{
    static const char *const headings[][COLUMNS] = {
        {"", "I: accept", "success", "util.", "overruns", "late", "II: accept", "success", "util.", "overruns", "late"},
        {"", "%", "%", "%", "a run", "runs", "%", "%", "%", "a run", "runs"},
    };
    struct table t = table_new(COLUMNS, 1);
    for (size_t row = 0; row < sizeof headings / sizeof headings[0]; row++) {
        for (size_t i = 0; i < t.columns; i++) {
            table_add(&t, "%s", headings[row][i]);
        }
    }
    for (size_t i = 0; i < LEARNERS; i++) {
        table_add(&t, "%s", learners[i].label);
        for (size_t w = 0; w < WORKLOADS; w++) {
            for (size_t m = 0; m < SHOWN; m++) {
                bool counted =
                    shown[m] != METRIC_VIOLATIONS || scheduler_find(learners[i].scheduler) == &rtmr_scheduler;
                table_add_number(&t, counted ? series_spread(&series[w][i], shown[m]).mean : NAN, 1);
            }
            table_add(&t, "%d", late_runs(&series[w][i]));
        }
    }
    table_print(&t, out, 0);
    table_free(&t);
}

/* The smallest padding from which on no run has a late job, and its price. */
static void print_price(const char *profile, const struct series series[LEARNERS], FILE *out)
{
    size_t enough = MOST_PADDED + 1;
    while (enough > BY_JOB && late_runs(&series[enough - 1]) == 0) {
        enough--;
    }
    if (enough == BY_JOB) {
        fprintf(out, "Workload %s: no accepted job is late, even without padding.\n", profile);
        return;
    }
    double learned = series_spread(&series[BY_JOB], METRIC_ACCEPT_RATIO).mean;
    if (enough > MOST_PADDED) {
        fprintf(out, "Workload %s: no padding up to %g keeps all promises in all runs.\n", profile,
                learners[MOST_PADDED].padding);
        return;
    }
    double padded = series_spread(&series[enough], METRIC_ACCEPT_RATIO).mean;
    double given = series_spread(&series[GIVEN], METRIC_ACCEPT_RATIO).mean;
    fprintf(
        out,
        "Workload %s: no accepted job is late from a padding of %g on. RTMR then accepts %.1f%% instead of %.1f%%;\n"
        "with the longest possible time it is %.1f%%.\n",
        profile, learners[enough].padding, padded, learned, given);
}

static int run_workload(size_t w, uint64_t first_seed, uint64_t seeds, struct series series[LEARNERS],
                        struct input_error *error)
{
    int status = 0;
    for (size_t i = 0; i < LEARNERS && status == 0; i++) {
        struct rtmr_setting setting = rtmr_setting_of(workloads[w].profile);
        setting.scheduler = learners[i].scheduler;
        setting.estimator = learners[i].estimator;
        setting.padding = learners[i].padding;
        setting.reduces_most = i == LEARNERS - 1 ? workloads[w].dc_reduces_most : 0;
        series[i].label = learners[i].label;
        progress_show(w * LEARNERS + i, WORKLOADS * LEARNERS, learners[i].label);
        status = rtmr_measure(&setting, first_seed, seeds, &series[i], error);
    }
    progress_clear();
    return status;
}

int rtmr_learning_print(uint64_t first_seed, uint64_t seeds, json_t *report, FILE *out, struct input_error *error)
{
    struct series series[WORKLOADS][LEARNERS] = {{{0}}};
    int status = 0;
    for (size_t w = 0; w < WORKLOADS && status == 0; w++) {
        status = run_workload(w, first_seed, seeds, series[w], error);
    }
    if (status == 0) {
        fputs("Learned estimates (section IV.A): the longest time per byte of the tasks of finished jobs\n\n", out);
        print_rows(series, out);
        fprintf(out,
                "\nOverruns: calls in which RTMR finds tasks longer than their estimates. Late runs: those of %" PRIu64
                " in which an\n"
                "accepted job is late. In Tables V and VI no task overruns: times are cut, and the estimate is the\n"
                "longest time that the cut leaves. RTMR's 100%% there follows from the theorem and the cut; it is no\n"
                "finding. Until the first job has finished nothing is learned, and the longest possible times serve.\n",
                seeds);
        json_t *recorded = json_object();
        for (size_t w = 0; w < WORKLOADS; w++) {
            print_price(workloads[w].profile, series[w], out);
            json_object_set_new(recorded, workloads[w].profile, json_report_series(series[w], LEARNERS, false));
        }
        json_object_set_new(report, "learning", recorded);
        fputc('\n', out);
    }
    for (size_t w = 0; w < WORKLOADS; w++) {
        for (size_t i = 0; i < LEARNERS; i++) {
            series_free(&series[w][i]);
        }
    }
    return status;
}
