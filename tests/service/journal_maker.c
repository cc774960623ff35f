/*
 * Makes the store of a service that never was: a kernel is driven by a seeded random workload, and
 * its calls are recorded as the service records them. Journals of every kind of call, good for the
 * audit's tests.
 *
 * journal_maker FOLDER SEED CALLS
 */
#include "harness/service/replay.h"
#include "harness/service/store.h"
#include "tests/campaign/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = 2, TASKS_MOST = 12, JOBS_MOST = 20000 };

/* A job as the service would know it. */
struct known_job {
    rtmr_handle job;
    int32_t tasks[STAGES];
    bool waits[STAGES][TASKS_MOST];
    bool listed; /* in the kernel's table */
    struct job_record record;
};

struct known_slot {
    int32_t task;
    uint32_t token;
    int64_t attempt;
};

struct maker {
    struct rtmr kernel;
    struct store *store;
    uint64_t random;
    int32_t care;  /* one step in so many breaks a rule; 0: none does */
    bool may_wait; /* offers may be left for a while: there is a latency */
    struct known_slot slot[STAGES][RTMR_SLOTS];
    struct known_job job[JOBS_MOST + 1]; /* by handle */
    rtmr_handle last;
    rtmr_handle flagged[RTMR_JOBS];
    int64_t calls;
};

static struct maker maker;

static int64_t draw(int64_t low, int64_t high)
{
    return random_draw(&maker.random, low, high);
}

static void stop(const char *why)
{
    fprintf(stderr, "journal_maker: %s\n", why);
    exit(1);
}

/* Makes the call; one that was not refused as an error is recorded, an advance only if it tells
 * of a violation. */
static enum rtmr_status make(struct call_record *call)
{
    call->uid = -1;
    const enum rtmr_status status = call_make(&maker.kernel, call, maker.flagged);

    if (status > RTMR_OK || (status == RTMR_OK && call->kind != CALL_ADVANCE)) {
        store_add_call(maker.store, call);
        maker.calls++;
    }
    return status;
}

/* --- Jobs ------------------------------------------------------------------------------------- */

static void add_job(const struct call_record *call)
{
    struct known_job *const job = &maker.job[call->job];

    *job = (struct known_job){.job = call->job, .tasks = {call->maps, call->reduces}, .listed = true};
    for (int stage = 0; stage < STAGES; stage++) {
        for (int32_t task = 0; task < job->tasks[stage]; task++) {
            job->waits[stage][task] = true;
        }
    }
    job->record = (struct job_record){.job = call->job,
                                      .name = "made",
                                      .tasks = {call->maps, call->reduces},
                                      .estimate = {call->map_estimate, call->reduce_estimate},
                                      .submitted = call->tick,
                                      .deadline = call->value,
                                      .promised = call->estimated_finish,
                                      .command = {"[]", "[]"},
                                      .directory = "/",
                                      .environment = "{}",
                                      .on_overrun = OVERRUN_EXTEND};
    if (call->maps + call->reduces == 0) {
        job->record.state = JOB_FINISHED;
        job->record.ended = call->tick;
        job->listed = false;
    }
    store_add_job(maker.store, &job->record);
    maker.last = call->job;
}

static void submit(void)
{
    struct call_record call = {.kind = CALL_SUBMIT, .slot = -1, .task = -1};

    if (maker.last == JOBS_MOST) {
        return;
    }
    call.maps = (int32_t)(random_one_in(&maker.random, 8) ? 0 : draw(1, 6));
    call.reduces = (int32_t)(random_one_in(&maker.random, 4) ? 0 : draw(1, 4));
    if (random_one_in(&maker.random, 25)) {
        call.maps = (int32_t)draw(7, TASKS_MOST);
    }
    call.map_estimate = draw(1, 40);
    call.reduce_estimate = draw(1, 60);
    call.value = rtmr_now(&maker.kernel) + draw(0, random_one_in(&maker.random, 3) ? 800 : 200);
    if (make(&call) == RTMR_OK) {
        add_job(&call);
    }
}

/* A job of the table, or one that was there. */
static rtmr_handle any_job(void)
{
    struct rtmr_job_info info;
    const int32_t jobs = rtmr_job_count(&maker.kernel);

    if (jobs == 0 || rtmr_job_at(&maker.kernel, (int32_t)draw(0, jobs - 1), &info) != RTMR_OK) {
        return maker.last;
    }
    return info.job;
}

/* The table of jobs says what has become of it. */
static void update_job(rtmr_handle handle, rtmr_ticks ended)
{
    struct known_job *const job = &maker.job[handle];
    struct rtmr_job_info info;
    const bool listed = rtmr_job_info(&maker.kernel, handle, &info) == RTMR_OK;

    if (listed) {
        job->record.flagged = info.flagged != 0;
    } else if (job->listed) {
        job->listed = false;
        if (job->record.state == JOB_ACTIVE) {
            job->record.state = JOB_FINISHED;
            job->record.ended = ended;
        }
    }
    store_update_job(maker.store, &job->record);
}

static void note_flagged(const struct call_record *call)
{
    for (int32_t i = 0; i < call->flagged_count; i++) {
        update_job(call->flagged[i], 0);
    }
}

/* --- Tasks ------------------------------------------------------------------------------------ */

static bool dispatch(enum rtmr_stage stage)
{
    struct call_record call = {.kind = CALL_DISPATCH, .stage = stage, .task = -1};
    struct rtmr_offer offer;
    int32_t slot = rtmr_next_idle(&maker.kernel, stage, (int32_t)draw(0, 2));

    if (slot < 0) {
        slot = rtmr_next_idle(&maker.kernel, stage, 0);
    }
    if (slot < 0 || rtmr_offer(&maker.kernel, stage, &offer) != RTMR_OK) {
        return false;
    }
    struct known_job *const job = &maker.job[offer.job];
    call.slot = slot;
    call.task = 0;
    while (!job->waits[stage][call.task]) {
        call.task++;
    }
    if (make(&call) != RTMR_OK || call.job != offer.job) {
        stop("an offer was not kept");
    }
    struct attempt_record attempt = {.job = call.job,
                                     .stage = stage,
                                     .task = call.task,
                                     .slot = slot,
                                     .token = call.token,
                                     .dispatched = call.tick,
                                     .bound = call.bound};
    store_add_attempt(maker.store, &attempt);
    job->waits[stage][call.task] = false;
    maker.slot[stage][slot] = (struct known_slot){call.task, call.token, attempt.attempt};
    return true;
}

static void dispatch_all(void)
{
    while (dispatch(RTMR_MAP) || dispatch(RTMR_REDUCE)) {
    }
}

/* A slot that runs something: the bound, if `at` is not -1. False: there is none. */
static bool running_slot(rtmr_ticks at, enum rtmr_stage *stage, int32_t *slot, struct rtmr_slot_info *info)
{
    const int first = (int)draw(0, 1);
    const int32_t from = (int32_t)draw(0, 4);

    for (int s = 0; s < STAGES; s++) {
        *stage = (enum rtmr_stage)((first + s) % STAGES);
        for (int32_t i = 0; i < RTMR_SLOTS; i++) {
            *slot = (i + from) % RTMR_SLOTS;
            if (rtmr_slot_info(&maker.kernel, *stage, *slot, info) == RTMR_OK && info->job != RTMR_NO_JOB &&
                (at < 0 || info->bound == at)) {
                return true;
            }
        }
    }
    return false;
}

static void end_attempt(enum rtmr_stage stage, int32_t slot, enum attempt_state state)
{
    const struct attempt_record attempt = {.attempt = maker.slot[stage][slot].attempt,
                                           .state = state,
                                           .ended = rtmr_now(&maker.kernel),
                                           .exit_status = state == ATTEMPT_FINISHED ? 0 : 1};

    store_end_attempt(maker.store, &attempt);
}

/* The task on a slot ends, fails, or is lost with its slot. */
static void end_task(enum call_kind kind, rtmr_ticks at)
{
    struct call_record call = {.kind = kind};
    struct rtmr_slot_info info;

    if (!running_slot(at, &call.stage, &call.slot, &info)) {
        return;
    }
    const struct known_slot *const runs = &maker.slot[call.stage][call.slot];
    call.task = runs->task;
    call.token = runs->token;
    if (make(&call) < RTMR_OK) {
        stop("a report was refused");
    }
    end_attempt(call.stage, call.slot, kind == CALL_FINISH ? ATTEMPT_FINISHED : ATTEMPT_FAILED);
    if (kind != CALL_FINISH) {
        maker.job[call.job].waits[call.stage][call.task] = true;
    }
    note_flagged(&call);
    update_job(call.job, call.tick);
}

static void lose_slot(void)
{
    struct call_record call = {
        .kind = CALL_SLOT_LOST, .stage = (enum rtmr_stage)draw(0, 1), .slot = (int32_t)draw(0, 4), .task = -1};
    struct rtmr_slot_info info;

    if (rtmr_slot_info(&maker.kernel, call.stage, call.slot, &info) == RTMR_OK && info.job != RTMR_NO_JOB) {
        end_task(CALL_SLOT_LOST, -1);
    } else if (make(&call) >= RTMR_OK) {
        note_flagged(&call);
    }
}

/* --- Changes ---------------------------------------------------------------------------------- */

static void renew(void)
{
    struct call_record call = {.kind = CALL_RENEW, .slot = -1, .task = -1};

    call.job = any_job();
    call.value = rtmr_now(&maker.kernel) + draw(0, 400);
    if (make(&call) == RTMR_OK) {
        maker.job[call.job].record.deadline = call.value;
        maker.job[call.job].record.promised = call.estimated_finish;
        update_job(call.job, 0);
    }
}

static void extend(void)
{
    struct call_record call = {.kind = CALL_EXTEND, .task = -1};
    struct rtmr_slot_info info;

    if (running_slot(-1, &call.stage, &call.slot, &info)) {
        call.value = (info.bound > rtmr_now(&maker.kernel) ? info.bound : rtmr_now(&maker.kernel)) + draw(0, 60);
        (void)make(&call);
    }
}

static void set_estimate(void)
{
    struct call_record call = {.kind = CALL_SET_ESTIMATE, .slot = -1, .task = -1};

    call.job = any_job();
    call.stage = (enum rtmr_stage)draw(0, 1);
    call.value = draw(1, 90);
    (void)make(&call);
}

/* Suspends, aborts or withdraws a job. */
static void give_up(enum call_kind kind)
{
    struct call_record call = {.kind = kind, .slot = -1, .task = -1};

    call.job = any_job();
    if (call.job == RTMR_NO_JOB || make(&call) < RTMR_OK) {
        return;
    }
    struct known_job *const job = &maker.job[call.job];
    if (kind != CALL_SUSPEND) {
        memset(job->waits, 0, sizeof job->waits);
        if (job->record.state == JOB_ACTIVE) {
            job->record.state = JOB_ABORTED;
            job->record.ended = call.tick;
        }
    }
    update_job(call.job, call.tick);
}

static void change_slots(void)
{
    struct call_record call = {.stage = (enum rtmr_stage)draw(0, 1), .slot = (int32_t)draw(0, 5), .task = -1};

    call.kind = random_one_in(&maker.random, 3) ? CALL_SLOT_DRAIN : CALL_SLOT_ADD;
    (void)make(&call);
}

/* --- Time ------------------------------------------------------------------------------------- */

static void restart(void)
{
    struct call_record call = {.kind = CALL_RESTORE, .slot = -1, .task = -1};

    call.tick = rtmr_now(&maker.kernel) + draw(0, 20);
    if (make(&call) >= RTMR_OK) {
        note_flagged(&call);
    }
}

/* True one time in `care`: a rule is to be broken. */
static bool careless(void)
{
    return maker.care > 0 && random_one_in(&maker.random, maker.care);
}

/* Time passes: as far as no rule is broken, or further. */
static void pass_time(void)
{
    struct call_record call = {.kind = CALL_ADVANCE, .slot = -1, .task = -1};
    rtmr_ticks limit = rtmr_next_event(&maker.kernel);

    if (limit <= rtmr_now(&maker.kernel) && !careless()) {
        dispatch_all();
        limit = rtmr_next_event(&maker.kernel);
    }
    call.tick = rtmr_now(&maker.kernel) + draw(1, random_one_in(&maker.random, 5) ? 60 : 12);
    if (call.tick > limit) {
        call.tick = careless() ? limit + draw(1, 3) : limit;
    }
    (void)make(&call);
    note_flagged(&call);
    if (call.tick == limit) { /* what is due ends */
        end_task(CALL_FINISH, limit);
    }
}

/* --- The run ---------------------------------------------------------------------------------- */

static void step(void)
{
    const int64_t chance = draw(1, 204);

    if (chance <= 50) {
        submit();
    } else if (chance <= 90) {
        if (maker.may_wait && random_one_in(&maker.random, 2)) {
            (void)dispatch((enum rtmr_stage)draw(0, 1));
        } else {
            dispatch_all();
        }
    } else if (chance <= 130) {
        end_task(CALL_FINISH, -1);
    } else if (chance <= 180) {
        if (!careless() && !(maker.may_wait && random_one_in(&maker.random, 2))) {
            dispatch_all();
        }
        pass_time();
    } else if (chance <= 184) {
        renew();
    } else if (chance <= 188) {
        extend();
    } else if (chance <= 190) {
        set_estimate();
    } else if (chance <= 192) {
        give_up(chance == 191 ? CALL_SUSPEND : random_one_in(&maker.random, 2) ? CALL_ABORT : CALL_WITHDRAW);
    } else if (chance <= 196) {
        change_slots();
    } else if (maker.care > 0 && random_one_in(&maker.random, 2)) {
        if (chance <= 200) {
            end_task(CALL_FAIL, -1);
        } else if (chance <= 202) {
            lose_slot();
        } else if (chance == 203 && random_one_in(&maker.random, 2)) {
            restart();
        }
    }
}

static struct rtmr_setup draw_setup(void)
{
    static const rtmr_ticks latencies[] = {0, 0, 3, 10};

    return (struct rtmr_setup){.map_slots = (int32_t)draw(1, 5),
                               .reduce_slots = (int32_t)draw(1, 4),
                               .latency = latencies[draw(0, 3)],
                               .reduces_per_node = (int32_t)draw(0, 2),
                               .counter_offer = draw(0, 5) != 0};
}

int main(int argc, char **argv)
{
    char error[STORE_ERROR_SIZE] = "";

    if (argc != 4) {
        stop("expected FOLDER SEED CALLS");
    }
    maker.random = random_begin((uint64_t)strtoull(argv[2], NULL, 10), 1);
    maker.care = random_one_in(&maker.random, 3) ? 0 : (int32_t)draw(2, 16);
    struct rtmr_setup setup = draw_setup();
    const int64_t calls = strtoll(argv[3], NULL, 10);

    maker.may_wait = setup.latency > 0;

    maker.store = store_open(argv[1], &setup, error);
    if (maker.store == NULL || rtmr_init(&maker.kernel, &setup) != RTMR_OK) {
        stop(error);
    }
    while (maker.calls < calls) {
        step();
    }
    if (store_commit(maker.store, error) != STORE_OK) {
        stop(error);
    }
    store_close(maker.store);
    return 0;
}
