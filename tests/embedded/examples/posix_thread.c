/*
 * Integration example: POSIX threads and a lock. Clients submit jobs, each slot has a worker that
 * runs its tasks, and any thread may call the kernel, while it holds the lock: calls on one context
 * must not overlap.
 *
 * A thread that enters reads the clock first and dispatches before it leaves, so nothing that the
 * kernel offers waits while the clock moves (E2). A worker runs its task without the lock.
 * Estimates are generous: they cover that a thread is not scheduled, or waits for the lock. If one
 * does not, a call says so, and flags the job.
 */
#include "rtmr.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#define MAP_WORKERS 3
#define REDUCE_WORKERS 2
#define CLIENTS 2
#define JOBS_PER_CLIENT 150
#define ESTIMATE 2000 /* ms */

struct worker {
    enum rtmr_stage stage;
    int32_t slot;
    bool has_task;
    pthread_cond_t told;
    pthread_t thread;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Everything below is guarded by the lock. */
static struct rtmr kernel;
static struct worker workers[MAP_WORKERS + REDUCE_WORKERS];
static pthread_cond_t job_done = PTHREAD_COND_INITIALIZER;
static bool closing;
static int accepted;
static int refused;
static int finished;
static int late;       /* after their deadline, and not flagged */
static int violations; /* reported: some thread did not run for the time of an estimate */
static int surprises;

static rtmr_ticks clock_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (rtmr_ticks)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void enter(void)
{
    struct rtmr_alarm alarm;
    enum rtmr_status status;

#ifndef WITHOUT_LOCK
    pthread_mutex_lock(&lock);
#endif
    status = rtmr_advance(&kernel, clock_now(), &alarm);
    violations += status > 0;
    surprises += status < 0;
}

static void leave(void)
{
    struct rtmr_offer offer;

    for (int i = 0; i < MAP_WORKERS + REDUCE_WORKERS; i++) {
        struct worker *const w = &workers[i];

        if (!w->has_task && rtmr_dispatch(&kernel, w->stage, w->slot, &offer) == RTMR_OK) {
            w->has_task = true;
            pthread_cond_signal(&w->told);
        }
    }
#ifndef WITHOUT_LOCK
    pthread_mutex_unlock(&lock);
#endif
}

static void report_end(struct worker *w)
{
    struct rtmr_report report;

    enter();
    w->has_task = false;
    if (rtmr_finish(&kernel, w->stage, w->slot, &report) != RTMR_OK) {
        surprises++;
    } else if (report.job_done) {
        finished++;
        late += !report.flagged && rtmr_now(&kernel) > report.deadline;
        pthread_cond_broadcast(&job_done);
    }
    leave();
}

/* Nonzero if there is a task to run; zero when the workers may go home. */
static bool wait_for_task(struct worker *w)
{
    bool has_task;

    pthread_mutex_lock(&lock);
    while (!w->has_task && !closing) {
        pthread_cond_wait(&w->told, &lock);
    }
    has_task = w->has_task;
    pthread_mutex_unlock(&lock);
    return has_task;
}

static void do_something(void)
{
    for (volatile int32_t i = 0; i < 10000; i++) {
    }
}

static void *work(void *argument)
{
    struct worker *const w = argument;

    while (wait_for_task(w)) {
        do_something();
        report_end(w);
    }
    return NULL;
}

/* Until some job is done, if there is one. */
static void wait_for_room(void)
{
    pthread_mutex_lock(&lock);
    if (rtmr_job_count(&kernel) > 0) {
        pthread_cond_wait(&job_done, &lock);
    }
    pthread_mutex_unlock(&lock);
}

static void *be_client(void *argument)
{
    const int number = *(const int *)argument;

    for (int i = 0; i < JOBS_PER_CLIENT; i++) {
        struct rtmr_job job = {
            .map_tasks = 1 + i % 5, .reduce_tasks = i % 3, .map_estimate = ESTIMATE, .reduce_estimate = ESTIMATE};
        struct rtmr_decision decision;
        enum rtmr_status status;

        enter();
        job.deadline = rtmr_now(&kernel) + ESTIMATE * (1 + (i + number) % 6);
        status = rtmr_submit(&kernel, &job, &decision);
        accepted += status == RTMR_OK;
        refused += status == RTMR_REJECTED;
        surprises += status < 0;
        leave();
        if (status == RTMR_REJECTED) {
            wait_for_room();
        }
    }
    return NULL;
}

static void start_workers(void)
{
    for (int32_t i = 0; i < MAP_WORKERS + REDUCE_WORKERS; i++) {
        struct worker *const w = &workers[i];

        w->stage = i < MAP_WORKERS ? RTMR_MAP : RTMR_REDUCE;
        w->slot = i < MAP_WORKERS ? i : i - MAP_WORKERS;
        pthread_cond_init(&w->told, NULL);
    }
    for (int32_t i = 0; i < MAP_WORKERS + REDUCE_WORKERS; i++) {
        pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    }
}

static void run_clients(void)
{
    static const int numbers[CLIENTS] = {0, 1};
    pthread_t clients[CLIENTS];

    for (int i = 0; i < CLIENTS; i++) {
        pthread_create(&clients[i], NULL, be_client, (void *)(uintptr_t)&numbers[i]);
    }
    for (int i = 0; i < CLIENTS; i++) {
        pthread_join(clients[i], NULL);
    }
}

/* Every accepted job comes to its end, then the workers go home. */
static void close_down(void)
{
    pthread_mutex_lock(&lock);
    while (rtmr_job_count(&kernel) > 0) {
        pthread_cond_wait(&job_done, &lock);
    }
    closing = true;
    for (int i = 0; i < MAP_WORKERS + REDUCE_WORKERS; i++) {
        pthread_cond_signal(&workers[i].told);
    }
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < MAP_WORKERS + REDUCE_WORKERS; i++) {
        pthread_join(workers[i].thread, NULL);
    }
}

int main(void)
{
    const struct rtmr_setup setup = {.map_slots = MAP_WORKERS, .reduce_slots = REDUCE_WORKERS};
    bool kept;

    surprises += rtmr_init(&kernel, &setup) != RTMR_OK;
    start_workers();
    run_clients();
    close_down();
    kept = accepted > 0 && refused > 0 && finished == accepted && accepted + refused == CLIENTS * JOBS_PER_CLIENT &&
           late == 0 && surprises == 0;
    printf("1..1\n# %d accepted, %d refused, %d finished, %d late, %d violations, %d surprises\n", accepted, refused,
           finished, late, violations, surprises);
    printf("%s 1 - threads_and_a_lock\n", kept ? "ok" : "not ok");
    return kept ? 0 : 1;
}
