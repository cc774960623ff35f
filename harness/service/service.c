/*
 * The service's life: made, attached to an executor, settled after each turn of the loop.
 */
#include "harness/service/service.h"

#include "harness/service/service_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* After a failed commit nothing is tried for so long. */
enum { RETRY_MS = 1000 };

/* The executor tells the ends of adopted attempts in the loop's next turn; one more is for
 * executors that need a second one for it. */
enum { ADOPTION_TURNS = 2 };

static bool allocate(struct service *s)
{
    s->kernel = calloc(1, sizeof *s->kernel);
    s->copy = calloc(1, sizeof *s->copy);
    s->slot[0] = calloc(RTMR_SLOTS, sizeof *s->slot[0]);
    s->slot[1] = calloc(RTMR_SLOTS, sizeof *s->slot[1]);
    s->flagged = calloc(RTMR_JOBS, sizeof *s->flagged);
    return s->kernel != NULL && s->copy != NULL && s->slot[0] != NULL && s->slot[1] != NULL && s->flagged != NULL;
}

static void release(struct service *s)
{
    jobs_free(&s->jobs);
    free(s->kernel);
    free(s->copy);
    free(s->slot[0]);
    free(s->slot[1]);
    free(s->flagged);
    free(s->launches);
    free(s->kills);
    free(s->ended);
    free(s->changes);
    free(s->rates);
    free(s);
}

struct service *service_new(struct store *store, const struct rtmr_setup *setup, const struct service_limits *limits,
                            char error[STORE_ERROR_SIZE])
{
    struct service *s = calloc(1, sizeof *s);
    if (s == NULL) {
        (void)snprintf(error, STORE_ERROR_SIZE, "out of memory");
        return NULL;
    }
    s->store = store;
    s->setup = *setup;
    s->limits = *limits;
    s->uid = geteuid();
    if (!allocate(s)) {
        (void)snprintf(error, STORE_ERROR_SIZE, "out of memory");
        release(s);
        return NULL;
    }
    if (!service_load(s, error)) {
        release(s);
        return NULL;
    }
    return s;
}

static void adopt(struct service *s, enum rtmr_stage stage, int32_t slot)
{
    const struct slot_row *row = &s->slot[stage][slot];
    const struct job_row *job = jobs_find(&s->jobs, row->job);
    struct attempt_launch launch = {.attempt = row->attempt,
                                    .job = row->job,
                                    .stage = stage,
                                    .slot = slot,
                                    .task = row->task,
                                    .tasks = job != NULL ? job->tasks[stage] : 0,
                                    .number = row->number,
                                    .uid = job != NULL ? job->uid : 0};
    s->executor->adopt(s->executor, &launch);
}

void service_attach(struct service *s, struct executor *executor)
{
    s->executor = executor;
    s->adopting = ADOPTION_TURNS;
    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        for (int32_t i = 0; i < s->slots[stage]; i++) {
            if (s->slot[stage][i].attempt != 0) {
                adopt(s, (enum rtmr_stage)stage, i);
            }
        }
    }
    service_kill_again(s);
}

void service_free(struct service *s)
{
    char error[STORE_ERROR_SIZE];
    if (s == NULL) {
        return;
    }
    /* What was asked for behind the last commit has been refused by now, so it is not recorded, and
     * the kernel, which has it, is not either. */
    bool is_recorded = s->loaded && s->retry_at == 0 && s->executor != NULL && !store_has_changes(s->store);
    if (is_recorded && s->calls_since_snapshot > 0) {
        store_add_snapshot(s->store, s->kernel);
        if (store_commit(s->store, error) != STORE_OK) {
            (void)fprintf(stderr, "rtmrd: %s\n", error);
        }
    }
    release(s);
}

void service_read_clock(struct service *s)
{
    s->clock = clock_boottime();
}

/* --- Settling --------------------------------------------------------------------------------- */

/* Everything that is due, in memory and in the transaction. */
static void change(struct service *s)
{
    service_look_at_clock(s);
    service_report_ends(s);
    service_change_slots(s);
    if (s->now >= s->dispatch_at) { /* else tasks wait, which would be found again each time */
        service_pass_time(s, s->now);
    }
    service_decide_bounds(s);
    service_dispatch(s);
    service_renew_flagged(s);
    service_dispatch(s);
    service_take_snapshot(s);
}

static double seconds_since(const struct timespec *start)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) * 1e-9;
}

/* The commit failed, or the store could not be read then: memory becomes what the store says. */
static void take_back(struct service *s, const char *error)
{
    char problem[STORE_ERROR_SIZE];
    (void)snprintf(s->problem, sizeof s->problem, "%s", error);
    store_forget_changes(s->store);
    service_unreport_ends(s);
    service_unmake_changes(s);
    s->counts = s->committed_counts;
    s->retry_at = s->now + RETRY_MS;
    if (!service_load(s, problem)) {
        (void)snprintf(s->problem, sizeof s->problem, "%s", problem);
        return;
    }
    service_kill_again(s);
}

static bool commit(struct service *s, char error[STORE_ERROR_SIZE])
{
    struct timespec start;
    if (!store_has_changes(s->store)) {
        return true;
    }
    (void)clock_gettime(CLOCK_MONOTONIC, &start);
    if (store_commit(s->store, error) != STORE_OK) {
        take_back(s, error);
        return false;
    }
    s->counts.commits++;
    s->counts.commit_seconds += seconds_since(&start);
    s->committed_counts = s->counts;
    s->committed_call = s->last_call;
    return true;
}

/* A commit has failed before. False: it is too early to try again. */
static bool try_again(struct service *s, char error[STORE_ERROR_SIZE])
{
    service_look_at_clock(s);
    if (s->now < s->retry_at) {
        return false;
    }
    s->retry_at = 0;
    if (!s->loaded && !service_load(s, error)) {
        take_back(s, error);
        return false;
    }
    return true;
}

bool service_settle(struct service *s, char error[STORE_ERROR_SIZE])
{
    if (s->executor == NULL) {
        return true;
    }
    if (s->retry_at != 0 && !try_again(s, error)) {
        /* each change since was refused: answers may go out */
        return true;
    }
    if (s->adopting > 0) {
        s->adopting--;
        if (s->adopting > 0) {
            return true;
        }
    }
    change(s);
    if (!commit(s, error)) {
        return false;
    }
    service_forget_ends(s);
    service_forget_changes(s);
    service_kill_lost(s);
    service_launch(s);
    service_kill_asked(s);
    return true;
}

int64_t service_wakes_in(const struct service *s)
{
    rtmr_ticks now = clock_now(store_clock(s->store));
    rtmr_ticks at = RTMR_NEVER;
    if (s->executor == NULL) {
        return -1;
    }
    if (s->retry_at != 0) {
        return s->retry_at > now ? s->retry_at - now : 0;
    }
    for (size_t i = 0; i < s->ended_count; i++) {
        if (!s->ended[i].reported) {
            return 0;
        }
    }
    if (s->adopting > 0 || s->change_count > 0) {
        return 0;
    }
    at = rtmr_next_event(s->kernel);
    at = at == RTMR_NEVER ? at : at + 1;
    at = s->dispatch_at > now ? s->dispatch_at : at;
    at = s->decide_at < at ? s->decide_at : at;
    if (s->may_renew && s->flagged_jobs > 0 && s->renew_at < at) {
        at = s->renew_at;
    }
    if (at == RTMR_NEVER) {
        return -1;
    }
    return at > now ? at - now : 0;
}
