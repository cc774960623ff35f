/*
 * Promises that are renewed: after a violation, after a suspension, with another deadline. By hand,
 * and against every deadline there is on small instances.
 *
 * RTMR_RENEWAL_SEED and RTMR_RENEWAL_RUNS in the environment choose the first seed and the number
 * of these.
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
static struct rtmr trial;

static const enum rtmr_feedback all_feedback[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};

static void start(int32_t map_slots, int32_t reduce_slots, enum rtmr_feedback feedback, enum rtmr_order order)
{
    struct rtmr_setup setup = kernel_setup(map_slots, reduce_slots, feedback, order);

    setup.counter_offer = 1;
    kernel_start(&kernel, &setup);
}

/* Jobs of one map of 10 each, on one slot, with these deadlines. */
static void accept_three(rtmr_ticks a, rtmr_ticks b, rtmr_ticks c, rtmr_handle *job)
{
    job[0] = kernel_accept(&kernel, kernel_job(a, 1, 10, 0, 0), 10);
    job[1] = kernel_accept(&kernel, kernel_job(b, 1, 10, 0, 0), 20);
    job[2] = kernel_accept(&kernel, kernel_job(c, 1, 10, 0, 0), 30);
}

/* Which of three jobs stands at each place. */
static void expect_places(const rtmr_handle *job, int32_t first, int32_t second, int32_t third)
{
    assert_int_equal(kernel_place(&kernel, job[first]), 0);
    assert_int_equal(kernel_place(&kernel, job[second]), 1);
    assert_int_equal(kernel_place(&kernel, job[third]), 2);
}

/* The orders of kernel/README.md: the oven is one tick late with the first, which flags both. The
 * second still fits: 48 + 30 <= 80. It is promised again at that instant, and is ready as
 * promised. */
static void the_order_behind_the_late_oven(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle first;
        rtmr_handle second;
        struct rtmr_report report;

        start(1, 1, all_feedback[i], RTMR_ORDER_DEFAULT);
        first = kernel_accept(&kernel, kernel_job(60, 2, 10, 1, 30), 50);
        second = kernel_accept(&kernel, kernel_job(80, 1, 10, 1, 30), 80);
        kernel_dispatch(&kernel, RTMR_MAP, 0, first);
        kernel_advance(&kernel, 8);
        kernel_finish(&kernel, RTMR_MAP, 0);
        kernel_dispatch(&kernel, RTMR_MAP, 0, first);
        kernel_advance(&kernel, 17);
        kernel_finish(&kernel, RTMR_MAP, 0);
        kernel_dispatch(&kernel, RTMR_MAP, 0, second);
        kernel_dispatch(&kernel, RTMR_REDUCE, 0, first);
        kernel_advance(&kernel, 25);
        kernel_finish(&kernel, RTMR_MAP, 0);
        kernel_violate(&kernel, 48, RTMR_VIOLATION_OVERRUN, 1, 2);
        /* While the oven is late, no plan counts on it. */
        kernel_refuse_renewal(&kernel, second, 80, second, RTMR_NEVER, RTMR_NEVER);
        assert_int_equal(kernel_finish(&kernel, RTMR_REDUCE, 0).flagged, 1);
        kernel_refuse_renewal(&kernel, second, 77, second, 1, 78);
        kernel_renew(&kernel, second, 80, 78);
        kernel_dispatch(&kernel, RTMR_REDUCE, 0, second);
        kernel_advance(&kernel, 75);
        report = kernel_finish(&kernel, RTMR_REDUCE, 0);
        assert_int_equal(report.job_done, 1);
        assert_int_equal(report.flagged, 0);
        assert_int_equal(report.estimated_finish, 78);
    }
}

/* A promised job gets another deadline, and stands where that puts it: equal deadlines by
 * handle. */
static void edf_places_by_deadline(void **state)
{
    rtmr_handle job[3];

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF);
    accept_three(100, 200, 300, job);
    kernel_renew(&kernel, job[2], 150, 20);
    expect_places(job, 0, 2, 1);
    kernel_renew(&kernel, job[0], 250, 30);
    expect_places(job, 2, 1, 0);
    kernel_renew(&kernel, job[0], 200, 20);
    expect_places(job, 2, 0, 1);
    kernel_renew(&kernel, job[1], 150, 10);
    expect_places(job, 1, 2, 0);
    kernel_renew(&kernel, job[1], 151, 20);
    expect_places(job, 2, 1, 0);
    assert_int_equal(kernel_estimated_finish(&kernel, job[0]), 30);
    /* The same deadline: nothing moves. */
    kernel_renew(&kernel, job[1], 151, 20);
    expect_places(job, 2, 1, 0);
}

/* Behind the last job with a dispatched task, there by deadline; the renewed job's own start does
 * not count. */
static void floor_stays_behind_started_jobs(void **state)
{
    rtmr_handle job[3];

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(1, 1, all_feedback[i], RTMR_ORDER_FLOOR);
        accept_three(100, 200, 300, job);
        kernel_dispatch(&kernel, RTMR_MAP, 0, job[0]);
        kernel_renew(&kernel, job[2], 50, 20);
        expect_places(job, 0, 2, 1);
        kernel_renew(&kernel, job[2], 200, 30);
        expect_places(job, 0, 1, 2);
        kernel_renew(&kernel, job[1], 250, 30);
        expect_places(job, 0, 2, 1);
        kernel_renew(&kernel, job[0], 249, 10);
        expect_places(job, 2, 0, 1);
    }
}

/* As they came, whatever their deadlines are. */
static void fifo_places_by_handle(void **state)
{
    rtmr_handle job[3];

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(1, 1, all_feedback[i], RTMR_ORDER_FIFO);
        accept_three(300, 200, 100, job);
        kernel_renew(&kernel, job[1], 20, 20);
        expect_places(job, 0, 1, 2);
        kernel_suspend(&kernel, job[0]);
        expect_places(job, 1, 2, 0);
        kernel_suspend(&kernel, job[1]);
        kernel_renew(&kernel, job[0], 30, 10);
        kernel_refuse_renewal(&kernel, job[1], 19, job[1], 1, 20);
        kernel_renew(&kernel, job[1], 20, 20);
        expect_places(job, 0, 1, 2);
    }
}

/* With `none` and `satu` plans are made by exact projection from the renewal on, until no job is
 * left. */
static void stored_vectors_rest_until_the_table_is_empty(void **state)
{
    (void)state;
    for (size_t i = 1; i < 3; i++) {
        rtmr_handle j0;
        rtmr_handle j1;

        start(1, 1, all_feedback[i], RTMR_ORDER_FLOOR);
        j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_refuse_renewal(&kernel, j0, 9, j0, 1, 10);
        assert_int_equal(kernel.plans_from_slots, 0);
        kernel_renew(&kernel, j0, 10, 10);
        assert_int_equal(kernel.plans_from_slots, 1);
        kernel_advance(&kernel, 4);
        kernel_finish(&kernel, RTMR_MAP, 0);
        assert_int_equal(kernel.plans_from_slots, 0);
        j1 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 14);
        kernel_renew(&kernel, j1, 14, 14);
    }
}

/* The refusal names the first that would be late, the earliest deadline that would do is behind the
 * other job. */
static void a_refusal_names_who_would_be_late(void **state)
{
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF);
    j0 = kernel_accept(&kernel, kernel_job(15, 1, 10, 0, 0), 10);
    j1 = kernel_accept(&kernel, kernel_job(40, 1, 10, 0, 0), 20);
    kernel_refuse_renewal(&kernel, j1, 14, j0, 5, 20);
    kernel_refuse_renewal(&kernel, j1, 15, j1, 5, 20);
    kernel_refuse_renewal(&kernel, j1, 9, j1, 1, 20);
    kernel_refuse_renewal(&kernel, j1, 0, j1, 10, 20);
    kernel_renew(&kernel, j0, 41, 20);
    assert_int_equal(kernel_estimated_finish(&kernel, j1), 10);
}

/* Without counter offers no deadline is offered. */
static void no_offer_unless_the_setup_asks(void **state)
{
    const struct rtmr_setup setup = kernel_setup(1, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF);
    rtmr_handle j0;

    (void)state;
    kernel_start(&kernel, &setup);
    j0 = kernel_accept(&kernel, kernel_job(15, 1, 10, 0, 0), 10);
    kernel_refuse_renewal(&kernel, j0, 9, j0, 1, RTMR_NEVER);
}

/* From now to the end of time. A task that runs until now ends its job now. */
static void bounds_of_the_deadline(void **state)
{
    struct rtmr_decision decision;
    rtmr_handle j0;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF);
    kernel_advance(&kernel, 5);
    j0 = kernel_accept(&kernel, kernel_job(50, 1, 10, 0, 0), 15);
    kernel_remember(&kernel);
    assert_int_equal(rtmr_renew(&kernel, j0, 4, &decision), RTMR_E_DEADLINE);
    assert_int_equal(rtmr_renew(&kernel, j0, TICKS_LEAST, &decision), RTMR_E_DEADLINE);
    assert_int_equal(rtmr_renew(&kernel, j0, RTMR_TIME_MAX + 1, &decision), RTMR_E_DEADLINE);
    assert_int_equal(rtmr_renew(&kernel, j0, RTMR_NEVER, &decision), RTMR_E_DEADLINE);
    assert_true(kernel_unchanged(&kernel));
    kernel_refuse_renewal(&kernel, j0, 5, j0, 10, 15);
    kernel_renew(&kernel, j0, RTMR_TIME_MAX, 15);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_advance(&kernel, 15);
    kernel_renew(&kernel, j0, 15, 15);
    assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 0).deadline, 15);
}

/* No deadline does where the plan goes beyond the end of time. */
static void no_deadline_before_the_end_of_time(void **state)
{
    rtmr_handle j0;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF);
    j0 = kernel_accept(&kernel, kernel_job(RTMR_TIME_MAX, 1, RTMR_TIME_MAX, 0, 0), RTMR_TIME_MAX);
    kernel_refuse_renewal(&kernel, j0, RTMR_TIME_MAX - 1, j0, 1, RTMR_TIME_MAX);
    kernel_suspend(&kernel, j0);
    kernel_advance(&kernel, 1);
    kernel_refuse_renewal(&kernel, j0, RTMR_TIME_MAX, j0, RTMR_NEVER, RTMR_NEVER);
}

static void jobs_that_are_not_there(void **state)
{
    struct rtmr_decision decision;
    struct rtmr_decision before;
    rtmr_handle j0;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF);
    j0 = kernel_accept(&kernel, kernel_job(50, 1, 10, 0, 0), 10);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_remember(&kernel);
    memset(&decision, 0x5a, sizeof decision);
    memcpy(&before, &decision, sizeof before);
    assert_int_equal(rtmr_renew(&kernel, j0, 50, &decision), RTMR_E_HANDLE);
    assert_int_equal(rtmr_renew(&kernel, j0 + 1, 50, &decision), RTMR_E_HANDLE);
    assert_int_equal(rtmr_renew(&kernel, RTMR_NO_JOB, 50, &decision), RTMR_E_HANDLE);
    assert_int_equal(rtmr_renew(&kernel, RTMR_LAST_HANDLE, 50, &decision), RTMR_E_HANDLE);
    assert_true(kernel_unchanged(&kernel));
    assert_memory_equal(&decision, &before, sizeof before);
}

/* A task of the job runs on a slot that no plan counts on, in either stage: it is over its bound,
 * or was started when the job was flagged. Once it may run until a new bound, the job is
 * renewed. */
static void tasks_on_late_slots_bar_a_renewal(void **state)
{
    struct rtmr_decision decision;

    (void)state;
    for (enum rtmr_stage stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        rtmr_handle j0;

        start(1, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF);
        j0 = kernel_accept(&kernel, kernel_job(100, stage == RTMR_MAP ? 2 : 0, 10, stage == RTMR_MAP ? 0 : 2, 10), 20);
        kernel_dispatch(&kernel, stage, 0, j0);
        kernel_violate(&kernel, 11, RTMR_VIOLATION_OVERRUN, 1, 1);
        kernel_remember(&kernel);
        assert_int_equal(rtmr_renew(&kernel, j0, 100, &decision), RTMR_E_SLOT_LATE);
        assert_true(kernel_unchanged(&kernel));
        kernel_finish(&kernel, stage, 0);
        kernel_dispatch(&kernel, stage, 0, j0);
        kernel_slot_is(&kernel, stage, 0, RTMR_SLOT_LATE, j0);
        kernel_remember(&kernel);
        assert_int_equal(rtmr_renew(&kernel, j0, 100, &decision), RTMR_E_SLOT_LATE);
        assert_true(kernel_unchanged(&kernel));
        kernel_extend(&kernel, stage, 0, 21);
        kernel_slot_is(&kernel, stage, 0, RTMR_SLOT_BUSY, j0);
        kernel_renew(&kernel, j0, 21, 21);
    }
}

/* The other's task may run where no plan counts on: the renewed job needs another slot. */
static void late_slots_of_others_do_not_bar_it(void **state)
{
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    start(2, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF);
    j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
    j1 = kernel_accept(&kernel, kernel_job(200, 2, 10, 0, 0), 20);
    kernel_suspend(&kernel, j0);
    kernel_suspend(&kernel, j1);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_renew(&kernel, j1, 20, 20);
    kernel_dispatch(&kernel, RTMR_MAP, 1, j1);
    kernel_slot_is(&kernel, RTMR_MAP, 1, RTMR_SLOT_BUSY, j1);
}

/* Flagged jobs stand behind the promised ones, by deadline, the first come first if equal. */
static void flagged_jobs_stand_by_deadline(void **state)
{
    rtmr_handle job[4];

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_FIFO);
    accept_three(300, 200, 100, job);
    job[3] = kernel_accept(&kernel, kernel_job(200, 1, 10, 0, 0), 40);
    kernel_suspend(&kernel, job[0]);
    kernel_suspend(&kernel, job[3]);
    assert_int_equal(kernel_place(&kernel, job[3]), 2);
    kernel_suspend(&kernel, job[1]);
    assert_int_equal(kernel_place(&kernel, job[3]), 1);
    assert_int_equal(kernel_place(&kernel, job[1]), 2);
    kernel_suspend(&kernel, job[2]);
    assert_int_equal(kernel_place(&kernel, job[2]), 0);
    assert_int_equal(kernel_place(&kernel, job[0]), 3);
    /* A refusal leaves them where they stand. */
    kernel_refuse_renewal(&kernel, job[1], 9, job[1], 1, 10);
    assert_int_equal(kernel_place(&kernel, job[1]), 2);
    kernel_dispatch(&kernel, RTMR_MAP, 0, job[2]);
}

/* With latency the renewed plan is padded as a new one: H before the first map, H for it. */
static void latency_pads_a_renewal(void **state)
{
    struct rtmr_setup setup = kernel_setup(1, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF);
    rtmr_handle j0;

    (void)state;
    setup.latency = 3;
    setup.counter_offer = 1;
    kernel_start(&kernel, &setup);
    j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 16);
    kernel_violate(&kernel, 4, RTMR_VIOLATION_WAITING, 0, 0);
    kernel_suspend(&kernel, j0);
    kernel_advance(&kernel, 50); /* nothing is due on a slot */
    kernel_refuse_renewal(&kernel, j0, 65, j0, 1, 66);
    kernel_renew(&kernel, j0, 66, 66);
    kernel_advance(&kernel, 53);
    kernel_violate(&kernel, 54, RTMR_VIOLATION_WAITING, 0, 1);
}

/* --- Small instances, against every deadline -------------------------------------------------- */

struct tally {
    int32_t renewed;
    int32_t offered; /* refused, with a deadline */
    int32_t never;   /* refused, no deadline would do */
    int32_t late;    /* not tested: a task on a late slot */
    int32_t other;   /* refused for another job */
    int32_t flagged; /* renewed, and had been flagged */
    int32_t newest;  /* compared with a new submission */
};

static struct tally tally;

/* The newest job, of which nothing has started, is withdrawn and submitted with this deadline: that
 * has the answer of its renewal, with exact projection. */
static void compare_with_submission(const struct rtmr_job_info *info, rtmr_ticks deadline,
                                    const struct rtmr_decision *told)
{
    const struct rtmr_job again =
        kernel_job(deadline, info->map_waiting, info->map_estimate, info->reduce_waiting, info->reduce_estimate);
    struct rtmr_decision submitted;

    if (kernel.feedback != RTMR_FEEDBACK_EXACT || info->started || info->job != kernel.next_handle - 1) {
        return;
    }
    memcpy(&trial, &kernel, sizeof kernel);
    assert_int_equal(rtmr_withdraw(&trial, info->job), RTMR_OK);
    (void)!rtmr_submit(&trial, &again, &submitted);
    assert_int_equal(submitted.reason, told->reason);
    assert_int_equal(submitted.late_by, told->late_by);
    assert_int_equal(submitted.earliest_deadline, told->earliest_deadline);
    if (submitted.reason == RTMR_REASON_NONE) {
        assert_int_equal(submitted.estimated_finish, told->estimated_finish);
    } else {
        assert_int_equal(submitted.late_job == RTMR_NO_JOB ? info->job : submitted.late_job, told->late_job);
    }
    tally.newest++;
}

/* The renewal of this job by a deadline, and every other deadline up to the one that is offered. */
static void compare_with_every_deadline(const struct rtmr_job_info *info, rtmr_ticks deadline)
{
    const rtmr_ticks last = kernel.now + 150; /* behind every e that these instances can have */
    struct rtmr_decision told;
    struct rtmr_decision other;

    memcpy(&trial, &kernel, sizeof kernel);
    const enum rtmr_status status = rtmr_renew(&trial, info->job, deadline, &told);

    if (status == RTMR_E_SLOT_LATE) {
        tally.late++;
        return;
    }
    assert_null(kernel_broken_invariant(&trial));
    compare_with_submission(info, deadline, &told);
    if (status == RTMR_OK) {
        assert_int_equal(told.earliest_deadline, deadline);
        assert_true(kernel.now <= told.estimated_finish && told.estimated_finish <= deadline);
        tally.renewed++;
        tally.flagged += info->flagged;
        return;
    }
    assert_int_equal(status, RTMR_REJECTED);
    assert_true(told.late_by > 0);
    tally.other += told.late_job != info->job;
    kernel_remember(&kernel);
    for (rtmr_ticks d = deadline; d < told.earliest_deadline && d <= last; d++) {
        assert_int_equal(rtmr_renew(&kernel, info->job, d, &other), RTMR_REJECTED);
        assert_int_equal(other.earliest_deadline, told.earliest_deadline);
    }
    assert_true(kernel_unchanged(&kernel));
    if (told.earliest_deadline == RTMR_NEVER) {
        tally.never++;
        return;
    }
    memcpy(&trial, &kernel, sizeof kernel);
    assert_int_equal(rtmr_renew(&trial, info->job, told.earliest_deadline, &other), RTMR_OK);
    assert_true(other.estimated_finish <= told.earliest_deadline);
    assert_null(kernel_broken_invariant(&trial));
    tally.offered++;
}

static void submit_some(uint64_t *random)
{
    const struct rtmr_job job =
        kernel_job(kernel.now + kernel_random(random, 0, 30), (int32_t)kernel_random(random, 0, 2),
                   kernel_random(random, 1, 6), (int32_t)kernel_random(random, 0, 2), kernel_random(random, 1, 6));
    struct rtmr_decision decision;

    (void)!rtmr_submit(&kernel, &job, &decision);
}

/* Time passes, tasks end or fail or may run on, promises are given up. Not all of it succeeds. */
static void move_on(uint64_t *random)
{
    const enum rtmr_stage stage = (enum rtmr_stage)kernel_random(random, 0, 1);
    const int32_t slot = (int32_t)kernel_random(random, 0, 2);
    struct rtmr_job_info info;
    struct rtmr_decision decision;
    struct rtmr_report report;
    struct rtmr_alarm alarm;

    if (kernel_random(random, 0, 1) == 1) {
        kernel_dispatch_all(&kernel);
        (void)!rtmr_advance(&kernel, kernel.now + kernel_random(random, 0, 3), &alarm);
        (void)!rtmr_finish(&kernel, stage, slot, &report);
    }
    switch (kernel_random(random, 0, 5)) {
    case 0:
        if (rtmr_job_at(&kernel, (int32_t)kernel_random(random, 0, 3), &info) == RTMR_OK) {
            (void)!rtmr_suspend(&kernel, info.job);
        }
        break;
    case 1: (void)!rtmr_extend(&kernel, stage, slot, kernel.now + kernel_random(random, 0, 6), &decision); break;
    case 2: (void)!rtmr_fail(&kernel, stage, slot, &alarm); break;
    default: break;
    }
}

static void one_instance(uint64_t seed)
{
    static const enum rtmr_feedback feedback[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_EXACT,
                                                  RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};
    static const enum rtmr_order order[] = {RTMR_ORDER_EDF, RTMR_ORDER_FLOOR, RTMR_ORDER_FIFO, RTMR_ORDER_FLOOR,
                                            RTMR_ORDER_FIFO};
    uint64_t random = seed;
    const int32_t map_slots = (int32_t)kernel_random(&random, 1, 3);
    const int32_t reduce_slots = (int32_t)kernel_random(&random, 1, 2);
    struct rtmr_setup setup = kernel_setup(map_slots, reduce_slots, feedback[seed % 5], order[seed % 5]);
    struct rtmr_job_info info;
    struct rtmr_decision decision;

    setup.counter_offer = 1;
    setup.latency = kernel_random(&random, 1, 4) == 1 ? 2 : 0;
    kernel_start(&kernel, &setup);
    for (int32_t i = 0; i < 16; i++) {
        submit_some(&random);
        move_on(&random);
        const int32_t place = (int32_t)kernel_random(&random, 0, 4);
        const rtmr_ticks deadline = kernel.now + kernel_random(&random, 0, 30);
        if (rtmr_job_at(&kernel, place < kernel.jobs ? place : kernel.jobs - 1, &info) == RTMR_OK) {
            compare_with_every_deadline(&info, deadline);
            if (kernel_random(&random, 0, 1) == 1) {
                (void)!rtmr_renew(&kernel, info.job, deadline, &decision);
            }
        }
    }
}

static void every_smaller_deadline_is_refused(void **state)
{
    const uint64_t first = kernel_setting("RTMR_RENEWAL_SEED", 1);
    const uint64_t runs = kernel_setting("RTMR_RENEWAL_RUNS", 300);

    (void)state;
    print_message("seeds %ju .. %ju\n", (uintmax_t)first, (uintmax_t)(first + runs - 1));
    memset(&tally, 0, sizeof tally);
    for (uint64_t seed = first; seed < first + runs; seed++) {
        one_instance(seed);
    }
    print_message("%d renewed, %d of them flagged; %d refused with an offer, %d without, %d for another job; %d late; "
                  "%d compared with a submission\n",
                  tally.renewed, tally.flagged, tally.offered, tally.never, tally.other, tally.late, tally.newest);
    if (runs >= 300) {
        assert_true(tally.renewed > 100 && tally.flagged > 20 && tally.offered > 100 && tally.never > 10 &&
                    tally.other > 20 && tally.late > 10 && tally.newest > 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_behind_the_late_oven),
        cmocka_unit_test(edf_places_by_deadline),
        cmocka_unit_test(floor_stays_behind_started_jobs),
        cmocka_unit_test(fifo_places_by_handle),
        cmocka_unit_test(stored_vectors_rest_until_the_table_is_empty),
        cmocka_unit_test(a_refusal_names_who_would_be_late),
        cmocka_unit_test(no_offer_unless_the_setup_asks),
        cmocka_unit_test(bounds_of_the_deadline),
        cmocka_unit_test(no_deadline_before_the_end_of_time),
        cmocka_unit_test(jobs_that_are_not_there),
        cmocka_unit_test(tasks_on_late_slots_bar_a_renewal),
        cmocka_unit_test(late_slots_of_others_do_not_bar_it),
        cmocka_unit_test(flagged_jobs_stand_by_deadline),
        cmocka_unit_test(latency_pads_a_renewal),
        cmocka_unit_test(every_smaller_deadline_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
