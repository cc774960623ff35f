/*
 * Contexts that are taken up again: what a check refuses, what becomes of the rest when it is
 * restored, and that it goes on from there. And callers that were compiled in another
 * configuration.
 *
 * RTMR_RESTORE_SEED and RTMR_RESTORE_RUNS in the environment choose the first seed and the number
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

static struct rtmr kernel;
static struct rtmr found;
static struct rtmr copy;

/* The part of a context that is not the memory of stored vectors. */
#define HEAD offsetof(struct rtmr, map_memory)

/* A job each that waits, runs in both stages, and is flagged; slots that are idle, busy, late,
 * draining, late and draining, and absent. */
static void busy_kernel(struct rtmr *k)
{
    struct rtmr_alarm alarm;
    const struct rtmr_setup setup = kernel_setup(6, 3, RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF);

    kernel_start(k, &setup);
    kernel_accept(k, kernel_job(9, 2, 4, 1, 5), 9);
    kernel_dispatch(k, RTMR_MAP, 0, 1);
    kernel_dispatch(k, RTMR_MAP, 1, 1);
    kernel_drain(k, RTMR_MAP, 1);
    kernel_violate(k, 5, RTMR_VIOLATION_OVERRUN, 2, 1);
    kernel_accept(k, kernel_job(40, 1, 4, 2, 7), 16);
    kernel_dispatch(k, RTMR_MAP, 2, 2);
    kernel_advance(k, 9);
    kernel_finish(k, RTMR_MAP, 2);
    kernel_dispatch(k, RTMR_REDUCE, 0, 2);
    kernel_dispatch(k, RTMR_REDUCE, 1, 2);
    kernel_accept(k, kernel_job(60, 3, 10, 2, 7), 26);
    kernel_dispatch(k, RTMR_MAP, 2, 3);
    kernel_dispatch(k, RTMR_MAP, 3, 3);
    kernel_drain(k, RTMR_MAP, 3);
    kernel_drain(k, RTMR_MAP, 5);
    kernel_dispatch(k, RTMR_MAP, 4, 3);
    kernel_accept(k, kernel_job(70, 1, 9, 0, 0), 28);
    assert_int_equal(rtmr_slot_lost(k, RTMR_REDUCE, 2, &alarm), RTMR_VIOLATION_LOST);
    assert_int_equal(alarm.flagged_jobs, 0);
}

static void finish_stage(struct rtmr *k, enum rtmr_stage stage, rtmr_ticks by)
{
    struct rtmr_slot_info slot;

    for (int32_t s = 0; rtmr_slot_info(k, stage, s, &slot) == RTMR_OK; s++) {
        const int32_t late = slot.state == RTMR_SLOT_LATE || slot.state == RTMR_SLOT_LATE_DRAINING;

        if (slot.job != RTMR_NO_JOB && (late || slot.bound <= by)) {
            const struct rtmr_report report = kernel_finish(k, stage, s);

            assert_true(report.flagged || rtmr_now(k) <= report.estimated_finish);
            assert_true(report.flagged || report.estimated_finish <= report.deadline);
        }
    }
}

static void dispatch_stage(struct rtmr *k, enum rtmr_stage stage)
{
    struct rtmr_offer offer;

    for (int32_t s = rtmr_next_idle(k, stage, 0); s >= 0; s = rtmr_next_idle(k, stage, s + 1)) {
        if (rtmr_dispatch(k, stage, s, &offer) != RTMR_OK) {
            return;
        }
    }
}

/* Each task takes all its time, late ones end at once: no rule is broken, no promise either, and in
 * the end no job is left. */
static void goes_on(struct rtmr *k)
{
    for (int32_t steps = 0; rtmr_job_count(k) > 0; steps++) {
        struct rtmr_alarm alarm;
        const int32_t before = rtmr_job_count(k);

        assert_true(steps < 1000);
        finish_stage(k, RTMR_MAP, rtmr_now(k));
        finish_stage(k, RTMR_REDUCE, rtmr_now(k));
        dispatch_stage(k, RTMR_MAP);
        dispatch_stage(k, RTMR_REDUCE);
        const rtmr_ticks event = rtmr_next_event(k);
        if (event != RTMR_NEVER) {
            assert_int_equal(rtmr_advance(k, event, &alarm), RTMR_OK);
        } else if (rtmr_job_count(k) == before) { /* what runs ends behind the end of time: it ends now */
            finish_stage(k, RTMR_MAP, RTMR_NEVER);
            finish_stage(k, RTMR_REDUCE, RTMR_NEVER);
        }
    }
    assert_int_equal(rtmr_check(k), RTMR_OK);
}

/* The context is refused, and nothing is written; or restored, and goes on. Returns what the check
 * says. `size`: how much of a context may have changed. */
static enum rtmr_status try(struct rtmr *k, size_t size)
{
    struct rtmr_alarm alarm = {-3, -4};
    const enum rtmr_status status = rtmr_check(k);

    memcpy(&copy, k, size);
    const enum rtmr_status restored = rtmr_restore(k, k->now, &alarm);
    if (status != RTMR_OK || restored < 0) {
        assert_true(status == RTMR_OK || restored == status);
        assert_memory_equal(&copy, k, size);
        assert_true(alarm.overrun_tasks == -3 && alarm.flagged_jobs == -4);
        return status;
    }
    assert_int_equal(rtmr_check(k), RTMR_OK);
    assert_int_equal(alarm.overrun_tasks, 0);
    assert_int_equal(restored, alarm.flagged_jobs > 0 ? RTMR_VIOLATION_WAITING : RTMR_OK);
    assert_int_equal(k->promised, copy.promised - alarm.flagged_jobs);
    goes_on(k);
    return status;
}

static void arguments(void **state)
{
    (void)state;
    struct rtmr_alarm alarm;

    busy_kernel(&kernel);
    kernel_advance(&kernel, 12);
    memcpy(&copy, &kernel, sizeof copy);
    assert_int_equal(rtmr_check(NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_restore(NULL, 12, &alarm), RTMR_E_NULL);
    assert_int_equal(rtmr_restore(&kernel, 12, NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_restore(&kernel, 11, &alarm), RTMR_E_TIME_BACK);
    assert_int_equal(rtmr_restore(&kernel, TICKS_LEAST, &alarm), RTMR_E_TIME_BACK);
    assert_int_equal(rtmr_restore(&kernel, RTMR_TIME_MAX + 1, &alarm), RTMR_E_TIME_MAX);
    assert_memory_equal(&copy, &kernel, sizeof copy);
    kernel.tag ^= 1;
    assert_int_equal(rtmr_check(&kernel), RTMR_E_CONTEXT);
    assert_int_equal(rtmr_restore(&kernel, 12, &alarm), RTMR_E_CONTEXT);
    kernel.tag ^= 1;
    kernel.jobs = 7777;
    assert_int_equal(rtmr_check(&kernel), RTMR_E_TABLE);
    assert_int_equal(rtmr_restore(&kernel, 12, &alarm), RTMR_E_TABLE);
}

/* As rtmr_advance() would: what was running goes on, and is judged at that instant. */
static void time_has_passed(void **state)
{
    (void)state;
    static const struct {
        rtmr_ticks at;
        enum rtmr_status status;
        int32_t overrun_tasks;
        int32_t flagged_jobs;
    } cases[] = {
        {9, RTMR_OK, 0, 0},
        {16, RTMR_OK, 0, 0},
        {17, RTMR_VIOLATION_OVERRUN, 2, 2}, /* both reduces of job 2; job 3 has no slot for its own */
        {19, RTMR_VIOLATION_OVERRUN, 2, 2},
        {20, RTMR_VIOLATION_OVERRUN, 5, 3}, /* and the maps of job 3: job 4 has no slot */
        {RTMR_TIME_MAX, RTMR_VIOLATION_OVERRUN, 5, 3},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rtmr_alarm alarm;

        busy_kernel(&kernel);
        assert_int_equal(rtmr_restore(&kernel, cases[i].at, &alarm), cases[i].status);
        assert_int_equal(alarm.overrun_tasks, cases[i].overrun_tasks);
        assert_int_equal(alarm.flagged_jobs, cases[i].flagged_jobs);
        assert_int_equal(rtmr_now(&kernel), cases[i].at);
        assert_null(kernel_broken_invariant(&kernel));
        if (cases[i].at < RTMR_TIME_MAX) {
            goes_on(&kernel);
        }
    }
}

/* Jobs that waited while nothing was called: as long as they fit they keep their promises, with a
 * later e. */
static void nothing_ran(void **state)
{
    (void)state;
    struct rtmr_alarm alarm;
    const struct rtmr_setup setup = kernel_setup(1, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF);

    for (rtmr_ticks at = 0; at <= 12; at++) {
        kernel_start(&kernel, &setup);
        kernel_accept(&kernel, kernel_job(20, 1, 4, 1, 5), 9);
        kernel_accept(&kernel, kernel_job(30, 1, 4, 1, 5), 14);
        const int32_t flagged = at > 11;
        assert_int_equal(rtmr_restore(&kernel, at, &alarm), flagged ? RTMR_VIOLATION_WAITING : RTMR_OK);
        assert_int_equal(alarm.overrun_tasks, 0);
        assert_int_equal(alarm.flagged_jobs, flagged);
        assert_int_equal(kernel_flagged(&kernel, 1), flagged);
        assert_int_equal(kernel_flagged(&kernel, 2), 0);
        if (!flagged) {
            assert_int_equal(kernel_estimated_finish(&kernel, 1), at + 9);
            assert_int_equal(kernel_estimated_finish(&kernel, 2), at + 14);
        }
        goes_on(&kernel);
    }
}

/* With stored vectors plans are made from the slot table until the table is empty. */
static void stored_vectors_are_not_believed(void **state)
{
    (void)state;
    struct rtmr_alarm alarm;
    const struct rtmr_setup setup = kernel_setup(2, 2, RTMR_FEEDBACK_SATU, RTMR_ORDER_FLOOR);

    kernel_start(&kernel, &setup);
    memset(&kernel.map_memory, 0x7f, sizeof kernel.map_memory);
    memset(&kernel.reduce_memory, 0x81, sizeof kernel.reduce_memory);
    assert_int_equal(rtmr_restore(&kernel, 3, &alarm), RTMR_OK);
    assert_int_equal(kernel.plans_from_slots, 0);
    kernel_accept(&kernel, kernel_job(20, 3, 4, 1, 5), 16);
    kernel_dispatch(&kernel, RTMR_MAP, 0, 1);
    memset(&kernel.map_memory, 0x7f, sizeof kernel.map_memory);
    memset(&kernel.reduce_memory, 0x81, sizeof kernel.reduce_memory);
    assert_int_equal(rtmr_restore(&kernel, 3, &alarm), RTMR_OK);
    assert_true(kernel.plans_from_slots != 0);
    goes_on(&kernel);
    assert_int_equal(kernel.plans_from_slots, 0);
}

/* A value of a field of busy_kernel() that is refused. */
#define REFUSED(field, value)                                                                                          \
    do {                                                                                                               \
        busy_kernel(&kernel);                                                                                          \
        kernel.field = value;                                                                                          \
        if (try(&kernel, sizeof kernel) != RTMR_E_TABLE) {                                                             \
            fail_msg("%s = %s is not refused", #field, #value);                                                        \
        }                                                                                                              \
    } while (0)

/* One of the stages, of which the slot `busy` runs a task of the job at place `owner` in time. */
#define STAGE_REFUSED(pool, busy, owner)                                                                               \
    do {                                                                                                               \
        REFUSED(pool.slots, 0);                                                                                        \
        REFUSED(pool.slots, RTMR_SLOTS + 1);                                                                           \
        REFUSED(pool.slots, INT32_MIN);                                                                                \
        REFUSED(pool.usable, kernel.pool.usable + 1);                                                                  \
        REFUSED(pool.idle, kernel.pool.idle + 1);                                                                      \
        REFUSED(pool.idle, -1);                                                                                        \
        REFUSED(pool.tasks, kernel.pool.tasks - 1);                                                                    \
        REFUSED(pool.tasks, -1);                                                                                       \
        REFUSED(pool.first, -1);                                                                                       \
        REFUSED(pool.first, kernel.jobs + 1);                                                                          \
        REFUSED(pool.reserved, kernel.pool.reserved + 1);                                                              \
        REFUSED(pool.reserved, -1);                                                                                    \
        REFUSED(pool.notice_pad, 1);                                                                                   \
        REFUSED(pool.release_pad, -1);                                                                                 \
        REFUSED(pool.wait_pad, -1);                                                                                    \
        REFUSED(pool.wait_pad, RTMR_TIME_MAX);                                                                         \
        REFUSED(pool.soonest, kernel.pool.bound[busy] + 1);                                                            \
        REFUSED(pool.state[busy], RTMR_SLOT_ABSENT + 1);                                                               \
        REFUSED(pool.state[busy], RTMR_SLOT_IDLE);                                                                     \
        REFUSED(pool.state[busy], RTMR_SLOT_ABSENT);                                                                   \
        REFUSED(pool.place[busy], kernel.jobs);                                                                        \
        REFUSED(pool.place[busy], -1);                                                                                 \
        REFUSED(pool.place[busy], (owner) + 1);                                                                        \
        REFUSED(pool.bound[busy], kernel.now - 1);                                                                     \
        REFUSED(pool.bound[busy], RTMR_NEVER);                                                                         \
        REFUSED(pool.waiting[owner], kernel.pool.waiting[owner] + 1);                                                  \
        REFUSED(pool.waiting[owner], INT32_MIN);                                                                       \
        REFUSED(pool.unfinished[owner], RTMR_TASKS + 1);                                                               \
        REFUSED(pool.unfinished[owner], INT32_MAX);                                                                    \
        REFUSED(pool.unfinished[owner], INT32_MIN);                                                                    \
        REFUSED(pool.estimate[owner], 0);                                                                              \
        REFUSED(pool.estimate[owner], -1);                                                                             \
        REFUSED(pool.estimate[owner], RTMR_NEVER);                                                                     \
        REFUSED(pool.ready[owner], !kernel.pool.ready[owner]);                                                         \
    } while (0)

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    busy_kernel(&kernel);
    assert_int_equal(try(&kernel, sizeof kernel), RTMR_OK);
    REFUSED(feedback, (enum rtmr_feedback)3);
    REFUSED(order, RTMR_ORDER_DEFAULT);
    REFUSED(order, (enum rtmr_order)4);
    REFUSED(feedback, RTMR_FEEDBACK_SATU); /* with edf */
    REFUSED(plans_from_slots, 0);
    REFUSED(delta, -1);
    REFUSED(delta, RTMR_TIME_MAX + 1);
    REFUSED(latency, 1);
    REFUSED(latency, -1);
    REFUSED(latency, (kernel.map.notice_pad = kernel.map.release_pad = kernel.reduce.notice_pad = -1));
    REFUSED(latency, (kernel.map.notice_pad = kernel.map.release_pad = kernel.reduce.notice_pad = RTMR_TIME_MAX / 2));
    REFUSED(now, -1);
    REFUSED(now, RTMR_TIME_MAX + 1);
    REFUSED(next_handle, 4);
    REFUSED(next_handle, TICKS_LEAST);
    REFUSED(jobs, RTMR_JOBS + 1);
    REFUSED(jobs, -1);
    REFUSED(jobs, 3);
    REFUSED(promised, 5);
    REFUSED(promised, -1);
    REFUSED(handle[0], 0);
    REFUSED(handle[1], -1);
    REFUSED(handle[3], kernel.handle[0]);
    REFUSED(deadline[2], -1);
    REFUSED(deadline[2], RTMR_TIME_MAX + 1);
    REFUSED(started[0], 0);
    REFUSED(map.unfinished[2], 0);
    REFUSED(map.waiting[2],
            (kernel.map.unfinished[2] = 0, kernel.map.tasks--, kernel.reduce.ready[2] = 1, 0)); /* done */
    REFUSED(map.state[5], RTMR_SLOT_ABSENT + 1);
    REFUSED(map.place[2], (kernel.map.waiting[1]++, kernel.jobs)); /* one task less runs of job 3 */
    REFUSED(map.place[2], (kernel.map.waiting[1]++, -1));
    STAGE_REFUSED(map, 2, 1);
    STAGE_REFUSED(reduce, 0, 0);
}

/* No task is due on idle slots outside of the range that is kept of these instants. */
static void dues_lie_in_their_range(void **state)
{
    (void)state;
    const struct rtmr_setup setup = kernel_setup(2, 2, RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF);

    kernel_start(&kernel, &setup);
    assert_int_equal(rtmr_check(&kernel), RTMR_OK);
    kernel.reduce.due_last = RTMR_NEVER - 1;
    assert_int_equal(rtmr_check(&kernel), RTMR_E_TABLE);
    kernel.reduce.due_last = RTMR_NEVER;
    kernel.map.bound[1] = 7;
    assert_int_equal(rtmr_check(&kernel), RTMR_E_TABLE);
    kernel.map.due_first = 7;
    assert_int_equal(rtmr_check(&kernel), RTMR_OK);
}

/* Each job has as many tasks as it may have, and the sum is right, but too large. */
static void too_many_tasks(void **state)
{
    (void)state;
    busy_kernel(&kernel);
    for (int32_t p = 0; p < 3; p++) {
        const int32_t more = RTMR_TASKS - (p == 0 ? kernel.map.tasks : kernel.map.unfinished[p]);

        kernel.map.waiting[p] += more;
        kernel.map.unfinished[p] += more;
        kernel.map.tasks += more;
        kernel.map.estimate[p] = 1;
        kernel.reduce.ready[p] = 0;
        kernel.map.first = kernel.map.reserved = 0;
        assert_int_equal(rtmr_check(&kernel), p == 0 ? RTMR_OK : RTMR_E_TABLE);
    }
    assert_int_equal(try(&kernel, sizeof kernel), RTMR_E_TABLE);
}

/* The largest values that there can be, without jobs. */
static void limits(void **state)
{
    (void)state;
    const struct rtmr_setup setup = kernel_setup(RTMR_SLOTS, RTMR_SLOTS, RTMR_FEEDBACK_EXACT, RTMR_ORDER_FIFO);

    kernel_start(&kernel, &setup);
    kernel.now = RTMR_TIME_MAX;
    kernel.latency = RTMR_TIME_MAX / 4;
    kernel.map.notice_pad = kernel.map.release_pad = kernel.reduce.notice_pad = kernel.latency;
    kernel.reduce.wait_pad = RTMR_TIME_MAX / 4;
    kernel.next_handle = RTMR_LAST_HANDLE;
    assert_int_equal(try(&kernel, sizeof kernel), RTMR_OK);
    kernel.next_handle = 1;
    assert_int_equal(try(&kernel, sizeof kernel), RTMR_OK);
    kernel.next_handle = 0;
    assert_int_equal(try(&kernel, sizeof kernel), RTMR_E_TABLE);
    kernel.next_handle = 1;
    kernel.reduce.wait_pad++;
    assert_int_equal(try(&kernel, sizeof kernel), RTMR_E_TABLE);
    kernel.reduce.wait_pad = 0;
    kernel.latency++;
    kernel.map.notice_pad = kernel.map.release_pad = kernel.reduce.notice_pad = kernel.latency;
    assert_int_equal(try(&kernel, sizeof kernel), RTMR_E_TABLE);
}

/* What a wrong value only makes a job late by, or does not matter. */
static void what_can_be_is_restored(void **state)
{
    (void)state;
#define RESTORED(field, value)                                                                                         \
    do {                                                                                                               \
        busy_kernel(&kernel);                                                                                          \
        kernel.field = value;                                                                                          \
        if (try(&kernel, sizeof kernel) != RTMR_OK) {                                                                  \
            fail_msg("%s = %s is refused", #field, #value);                                                            \
        }                                                                                                              \
    } while (0)
    RESTORED(counter_offer, -5);
    RESTORED(deadline[1], 3);
    RESTORED(promised, 4); /* the job with a late task counts as promised */
    RESTORED(promised, 0);
    RESTORED(map.end[1], -1);
    RESTORED(reduce.end[2], RTMR_NEVER);
    RESTORED(map.draft[1], TICKS_LEAST);
    RESTORED(map.free_at.runs.n, INT32_MIN);
    RESTORED(map.busy.n, INT32_MIN);
    RESTORED(map.busy.n, 0);
    RESTORED(map.busy.first, -7);
    RESTORED(reduce.busy.end, RTMR_RUNS + 9);
    RESTORED(map.busy.at[kernel.map.busy.first], TICKS_LEAST);
    RESTORED(reduce.busy.count[kernel.reduce.busy.first], 0);
    RESTORED(reduce.bound[0], RTMR_TIME_MAX * 4); /* its job is flagged */
    RESTORED(deadline[1], RTMR_TIME_MAX);
    RESTORED(deadline[1], 0);
    RESTORED(delta, RTMR_TIME_MAX);
    RESTORED(map.estimate[2], RTMR_TIME_MAX + RTMR_TIME_MAX / 2);
    RESTORED(map.estimate[1], RTMR_TIME_MAX);
    RESTORED(map.soonest, TICKS_LEAST);
    RESTORED(map.place[5], -9); /* of an absent slot */
    RESTORED(handle[1], 1000000 < kernel.next_handle ? 1 : kernel.handle[1]);
    RESTORED(feedback, (kernel.order = RTMR_ORDER_FIFO, RTMR_FEEDBACK_NONE));
#undef RESTORED
}

/* Every bit of a context: the check refuses it, or restoring copes with it. */
static void every_bit(void **state)
{
    (void)state;
    int32_t refused = 0;
    int32_t restored = 0;

    busy_kernel(&kernel);
    memcpy(&found, &kernel, sizeof found);
    for (size_t byte = 0; byte < HEAD; byte++) {
        for (int32_t bit = (int32_t)(byte % 3); bit < 8; bit += 3) {
            memcpy(&kernel, &found, HEAD);
            ((unsigned char *)&kernel)[byte] ^= (unsigned char)(1 << bit);
            if (try(&kernel, HEAD) == RTMR_OK) {
                restored++;
            } else {
                refused++;
            }
        }
    }
    assert_true(refused > 500);
    assert_true(restored > 1000);
}

static void fill(unsigned char *bytes, size_t size, uint64_t *random)
{
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (unsigned char)kernel_random(random, 0, 255);
    }
}

/* A few fields of a good context, or all of it, are rubbish. */
static void rubbish(void **state)
{
    (void)state;
    const uint64_t seed = kernel_setting("RTMR_RESTORE_SEED", 1);
    const uint64_t runs = kernel_setting("RTMR_RESTORE_RUNS", 300);

    for (uint64_t run = seed; run < seed + runs; run++) {
        uint64_t random = run;

        fill((unsigned char *)&kernel, HEAD, &random);
        assert_int_equal(try(&kernel, HEAD), RTMR_E_CONTEXT);
        kernel.tag = RTMR_CONTEXT_TAG;
        assert_int_equal(try(&kernel, HEAD), RTMR_E_TABLE);
        kernel.jobs = (int32_t)kernel_random(&random, 0, RTMR_JOBS);
        kernel.promised = (int32_t)kernel_random(&random, 0, kernel.jobs);
        kernel.map.slots = (int32_t)kernel_random(&random, 1, RTMR_SLOTS);
        kernel.reduce.slots = (int32_t)kernel_random(&random, 1, RTMR_SLOTS);
        kernel.now = (rtmr_ticks)kernel_random(&random, 0, RTMR_TIME_MAX);
        kernel.feedback = RTMR_FEEDBACK_EXACT;
        kernel.order = RTMR_ORDER_FIFO;
        kernel.delta = 0;
        kernel.plans_from_slots = 1;
        assert_int_equal(try(&kernel, HEAD), RTMR_E_TABLE);
        busy_kernel(&kernel);
        for (int64_t changes = kernel_random(&random, 1, 6); changes > 0; changes--) {
            fill((unsigned char *)&kernel + kernel_random(&random, 4, HEAD - 8), (size_t)kernel_random(&random, 1, 8),
                 &random);
        }
        (void)try(&kernel, HEAD);
    }
}

static void submit_some(struct rtmr *k, uint64_t *random)
{
    struct rtmr_decision decision;

    if (kernel_random(random, 0, 2) == 0) {
        const struct rtmr_job job =
            kernel_job(rtmr_now(k) + (rtmr_ticks)kernel_random(random, 0, 60), (int32_t)kernel_random(random, 0, 4),
                       (rtmr_ticks)kernel_random(random, 1, 9), (int32_t)kernel_random(random, 0, 3),
                       (rtmr_ticks)kernel_random(random, 1, 9));

        assert_true(rtmr_submit(k, &job, &decision) >= 0);
    }
}

static void finish_some(struct rtmr *k, enum rtmr_stage stage, uint64_t *random)
{
    struct rtmr_slot_info slot;
    struct rtmr_report report;

    for (int32_t s = 0; rtmr_slot_info(k, stage, s, &slot) == RTMR_OK; s++) {
        if (slot.job != RTMR_NO_JOB && kernel_random(random, 0, slot.bound <= rtmr_now(k) ? 30 : 4) != 0) {
            continue;
        }
        if (slot.job != RTMR_NO_JOB) {
            assert_int_equal(rtmr_finish(k, stage, s, &report), RTMR_OK);
        }
    }
    for (int32_t s = 0; rtmr_slot_info(k, stage, s, &slot) == RTMR_OK; s++) {
        if (slot.job != RTMR_NO_JOB && slot.bound <= rtmr_now(k) && kernel_random(random, 0, 30) != 0) {
            assert_int_equal(rtmr_finish(k, stage, s, &report), RTMR_OK);
        }
    }
}

/* At any point of a run with broken rules a context is in order, and a copy of it, taken up then or
 * later, has its promises planned again and goes on. */
static void copies_of_runs(void **state)
{
    (void)state;
    static const enum rtmr_feedback feedback[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_EXACT,
                                                  RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};
    static const enum rtmr_order order[] = {RTMR_ORDER_EDF, RTMR_ORDER_FLOOR, RTMR_ORDER_FIFO, RTMR_ORDER_FLOOR,
                                            RTMR_ORDER_FIFO};
    const uint64_t seed = kernel_setting("RTMR_RESTORE_SEED", 1);
    const uint64_t runs = kernel_setting("RTMR_RESTORE_RUNS", 100);
    int32_t stood = 0;
    int32_t overran = 0;
    int32_t waited = 0;

    for (uint64_t run = seed; run < seed + runs; run++) {
        uint64_t random = run;
        struct rtmr_alarm alarm;
        struct rtmr_setup setup =
            kernel_setup((int32_t)kernel_random(&random, 1, 3), (int32_t)kernel_random(&random, 1, 3),
                         feedback[run % 5], order[run % 5]);

        setup.latency = kernel_random(&random, 0, 2) == 0 ? 2 : 0;
        kernel_start(&kernel, &setup);
        for (int32_t tick = 0; tick < 40; tick++) {
            submit_some(&kernel, &random);
            finish_some(&kernel, RTMR_MAP, &random);
            finish_some(&kernel, RTMR_REDUCE, &random);
            if (kernel_random(&random, 0, 3) == 0) {
                memcpy(&found, &kernel, sizeof found);
                assert_int_equal(rtmr_check(&found), RTMR_OK);
                const enum rtmr_status status = rtmr_restore(&found,
                                                             found.now + (rtmr_ticks)kernel_random(&random, 0, 1) *
                                                                             (rtmr_ticks)kernel_random(&random, 0, 20),
                                                             &alarm);
                stood += status == RTMR_OK;
                overran += status == RTMR_VIOLATION_OVERRUN;
                waited += status == RTMR_VIOLATION_WAITING;
                assert_true(status == RTMR_OK || status == RTMR_VIOLATION_OVERRUN || status == RTMR_VIOLATION_WAITING);
                assert_int_equal(found.promised, kernel.promised - alarm.flagged_jobs);
                if (kernel_broken_invariant(&found) != NULL) {
                    fail_msg("seed %ju at %jd: %s", (uintmax_t)run, (intmax_t)found.now,
                             kernel_broken_invariant(&found));
                }
                goes_on(&found);
            }
            if (kernel_random(&random, 0, 20) != 0) {
                dispatch_stage(&kernel, RTMR_MAP);
                dispatch_stage(&kernel, RTMR_REDUCE);
            }
            assert_true(rtmr_advance(&kernel, kernel.now + 1, &alarm) >= 0);
            assert_int_equal(rtmr_check(&kernel), RTMR_OK);
        }
    }
    assert_true(stood > 20);
    assert_true(overran > 20);
    assert_true(waited > 5);
}

/* A caller of another configuration is told, whatever else it asks for, and nothing is written. */
static void another_configuration(void **state)
{
    (void)state;
    const struct rtmr_setup setup = kernel_setup(1, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF);
    const struct rtmr_setup wrong = kernel_setup(0, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF);

    memset(&kernel, 0x5a, sizeof kernel);
    memset(&copy, 0x5a, sizeof copy);
    for (int32_t bit = 0; bit < 32; bit++) {
        assert_int_equal(rtmr_init_as(&kernel, &setup, RTMR_CONTEXT_TAG ^ UINT32_C(1) << bit), RTMR_E_CONFIGURATION);
    }
    assert_int_equal(rtmr_init_as(&kernel, &wrong, 0), RTMR_E_CONFIGURATION);
    assert_int_equal(rtmr_init_as(NULL, &wrong, 0), RTMR_E_NULL);
    assert_int_equal(rtmr_init_as(&kernel, NULL, 0), RTMR_E_NULL);
    assert_int_equal(rtmr_init(&kernel, &wrong), RTMR_E_MAP_SLOTS);
    assert_memory_equal(&kernel, &copy, sizeof kernel);
    assert_true(RTMR_CONTEXT_TAG != 0);
    assert_int_equal(rtmr_init_as(&kernel, &setup, RTMR_CONTEXT_TAG), RTMR_OK);
    assert_int_equal(rtmr_check(&kernel), RTMR_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments),
        cmocka_unit_test(time_has_passed),
        cmocka_unit_test(nothing_ran),
        cmocka_unit_test(stored_vectors_are_not_believed),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(dues_lie_in_their_range),
        cmocka_unit_test(too_many_tasks),
        cmocka_unit_test(limits),
        cmocka_unit_test(what_can_be_is_restored),
        cmocka_unit_test(every_bit),
        cmocka_unit_test(rubbish),
        cmocka_unit_test(copies_of_runs),
        cmocka_unit_test(another_configuration),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
