/*
 * The promise, against an environment that is as unkind as the rules allow: tasks end at any
 * instant up to their bound, offers wait as long as the kernel puts up with it. Unless a call has
 * reported a violation, every accepted job finishes by its last recorded e, and that is never above
 * its deadline; every task runs once, and no job is left in the end. Slots drain where the kernel
 * agrees, come back, and new ones are added. Promises are renewed with other deadlines, given up
 * and renewed again, jobs aborted, tasks given more or less time: a promise stands for the deadline
 * of its last renewal. In other runs the rules are broken now and then: then the same is true of
 * the jobs that are not flagged.
 *
 * RTMR_PROMISE_SEED and RTMR_PROMISE_RUNS in the environment choose the first seed and the number
 * of runs.
 */
#include "kernel_fixture.h"
#include "kernel_invariants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define TICKS 60
#define LAST_TICKS 5000 /* for what is left then: far above what it takes */
#define SLOTS 3
#define HANDLES (2 * TICKS + 1)

struct world {
    uint64_t seed;
    uint64_t random;
    int32_t faulty;  /* breaks rules now and then */
    int32_t late;    /* tasks always take all the time they have */
    int32_t changes; /* changes promises */
    rtmr_ticks deadline[HANDLES];
    int32_t tasks[HANDLES]; /* not yet dispatched */
    int32_t open[HANDLES];  /* accepted, and neither done nor withdrawn yet */
};

static struct rtmr kernel;
static struct rtmr trial;

static int64_t draw(struct world *w, int64_t low, int64_t high)
{
    return kernel_random(&w->random, low, high);
}

static int32_t one_in(struct world *w, int32_t n)
{
    return draw(w, 1, n) == 1;
}

static void check(const struct world *w, int32_t condition, const char *text)
{
    if (!condition) {
        fail_msg("seed %ju at %jd (feedback %d, order %d, latency %jd, %s): %s", (uintmax_t)w->seed,
                 (intmax_t)kernel.now, kernel.feedback, kernel.order, (intmax_t)kernel.latency,
                 w->faulty ? "faults" : "no faults", text);
    }
}

static void begin(struct world *w, uint64_t seed)
{
    static const enum rtmr_feedback feedback[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_EXACT,
                                                  RTMR_FEEDBACK_SATU,  RTMR_FEEDBACK_SATU,  RTMR_FEEDBACK_NONE,
                                                  RTMR_FEEDBACK_NONE};
    static const enum rtmr_order order[] = {RTMR_ORDER_EDF,  RTMR_ORDER_FLOOR, RTMR_ORDER_FIFO, RTMR_ORDER_FLOOR,
                                            RTMR_ORDER_FIFO, RTMR_ORDER_FLOOR, RTMR_ORDER_FIFO};
    struct rtmr_setup setup;

    memset(w, 0, sizeof *w);
    w->seed = seed;
    w->random = seed;
    const int32_t map_slots = (int32_t)draw(w, 1, SLOTS);
    const int32_t reduce_slots = (int32_t)draw(w, 1, SLOTS);
    w->faulty = one_in(w, 3);
    w->late = one_in(w, 3);
    w->changes = one_in(w, 2);
    setup = kernel_setup(map_slots, reduce_slots, feedback[seed % 7], order[seed % 7]);
    setup.delta = draw(w, 0, 2);
    setup.latency = one_in(w, 3) ? draw(w, 1, 3) : 0;
    setup.reduces_per_node = (int32_t)draw(w, 0, 2);
    kernel_start(&kernel, &setup);
}

static int32_t slots_of(enum rtmr_stage stage)
{
    return stage == RTMR_MAP ? kernel.map.slots : kernel.reduce.slots;
}

static void arrive(struct world *w)
{
    const struct rtmr_job job = kernel_job(kernel.now + draw(w, 1, 25) + 3 * kernel.latency, (int32_t)draw(w, 0, 3),
                                           draw(w, 1, 6), (int32_t)draw(w, 0, 3), draw(w, 1, 6));
    struct rtmr_decision decision;

    if (rtmr_submit(&kernel, &job, &decision) == RTMR_OK) {
        check(w, decision.estimated_finish <= job.deadline, "accepted with e behind the deadline");
        w->deadline[decision.job] = job.deadline;
        w->tasks[decision.job] = job.map_tasks + job.reduce_tasks;
        w->open[decision.job] = w->tasks[decision.job] > 0;
    }
}

static void withdraw_some(struct world *w)
{
    struct rtmr_job_info info;

    if (one_in(w, 12) && rtmr_job_at(&kernel, (int32_t)draw(w, 0, 3), &info) == RTMR_OK && !info.started) {
        check(w, rtmr_withdraw(&kernel, info.job) == RTMR_OK, "a job that has not started could not be withdrawn");
        w->open[info.job] = 0;
    }
}

static void renew_some(struct world *w, const struct rtmr_job_info *job)
{
    const rtmr_ticks deadline = kernel.now + draw(w, 1, 25) + 3 * kernel.latency;
    struct rtmr_decision decision;
    const enum rtmr_status status = rtmr_renew(&kernel, job->job, deadline, &decision);

    check(w, status == RTMR_OK || status == RTMR_REJECTED || status == RTMR_E_SLOT_LATE, "no answer to a renewal");
    if (status == RTMR_OK) {
        check(w, decision.estimated_finish <= deadline, "renewed with e behind the deadline");
        w->deadline[job->job] = deadline;
    }
}

static void abort_some(struct world *w, const struct rtmr_job_info *job)
{
    const int32_t running = job->map_unfinished - job->map_waiting + job->reduce_unfinished - job->reduce_waiting;

    check(w, rtmr_abort(&kernel, job->job) == RTMR_OK, "a job could not be aborted");
    w->tasks[job->job] = 0;
    w->open[job->job] = running > 0;
}

/* A promise, or what it rests on, is changed. */
static void change_a_promise(struct world *w)
{
    const enum rtmr_stage stage = one_in(w, 2) ? RTMR_MAP : RTMR_REDUCE;
    const int32_t slot = (int32_t)draw(w, 0, SLOTS - 1);
    struct rtmr_job_info job;
    struct rtmr_decision decision;

    if (rtmr_job_at(&kernel, (int32_t)draw(w, 0, 4), &job) != RTMR_OK) {
        return;
    }
    switch (draw(w, 0, 7)) {
    case 0: check(w, rtmr_suspend(&kernel, job.job) == RTMR_OK, "a job could not be suspended"); break;
    case 1: abort_some(w, &job); break;
    case 2: (void)!rtmr_set_estimate(&kernel, job.job, stage, draw(w, 1, 6), &decision); break;
    case 3:
    case 4: /* what ends now has ended */
        (void)!rtmr_extend(&kernel, stage, slot, kernel.now + draw(w, 1, 6), &decision);
        break;
    default: renew_some(w, &job); break;
    }
}

static void finish_some(struct world *w, enum rtmr_stage stage, int32_t overruns)
{
    for (int32_t s = 0; s < slots_of(stage); s++) {
        struct rtmr_slot_info slot;
        struct rtmr_report report;
        int32_t ends;

        assert_int_equal(rtmr_slot_info(&kernel, stage, s, &slot), RTMR_OK);
        if (slot.state == RTMR_SLOT_BUSY || slot.state == RTMR_SLOT_DRAINING) {
            ends = slot.bound == kernel.now ? !(overruns && one_in(w, 15)) : !w->late && one_in(w, 5);
        } else {
            ends = slot.job != RTMR_NO_JOB && one_in(w, 3);
        }
        if (!ends) {
            continue;
        }
        assert_int_equal(rtmr_finish(&kernel, stage, s, &report), RTMR_OK);
        check(w, report.deadline == w->deadline[report.job], "the deadline has changed");
        if (report.job_done && !report.flagged) {
            check(w, kernel.now <= report.estimated_finish, "finished after its recorded e");
            check(w, report.estimated_finish <= report.deadline, "e lies behind the deadline");
        }
        check(w, w->open[report.job], "a report of a job that is done, or was never accepted");
        check(w, !report.job_done || w->tasks[report.job] == 0, "done with tasks that never ran");
        w->open[report.job] = !report.job_done;
    }
}

/* Dispatches one offered task on some idle slot. Returns whether there was one. */
static int32_t dispatch_one(struct world *w, enum rtmr_stage stage)
{
    int32_t slot = (int32_t)draw(w, 0, slots_of(stage) - 1);
    struct rtmr_offer offer;

    if (rtmr_offer(&kernel, stage, &offer) != RTMR_OK) {
        return 0;
    }
    while (rtmr_dispatch(&kernel, stage, slot, &offer) != RTMR_OK) {
        slot = (slot + 1) % slots_of(stage);
    }
    w->tasks[offer.job]--;
    check(w, w->tasks[offer.job] >= 0, "a task was dispatched twice");
    return 1;
}

static void dispatch_all(struct world *w)
{
    while (dispatch_one(w, RTMR_MAP) || dispatch_one(w, RTMR_REDUCE)) {
    }
}

/* With latency: lets every offer wait for as long as the clock can move by one without a
 * violation. */
static void dispatch_what_must_be(struct world *w)
{
    struct rtmr_alarm alarm;

    for (;;) {
        memcpy(&trial, &kernel, sizeof kernel);
        if (rtmr_advance(&trial, kernel.now + 1, &alarm) != RTMR_VIOLATION_WAITING) {
            return;
        }
        if (!dispatch_one(w, one_in(w, 2) ? RTMR_MAP : RTMR_REDUCE)) {
            check(w, dispatch_one(w, RTMR_MAP) || dispatch_one(w, RTMR_REDUCE), "a wait without an offer");
        }
    }
}

/* A slot is lost, or a task fails: what ran runs again. */
static void lose_something(struct world *w)
{
    const enum rtmr_stage stage = one_in(w, 2) ? RTMR_MAP : RTMR_REDUCE;
    const int32_t s = (int32_t)draw(w, 0, slots_of(stage) - 1);
    const int32_t fails = one_in(w, 2);
    struct rtmr_slot_info slot;
    struct rtmr_alarm alarm;

    assert_int_equal(rtmr_slot_info(&kernel, stage, s, &slot), RTMR_OK);
    if (slot.state == RTMR_SLOT_ABSENT || (fails && slot.job == RTMR_NO_JOB)) {
        return;
    }
    if (fails) {
        assert_int_equal(rtmr_fail(&kernel, stage, s, &alarm), RTMR_VIOLATION_FAILED);
    } else {
        assert_int_equal(rtmr_slot_lost(&kernel, stage, s, &alarm), RTMR_VIOLATION_LOST);
    }
    if (slot.job != RTMR_NO_JOB) {
        w->tasks[slot.job]++;
    }
}

/* A slot is asked to drain, comes back, or is new. */
static void change_a_slot(struct world *w)
{
    const enum rtmr_stage stage = one_in(w, 2) ? RTMR_MAP : RTMR_REDUCE;
    const int32_t s = (int32_t)draw(w, 0, slots_of(stage) < SLOTS ? slots_of(stage) : SLOTS - 1);
    struct rtmr_slot_info slot;
    struct rtmr_decision decision;
    enum rtmr_status status;

    if (rtmr_slot_info(&kernel, stage, s, &slot) != RTMR_OK || slot.state == RTMR_SLOT_ABSENT) {
        status = rtmr_slot_add(&kernel, stage, s);
        check(w, status == RTMR_OK, "a slot could not be added");
    } else if (one_in(w, 2)) {
        status = rtmr_slot_drain(&kernel, stage, s, &decision);
        check(w, status == RTMR_OK || status == RTMR_REJECTED || status == RTMR_E_SLOT_DRAINING,
              "no answer to a drain");
    }
}

static void one_instant(struct world *w)
{
    struct rtmr_alarm alarm;
    enum rtmr_status status;
    const char *broken;

    finish_some(w, RTMR_MAP, w->faulty);
    finish_some(w, RTMR_REDUCE, w->faulty);
    for (int64_t jobs = draw(w, 0, 2); jobs > 0; jobs--) {
        arrive(w);
    }
    withdraw_some(w);
    if (one_in(w, 8)) {
        change_a_slot(w);
    }
    if (w->changes && one_in(w, 3)) {
        change_a_promise(w);
    }
    if (w->faulty && one_in(w, 16)) {
        lose_something(w);
    }
    if (kernel.latency == 0 && !(w->faulty && one_in(w, 20))) {
        dispatch_all(w);
    } else if (kernel.latency > 0) {
        dispatch_what_must_be(w);
    }
    status = rtmr_advance(&kernel, kernel.now + 1, &alarm);
    check(w, w->faulty || status == RTMR_OK, "a violation was reported though no rule was broken");
    broken = kernel_broken_invariant(&kernel);
    check(w, broken == NULL, broken);
}

static void bring_slots_back(enum rtmr_stage stage)
{
    for (int32_t s = 0; s < slots_of(stage); s++) {
        struct rtmr_slot_info slot;

        assert_int_equal(rtmr_slot_info(&kernel, stage, s, &slot), RTMR_OK);
        if (slot.state == RTMR_SLOT_ABSENT) {
            assert_int_equal(rtmr_slot_add(&kernel, stage, s), RTMR_OK);
        }
    }
}

/* Nothing arrives any more, slots come back, and no further rule is broken: every job gets done. */
static void everything_ends(struct world *w)
{
    struct rtmr_alarm alarm;

    for (int32_t i = 0; i < LAST_TICKS && rtmr_job_count(&kernel) > 0; i++) {
        finish_some(w, RTMR_MAP, 0);
        finish_some(w, RTMR_REDUCE, 0);
        bring_slots_back(RTMR_MAP);
        bring_slots_back(RTMR_REDUCE);
        dispatch_all(w);
        const enum rtmr_status status = rtmr_advance(&kernel, kernel.now + 1, &alarm);
        check(w, w->faulty || status == RTMR_OK, "a violation was reported though no rule was broken");
    }
    check(w, rtmr_job_count(&kernel) == 0, "there are jobs that never get done");
    for (rtmr_handle job = 0; job < HANDLES; job++) {
        check(w, !w->open[job], "an accepted job is gone, and was never done");
    }
}

static void promises_are_kept(void **state)
{
    static struct world world;
    const uint64_t first = kernel_setting("RTMR_PROMISE_SEED", 1);
    const uint64_t runs = kernel_setting("RTMR_PROMISE_RUNS", 5000);

    (void)state;
    print_message("seeds %ju .. %ju, %d instants each\n", (uintmax_t)first, (uintmax_t)(first + runs - 1), TICKS);
    for (uint64_t seed = first; seed < first + runs; seed++) {
        begin(&world, seed);
        for (int32_t i = 0; i < TICKS; i++) {
            one_instant(&world);
        }
        everything_ends(&world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(promises_are_kept)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
