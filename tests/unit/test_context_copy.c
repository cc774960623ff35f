/* Copies of a kernel's state: what is in use is copied and compared, whatever the capacities. */
#include "harness/invariants/context_copy.h"
#include "harness/invariants/context_memory.h"
#include "tests/unit/kernel_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { SLOTS = 3, JOBS = 2 };

/* A kernel with two jobs, one of which has begun. */
static struct rtmr *busy_kernel(enum rtmr_feedback feedback)
{
    struct rtmr *k = context_new(feedback);
    const struct rtmr_setup setup = kernel_setup(SLOTS, SLOTS, feedback, RTMR_ORDER_DEFAULT);
    assert_int_equal(rtmr_init(k, &setup), RTMR_OK);
    kernel_accept(k, kernel_job(100, 4, 10, 2, 5), 25);
    kernel_accept(k, kernel_job(200, 1, 10, 0, 0), 20);
    kernel_dispatch(k, RTMR_MAP, 0, 1);
    return k;
}

/* The copy is used like the kernel: it gives the same answers. */
static void a_copy_is_as_good_as_the_kernel(void **state)
{
    (void)state;
    static const enum rtmr_feedback feedbacks[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};
    for (size_t i = 0; i < 3; i++) {
        struct rtmr *k = busy_kernel(feedbacks[i]);
        struct rtmr *copy = context_new(feedbacks[i]);
        struct rtmr_alarm alarm;
        struct rtmr_decision of_kernel;
        struct rtmr_decision of_copy;
        context_copy(copy, k);
        assert_true(context_same(copy, k));
        const struct rtmr_job more = kernel_job(300, 7, 10, 3, 10);
        assert_int_equal(rtmr_advance(copy, 4, &alarm), rtmr_advance(k, 4, &alarm));
        kernel_finish(k, RTMR_MAP, 0);
        kernel_finish(copy, RTMR_MAP, 0);
        assert_int_equal(rtmr_submit(copy, &more, &of_copy), rtmr_submit(k, &more, &of_kernel));
        assert_int_equal(of_copy.estimated_finish, of_kernel.estimated_finish);
        assert_true(context_same(copy, k));
        context_free(copy, feedbacks[i]);
        context_free(k, feedbacks[i]);
    }
}

static void expect_noticed(struct rtmr *k, struct rtmr *copy, void *byte, const char *what)
{
    *(unsigned char *)byte ^= 1;
    if (context_same(copy, k)) {
        fail_msg("a change of %s is not noticed", what);
    }
    *(unsigned char *)byte ^= 1;
    assert_true(context_same(copy, k));
}

/* The last entries in use and those behind them, at which a table ends or grows. */
static void a_change_of_any_entry_in_use_is_noticed(void **state)
{
    (void)state;
    struct rtmr *k = busy_kernel(RTMR_FEEDBACK_SATU);
    struct rtmr *copy = context_new(RTMR_FEEDBACK_SATU);
    const int32_t reduce_last = k->reduce.free_at.runs.end - 1;
    context_copy(copy, k);
    assert_int_equal(copy->reduce.free_at.runs.first, k->reduce.free_at.runs.first);
#define NOTICED(field) expect_noticed(k, copy, &k->field, #field)
    NOTICED(now);
    NOTICED(jobs);
    NOTICED(handle[JOBS]);
    NOTICED(deadline[JOBS - 1]);
    NOTICED(started[JOBS]);
    NOTICED(map.idle);
    NOTICED(map.state[SLOTS]);
    NOTICED(map.place[SLOTS - 1]);
    NOTICED(map.bound[SLOTS]);
    NOTICED(reduce.waiting[JOBS]);
    NOTICED(reduce.unfinished[JOBS - 1]);
    NOTICED(reduce.ready[JOBS]);
    NOTICED(reduce.estimate[JOBS - 1]);
    NOTICED(reduce.end[JOBS]);
    NOTICED(reduce.draft[JOBS]);
    NOTICED(reduce.free_at.runs.at[reduce_last]);
    NOTICED(reduce.free_at.runs.count[reduce_last]);
    NOTICED(map.busy.n);
    NOTICED(map.busy.end);
    NOTICED(map.busy.at[k->map.busy.first]);
    NOTICED(map.busy.count[k->map.busy.first]);
    NOTICED(reduce.busy.end);
    NOTICED(map_memory.of[JOBS - 1].row.at[SLOTS - 1]);
    NOTICED(reduce_memory.of[0].ended.n);
#undef NOTICED
    context_free(copy, RTMR_FEEDBACK_SATU);
    context_free(k, RTMR_FEEDBACK_SATU);
}

static void scratch_may_differ(void **state)
{
    (void)state;
    struct rtmr *k = busy_kernel(RTMR_FEEDBACK_EXACT);
    struct rtmr *copy = context_new(RTMR_FEEDBACK_EXACT);
    context_copy(copy, k);
    k->map.draft[0] ^= 1;
    k->reduce.free_at.runs.at[k->reduce.free_at.runs.first] ^= 1;
    assert_false(context_same(copy, k));
    assert_true(context_same_but_scratch(copy, k));
    k->map.end[0] ^= 1;
    assert_false(context_same_but_scratch(copy, k));
    context_free(copy, RTMR_FEEDBACK_EXACT);
    context_free(k, RTMR_FEEDBACK_EXACT);
}

/* The bounds of busy slots, one entry behind: the same, and used like the others. */
static void where_runs_lie_makes_no_difference(void **state)
{
    (void)state;
    struct rtmr *k = busy_kernel(RTMR_FEEDBACK_EXACT);
    struct rtmr *copy = context_new(RTMR_FEEDBACK_EXACT);
    kernel_dispatch(k, RTMR_MAP, 1, 1);
    struct rtmr_runs *busy = &k->map.busy;
    for (int32_t i = busy->end; i > busy->first; i--) {
        busy->at[i] = busy->at[i - 1];
        busy->count[i] = busy->count[i - 1];
    }
    busy->count[busy->first++] = 0;
    busy->end++;
    context_copy(copy, k);
    assert_true(context_same(copy, k));
    kernel_finish(k, RTMR_MAP, 0);
    kernel_finish(copy, RTMR_MAP, 0);
    assert_true(context_same(copy, k));
    kernel_finish(k, RTMR_MAP, 1);
    assert_false(context_same(copy, k));
    context_free(copy, RTMR_FEEDBACK_EXACT);
    context_free(k, RTMR_FEEDBACK_EXACT);
}

/* A kernel at the end of its tables. */
static void full_tables_have_no_next_entry(void **state)
{
    (void)state;
    struct rtmr *k = context_new(RTMR_FEEDBACK_EXACT);
    struct rtmr *copy = context_new(RTMR_FEEDBACK_EXACT);
    const struct rtmr_setup setup = kernel_setup(RTMR_SLOTS, RTMR_SLOTS, RTMR_FEEDBACK_EXACT, RTMR_ORDER_DEFAULT);
    assert_int_equal(rtmr_init(k, &setup), RTMR_OK);
    for (int32_t i = 0; i < RTMR_JOBS; i++) {
        struct rtmr_decision decision;
        const struct rtmr_job job = kernel_job(RTMR_TIME_MAX, 1, 1, 0, 0);
        assert_int_equal(rtmr_submit(k, &job, &decision), RTMR_OK);
    }
    context_copy(copy, k);
    assert_true(context_same(copy, k));
    copy->reduce.state[RTMR_SLOTS - 1] ^= 1;
    assert_false(context_same(copy, k));
    context_free(copy, RTMR_FEEDBACK_EXACT);
    context_free(k, RTMR_FEEDBACK_EXACT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_is_as_good_as_the_kernel),
        cmocka_unit_test(a_change_of_any_entry_in_use_is_noticed),
        cmocka_unit_test(scratch_may_differ),
        cmocka_unit_test(where_runs_lie_makes_no_difference),
        cmocka_unit_test(full_tables_have_no_next_entry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
