/* Figures over many runs: distributions, runs in parallel. */
#include "harness/metrics/flow_histogram.h"
#include "harness/studies/parallel.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void test_histogram(void **state)
{
    (void)state;
    struct flow_histogram h = {0};
    assert_true(isnan(flow_histogram_share(&h, 100)));
    flow_histogram_add(&h, 0);
    flow_histogram_add(&h, 2);
    flow_histogram_add(&h, 100);
    flow_histogram_add(&h, 101);
    flow_histogram_add(&h, 2);
    assert_int_equal(h.total, 5);
    assert_int_equal(h.longest, 101);
    assert_true(flow_histogram_share(&h, 0) == 0.2);
    assert_true(flow_histogram_share(&h, 1) == 0.2);
    assert_true(fabs(flow_histogram_share(&h, 2) - 0.6) < 1e-12);
    assert_true(fabs(flow_histogram_share(&h, 100) - 0.8) < 1e-12);
}

enum { PIECES = 1000 };

static void count_piece(void *context, size_t index)
{
    int *done = context;
    done[index]++;
}

/* Each piece once, whatever the number of threads. */
static void test_parallel(void **state)
{
    (void)state;
    assert_true(parallel_processors() >= 1);
    for (size_t threads = 1; threads <= 5; threads++) {
        for (size_t count = 0; count <= PIECES; count += count < 4 ? 1 : PIECES - 4) {
            int done[PIECES] = {0};
            parallel_for(count, threads, count_piece, done);
            for (size_t i = 0; i < PIECES; i++) {
                assert_int_equal(done[i], i < count ? 1 : 0);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_parallel),
    };
    return cmocka_run_group_tests_name("metrics of runs", tests, NULL, NULL);
}
