/*
 * Sorted runs at their interface, against a sorted array of the same entries: their shape after
 * every call, and calls at the ends of the array and of the gap before the runs.
 */
#include "kernel_fixture.h"
#include "runs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define ROUNDS 300
#define CALLS 400

/* The same entries, one by one, ascending. */
struct entries {
    int32_t n;
    rtmr_ticks at[RTMR_SLOTS];
};

static void add(struct entries *e, rtmr_ticks at, int32_t count)
{
    int32_t i = e->n;

    for (; i > 0 && e->at[i - 1] > at; i--) {
        e->at[i - 1 + count] = e->at[i - 1];
    }
    for (int32_t j = 0; j < count; j++) {
        e->at[i + j] = at;
    }
    e->n += count;
}

static void take(struct entries *e, int32_t i)
{
    for (; i + 1 < e->n; i++) {
        e->at[i] = e->at[i + 1];
    }
    e->n--;
}

/* As many entries; runs ascend, each has some; those before the first have none. */
static void shape_is_right(const struct rtmr_runs *r)
{
    int32_t n = 0;

    assert_true(0 <= r->first && r->first <= r->end && r->end <= RTMR_RUNS);
    for (int32_t i = 0; i < r->first; i++) {
        assert_int_equal(r->count[i], 0);
    }
    for (int32_t i = r->first; i < r->end; i++) {
        assert_true(r->count[i] > 0);
        assert_true(i == r->first || r->at[i - 1] < r->at[i]);
        n += r->count[i];
    }
    assert_int_equal(r->n, n);
}

static void are(const struct rtmr_runs *r, const struct entries *e)
{
    int32_t n = 0;

    shape_is_right(r);
    assert_int_equal(r->n, e->n);
    for (int32_t i = r->first; i < r->end; i++) {
        for (int32_t j = 0; j < r->count[i]; j++) {
            assert_int_equal(r->at[i], e->at[n]);
            n++;
        }
    }
}

/* Runs of one entry each, `n` of them at 10, 20, 30 ..., that lie from `first` on. */
static void lay(struct rtmr_runs *r, struct entries *e, int32_t first, int32_t n)
{
    memset(r, 0x5a, sizeof *r);
    for (int32_t i = 0; i < first; i++) {
        rtmr_runs_set(r, i, i * 1000, 0);
    }
    e->n = 0;
    for (int32_t i = 0; i < n; i++) {
        rtmr_runs_set(r, first + i, 10 * (i + 1), 1);
        add(e, 10 * (i + 1), 1);
    }
    r->n = n;
    r->first = first;
    r->end = first + n;
    are(r, e);
}

/* Where runs may lie: at the begin of the array, behind a gap of one, at its end. */
#define PLACES 3
static int32_t place(int32_t i, int32_t n)
{
    const int32_t last = RTMR_RUNS - n;
    const int32_t places[PLACES] = {0, last < 1 ? last : 1, last};

    return places[i];
}

/* The sizes that are tried: none, one, few, all but one slot, all slots. */
#define SIZES 6
static const int32_t sizes[SIZES] = {0, 1, 2, 5, RTMR_SLOTS - 1, RTMR_SLOTS};

/* A new run before, between and behind all others, or one more entry of a run that there is. */
static void inserting(void **state)
{
    (void)state;
    for (int32_t s = 0; s + 1 < SIZES; s++) {
        for (int32_t p = 0; p < PLACES; p++) {
            for (rtmr_ticks at = 5; at <= 10 * sizes[s] + 5; at += 5) {
                struct rtmr_runs r;
                struct entries e;

                lay(&r, &e, place(p, sizes[s]), sizes[s]);
                rtmr_runs_insert(&r, at, 1);
                add(&e, at, 1);
                are(&r, &e);
            }
        }
    }
}

/* A whole run is taken, or one of several entries of it. */
static void removing(void **state)
{
    (void)state;
    for (int32_t s = 1; s < SIZES; s++) {
        for (int32_t p = 0; p < PLACES; p++) {
            for (int32_t i = 0; i < sizes[s]; i++) {
                struct rtmr_runs r;
                struct entries e;

                lay(&r, &e, place(p, sizes[s]), sizes[s]);
                rtmr_runs_remove(&r, e.at[i]);
                take(&e, i);
                are(&r, &e);
                if (e.n + 2 <= RTMR_SLOTS) {
                    rtmr_runs_insert(&r, 10 * (i + 1), 2);
                    add(&e, 10 * (i + 1), 2);
                    rtmr_runs_remove(&r, 10 * (i + 1));
                    take(&e, i);
                    are(&r, &e);
                }
            }
        }
    }
}

/* The first p runs become `by` later, and are put back: before the others, among them, onto some of
 * them, or behind all. */
static void put_back_at(int32_t first, int32_t n, int32_t p, rtmr_ticks by)
{
    struct rtmr_runs r;
    struct rtmr_runs window;
    struct entries e;

    lay(&r, &e, first, n);
    memset(&window, 0x5a, sizeof window);
    for (int32_t i = 0; i < p; i++) {
        const rtmr_ticks at = r.at[r.first + i];

        rtmr_runs_set(&r, r.first + i, at + by, r.count[r.first + i]);
        take(&e, 0);
    }
    for (int32_t i = 0; i < p; i++) {
        add(&e, 10 * (i + 1) + by, 1);
    }
    rtmr_runs_put_back(&r, p, &window);
    are(&r, &e);
}

static void putting_back(void **state)
{
    (void)state;
    for (int32_t s = 1; s < SIZES; s++) {
        const int32_t n = sizes[s];
        const int32_t fronts[] = {1, 2, n / 2, n - 1, n};

        for (int32_t f = 0; f < 5; f++) {
            const int32_t p = fronts[f];
            const rtmr_ticks by[] = {0, 5, 10, 10 * n / 2, 10 * n / 2 + 5, 10 * n - 10, 10 * n, 10 * n + 5};

            for (int32_t b = 0; b < 8; b++) {
                for (int32_t i = 0; i < PLACES && p >= 1 && p <= n; i++) {
                    put_back_at(place(i, n), n, p, by[b]);
                }
            }
        }
    }
}

/* All of the first runs get the same end, later than some: they are one run afterwards. */
static void runs_that_meet_become_one(void **state)
{
    (void)state;
    for (int32_t p = 1; p <= RTMR_SLOTS; p++) {
        for (rtmr_ticks at = 10 * p; at <= 10 * RTMR_SLOTS + 5; at += 35) {
            struct rtmr_runs r;
            struct rtmr_runs window;
            struct entries e;

            lay(&r, &e, place(p % PLACES, RTMR_SLOTS), RTMR_SLOTS);
            for (int32_t i = 0; i < p; i++) {
                rtmr_runs_set(&r, r.first + i, at, 1);
                take(&e, 0);
            }
            add(&e, at, p);
            rtmr_runs_put_back(&r, p, &window);
            are(&r, &e);
        }
    }
}

static void loading_and_storing(void **state)
{
    static const rtmr_ticks at[] = {-3, 0, 0, 0, 7, 8, 8, RTMR_NEVER, RTMR_NEVER};
    struct rtmr_vector v = {.n = 9};
    struct rtmr_vector found;
    struct rtmr_runs r;
    struct rtmr_runs copy;

    (void)state;
    memcpy(v.at, at, sizeof at);
    rtmr_runs_load(&r, &v);
    shape_is_right(&r);
    assert_int_equal(r.end - r.first, 5);
    rtmr_runs_store(&r, &found);
    assert_int_equal(found.n, 9);
    assert_memory_equal(found.at, at, sizeof at);
    rtmr_runs_copy_behind(&copy, &r, -3, 2);
    shape_is_right(&copy);
    assert_int_equal(copy.n, 11);
    assert_int_equal(copy.end - copy.first, 5);
    assert_int_equal(copy.count[copy.first], 3);
    rtmr_runs_copy_behind(&copy, &r, -4, 2);
    shape_is_right(&copy);
    assert_int_equal(copy.end - copy.first, 6);
    assert_int_equal(copy.at[copy.first], -4);
    v.n = 0;
    rtmr_runs_load(&r, &v);
    shape_is_right(&r);
    rtmr_runs_store(&r, &found);
    assert_int_equal(found.n, 0);
    rtmr_runs_copy_behind(&copy, &r, 4, 0);
    shape_is_right(&copy);
    assert_int_equal(copy.n, 0);
    rtmr_runs_copy_behind(&copy, &r, 4, RTMR_SLOTS);
    shape_is_right(&copy);
    assert_int_equal(copy.count[copy.first], RTMR_SLOTS);
}

/* The first runs, some of them, end later by chance, in order. */
static void take_some(struct rtmr_runs *r, struct entries *e, rtmr_ticks most, uint64_t *random)
{
    static struct rtmr_runs window;
    const int32_t p = (int32_t)kernel_random(random, 1, r->end - r->first);
    const rtmr_ticks estimate = kernel_random(random, 0, most);
    const rtmr_ticks release = r->at[r->first] + kernel_random(random, 0, most);
    const int32_t first = r->first;

    for (int32_t i = first; i < first + p; i++) {
        const rtmr_ticks finish = (r->at[i] > release ? r->at[i] : release) + estimate;
        const int32_t count = r->count[i];

        rtmr_runs_set(r, i, finish, count);
        for (int32_t j = 0; j < count; j++) {
            take(e, 0);
        }
    }
    for (int32_t i = first; i < first + p; i++) {
        add(e, r->at[i], r->count[i]);
    }
    rtmr_runs_put_back(r, p, &window);
}

static void random_calls(struct rtmr_runs *r, struct entries *e, uint64_t *random)
{
    const int32_t most = (int32_t)kernel_random(random, 1, RTMR_SLOTS);
    const rtmr_ticks times = kernel_random(random, 0, 1) == 1 ? 10 : 1000;

    rtmr_runs_clear(r);
    e->n = 0;
    for (int32_t i = 0; i < CALLS; i++) {
        const rtmr_ticks at = (e->n > 0 ? e->at[0] : 0) + kernel_random(random, -2, times);
        const int64_t call = kernel_random(random, 0, 9);

        if (call < 5 && e->n < most) {
            const int32_t count = (int32_t)kernel_random(random, 1, call == 0 ? most - e->n : 1);

            rtmr_runs_insert(r, at, count);
            add(e, at, count);
        } else if (call < 8 && e->n > 0) {
            take_some(r, e, times, random);
        } else if (e->n > 0) {
            const int32_t gone = (int32_t)kernel_random(random, 0, e->n - 1);

            rtmr_runs_remove(r, e->at[gone]);
            take(e, gone);
        }
        are(r, e);
    }
}

static void any_calls(void **state)
{
    static struct rtmr_runs r;
    static struct entries e;
    uint64_t random = kernel_setting("RTMR_FUZZ_SEED", 3);

    (void)state;
    print_message("seed %ju\n", (uintmax_t)random);
    memset(&r, 0x5a, sizeof r);
    for (int32_t round = 0; round < ROUNDS; round++) {
        random_calls(&r, &e, &random);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inserting),           cmocka_unit_test(removing),
        cmocka_unit_test(putting_back),        cmocka_unit_test(runs_that_meet_become_one),
        cmocka_unit_test(loading_and_storing), cmocka_unit_test(any_calls),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
