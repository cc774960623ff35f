#include "harness/metrics/metrics.h"

#include "harness/workload/alloc.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

const struct metric_info metric_table[METRIC_COUNT] = {
    [METRIC_JOBS] = {"jobs", "jobs", METRIC_UNIT_NUMBER, 0, "jobs that arrived"},
    [METRIC_ACCEPTED] = {"accepted", "accepted", METRIC_UNIT_NUMBER, 0,
                         "jobs that the scheduler accepted: all, if it has no admission test"},
    [METRIC_MET] = {"met", "met", METRIC_UNIT_NUMBER, 0, "accepted jobs that finished by their deadline, or have none"},
    [METRIC_MISSED] = {"missed", "missed", METRIC_UNIT_NUMBER, 0, "accepted jobs that did not"},
    [METRIC_ACCEPT_RATIO] = {"accept_ratio", "accept", METRIC_UNIT_PERCENT, 1, "accepted of all jobs"},
    [METRIC_SUCCESS_RATIO] = {"success_ratio", "success", METRIC_UNIT_PERCENT, 1,
                              "met of accepted jobs; undefined if no job has a deadline"},
    [METRIC_UTILISATION] = {"utilisation", NULL, METRIC_UNIT_PERCENT, 1,
                            "util met for a scheduler with an admission test, util for one without: the cluster "
                            "utilisation of `rtmr paper rtmr', as the paper counts it; do not compare it between the "
                            "two kinds"},
    [METRIC_UTILISATION_ALL] = {"utilisation_all", "util", METRIC_UNIT_PERCENT, 1,
                                "the share of the slots' time, until the makespan, that the tasks of accepted jobs "
                                "took; failed attempts do not count, reduces that wait for maps do"},
    [METRIC_UTILISATION_MET] = {"utilisation_met", "util met", METRIC_UNIT_PERCENT, 1,
                                "the same of met jobs alone: time that came to use"},
    [METRIC_RESPONSE_MEAN] = {"turnaround_mean", "response", METRIC_UNIT_SPAN, 0,
                              "mean time from arrival to finish, of finished jobs"},
    [METRIC_RESPONSE_P95] = {"turnaround_p95", "response p95", METRIC_UNIT_SPAN, 0,
                             "the 95th percentile of it, linear between the two nearest ranks"},
    [METRIC_SLOWDOWN_MEAN] = {"slowdown_mean", "slowdown", METRIC_UNIT_NUMBER, 2,
                              "mean of response / least possible response on the empty cluster, of finished jobs "
                              "that have tasks; at least 1"},
    [METRIC_SLOWDOWN_P95] = {"slowdown_p95", "slowdown p95", METRIC_UNIT_NUMBER, 2, "the 95th percentile of it"},
    [METRIC_LATENESS_MEAN] = {"lateness_mean", "lateness", METRIC_UNIT_SPAN, 0,
                              "mean of finish - deadline, of finished jobs with a deadline; negative: early"},
    [METRIC_LATENESS_MAX] = {"lateness_max", "lateness max", METRIC_UNIT_SPAN, 0, "the largest of them"},
    [METRIC_LONGEST_WAIT] = {"longest_wait", "longest wait", METRIC_UNIT_SPAN, 0,
                             "the longest time that a finished job had a task ready and no slot"},
    [METRIC_NODE_LOCAL] = {"node_local", "maps at data", METRIC_UNIT_PERCENT, 1,
                           "maps that started on a node with their data; only with locality"},
    [METRIC_RACK_LOCAL] = {"rack_local", "maps in rack", METRIC_UNIT_PERCENT, 1,
                           "maps that started on another node of the rack of one"},
    [METRIC_MAKESPAN] = {"makespan", "makespan", METRIC_UNIT_INSTANT, 0,
                         "from the first submission to the last finish of an accepted job"},
    [METRIC_RERUNS] = {"reruns", "re-runs", METRIC_UNIT_NUMBER, 0, "attempts that failed and ran again"},
    [METRIC_VIOLATIONS] = {"violations", "violations", METRIC_UNIT_NUMBER, 0,
                           "calls in which the scheduler found the assumptions of its promises broken"},
    [METRIC_FLAGGED] = {"flagged", "flagged", METRIC_UNIT_NUMBER, 0,
                        "accepted jobs that were without the promise for their deadline at some time"},
    [METRIC_RENEWED] = {"renewed", "renewed", METRIC_UNIT_NUMBER, 0, "flagged jobs that ended with it"},
    [METRIC_DRAINS] = {"drains", "drains", METRIC_UNIT_NUMBER, 0, "slots that were to be drained"},
    [METRIC_DRAINS_REFUSED] = {"drains_refused", "drains refused", METRIC_UNIT_NUMBER, 0,
                               "those that the scheduler needed for its promises"},
    [METRIC_NO_ROOM_JOBS] = {"no_room_jobs", "job table full", METRIC_UNIT_NUMBER, 0,
                             "jobs that were refused because the scheduler's table of jobs was full, not by its "
                             "policy"},
    [METRIC_NO_ROOM_TASKS] = {"no_room_tasks", "too many tasks", METRIC_UNIT_NUMBER, 0,
                              "the same of its table of tasks"},
};

const struct figure_term figure_terms[] = {
    {"fairness", "Jain's index of 1 / slowdown over the users, or over the jobs of an only user: 1 if all are slowed "
                 "down alike, 1 / n if one of n has everything"},
    {"small", "response of jobs with maps for up to a quarter of the map slots"},
    {"medium", "response of jobs with more maps, for up to all map slots"},
    {"large", "response of jobs with more maps than map slots"},
    {"late by", "mean time from deadline to finish, of jobs that missed their deadline"},
    {"late by at most", "the largest of them"},
    {"decisions", "calls of the scheduler in a second of this machine's time (--timing)"},
    {"events", "arrivals, starts, finishes and heartbeats in a second of this machine's time (--timing)"},
    {NULL, NULL},
};

bool metric_is_rare(enum metric metric)
{
    return metric == METRIC_NO_ROOM_JOBS || metric == METRIC_NO_ROOM_TASKS;
}

bool metric_is_of_promises(enum metric metric)
{
    return metric == METRIC_VIOLATIONS || metric == METRIC_FLAGGED || metric == METRIC_RENEWED;
}

/* A sample of one figure, one value per job at most. */
struct sample {
    double *value;
    size_t count;
};

static struct sample sample_new(size_t most)
{
    return (struct sample){.value = alloc_zeroed(most, sizeof(double))};
}

static void sample_add(struct sample *s, double value)
{
    s->value[s->count++] = value;
}

static double sample_mean(const struct sample *s)
{
    return s->count == 0 ? NAN : gsl_stats_mean(s->value, 1, s->count);
}

/* Sorts the sample. */
static double sample_quantile(struct sample *s, double fraction)
{
    if (s->count == 0) {
        return NAN;
    }
    gsl_sort(s->value, 1, s->count);
    return gsl_stats_quantile_from_sorted_data(s->value, 1, s->count, fraction);
}

static double percent(double part, double whole)
{
    return whole > 0.0 ? 100.0 * part / whole : NAN;
}

struct cluster_power cluster_power_of(const struct cluster *cluster)
{
    struct cluster_power power = {.fastest = {1, 1}};
    for (int32_t i = 0; i < cluster->node_count; i++) {
        const struct cluster_node *node = &cluster->nodes[i];
        for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
            if (node->slots[stage] > 0) {
                int32_t speed = node->speed[stage];
                power.speed[stage] += (int64_t)node->slots[stage] * speed;
                power.fastest[stage] = speed > power.fastest[stage] ? speed : power.fastest[stage];
            }
        }
    }
    return power;
}

/* The time of a stage that is spread evenly over all slots, or of its longest task on the fastest
 * one. */
static ticks least_stage_time(const struct task_times *times, const struct cluster_power *power, enum stage stage)
{
    if (times->count == 0) {
        return 0;
    }
    /* Rounded down: a lower bound even where the sum is not exact. */
    double spread = floor(task_times_work(times) * CLUSTER_SPEED_ONE / (double)power->speed[stage]);
    ticks alone = cluster_time_at_speed(task_times_longest(times), power->fastest[stage]);
    return spread > (double)alone ? (ticks)spread : alone;
}

ticks metrics_least_response(const struct job_spec *job, const struct cluster_power *power)
{
    return least_stage_time(&job->map_times, power, STAGE_MAP) +
           least_stage_time(&job->reduce_times, power, STAGE_REDUCE);
}

/* Sums over the jobs. */
struct totals {
    double jobs, accepted, met, missed, reruns, no_room_jobs, no_room_tasks;
    bool deadlines; /* some job has one */
    double slot_time, met_slot_time;
    ticks first_submission, last_finish, longest_wait;
    struct sample turnaround, slowdown, lateness;
};

static void add_finished(struct totals *t, const struct job_spec *job, const struct job_outcome *outcome,
                         const struct cluster_power *power)
{
    ticks turnaround = outcome->finish - job->arrival;
    ticks least = metrics_least_response(job, power);
    sample_add(&t->turnaround, (double)turnaround);
    if (least > 0) {
        sample_add(&t->slowdown, (double)turnaround / (double)least);
    }
    if (job->deadline != NO_DEADLINE) {
        sample_add(&t->lateness, (double)(outcome->finish - job->deadline));
    }
    if (outcome->finish > t->last_finish) {
        t->last_finish = outcome->finish;
    }
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        ticks wait = outcome->longest_wait[stage];
        t->longest_wait = wait > t->longest_wait ? wait : t->longest_wait;
    }
}

static struct totals add_up(const struct workload *workload, const struct cluster *cluster,
                            const struct job_outcome *outcomes)
{
    struct totals t = {.turnaround = sample_new(workload->count),
                       .slowdown = sample_new(workload->count),
                       .lateness = sample_new(workload->count),
                       .first_submission = workload->count > 0 ? workload->jobs[0].arrival : 0};
    t.last_finish = t.first_submission;
    struct cluster_power power = cluster_power_of(cluster);
    for (size_t i = 0; i < workload->count; i++) {
        const struct job_outcome *outcome = &outcomes[i];
        t.jobs += outcome->arrived;
        t.deadlines = t.deadlines || workload->jobs[i].deadline != NO_DEADLINE;
        t.accepted += outcome->accepted;
        t.met += outcome->met;
        t.missed += outcome->accepted && !outcome->met;
        t.reruns += outcome->failed_attempts;
        t.no_room_jobs += outcome->room == ROOM_FOR_NO_JOB;
        t.no_room_tasks += outcome->room == ROOM_FOR_NO_TASKS;
        double slot_time = (double)outcome->slot_time[STAGE_MAP] + (double)outcome->slot_time[STAGE_REDUCE];
        t.slot_time += slot_time;
        t.met_slot_time += outcome->met ? slot_time : 0;
        if (outcome->finished) {
            add_finished(&t, &workload->jobs[i], outcome, &power);
        }
    }
    return t;
}

struct metrics metrics_compute(const struct workload *workload, const struct cluster *cluster,
                               const struct scheduler_class *scheduler, const struct engine *engine)
{
    struct totals t = add_up(workload, cluster, engine_outcomes(engine));
    struct scheduler_statistics statistics = engine_statistics(engine);
    struct engine_counts counts = engine_counts(engine);
    double makespan = (double)(t.last_finish - t.first_submission);
    double slots = (double)cluster_slots(cluster, STAGE_MAP) + (double)cluster_slots(cluster, STAGE_REDUCE);

    struct metrics m = {.value = {0}};
    m.value[METRIC_JOBS] = t.jobs;
    m.value[METRIC_ACCEPTED] = t.accepted;
    m.value[METRIC_MET] = t.met;
    m.value[METRIC_MISSED] = t.missed;
    m.value[METRIC_ACCEPT_RATIO] = percent(t.accepted, t.jobs);
    m.value[METRIC_SUCCESS_RATIO] = t.deadlines ? percent(t.met, t.accepted) : NAN;
    m.value[METRIC_UTILISATION_ALL] = percent(t.slot_time, slots * makespan);
    m.value[METRIC_UTILISATION_MET] = percent(t.met_slot_time, slots * makespan);
    m.value[METRIC_UTILISATION] = m.value[scheduler->tests_deadlines ? METRIC_UTILISATION_MET : METRIC_UTILISATION_ALL];
    m.value[METRIC_RESPONSE_MEAN] = sample_mean(&t.turnaround);
    m.value[METRIC_RESPONSE_P95] = sample_quantile(&t.turnaround, 0.95);
    m.value[METRIC_SLOWDOWN_MEAN] = sample_mean(&t.slowdown);
    m.value[METRIC_SLOWDOWN_P95] = sample_quantile(&t.slowdown, 0.95);
    m.value[METRIC_LATENESS_MEAN] = sample_mean(&t.lateness);
    m.value[METRIC_LATENESS_MAX] = sample_quantile(&t.lateness, 1.0);
    m.value[METRIC_LONGEST_WAIT] = t.turnaround.count > 0 ? (double)t.longest_wait : NAN;
    double maps =
        (double)(counts.maps_at[LOCALITY_NODE] + counts.maps_at[LOCALITY_RACK] + counts.maps_at[LOCALITY_REMOTE]);
    m.value[METRIC_NODE_LOCAL] = percent((double)counts.maps_at[LOCALITY_NODE], maps);
    m.value[METRIC_RACK_LOCAL] = percent((double)counts.maps_at[LOCALITY_RACK], maps);
    m.value[METRIC_MAKESPAN] = makespan;
    m.value[METRIC_RERUNS] = t.reruns;
    m.value[METRIC_VIOLATIONS] = (double)statistics.violations;
    m.value[METRIC_FLAGGED] = (double)statistics.flagged_jobs;
    m.value[METRIC_RENEWED] = (double)statistics.renewed_jobs;
    m.value[METRIC_NO_ROOM_JOBS] = t.no_room_jobs;
    m.value[METRIC_NO_ROOM_TASKS] = t.no_room_tasks;
    m.value[METRIC_DRAINS] = counts.drains > 0 ? (double)counts.drains : NAN;
    m.value[METRIC_DRAINS_REFUSED] = counts.drains > 0 ? (double)counts.drains_refused : NAN;
    free(t.turnaround.value);
    free(t.slowdown.value);
    free(t.lateness.value);
    return m;
}
