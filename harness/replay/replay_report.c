#include "harness/replay/replay_report.h"

#include "harness/replay/scaling.h"
#include "harness/report/json_text.h"
#include "harness/report/table.h"
#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* --- How far reality was from the simulation -------------------------------------------------- */

/* Differences of instants, ms: reality's minus the simulation's. */
struct lag {
    size_t count;
    ticks median;
    ticks p99;
    ticks least;
    ticks most;
};

/* Sorts the values and frees them. */
static struct lag lag_of(ticks *values, size_t count)
{
    struct lag lag = {.count = count};
    if (count > 0) {
        ticks_sort(values, count);
        lag.median = ticks_quantile(values, count, 0.5);
        lag.p99 = ticks_quantile(values, count, 0.99);
        lag.least = values[0];
        lag.most = values[count - 1];
    }
    free(values);
    return lag;
}

enum lag_kind { LAG_ARRIVAL, LAG_HOLD, LAG_FINISH, LAG_PROMISE, LAG_KINDS };

/* By kind: as a table and as JSON have them. */
static const char *const lag_texts[LAG_KINDS] = {"arrivals of jobs", "slots held by tasks, beyond their own time",
                                                 "finishes of jobs that both accept", "promised e, from the arrival"};
static const char *const lag_keys[LAG_KINDS] = {"arrival_ms", "hold_ms", "finish_ms", "promised_ms"};

static bool job_lag(const struct replay_report *r, enum lag_kind kind, size_t i, ticks *value)
{
    const struct job_end *planned = &r->planned->jobs[i];
    const struct job_end *real = &r->reality->ends.jobs[i];
    const bool both = planned->accepted && real->accepted;
    switch (kind) {
    case LAG_ARRIVAL: *value = real->arrival - planned->arrival; return real->answered;
    case LAG_FINISH: *value = real->finish - planned->finish; return both && real->finish != NO_INSTANT;
    default: *value = (real->promised - real->arrival) - (planned->promised - planned->arrival); return both;
    }
}

static struct lag find_lag(const struct replay_report *r, enum lag_kind kind)
{
    ticks *values;
    size_t count = 0;
    if (kind == LAG_HOLD) {
        size_t reduces;
        ticks *of_reduces = holds_beyond(r->workload, &r->reality->ends, STAGE_REDUCE, &reduces);
        values = holds_beyond(r->workload, &r->reality->ends, STAGE_MAP, &count);
        values = alloc_resize(values, (count + reduces) * sizeof *values);
        for (size_t i = 0; i < reduces; i++) {
            values[count++] = of_reduces[i];
        }
        free(of_reduces);
    } else {
        values = alloc_zeroed(r->workload->count, sizeof *values);
        for (size_t i = 0; i < r->workload->count; i++) {
            count += job_lag(r, kind, i, &values[count]);
        }
    }
    return lag_of(values, count);
}

bool replay_report_good(const struct replay_report *r)
{
    const struct ends_summary real = replay_ends_summary(&r->reality->ends, r->workload);
    return r->differences->unexplained == 0 && real.late_unflagged == 0 && r->reality->foreign == 0;
}

/* --- Text ------------------------------------------------------------------------------------- */

static void print_figures(const struct replay_report *r, FILE *out)
{
    const struct ends_summary planned = replay_ends_summary(r->planned, r->workload);
    const struct ends_summary real = replay_ends_summary(&r->reality->ends, r->workload);
    const struct {
        const char *name;
        double planned;
        double real;
        int decimals;
    } rows[] = {
        {"accepted", (double)planned.accepted, (double)real.accepted, 0},
        {"refused", (double)planned.refused, (double)real.refused, 0},
        {"in time", (double)planned.in_time, (double)real.in_time, 0},
        {"late", (double)planned.late, (double)real.late, 0},
        {"flagged", (double)planned.flagged, (double)real.flagged, 0},
        {"makespan, ms", (double)planned.makespan, (double)real.makespan, 0},
        {"utilisation, %", planned.utilisation, real.utilisation, 1},
    };
    struct table t = table_new(3, 1);
    table_add(&t, "%s", "");
    table_add(&t, "simulation");
    table_add(&t, "reality");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        table_add(&t, "%s", rows[i].name);
        table_add_number(&t, rows[i].planned, rows[i].decimals);
        table_add_number(&t, rows[i].real, rows[i].decimals);
    }
    table_print(&t, out, 0);
    table_free(&t);
}

static void print_lags(const struct replay_report *r, FILE *out)
{
    struct table t = table_new(5, 1);
    static const char *const headings[] = {"later in reality by, ms", "median", "p99", "least", "most"};
    for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++) {
        table_add(&t, "%s", headings[i]);
    }
    for (enum lag_kind kind = 0; kind < LAG_KINDS; kind++) {
        const struct lag lag = find_lag(r, kind);
        const ticks values[] = {lag.median, lag.p99, lag.least, lag.most};
        table_add(&t, "%s", lag_texts[kind]);
        for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
            table_add_number(&t, lag.count > 0 ? (double)values[i] : NAN, 0);
        }
    }
    table_print(&t, out, 0);
    table_free(&t);
}

static void print_decision(const char *who, const struct job_end *job, FILE *out)
{
    if (!job->answered) {
        fprintf(out, "%s has not decided", who);
    } else if (job->accepted) {
        fprintf(out, "%s accepts with %" PRId64 " ms to spare", who, job->margin);
    } else if (job->other_late) {
        fprintf(out, "%s refuses, for an accepted job would be late", who);
    } else if (job->margin == NO_INSTANT) {
        fprintf(out, "%s refuses", who);
    } else {
        fprintf(out, "%s refuses, it would be %" PRId64 " ms late", who, -job->margin);
    }
}

/* Slots that were busy just before an instant. O(tasks). */
static int32_t busy_before(const struct replay_ends *ends, const struct workload *workload, ticks at, enum stage stage)
{
    int32_t busy = 0;
    for (size_t i = 0; i < ends->count; i++) {
        const int32_t tasks = stage == STAGE_MAP ? workload->jobs[i].maps : workload->jobs[i].reduces;
        for (int32_t task = 0; task < tasks; task++) {
            const struct slot_hold *hold = &ends->jobs[i].holds[stage][task];
            busy += hold->start < at && hold->end >= at;
        }
    }
    return busy;
}

/* The state that each of the two decided from. */
static void print_state(const struct replay_report *r, size_t place, FILE *out)
{
    const struct replay_ends *ends[] = {r->planned, &r->reality->ends};
    static const char *const who[] = {"in the simulation", "in reality"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const ticks at = ends[i]->jobs[place].arrival;
        fprintf(out, "%s%s %" PRId32 " maps and %" PRId32 " reduces ran", i > 0 ? ", " : "", who[i],
                busy_before(ends[i], r->workload, at, STAGE_MAP), busy_before(ends[i], r->workload, at, STAGE_REDUCE));
    }
}

static void print_cause(const struct replay_report *r, const struct difference *d, FILE *out)
{
    const struct job_end *real = &r->reality->ends.jobs[d->place];
    const struct lag arrivals = find_lag(r, LAG_ARRIVAL);
    const struct lag holds = find_lag(r, LAG_HOLD);
    switch (d->cause) {
    case CAUSE_ARRIVALS:
        fprintf(out,
                "because of the arrivals: this one was %" PRId64 " ms later, all %" PRId64 " to %" PRId64
                " ms; with them the simulation decides the same",
                real->arrival - r->workload->jobs[d->place].arrival, arrivals.least, arrivals.most);
        break;
    case CAUSE_HOLDS:
        fprintf(out,
                "because slots were freed later: tasks held them %" PRId64 " ms longer (median; at most %" PRId64
                "); with that the simulation decides the same",
                holds.median, holds.most);
        break;
    case CAUSE_CALLS:
        fputs("because of the calls as they came (order, overruns, renewals): given them, the kernel decides the same",
              out);
        break;
    case CAUSE_SERVICE:
        fputs("because of the service: ", out);
        safe_text_write(real->reason == NULL ? "it has not answered" : real->reason, out);
        break;
    default: fputs("not explained", out); break;
    }
}

static void print_differences(const struct replay_report *r, FILE *out)
{
    const struct differences *d = r->differences;
    fprintf(out, "Decisions: %zu equal, %zu differ", r->workload->count - d->count, d->count);
    if (d->count > 0) {
        fprintf(out, ", %zu of them not explained", d->unexplained);
    }
    fputs(".\n", out);
    for (size_t i = 0; i < d->count; i++) {
        const size_t place = d->list[i].place;
        fputs("  ", out);
        safe_text_write(r->workload->jobs[place].name, out);
        fputs(": ", out);
        print_decision("the simulation", &r->planned->jobs[place], out);
        fputs(", ", out);
        print_decision("the service", &r->reality->ends.jobs[place], out);
        fputs(", ", out);
        print_cause(r, &d->list[i], out);
        fputs(" (", out);
        print_state(r, place, out);
        fputs(").\n", out);
    }
}

/* Jobs that have lost their promise, and late ones. */
static void print_broken(const struct replay_report *r, FILE *out)
{
    for (size_t i = 0; i < r->workload->count; i++) {
        const struct job_end *job = &r->reality->ends.jobs[i];
        const bool late = job->accepted && (job->finish == NO_INSTANT || job->finish > job->deadline);
        if (!late && !job->flagged) {
            continue;
        }
        fputs("  ", out);
        safe_text_write(r->workload->jobs[i].name, out);
        fprintf(out, ": %s, %s", late ? "late" : "in time", job->flagged ? "it had lost its promise" : "BUT PROMISED");
        if (job->reason != NULL) {
            fputs(": ", out);
            safe_text_write(job->reason, out);
        }
        fputc('\n', out);
    }
    if (r->reality->foreign > 0) {
        fprintf(out, "Others have submitted %" PRId64 " jobs meanwhile: the runs are not comparable.\n",
                r->reality->foreign);
    }
}

void replay_report_print(const struct replay_report *r, FILE *out)
{
    safe_text_write(r->title, out);
    fprintf(out, ": %zu jobs at speed %g; %" PRId32 " map slots, %" PRId32 " reduce slots, latency %" PRId64 " ms\n",
            r->workload->count, r->speed, r->facts->slots[STAGE_MAP], r->facts->slots[STAGE_REDUCE], r->facts->latency);
    if (r->without_tasks > 0) {
        fprintf(out, "%zu jobs without tasks are left out\n", r->without_tasks);
    }
    fputc('\n', out);
    print_figures(r, out);
    fputc('\n', out);
    print_lags(r, out);
    fputc('\n', out);
    print_differences(r, out);
    print_broken(r, out);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static json_t *instant(ticks at)
{
    return at == NO_INSTANT ? json_null() : json_integer(at);
}

static json_t *figure(double value)
{
    return isnan(value) ? json_null() : json_real(value);
}

static json_t *json_summary(const struct replay_ends *ends, const struct workload *workload)
{
    const struct ends_summary s = replay_ends_summary(ends, workload);
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "accepted", (json_int_t)s.accepted, "refused",
                     (json_int_t)s.refused, "in_time", (json_int_t)s.in_time, "late", (json_int_t)s.late,
                     "late_unflagged", (json_int_t)s.late_unflagged, "flagged", (json_int_t)s.flagged, "makespan_ms",
                     (json_int_t)s.makespan, "utilisation_percent", figure(s.utilisation));
}

static json_t *json_end(const struct job_end *job)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o}", "accepted",
                     job->answered ? json_boolean(job->accepted) : json_null(), "arrival_ms", instant(job->arrival),
                     "deadline_ms", instant(job->deadline), "promised_ms", instant(job->promised), "margin_ms",
                     instant(job->margin), "finish_ms", instant(job->finish), "flagged", (int)job->flagged, "reason",
                     json_text(job->reason));
}

static const char *cause_of(const struct replay_report *r, size_t place)
{
    static const char *const causes[] = {[CAUSE_ARRIVALS] = "arrivals",
                                         [CAUSE_HOLDS] = "holds",
                                         [CAUSE_CALLS] = "calls",
                                         [CAUSE_SERVICE] = "service",
                                         [CAUSE_UNKNOWN] = "unknown"};
    for (size_t i = 0; i < r->differences->count; i++) {
        if (r->differences->list[i].place == place) {
            return causes[r->differences->list[i].cause];
        }
    }
    return NULL;
}

static json_t *json_lags(const struct replay_report *r)
{
    json_t *object = json_object();
    for (enum lag_kind kind = 0; kind < LAG_KINDS; kind++) {
        const struct lag lag = find_lag(r, kind);
        json_object_set_new(object, lag_keys[kind],
                            json_pack("{s:I, s:I, s:I, s:I, s:I}", "count", (json_int_t)lag.count, "median",
                                      (json_int_t)lag.median, "p99", (json_int_t)lag.p99, "least",
                                      (json_int_t)lag.least, "most", (json_int_t)lag.most));
    }
    return object;
}

json_t *replay_report_json(const struct replay_report *r)
{
    json_t *jobs = json_array();
    for (size_t i = 0; i < r->workload->count; i++) {
        const char *cause = cause_of(r, i);
        json_array_append_new(
            jobs, json_pack("{s:o, s:I, s:o, s:o, s:s?}", "name", json_text(r->workload->jobs[i].name), "job",
                            (json_int_t)r->reality->numbers[i], "simulation", json_end(&r->planned->jobs[i]), "reality",
                            json_end(&r->reality->ends.jobs[i]), "difference", cause));
    }
    return json_pack("{s:o, s:f, s:{s:i, s:i, s:I}, s:o, s:o, s:o, s:I, s:I, s:I, s:b, s:o}", "title",
                     json_text(r->title), "speed", r->speed, "service", "map_slots", (int)r->facts->slots[STAGE_MAP],
                     "reduce_slots", (int)r->facts->slots[STAGE_REDUCE], "latency_ms", (json_int_t)r->facts->latency,
                     "simulation", json_summary(r->planned, r->workload), "reality",
                     json_summary(&r->reality->ends, r->workload), "later_in_reality", json_lags(r), "differences",
                     (json_int_t)r->differences->count, "unexplained", (json_int_t)r->differences->unexplained,
                     "foreign", (json_int_t)r->reality->foreign, "explained", (int)replay_report_good(r), "jobs", jobs);
}
