#include "harness/studies/contest.h"

#include "harness/metrics/confidence.h"
#include "harness/report/table.h"
#include "harness/report/time_units.h"
#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TIME = -1 };

static const struct {
    const char *key;
    const char *heading; /* a unit of time is added */
    int decimals;        /* TIME: it is a time */
} figure_table[FIGURES] = {
    [FIGURE_ACCEPT] = {"accept_ratio", "accept %", 1},
    [FIGURE_SUCCESS] = {"success_ratio", "success %", 1},
    [FIGURE_UTILISATION_ALL] = {"utilisation_all", "util %", 1},
    [FIGURE_UTILISATION_MET] = {"utilisation_met", "util met %", 1},
    [FIGURE_RESPONSE] = {"response", "response", TIME},
    [FIGURE_SLOWDOWN] = {"slowdown", "slowdown", 2},
    [FIGURE_FAIRNESS] = {"fairness", "fairness", 3},
    [FIGURE_LONGEST_WAIT] = {"longest_wait", "longest wait", TIME},
    [FIGURE_SMALL] = {"response_small", "small", TIME},
    [FIGURE_MEDIUM] = {"response_medium", "medium", TIME},
    [FIGURE_LARGE] = {"response_large", "large", TIME},
    [FIGURE_UTILISATION] = {"utilisation", "", 1},
};

void contest_add(struct contest *c, const char *label, const struct scheduler_class *scheduler,
                 const struct scheduler_options *policy)
{
    c->contenders = alloc_grow(c->contenders, &c->capacity, c->count + 1, sizeof *c->contenders);
    c->series = alloc_grow(c->series, &c->series_capacity, c->count + 1, sizeof *c->series);
    c->series[c->count] = (struct series){.label = label, .promises = scheduler->promises != NULL};
    c->contenders[c->count++] = (struct contender){.scheduler = scheduler, .policy = *policy};
}

void contest_free(struct contest *c)
{
    for (size_t i = 0; i < c->count; i++) {
        series_free(&c->series[i]);
        for (size_t f = 0; f < FIGURES; f++) {
            free(c->contenders[i].values[f]);
        }
        for (size_t u = 0; u < COMPARED_USERS; u++) {
            free(c->contenders[i].user_values[u]);
        }
    }
    for (size_t u = 0; u < c->user_count; u++) {
        free(c->users[u]);
    }
    free(c->contenders);
    free(c->series);
    *c = (struct contest){0};
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void contest_begin_seed(struct contest *c, const struct workload *workload)
{
    if (c->user_count > 0) {
        return;
    }
    struct user_list users = user_list_of(workload);
    c->user_count = users.count < COMPARED_USERS ? users.count : COMPARED_USERS;
    c->users_left_out = users.count - c->user_count;
    for (size_t u = 0; u < c->user_count; u++) {
        c->users[u] = alloc_text(users.names[u], strlen(users.names[u]));
    }
    user_list_free(&users);
    qsort(c->users, c->user_count, sizeof *c->users, by_text);
}

/* --- Running ---------------------------------------------------------------------------------- */

static void judge_jobs(void *context, const struct run_view *view)
{
    struct contest *c = context;
    if (c->report != NULL) {
        report_data_add(c->report, view);
    }
    c->judge.users = user_list_of(view->workload);
    c->judge.times = job_times_of(view->workload, view->cluster, view->outcomes, &c->judge.users);
}

static void put(double **values, size_t *capacity, size_t at, double value)
{
    *values = alloc_grow(*values, capacity, at + 1, sizeof **values);
    (*values)[at] = value;
}

static void note(const struct contest *c, struct contender *contender, const struct metrics *m)
{
    const struct contest_judge *judge = &c->judge;
    const double figures[FIGURES] = {
        [FIGURE_ACCEPT] = m->value[METRIC_ACCEPT_RATIO],
        [FIGURE_SUCCESS] = m->value[METRIC_SUCCESS_RATIO],
        [FIGURE_UTILISATION_ALL] = m->value[METRIC_UTILISATION_ALL],
        [FIGURE_UTILISATION_MET] = m->value[METRIC_UTILISATION_MET],
        [FIGURE_UTILISATION] = m->value[METRIC_UTILISATION],
        [FIGURE_RESPONSE] = m->value[METRIC_RESPONSE_MEAN] / 1000.0,
        [FIGURE_SLOWDOWN] = m->value[METRIC_SLOWDOWN_MEAN],
        [FIGURE_FAIRNESS] = judge->times.fairness,
        [FIGURE_LONGEST_WAIT] = m->value[METRIC_LONGEST_WAIT] / 1000.0,
        [FIGURE_SMALL] = judge->times.response[SIZE_SMALL] / 1000.0,
        [FIGURE_MEDIUM] = judge->times.response[SIZE_MEDIUM] / 1000.0,
        [FIGURE_LARGE] = judge->times.response[SIZE_LARGE] / 1000.0,
    };
    for (size_t f = 0; f < FIGURES; f++) {
        put(&contender->values[f], &contender->capacity[f], contender->count, figures[f]);
    }
    for (size_t u = 0; u < c->user_count; u++) {
        double response = NAN;
        for (size_t i = 0; i < judge->users.count; i++) {
            if (strcmp(judge->users.names[i], c->users[u]) == 0) {
                response = judge->times.user_response[i] / 1000.0;
            }
        }
        put(&contender->user_values[u], &contender->capacity[FIGURES + u], contender->count, response);
    }
    contender->count++;
}

struct simulation contest_simulation(struct contest *c, size_t contender)
{
    return (struct simulation){.scheduler = c->contenders[contender].scheduler,
                               .label = c->series[contender].label,
                               .policy = &c->contenders[contender].policy,
                               .keeps_log = c->report != NULL,
                               .show = judge_jobs,
                               .context = c};
}

void contest_note(struct contest *c, size_t contender, const struct run_result *result)
{
    note(c, &c->contenders[contender], &result->metrics);
    series_add(&c->series[contender], *result);
    user_list_free(&c->judge.users);
    free(c->judge.times.user_response);
    c->judge = (struct contest_judge){.times = {.user_response = NULL}};
}

/* --- Tables ----------------------------------------------------------------------------------- */

/* Appends seconds in a unit. */
static void add_time(struct table *t, struct confidence seconds, struct time_unit unit)
{
    seconds.mean *= 1000 / unit.ms;
    seconds.half *= 1000 / unit.ms;
    table_add_confidence(t, seconds, time_unit_decimals(unit));
}

static void print_figures(const struct contest *c, enum contest_figure first, enum contest_figure end,
                          struct time_unit unit, FILE *out)
{
    struct table t = table_new((size_t)(end - first) + 1, 1);
    table_add(&t, "scheduler");
    for (enum contest_figure f = first; f < end; f++) {
        bool time = figure_table[f].decimals == TIME;
        table_add(&t, "%s%s%s", figure_table[f].heading, time ? " " : "", time ? unit.name : "");
    }
    for (size_t i = 0; i < c->count; i++) {
        const struct contender *contender = &c->contenders[i];
        table_add(&t, "%s", c->series[i].label);
        for (enum contest_figure f = first; f < end; f++) {
            bool untested = (f == FIGURE_ACCEPT) && !contender->scheduler->tests_deadlines;
            struct confidence value = confidence_of(contender->values[f], contender->count);
            if (untested) {
                table_add(&t, "-");
            } else if (figure_table[f].decimals == TIME) {
                add_time(&t, value, unit);
            } else {
                table_add_confidence(&t, value, figure_table[f].decimals);
            }
        }
    }
    table_print(&t, out, 0);
    table_free(&t);
}

struct table contest_differences(const struct contest *c)
{
    static const enum contest_figure shown[] = {FIGURE_UTILISATION_ALL, FIGURE_UTILISATION_MET, FIGURE_SUCCESS,
                                                FIGURE_FAIRNESS};
    static const enum contest_figure changes[] = {FIGURE_RESPONSE, FIGURE_SLOWDOWN, FIGURE_SMALL, FIGURE_MEDIUM,
                                                  FIGURE_LARGE};
    enum { SHOWN = sizeof shown / sizeof shown[0], CHANGES = sizeof changes / sizeof changes[0] };
    static const char *const headings[] = {"util points", "util met points", "success points", "fairness", "response %",
                                           "slowdown %",  "small %",         "medium %",       "large %"};
    struct table t = table_new(1 + SHOWN + CHANGES, 1);
    table_add(&t, "scheduler");
    for (size_t i = 0; i < SHOWN + CHANGES; i++) {
        table_add(&t, "%s", headings[i]);
    }
    const struct contender *base = &c->contenders[0];
    for (size_t i = 1; i < c->count; i++) {
        const struct contender *other = &c->contenders[i];
        table_add(&t, "%s", c->series[i].label);
        for (size_t f = 0; f < SHOWN; f++) {
            table_add_confidence(&t,
                                 confidence_of_difference(base->values[shown[f]], other->values[shown[f]], base->count),
                                 figure_table[shown[f]].decimals);
        }
        for (size_t f = 0; f < CHANGES; f++) {
            table_add_confidence(
                &t, confidence_of_change(base->values[changes[f]], other->values[changes[f]], base->count), 1);
        }
    }
    return t;
}

static void print_differences(const struct contest *c, FILE *out)
{
    fprintf(out, "\nDifferences from %s, paired by seed\n\n", c->series[0].label);
    struct table t = contest_differences(c);
    table_print(&t, out, 0);
    table_free(&t);
}

static void print_users(const struct contest *c, struct time_unit unit, FILE *out)
{
    fprintf(out, "\nResponse by user, %s", unit.name);
    if (c->users_left_out > 0) {
        fprintf(out, " (the first %zu of %zu)", c->user_count, c->user_count + c->users_left_out);
    }
    fputs("\n\n", out);
    struct table t = table_new(c->user_count + 1, 1);
    table_add(&t, "scheduler");
    for (size_t u = 0; u < c->user_count; u++) {
        table_add(&t, "%s", c->users[u][0] == '\0' ? "(no user)" : c->users[u]);
    }
    for (size_t i = 0; i < c->count; i++) {
        table_add(&t, "%s", c->series[i].label);
        for (size_t u = 0; u < c->user_count; u++) {
            add_time(&t, confidence_of(c->contenders[i].user_values[u], c->contenders[i].count), unit);
        }
    }
    table_print(&t, out, 0);
    table_free(&t);
}

void contest_print(const struct contest *c, FILE *out)
{
    struct time_unit unit = time_units_of(c->series, c->count).span;
    print_figures(c, FIGURE_ACCEPT, FIGURE_SMALL, unit, out);
    fputs("\n"
          "Accept is of all jobs. The other figures are of accepted jobs: a scheduler that rejects jobs has fewer to "
          "serve.\n"
          "Util is the share of the slots' time that tasks took, early reduces that wait for maps included; util met "
          "is that of\n"
          "tasks of jobs that met their deadline. `rtmr help figures' says what each figure is.\n",
          out);
    fputs("\nResponse by size: maps for up to a quarter of the map slots, for up to all of them, for more\n\n", out);
    print_figures(c, FIGURE_SMALL, FIGURE_UTILISATION, unit, out);
    if (c->user_count + c->users_left_out > 1) {
        print_users(c, unit, out);
    }
    if (c->count > 1 && c->contenders[0].count > 0) {
        print_differences(c, out);
    }
}

static json_t *array_of(const double *values, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        json_array_append_new(array, isnan(values[i]) ? json_null() : json_real(values[i]));
    }
    return array;
}

json_t *contest_record(const struct contest *c)
{
    json_t *all = json_array();
    for (size_t i = 0; i < c->count; i++) {
        const struct contender *contender = &c->contenders[i];
        json_t *object = json_pack("{s:s}", "label", c->series[i].label);
        for (size_t f = 0; f < FIGURES; f++) {
            json_object_set_new(object, figure_table[f].key, array_of(contender->values[f], contender->count));
        }
        json_t *users = json_object();
        for (size_t u = 0; u < c->user_count; u++) {
            char *user = safe_text(c->users[u]);
            json_object_set_new(users, user, array_of(contender->user_values[u], contender->count));
            free(user);
        }
        json_object_set_new(object, "response_by_user", users);
        json_array_append_new(all, object);
    }
    return all;
}
