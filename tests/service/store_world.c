#include "tests/service/store_world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LATENCY = 5, COMMIT_EVERY = 5, SNAPSHOT_EVERY = 97 };

struct rtmr_setup world_setup(void)
{
    return (struct rtmr_setup){.map_slots = 3,
                               .reduce_slots = 2,
                               .feedback = RTMR_FEEDBACK_EXACT,
                               .latency = LATENCY,
                               .reduces_per_node = 1,
                               .counter_offer = 1};
}

/* 0 .. below - 1 (splitmix64) */
static int64_t chance(struct world *w, int64_t below)
{
    uint64_t z = w->random += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (int64_t)((z ^ (z >> 31)) % (uint64_t)below);
}

static struct call_record a_call(enum call_kind kind)
{
    return (struct call_record){.kind = kind, .uid = -1, .slot = -1, .task = -1};
}

static struct call_record a_call_on(enum call_kind kind, enum rtmr_stage stage, int32_t slot)
{
    struct call_record call = a_call(kind);

    call.stage = stage;
    call.slot = slot;
    return call;
}

static struct world_job *job_of(struct world *w, int64_t number)
{
    for (int i = 0; i < WORLD_JOBS; i++) {
        if (w->jobs[i].record.job == number) {
            return &w->jobs[i];
        }
    }
    return NULL;
}

/* What a call means for the jobs on record. */
static void see_call(struct world *w, const struct call_record *call)
{
    for (int32_t i = 0; i < call->flagged_count; i++) {
        struct world_job *flagged = job_of(w, call->flagged[i]);

        if (flagged != NULL) {
            flagged->record.flagged = true;
            store_update_job(w->store, &flagged->record);
        }
    }
    if (call->kind == CALL_RENEW && call->status == RTMR_OK) {
        struct world_job *renewed = job_of(w, call->job);

        renewed->record.flagged = false;
        renewed->record.deadline = call->value;
        renewed->record.promised = call->estimated_finish;
        store_update_job(w->store, &renewed->record);
    }
}

/* Makes and records a call; whether it was no error. */
static bool make(struct world *w, struct call_record *call)
{
    static rtmr_handle flagged[RTMR_JOBS];

    if (call_make(w->kernel, call, flagged) < RTMR_OK) {
        return false;
    }
    if (call->kind != CALL_ADVANCE || call->status != RTMR_OK) {
        store_add_call(w->store, call);
        see_call(w, call);
    }
    return true;
}

static void end_job(struct world *w, struct world_job *job, enum job_state state, const char *reason)
{
    job->record.state = state;
    job->record.ended = w->now;
    job->record.reason = reason;
    store_update_job(w->store, &job->record);
    memset(job, 0, sizeof(*job));
}

/* Jobs that have ended. */
static void see_ends(struct world *w)
{
    struct rtmr_job_info info;

    for (int i = 0; i < WORLD_JOBS; i++) {
        struct world_job *job = &w->jobs[i];

        if (job->record.job != 0 && rtmr_job_info(w->kernel, job->record.job, &info) != RTMR_OK) {
            end_job(w, job, JOB_FINISHED, NULL);
        }
    }
}

static void fill_job(struct world_job *job, const struct call_record *call, rtmr_ticks now)
{
    *job = (struct world_job){
        .record = {.job = call->job,
                   .uid = 1000,
                   .gid = 100,
                   .name = call->maps % 2 == 0 ? "words" : "sort \"é\"",
                   .tasks = {call->maps, call->reduces},
                   .estimate = {call->map_estimate, call->reduce_estimate},
                   .submitted = now,
                   .deadline = call->value,
                   .deadline_wall = INT64_C(1790000000000) + call->value,
                   .promised = call->estimated_finish,
                   .command = {"[\"./job\",\"a b\"]", "[\"./job\"]"},
                   .directory = "/tmp",
                   .environment = "{\"LANG\":\"C\"}",
                   .on_overrun = (enum overrun_policy)(call->job % 3),
                   .grace = 20,
                   .retries = 2},
        .waiting = {(1U << call->maps) - 1, (1U << call->reduces) - 1},
    };
}

/* What was accepted goes into the table. */
static int64_t submit(struct world *w, struct call_record *call)
{
    struct world_job *free_place = job_of(w, 0);

    if (free_place == NULL || !make(w, call) || call->status != RTMR_OK) {
        return 0;
    }
    fill_job(free_place, call, w->now);
    store_add_job(w->store, &free_place->record);
    return call->job;
}

int64_t world_submit(struct world *w)
{
    struct call_record call = a_call(CALL_SUBMIT);

    call.uid = 1000;
    call.maps = 2;
    call.reduces = 1;
    call.map_estimate = 50;
    call.reduce_estimate = 50;
    call.value = w->now + 1000000;
    return submit(w, &call);
}

static void submit_any(struct world *w)
{
    struct call_record call = a_call(CALL_SUBMIT);

    call.uid = 1000;
    call.maps = (int32_t)chance(w, WORLD_TASKS + 1);
    call.reduces = (int32_t)chance(w, 4);
    call.map_estimate = 10 + chance(w, 200);
    call.reduce_estimate = 10 + chance(w, 100);
    call.value = w->now + chance(w, 3000);
    (void)submit(w, &call);
}

/* A random job that is active; NULL: none was met. */
static struct world_job *any_job(struct world *w)
{
    struct world_job *job = &w->jobs[chance(w, WORLD_JOBS)];

    return job->record.job != 0 ? job : NULL;
}

static void change_promise(struct world *w)
{
    struct world_job *job = any_job(w);
    struct call_record call = a_call(CALL_RENEW);

    if (job == NULL) {
        return;
    }
    call.job = job->record.job;
    call.uid = 1000;
    switch (chance(w, 5)) {
    case 0: call.kind = CALL_SUSPEND; break;
    case 1:
        call.kind = CALL_SET_ESTIMATE;
        call.stage = (enum rtmr_stage)chance(w, 2);
        call.value = 1 + chance(w, 200);
        break;
    case 2:
        call.kind = chance(w, 2) == 0 ? CALL_ABORT : CALL_WITHDRAW;
        if (make(w, &call)) {
            end_job(w, job, JOB_ABORTED, "its user has aborted it");
        }
        return;
    default: call.value = w->now + chance(w, 4000); break;
    }
    (void)make(w, &call);
}

static void change_slots(struct world *w)
{
    static const enum call_kind kinds[] = {CALL_SLOT_ADD, CALL_SLOT_ADD, CALL_SLOT_DRAIN, CALL_SLOT_LOST};
    const enum rtmr_stage stage = (enum rtmr_stage)chance(w, 2);
    const int32_t slot = (int32_t)chance(w, w->slots[stage] < WORLD_SLOTS ? w->slots[stage] + 1 : WORLD_SLOTS);
    struct call_record call = a_call_on(kinds[chance(w, 4)], stage, slot);
    struct attempt_record *run = &w->runs[stage][slot];
    struct world_job *job = NULL;

    if (!make(w, &call)) {
        return;
    }
    if (call.kind == CALL_SLOT_ADD && slot == w->slots[stage]) {
        w->slots[stage]++;
    }
    if (call.kind == CALL_SLOT_LOST && run->attempt != 0) {
        run->state = ATTEMPT_LOST;
        run->ended = w->now;
        store_end_attempt(w->store, run);
        job = job_of(w, run->job);
        if (job != NULL) {
            job->waiting[stage] |= 1U << run->task;
        }
        memset(run, 0, sizeof(*run));
    }
}

/* A task ends; well or badly. */
static void end_run(struct world *w, struct attempt_record *run)
{
    struct world_job *job = job_of(w, run->job);
    const bool fails = job != NULL && chance(w, 8) == 0;
    struct call_record call = a_call_on(fails ? CALL_FAIL : CALL_FINISH, run->stage, run->slot);

    call.task = run->task;
    call.token = run->token;
    assert_true(make(w, &call));
    assert_int_equal(call.job, run->job);
    run->state = fails ? ATTEMPT_FAILED : job != NULL ? ATTEMPT_FINISHED : ATTEMPT_KILLED;
    run->exit_status = run->state == ATTEMPT_KILLED ? -1 : fails ? 1 : 0;
    run->signal = run->state == ATTEMPT_KILLED ? 9 : 0;
    run->ended = w->now;
    store_end_attempt(w->store, run);
    if (fails) {
        job->waiting[run->stage] |= 1U << run->task;
    }
    memset(run, 0, sizeof(*run));
}

static void end_runs(struct world *w)
{
    for (int stage = 0; stage < 2; stage++) {
        for (int slot = 0; slot < WORLD_SLOTS; slot++) {
            struct attempt_record *run = &w->runs[stage][slot];

            if (run->attempt != 0 && (w->now >= run->bound - LATENCY ? chance(w, 16) > 0 : chance(w, 16) == 0)) {
                end_run(w, run);
            } else if (run->attempt != 0 && chance(w, 40) == 0) {
                struct call_record call = a_call_on(CALL_EXTEND, (enum rtmr_stage)stage, slot);

                call.value = w->now + chance(w, 300);
                (void)make(w, &call);
            }
        }
    }
}

static void start_run(struct world *w, const struct call_record *call)
{
    struct world_job *job = job_of(w, call->job);
    struct attempt_record *run = &w->runs[call->stage][call->slot];

    assert_non_null(job);
    *run = (struct attempt_record){.job = call->job,
                                   .stage = call->stage,
                                   .task = call->task,
                                   .number = job->attempts[call->stage][call->task]++,
                                   .slot = call->slot,
                                   .token = call->token,
                                   .dispatched = w->now,
                                   .started = w->now + 1,
                                   .bound = call->bound,
                                   .exit_status = -1};
    store_add_attempt(w->store, run);
    job->waiting[call->stage] &= ~(1U << call->task);
}

static void start_runs(struct world *w, enum rtmr_stage stage)
{
    struct rtmr_offer offer;

    while (rtmr_offer(w->kernel, stage, &offer) == RTMR_OK && chance(w, 50) > 0) {
        struct call_record call = a_call_on(CALL_DISPATCH, stage, rtmr_next_idle(w->kernel, stage, 0));
        struct world_job *job = job_of(w, offer.job);

        if (job == NULL) {
            /* aborted, and a task of it was lost: it waits until it is aborted again */
            struct call_record again = a_call(CALL_ABORT);

            again.job = offer.job;
            assert_true(make(w, &again));
            continue;
        }
        call.task = __builtin_ctz(job->waiting[stage]);
        assert_true(make(w, &call));
        start_run(w, &call);
    }
}

void world_step(struct world *w)
{
    struct call_record advance = a_call(CALL_ADVANCE);

    w->now += chance(w, 25);
    advance.tick = w->now;
    assert_true(make(w, &advance));
    end_runs(w);
    see_ends(w);
    if (chance(w, 3) == 0) {
        submit_any(w);
    }
    if (chance(w, 6) == 0) {
        change_promise(w);
    }
    if (chance(w, 30) == 0) {
        change_slots(w);
    }
    see_ends(w);
    start_runs(w, RTMR_MAP);
    start_runs(w, RTMR_REDUCE);
    see_ends(w);
}

void world_run(struct world *w, int steps)
{
    char error[STORE_ERROR_SIZE];

    for (int i = 1; i <= steps; i++) {
        world_step(w);
        if (i % SNAPSHOT_EVERY == 0) {
            store_add_snapshot(w->store, w->kernel);
        }
        if (i % COMMIT_EVERY == 0 || i == steps) {
            assert_int_equal(store_commit(w->store, error), STORE_OK);
        }
    }
}

static bool play(void *arg, const struct call_record *call)
{
    struct world *w = arg;
    char error[256];

    if (!call_replay(w->kernel, call, error, sizeof(error))) {
        fail_msg("call %lld: %s", (long long)call->call, error);
    }
    return true;
}

struct world *world_new(struct store *store, const struct rtmr_setup *setup, uint64_t seed)
{
    struct world *w = calloc(1, sizeof(*w));
    int64_t call = 0;

    assert_non_null(w);
    w->store = store;
    w->random = seed;
    w->kernel = calloc(1, sizeof(*w->kernel));
    assert_non_null(w->kernel);
    if (!store_snapshot(store, w->kernel, &call)) {
        assert_int_equal(rtmr_init(w->kernel, setup), RTMR_OK);
    }
    assert_true(store_each_call(store, call, play, w));
    w->now = rtmr_now(w->kernel);
    w->slots[RTMR_MAP] = setup->map_slots;
    w->slots[RTMR_REDUCE] = setup->reduce_slots;
    return w;
}

void world_free(struct world *w)
{
    if (w != NULL) {
        free(w->kernel);
        free(w);
    }
}
