/* rtmrd: opens the store, and serves until it is told to stop. */
#include "harness/executors/executor_kind.h"
#include "harness/service/daemon_options.h"
#include "harness/service/http.h"
#include "harness/service/listen.h"
#include "harness/service/page_hosts.h"
#include "harness/service/page_key.h"
#include "harness/service/retention.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <uv.h>

enum {
    CONNECTIONS_MAX = 4096,
    START_TURNS = 3 /* of the loop, in which adopted tasks tell their ends before anybody is served */
};

struct daemon {
    struct daemon_options options;
    struct rtmr_setup setup;
    struct store *store;
    struct service *service;
    struct executor *executor;
    struct metrics metrics;
    struct api api;
    struct http *http;
    struct retention *retention; /* NULL: output is kept */
    uv_loop_t loop;
    uv_prepare_t prepare;
    uv_timer_t wake;
    bool asks; /* for what happened before the clock was read */
    uv_signal_t signals[3];
    int64_t retry_at; /* ms of CLOCK_BOOTTIME: no commit is tried before; 0: the last one succeeded */
    int unix_socket;
    int tcp_socket;
    char error[STORE_ERROR_SIZE];
    char store_path[PATH_MAX];
    char socket_path[PATH_MAX + 16];
    char supervisor[PATH_MAX + 32];
    char url[512];
    char key[PAGE_KEY_SIZE];
    struct page_hosts hosts;
};

static bool fail(const struct daemon *d)
{
    fprintf(stderr, "rtmrd: %s\n", d->error);
    return false;
}

/* --- Turns of the loop ------------------------------------------------------------------------ */

static void on_wake(uv_timer_t *timer)
{
    (void)timer; /* the turn of the loop does it */
}

static void set_timer(struct daemon *d)
{
    int64_t in = service_wakes_in(d->service);
    if (in < 0) {
        uv_timer_stop(&d->wake);
        return;
    }
    uv_update_time(&d->loop);
    uv_timer_start(&d->wake, on_wake, (uint64_t)in, 0);
}

static void settled(struct daemon *d, bool good)
{
    if (!good) {
        if (d->retry_at == 0) {
            fprintf(stderr, "rtmrd: nothing can be recorded: %s\n", d->error);
        }
        int64_t in = service_wakes_in(d->service);
        d->retry_at = clock_boottime() + (in > 0 ? in : 1);
    } else if (d->retry_at != 0) {
        fprintf(stderr, "rtmrd: the store can be written again\n");
        d->retry_at = 0;
    }
}

/* Makes durable what has happened since the last turn, and acts on it. */
static bool settle(struct daemon *d)
{
    const struct service_counts *counts = service_counts(d->service);
    int64_t commits = counts->commits;
    double seconds = counts->commit_seconds;
    bool good = service_settle(d->service, d->error);
    counts = service_counts(d->service);
    if (counts->commits > commits) {
        metrics_observe(&d->metrics, METRICS_COMMIT, counts->commit_seconds - seconds);
    }
    settled(d, good);
    return good;
}

/* Lets answers out that are true on the disk, too. */
static void settle_and_answer(struct daemon *d)
{
    if (d->retry_at != 0 && clock_boottime() < d->retry_at) {
        http_committed(d->http); /* the service itself has refused every change */
    } else if (settle(d)) {
        http_committed(d->http);
    } else {
        http_not_committed(d->http, d->error, !store_accepts(d->store));
    }
}

/* When something has happened, the clock is read, and one more turn asks for events without
 * waiting. So the ends of tasks before that instant are known when time moves to it, and what
 * happened comes before what is asked for. */
static void on_prepare(uv_prepare_t *prepare)
{
    struct daemon *d = prepare->data;
    d->asks = !d->asks;
    if (d->asks) {
        service_read_clock(d->service);
        uv_timer_start(&d->wake, on_wake, 0, 0);
        return;
    }
    http_run(d->http);
    settle_and_answer(d);
    set_timer(d);
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    uv_stop(handle->loop);
}

/* --- The beginning ---------------------------------------------------------------------------- */

static int32_t processors(void)
{
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count < 1 ? 1 : count > RTMR_SLOTS ? RTMR_SLOTS : count;
}

static struct executor_options executor_options(const struct daemon *d)
{
    return (struct executor_options){.supervisor = d->supervisor,
                                     .folder = d->store == NULL ? NULL : store_attempts_folder(d->store),
                                     .store = d->store_path,
                                     .partition = d->options.partition,
                                     .slots = d->options.slots};
}

/* What a new store is made with. */
static bool set_up(struct daemon *d)
{
    const struct daemon_options *o = &d->options;
    const struct executor_options options = executor_options(d);
    int32_t slots[2] = {o->map_slots > 0 ? o->map_slots : processors(), o->reduce_slots};
    slots[RTMR_REDUCE] = slots[RTMR_REDUCE] > 0 ? slots[RTMR_REDUCE] : (slots[RTMR_MAP] + 1) / 2;
    if (executor_kind.count_slots != NULL && !executor_kind.count_slots(&options, slots, d->error, sizeof d->error)) {
        return fail(d);
    }
    d->setup = (struct rtmr_setup){.reduces_per_node = 1, .counter_offer = 1};
    d->setup.map_slots = slots[RTMR_MAP];
    d->setup.reduce_slots = slots[RTMR_REDUCE];
    d->setup.latency = o->latency >= 0 ? o->latency : executor_kind.latency;
    return true;
}

/* An existing store keeps its own setup. `change`: how to get another one. */
static bool check_setup(struct daemon *d, const char *option, int64_t asked, int64_t least, int64_t found,
                        const char *change)
{
    if (asked < least || asked == found) {
        return true;
    }
    snprintf(d->error, sizeof d->error, "%.256s: this store was made with --%s %lld, found --%s %lld; %s",
             d->options.store, option, (long long)found, option, (long long)asked, change);
    return fail(d);
}

static bool check_setups(struct daemon *d)
{
    static const char of_slots[] = "change slots with rtmr add and rtmr drain";
    static const char of_latency[] = "it is chosen once: begin with a new store for another one";
    const struct daemon_options *o = &d->options;
    return check_setup(d, "map-slots", o->map_slots, 1, d->setup.map_slots, of_slots) &&
           check_setup(d, "reduce-slots", o->reduce_slots, 1, d->setup.reduce_slots, of_slots) &&
           check_setup(d, "latency", o->latency, 0, d->setup.latency, of_latency);
}

static bool open_store(struct daemon *d)
{
    const struct daemon_options *o = &d->options;
    if (!set_up(d)) {
        return false;
    }
    d->store = store_open(o->store, &d->setup, d->error);
    if (d->store == NULL) {
        return fail(d);
    }
    if (realpath(o->store, d->store_path) == NULL) {
        snprintf(d->error, sizeof d->error, "%.300s: %s", o->store, strerror(errno));
        return fail(d);
    }
    return check_setups(d);
}

/* The supervisor stands beside this program, or in ../libexec/rtmr. */
static bool find_supervisor(struct daemon *d)
{
    static const char *const places[] = {"rtmr-task", "../libexec/rtmr/rtmr-task"};
    char self[PATH_MAX];
    if (!executor_kind.has_supervisor) {
        return true;
    }
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length > 0) {
        self[length] = '\0';
        *strrchr(self, '/') = '\0';
        for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
            snprintf(d->supervisor, sizeof d->supervisor, "%s/%s", self, places[i]);
            if (access(d->supervisor, X_OK) == 0) {
                return true;
            }
        }
    }
    snprintf(d->error, sizeof d->error, "rtmr-task is neither beside rtmrd nor in ../libexec/rtmr");
    return fail(d);
}

/* Connections, pidfds and locks take descriptors. */
static int raise_descriptors(void)
{
    struct rlimit limit = {0};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    return limit.rlim_cur / 4 < CONNECTIONS_MAX ? (int)(limit.rlim_cur / 4) : CONNECTIONS_MAX;
}

/* HTTP hides nothing: who sees the packets has the key, and what it shows. */
static void warn_of_page(const struct daemon *d)
{
    if (!listen_is_loopback(d->tcp_socket)) {
        fprintf(stderr,
                "rtmrd: warning: the page %s can be reached from other machines, and its key and its answers are not "
                "encrypted; a proxy with TLS in front of a loopback address would do that\n",
                d->url);
    }
}

static bool open_sockets(struct daemon *d)
{
    const struct daemon_options *o = &d->options;
    if (o->socket != NULL) {
        snprintf(d->socket_path, sizeof d->socket_path, "%s", o->socket);
    } else {
        snprintf(d->socket_path, sizeof d->socket_path, "%s/socket", d->store_path);
    }
    d->unix_socket = listen_unix(d->socket_path, o->socket_mode, d->error, sizeof d->error);
    if (d->unix_socket < 0) {
        return fail(d);
    }
    if (o->page != NULL) {
        d->tcp_socket = listen_tcp(o->page, d->url, sizeof d->url, d->error, sizeof d->error);
        if (d->tcp_socket < 0 || !page_key_read(d->store_path, d->key, d->error, sizeof d->error)) {
            return fail(d);
        }
        page_hosts_find(&d->hosts, o->page_hosts, o->page_host_count);
        warn_of_page(d);
    }
    return true;
}

static void on_attempt_ended(void *owner, int64_t attempt, const struct attempt_end *end)
{
    struct daemon *d = owner;
    service_attempt_ended(d->service, attempt, end);
}

static void on_slot_lost(void *owner, enum rtmr_stage stage, int32_t slot)
{
    struct daemon *d = owner;
    service_slot_lost(d->service, stage, slot);
}

static void on_slot_back(void *owner, enum rtmr_stage stage, int32_t slot)
{
    struct daemon *d = owner;
    service_slot_back(d->service, stage, slot);
}

static void on_slot_drains(void *owner, enum rtmr_stage stage, int32_t slot)
{
    struct daemon *d = owner;
    service_slot_drains(d->service, stage, slot);
}

static bool on_job_lives(void *owner, int64_t job)
{
    struct daemon *d = owner;
    return service_job_lives(d->service, job);
}

static int64_t on_job_stamp(void *owner, int64_t job)
{
    struct daemon *d = owner;
    return service_job_stamp(d->service, job);
}

static bool on_job_at(void *owner, int32_t place, struct executor_job *job)
{
    struct daemon *d = owner;
    return service_unfinished_job(d->service, place, job);
}

static void on_job_cancelled(void *owner, int64_t job, const char *reason)
{
    struct daemon *d = owner;
    service_job_cancelled(d->service, job, reason);
}

/* Loads the state; says it if all calls of another release were played again for that. */
static bool load(struct daemon *d)
{
    const struct service_limits limits = {.jobs_per_user = d->options.jobs_per_user,
                                          .tasks_per_user = d->options.tasks_per_user,
                                          .decisions_per_user = d->options.decisions_per_user};
    const char *release = store_other_release(d->store);
    d->service = service_new(d->store, &d->setup, &limits, d->error);
    if (d->service == NULL) {
        return fail(d);
    }
    if (release != NULL) {
        printf("rtmrd: store %s is taken over from RTMR %s: its %lld calls have the same answers\n", d->store_path,
               release, (long long)service_last_call(d->service));
        fflush(stdout);
    }
    return true;
}

/* Loads the state, and takes up what runs. */
static bool begin(struct daemon *d)
{
    const struct executor_options options = executor_options(d);
    const struct executor_events events = {.owner = d,
                                           .ended = on_attempt_ended,
                                           .slot_lost = on_slot_lost,
                                           .slot_back = on_slot_back,
                                           .slot_drains = on_slot_drains,
                                           .job_lives = on_job_lives,
                                           .job_stamp = on_job_stamp,
                                           .job_at = on_job_at,
                                           .job_cancelled = on_job_cancelled};
    if (!load(d)) {
        return false;
    }
    d->executor = executor_kind.make(&d->loop, &options, &events, d->error, sizeof d->error);
    if (d->executor == NULL) {
        return fail(d);
    }
    service_attach(d->service, d->executor);
    for (int i = 0; i < START_TURNS; i++) {
        service_read_clock(d->service);
        uv_run(&d->loop, UV_RUN_NOWAIT);
        settle(d);
    }
    return true;
}

static bool serve_http(struct daemon *d)
{
    int connections = raise_descriptors();
    d->api = (struct api){.service = d->service,
                          .executor = d->executor,
                          .metrics = &d->metrics,
                          .store = d->store_path,
                          .started = service_now(d->service)};
    d->http = http_new(&d->loop, &d->api, connections);
    if (d->http == NULL) {
        snprintf(d->error, sizeof d->error, "HTTP cannot be served: %s", strerror(errno));
        return fail(d);
    }
    http_listen_unix(d->http, d->unix_socket);
    if (d->tcp_socket >= 0) {
        http_listen_tcp(d->http, d->tcp_socket, d->key, &d->hosts);
    }
    return true;
}

static bool limit_output(struct daemon *d)
{
    const rtmr_ticks day = INT64_C(24) * 60 * 60 * 1000;
    if (d->options.keep_output < 0) {
        return true;
    }
    d->retention = retention_start(&d->loop, d->service, d->store, executor_kind.discard, d->options.keep_output * day);
    if (d->retention == NULL) {
        snprintf(d->error, sizeof d->error, "there is no memory");
        return fail(d);
    }
    return true;
}

/* The line that says what runs; the key of the page only to a terminal, not into a log. */
static void greet(const struct daemon *d)
{
    printf("rtmrd: store %s, socket %s, %d map slots, %d reduce slots, latency %lld ms", d->store_path, d->socket_path,
           (int)service_slots(d->service, RTMR_MAP), (int)service_slots(d->service, RTMR_REDUCE),
           (long long)service_latency(d->service));
    if (d->tcp_socket >= 0) {
        printf(", page %s#%s", d->url, isatty(STDOUT_FILENO) ? d->key : "(the text of page-key in the store)");
    }
    putchar('\n');
    fflush(stdout);
}

/* --- The end ---------------------------------------------------------------------------------- */

static void end(struct daemon *d)
{
    uv_close((uv_handle_t *)&d->prepare, NULL);
    uv_close((uv_handle_t *)&d->wake, NULL);
    for (int i = 0; i < 3; i++) {
        uv_close((uv_handle_t *)&d->signals[i], NULL);
    }
    if (d->retention != NULL) {
        retention_stop(d->retention);
    }
    if (d->http != NULL) {
        http_close(d->http);
    }
    if (d->executor != NULL) {
        d->executor->close(d->executor);
    }
    uv_run(&d->loop, UV_RUN_DEFAULT);
    http_free(d->http);
    page_hosts_free(&d->hosts);
    service_free(d->service);
    if (d->unix_socket >= 0) {
        unlink(d->socket_path);
    }
    if (d->store != NULL) {
        store_close(d->store);
    }
    uv_loop_close(&d->loop);
}

static void watch_signals(struct daemon *d)
{
    static const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
    for (int i = 0; i < 3; i++) {
        uv_signal_init(&d->loop, &d->signals[i]);
        uv_signal_start(&d->signals[i], on_signal, numbers[i]);
        uv_unref((uv_handle_t *)&d->signals[i]);
    }
    signal(SIGPIPE, SIG_IGN);
}

static int serve(struct daemon *d)
{
    d->unix_socket = -1;
    d->tcp_socket = -1;
    uv_loop_init(&d->loop);
    uv_prepare_init(&d->loop, &d->prepare);
    uv_timer_init(&d->loop, &d->wake);
    d->prepare.data = d;
    watch_signals(d);
    bool good = find_supervisor(d) && open_store(d) && open_sockets(d) && begin(d) && serve_http(d) && limit_output(d);
    if (good) {
        greet(d);
        uv_prepare_start(&d->prepare, on_prepare);
        set_timer(d);
        uv_run(&d->loop, UV_RUN_DEFAULT);
        settle_and_answer(d);
    }
    end(d);
    return good ? 0 : 1;
}

static int back_up(struct daemon *d)
{
    if (!store_backup(d->options.store, d->options.backup_to, d->error)) {
        fail(d);
        return 1;
    }
    printf("rtmrd: %s is copied to %s\n", d->options.store, d->options.backup_to);
    return 0;
}

int main(int argc, char **argv)
{
    static struct daemon d;
    d.options = daemon_options_read(argc, argv);
    switch (d.options.action) {
    case DAEMON_SERVE: return serve(&d);
    case DAEMON_CHECK: return store_check(d.options.store) ? 0 : 1;
    case DAEMON_BACKUP: return back_up(&d);
    case DAEMON_END: break;
    }
    return fflush(stdout) == 0 ? d.options.exit_status : 1;
}
