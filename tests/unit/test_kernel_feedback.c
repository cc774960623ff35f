/*
 * What the three policies learn from finished jobs: estimated finishes and stored vectors computed
 * by hand from Algorithms I, V and VI.
 */
#include "kernel_fixture.h"
#include "vector_algebra.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct rtmr kernel;

static void start(int32_t map_slots, int32_t reduce_slots, enum rtmr_feedback feedback, rtmr_ticks delta)
{
    struct rtmr_setup setup = kernel_setup(map_slots, reduce_slots, feedback, RTMR_ORDER_DEFAULT);

    setup.delta = delta;
    kernel_start(&kernel, &setup);
}

/* The stored vector, sorted, is this one. */
static void vector_is(const struct rtmr_vector *row, int32_t n, const rtmr_ticks *expected)
{
    struct rtmr_vector sorted = *row;

    assert_int_equal(sorted.n, n);
    rtmr_vector_sort(&sorted);
    for (int32_t i = 0; i < n; i++) {
        assert_int_equal(sorted.at[i], expected[i]);
    }
}

/* One slot each. J0 = one map of 10, one reduce of 5, planned 10, 15; it really ends at 4 and 6.
 * J1, the same, arrives at 5 and starts at once. Returns J1's handle; the clock is at 6, J0 has
 * finished. */
static rtmr_handle early_job(rtmr_ticks e1)
{
    rtmr_handle j0;
    rtmr_handle j1;

    j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 1, 5), 15);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_advance(&kernel, 4);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_dispatch(&kernel, RTMR_REDUCE, 0, j0);
    kernel_advance(&kernel, 5);
    j1 = kernel_accept(&kernel, kernel_job(100, 1, 10, 1, 5), e1);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j1);
    kernel_advance(&kernel, 6);
    kernel_finish(&kernel, RTMR_REDUCE, 0);
    return j1;
}

/* J1 from J0's vectors [10], [15]: 20, 25. Nothing is ever corrected: J2 30, 35. */
static void none(void **state)
{
    static const rtmr_ticks map[] = {20};
    static const rtmr_ticks reduce[] = {25};
    rtmr_handle j1;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_NONE, 0);
    j1 = early_job(25);
    assert_int_equal(kernel_estimated_finish(&kernel, j1), 25);
    vector_is(&kernel.map_memory.of[0].row, 1, map);
    vector_is(&kernel.reduce_memory.of[0].row, 1, reduce);
    kernel_accept(&kernel, kernel_job(100, 1, 10, 1, 5), 35);
}

/* J0's vectors become [4], [6]. J1 runs and counts a full estimate from now, 6, on: 16, 21. J2: 26,
 * 31. */
static void satu(void **state)
{
    static const rtmr_ticks map[] = {16};
    static const rtmr_ticks reduce[] = {21};
    rtmr_handle j1;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_SATU, 0);
    j1 = early_job(25);
    assert_int_equal(kernel_estimated_finish(&kernel, j1), 21);
    vector_is(&kernel.map_memory.of[0].row, 1, map);
    vector_is(&kernel.reduce_memory.of[0].row, 1, reduce);
    kernel_accept(&kernel, kernel_job(100, 1, 10, 1, 5), 31);
}

/* J1 is planned from the slots as they are: map 5 .. 15, reduce 20; J2: 25, 30. */
static void exact(void **state)
{
    rtmr_handle j1;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT, 0);
    j1 = early_job(20);
    assert_int_equal(kernel_estimated_finish(&kernel, j1), 20);
    kernel_accept(&kernel, kernel_job(100, 1, 10, 1, 5), 30);
}

/* J0 was 9 ticks off: delta = 9 corrects, delta = 10 does not. */
static void delta_is_met_or_not(void **state)
{
    (void)state;
    start(1, 1, RTMR_FEEDBACK_SATU, 9);
    assert_int_equal(kernel_estimated_finish(&kernel, early_job(25)), 21);
    start(1, 1, RTMR_FEEDBACK_SATU, 10);
    assert_int_equal(kernel_estimated_finish(&kernel, early_job(25)), 25);
    start(1, 1, RTMR_FEEDBACK_SATU, RTMR_TIME_MAX);
    assert_int_equal(kernel_estimated_finish(&kernel, early_job(25)), 25);
}

/* Algorithm VI: J0's three maps on two slots, planned [10, 20], end at 3, 5 and 9: [3, 5], then 9
 * for 3. J1 waited behind it and is planned at now = 9 on [5, 9]: [9, 19] and then [19, 19], its
 * reduce 19 .. 22. */
static void finish_times_replace_the_smallest_entries(void **state)
{
    static const rtmr_ticks before_map[] = {20, 20};
    static const rtmr_ticks before_reduce[] = {0, 23};
    static const rtmr_ticks after_map[] = {9, 19};
    static const rtmr_ticks after_reduce[] = {0, 22};
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    start(2, 2, RTMR_FEEDBACK_SATU, 0);
    j0 = kernel_accept(&kernel, kernel_job(50, 3, 10, 0, 0), 20);
    j1 = kernel_accept(&kernel, kernel_job(100, 1, 10, 1, 3), 23);
    vector_is(&kernel.map_memory.of[1].row, 2, before_map);
    vector_is(&kernel.reduce_memory.of[1].row, 2, before_reduce);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_dispatch(&kernel, RTMR_MAP, 1, j0);
    kernel_advance(&kernel, 3);
    kernel_finish(&kernel, RTMR_MAP, 1);
    kernel_dispatch(&kernel, RTMR_MAP, 1, j0);
    kernel_advance(&kernel, 5);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j1);
    kernel_advance(&kernel, 9);
    assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 1).job_done, 1);
    vector_is(&kernel.map_memory.of[0].row, 2, after_map);
    vector_is(&kernel.reduce_memory.of[0].row, 2, after_reduce);
    assert_int_equal(kernel_estimated_finish(&kernel, j1), 22);
}

/* A correction never raises a recorded e: J0 ends exactly as planned, and J1, which runs, would
 * count again. */
static void a_correction_never_raises_e(void **state)
{
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    start(2, 1, RTMR_FEEDBACK_SATU, 0);
    j0 = kernel_accept(&kernel, kernel_job(50, 1, 10, 0, 0), 10);
    j1 = kernel_accept(&kernel, kernel_job(50, 1, 12, 0, 0), 12);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_dispatch(&kernel, RTMR_MAP, 1, j1);
    kernel_advance(&kernel, 10);
    kernel_finish(&kernel, RTMR_MAP, 0);
    assert_int_equal(kernel_estimated_finish(&kernel, j1), 12);
}

/* J1 runs until RTMR_TIME_MAX. Counted again from 5 on it would end behind the end of time; it
 * must still keep its slot in the vectors. Then two maps of 10 have one slot, and cannot end
 * before 25. */
static void a_correction_past_the_end_of_time(void **state)
{
    const struct rtmr_job job = kernel_job(24, 2, 10, 0, 0);
    struct rtmr_decision decision;
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    start(2, 1, RTMR_FEEDBACK_SATU, 0);
    j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
    j1 = kernel_accept(&kernel, kernel_job(RTMR_TIME_MAX, 1, RTMR_TIME_MAX, 0, 0), RTMR_TIME_MAX);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_dispatch(&kernel, RTMR_MAP, 1, j1);
    kernel_advance(&kernel, 5);
    kernel_finish(&kernel, RTMR_MAP, 0);
    assert_int_equal(kernel_estimated_finish(&kernel, j1), RTMR_TIME_MAX);
    assert_int_equal(rtmr_submit(&kernel, &job, &decision), RTMR_REJECTED);
    assert_true(decision.estimated_finish >= 25);
}

/* A withdrawn job leaves its part in the vectors of those behind it: that is safe, and gone when
 * they are. */
static void withdrawn_jobs_stay_in_later_vectors(void **state)
{
    rtmr_handle j1;
    rtmr_handle j2;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_NONE, 0);
    kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
    j1 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 20);
    j2 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 30);
    assert_int_equal(rtmr_withdraw(&kernel, j1), RTMR_OK);
    assert_int_equal(kernel_estimated_finish(&kernel, j2), 30);
    kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 40);
    kernel_accept(&kernel, kernel_job(99, 1, 10, 0, 0), 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none),
        cmocka_unit_test(satu),
        cmocka_unit_test(exact),
        cmocka_unit_test(delta_is_met_or_not),
        cmocka_unit_test(finish_times_replace_the_smallest_entries),
        cmocka_unit_test(a_correction_never_raises_e),
        cmocka_unit_test(a_correction_past_the_end_of_time),
        cmocka_unit_test(withdrawn_jobs_stay_in_later_vectors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
