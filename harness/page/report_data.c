#include "harness/page/report_data.h"

#include "harness/metrics/metrics.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <string.h>

/* How fine the pictures are: a little finer than they are shown. */
enum { COLUMNS_MOST = 1200, ROWS_MOST = 400, STRETCHES_MOST = 240 };

/* The boxes of all schedules of a page, of which each takes about 14 bytes, and of one of them:
 * more are slow to draw. */
enum { BOXES_MOST = 64000, BOXES_OF_ONE = 20000 };

static void sample_add(struct report_sample *s, double value)
{
    s->value = alloc_grow(s->value, &s->capacity, s->count + 1, sizeof *s->value);
    s->value[s->count++] = value;
}

static struct report_series *series_of(struct report_data *data, const char *label)
{
    for (size_t i = 0; i < data->count; i++) {
        if (strcmp(data->series[i].label, label) == 0) {
            return &data->series[i];
        }
    }
    data->series = alloc_grow(data->series, &data->capacity, data->count + 1, sizeof *data->series);
    struct report_series *series = &data->series[data->count++];
    *series = (struct report_series){.label = label};
    return series;
}

static void add_reason(struct report_series *series, const char *reason)
{
    struct report_reason *r = series->reasons;
    while (r < series->reasons + series->reason_count && strcmp(r->reason, reason) != 0) {
        r++;
    }
    if (r == series->reasons + REPORT_REASONS_MOST) {
        return;
    }
    if (r == series->reasons + series->reason_count) {
        series->reason_count++;
        r->reason = reason;
    }
    r->jobs++;
}

static void add_times(struct report_series *series, const struct job_spec *job, const struct job_outcome *outcome,
                      const struct cluster_power *power)
{
    double response = (double)(outcome->finish - job->arrival);
    ticks least = metrics_least_response(job, power);
    sample_add(&series->response, response);
    if (least > 0) {
        sample_add(&series->slowdown, response / (double)least);
    }
    if (job->deadline != NO_DEADLINE && job->deadline > job->arrival) {
        sample_add(&series->allowance, response / (double)(job->deadline - job->arrival));
    }
    if (!outcome->met) {
        sample_add(&series->lateness, (double)(outcome->finish - job->deadline));
    }
}

static void add_jobs(struct report_series *series, const struct run_view *view)
{
    struct cluster_power power = cluster_power_of(view->cluster);
    size_t late = series->missed;
    for (size_t i = 0; i < view->workload->count; i++) {
        const struct job_outcome *outcome = &view->outcomes[i];
        series->jobs += outcome->arrived;
        series->accepted += outcome->accepted;
        series->met += outcome->met;
        series->missed += outcome->accepted && !outcome->met;
        if (!outcome->accepted) {
            add_reason(series, outcome->reason);
        } else if (outcome->finished) {
            add_times(series, &view->workload->jobs[i], outcome, &power);
        }
    }
    series->late_runs += series->missed > late;
}

static void add_estimates(struct report_data *data, const struct run_view *view)
{
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        data->slots[stage] = cluster_slots(view->cluster, stage);
    }
    for (size_t i = 0; i < view->workload->count; i++) {
        const struct job_spec *job = &view->workload->jobs[i];
        data->deadlines = data->deadlines || job->deadline != NO_DEADLINE;
        data->estimated[STAGE_MAP] += (double)job->map_estimate * job->maps;
        data->estimated[STAGE_REDUCE] += (double)job->reduce_estimate * job->reduces;
        data->taken[STAGE_MAP] += task_times_work(&job->map_times);
        data->taken[STAGE_REDUCE] += task_times_work(&job->reduce_times);
    }
}

static struct slot_limits limits_of(const struct report_data *data)
{
    size_t schedules = data->expected > 0 ? data->expected : 1;
    size_t boxes = BOXES_MOST / schedules;
    return (struct slot_limits){COLUMNS_MOST, ROWS_MOST, boxes < BOXES_OF_ONE ? boxes : BOXES_OF_ONE};
}

static void keep_run(struct report_series *series, const struct run_view *view, const struct slot_limits *limits)
{
    series->seed = view->seed;
    series->tests_deadlines = view->tests_deadlines;
    series->cells = slot_cells_of(view, limits);
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        series->busy[stage] = busy_slots_of(view, stage, STRETCHES_MOST);
    }
    series->job_count = view->workload->count;
    series->job = alloc_zeroed(series->job_count, sizeof *series->job);
    for (size_t i = 0; i < series->job_count; i++) {
        const struct job_spec *job = &view->workload->jobs[i];
        const struct job_outcome *outcome = &view->outcomes[i];
        series->job[i] = (struct report_job){
            .name = alloc_text(job->name, strlen(job->name)),
            .row = job->row,
            .maps = job->maps,
            .reduces = job->reduces,
            .arrival = job->arrival,
            .deadline = job->deadline,
            .finish = outcome->accepted && outcome->finished ? outcome->finish : NO_INSTANT,
            .earliest_deadline = outcome->accepted ? NO_INSTANT : outcome->earliest_deadline,
            .accepted = outcome->accepted,
            .met = outcome->met,
            .reason = outcome->reason,
        };
    }
}

void report_data_add(struct report_data *data, const struct run_view *view)
{
    struct report_series *series = series_of(data, view->label);
    if (series->runs++ == 0) {
        if (data->count == 1) {
            add_estimates(data, view);
        }
        struct slot_limits limits = limits_of(data);
        keep_run(series, view, &limits);
    }
    add_jobs(series, view);
}

void report_data_free(struct report_data *data)
{
    for (size_t i = 0; i < data->count; i++) {
        struct report_series *series = &data->series[i];
        free(series->response.value);
        free(series->slowdown.value);
        free(series->allowance.value);
        free(series->lateness.value);
        slot_cells_free(&series->cells);
        busy_slots_free(&series->busy[STAGE_MAP]);
        busy_slots_free(&series->busy[STAGE_REDUCE]);
        for (size_t k = 0; k < series->job_count; k++) {
            free(series->job[k].name);
        }
        free(series->job);
    }
    free(data->series);
    *data = (struct report_data){0};
}
