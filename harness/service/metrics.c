#include "harness/service/metrics.h"
#include "kernel/rtmr_config.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* Upper bounds in seconds. */
static const double bounds[METRICS_BUCKETS] = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005,
                                               0.01,   0.025,   0.05,   0.1,   0.25,   1};

/* Where a page of figures is written. */
struct page {
    struct text *text;
    bool open_metrics;
};

double metrics_clock(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void metrics_observe(struct metrics *metrics, enum metrics_duration which, double seconds)
{
    struct metrics_histogram *histogram = &metrics->durations[which];
    int bucket = 0;
    while (bucket < METRICS_BUCKETS && seconds > bounds[bucket]) {
        bucket++;
    }
    histogram->counts[bucket]++;
    histogram->sum += seconds;
}

/* The lines above a family's samples. In OpenMetrics the name of a counter is that without
 * _total. */
static void put_family(struct page *page, const char *name, const char *type, const char *help)
{
    const char *suffix = type[0] == 'c' && !page->open_metrics ? "_total" : "";
    text_format(page->text, "# HELP %s%s %s\n# TYPE %s%s %s\n", name, suffix, help, name, suffix, type);
}

static void put_counter(struct page *page, const char *name, const char *help, int64_t value)
{
    put_family(page, name, "counter", help);
    text_format(page->text, "%s_total %lld\n", name, (long long)value);
}

static void put_gauge(struct page *page, const char *name, const char *help, int64_t value)
{
    put_family(page, name, "gauge", help);
    text_format(page->text, "%s %lld\n", name, (long long)value);
}

static void put_labelled(struct page *page, const char *name, const char *label, const char *value, int64_t number)
{
    text_format(page->text, "%s{%s=\"%s\"} %lld\n", name, label, value, (long long)number);
}

static void put_histogram(struct page *page, const char *name, const char *help,
                          const struct metrics_histogram *histogram)
{
    int64_t count = 0;
    put_family(page, name, "histogram", help);
    for (int i = 0; i < METRICS_BUCKETS; i++) {
        count += histogram->counts[i];
        text_format(page->text, "%s_bucket{le=\"%g\"} %lld\n", name, bounds[i], (long long)count);
    }
    count += histogram->counts[METRICS_BUCKETS];
    text_format(page->text, "%s_bucket{le=\"+Inf\"} %lld\n%s_sum %.9g\n%s_count %lld\n", name, (long long)count, name,
                histogram->sum, name, (long long)count);
}

static void put_jobs(struct page *page, const struct service *service)
{
    struct job_view view;
    int64_t running = 0;
    int64_t waiting = 0;
    int64_t flagged = 0;
    for (int32_t place = 0; service_job_at(service, place, &view); place++) {
        bool begun = view.running[0] + view.running[1] + view.finished[0] + view.finished[1] > 0;
        running += begun;
        waiting += !begun;
        flagged += view.flagged;
    }
    put_family(page, "rtmr_active_jobs", "gauge", "Accepted, unfinished jobs.");
    put_labelled(page, "rtmr_active_jobs", "state", "running", running);
    put_labelled(page, "rtmr_active_jobs", "state", "waiting", waiting);
    put_gauge(page, "rtmr_unpromised_jobs", "Active jobs that have lost their promise.", flagged);
}

static void put_slots(struct page *page, const struct service *service)
{
    static const char *const stages[] = {"map", "reduce"};
    static const char *const states[] = {"idle", "busy", "draining", "late", "late_draining", "absent"};
    struct slot_view slot;
    put_family(page, "rtmr_slots", "gauge", "Slots by stage and state.");
    for (int stage = 0; stage < 2; stage++) {
        int64_t counts[6] = {0};
        for (int32_t i = 0; service_slot(service, (enum rtmr_stage)stage, i, &slot); i++) {
            counts[slot.state]++;
        }
        for (int state = 0; state < 6; state++) {
            text_format(page->text, "rtmr_slots{stage=\"%s\",state=\"%s\"} %lld\n", stages[stage], states[state],
                        (long long)counts[state]);
        }
    }
}

static void put_counts(struct page *page, const struct service_counts *counts)
{
    static const enum attempt_state ended[] = {ATTEMPT_FINISHED, ATTEMPT_FAILED, ATTEMPT_KILLED, ATTEMPT_LOST};
    put_counter(page, "rtmr_jobs_accepted", "Jobs accepted since the start.", counts->accepted);
    put_counter(page, "rtmr_jobs_refused", "Jobs refused since the start.", counts->refused);
    put_counter(page, "rtmr_jobs_finished", "Jobs finished since the start.", counts->finished);
    put_counter(page, "rtmr_jobs_aborted", "Jobs aborted since the start.", counts->aborted);
    put_counter(page, "rtmr_jobs_late", "Jobs finished after their deadline.", counts->late);
    put_counter(page, "rtmr_promises_broken", "Jobs finished late that had not lost their promise: never.",
                counts->late_unflagged);
    put_counter(page, "rtmr_promises_lost", "Jobs that lost their promise.", counts->flagged);
    put_counter(page, "rtmr_promises_renewed", "Jobs that got their promise back.", counts->renewed);
    put_counter(page, "rtmr_bounds_extended", "Tasks that were given more time.", counts->extended);
    put_counter(page, "rtmr_commits", "Transactions made durable.", counts->commits);
    put_family(page, "rtmr_attempts", "counter", "Attempts ended, by result.");
    for (size_t i = 0; i < sizeof ended / sizeof ended[0]; i++) {
        put_labelled(page, "rtmr_attempts_total", "result", attempt_state_name(ended[i]), counts->attempts[ended[i]]);
    }
}

static void put_http(struct page *page, const struct metrics *metrics)
{
    static const char *const classes[] = {"1xx", "2xx", "3xx", "4xx", "5xx"};
    put_family(page, "rtmr_http_requests", "counter", "Requests answered, by class of their status.");
    for (int i = 0; i < 5; i++) {
        put_labelled(page, "rtmr_http_requests_total", "status", classes[i], metrics->requests[i + 1]);
    }
    put_gauge(page, "rtmr_http_connections", "Connections that are open.", metrics->connections);
    put_gauge(page, "rtmr_http_waiting_requests", "Requests that wait for an event.", metrics->waiting);
    put_counter(page, "rtmr_http_connections_refused", "Connections beyond a limit.", metrics->refused_connections);
    put_counter(page, "rtmr_http_connections_slow", "Connections closed for being too slow.",
                metrics->slow_connections);
}

static int64_t resident_bytes(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file == NULL || fscanf(file, "%*s %ld", &pages) != 1) {
        pages = 0;
    }
    if (file != NULL) {
        fclose(file);
    }
    return (int64_t)pages * sysconf(_SC_PAGESIZE);
}

void metrics_print(const struct metrics *metrics, const struct service *service, bool open_metrics, struct text *text)
{
    struct page page = {.text = text, .open_metrics = open_metrics};
    put_family(&page, "rtmr_version_info", "gauge", "The version, as a label.");
    text_put(text, "rtmr_version_info{version=\"" RTMR_VERSION "\"} 1\n");
    put_jobs(&page, service);
    put_slots(&page, service);
    put_counts(&page, service_counts(service));
    put_gauge(&page, "rtmr_store_accepts", "1 if further jobs are taken: there is space, and tasks can be started.",
              service_accepts(service));
    put_histogram(&page, "rtmr_decision_seconds", "Time of a submission's decision.",
                  &metrics->durations[METRICS_DECISION]);
    put_histogram(&page, "rtmr_commit_seconds", "Time of a turn that made something durable.",
                  &metrics->durations[METRICS_COMMIT]);
    put_http(&page, metrics);
    put_gauge(&page, "process_resident_memory_bytes", "Resident memory of the daemon.", resident_bytes());
    if (open_metrics) {
        text_put(text, "# EOF\n");
    }
}
