/* Schedulers that act at instants of their own, and how long jobs wait. */
#include "harness/engine/heartbeat.h"
#include "harness/workload/alloc.h"
#include "tests/unit/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Serves its only job at multiples of a period, and not in between; asks to be woken then. */
struct sleeper {
    const struct scheduler_job *job;
    ticks now;
    int32_t wakes; /* calls of advance() at multiples of the period */
};

static ticks period;

static void *sleeper_create(const struct scheduler_setup *setup)
{
    (void)setup;
    return alloc_zeroed(1, sizeof(struct sleeper));
}

static void sleeper_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    (void)verdict;
    struct sleeper *sleeper = self;
    sleeper->job = job;
}

static void sleeper_advance(void *self, ticks now)
{
    struct sleeper *sleeper = self;
    sleeper->now = now;
    sleeper->wakes += now > 0 && now % period == 0;
}

static const struct scheduler_job *sleeper_pick(void *self, enum stage stage, int32_t slot)
{
    (void)slot;
    struct sleeper *sleeper = self;
    return sleeper->now % period == 0 && sleeper->job->waiting[stage] > 0 &&
                   (stage == STAGE_MAP || sleeper->job->reduces_open)
               ? sleeper->job
               : NULL;
}

/* From the fifth wake on. */
static const struct scheduler_job *lazy_pick(void *self, enum stage stage, int32_t slot)
{
    (void)slot;
    struct sleeper *sleeper = self;
    return sleeper->wakes >= 5 && sleeper->job->waiting[stage] > 0 ? sleeper->job : NULL;
}

static const struct scheduler_job *never_pick(void *self, enum stage stage, int32_t slot)
{
    (void)self;
    (void)stage;
    (void)slot;
    return NULL;
}

static ticks sleeper_wakes_at(const void *self)
{
    const struct sleeper *sleeper = self;
    return (sleeper->now / period + 1) * period;
}

static ticks wake_now(const void *self)
{
    const struct sleeper *sleeper = self;
    return sleeper->now;
}

static struct scheduler_class sleeper_class(void)
{
    return (struct scheduler_class){.name = "sleeper",
                                    .summary = "",
                                    .create = sleeper_create,
                                    .destroy = free,
                                    .job_arrives = sleeper_arrives,
                                    .pick = sleeper_pick,
                                    .advance = sleeper_advance,
                                    .wakes_at = sleeper_wakes_at};
}

static void a_scheduler_is_woken_when_it_asks(void **state)
{
    (void)state;
    period = 50;
    struct scheduler_class sleeper = sleeper_class();
    struct sim s;
    sim_init(&s, 2, 1);
    sim_job(&s, 10, 1000, 1, "7 60 7", 1, "5");
    assert_true(sim_run(&s, &sleeper));
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 0)->start, 50);
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 1)->start, 50);
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 2)->start, 100);
    assert_int_equal(sim_task(&s, 0, STAGE_REDUCE, 0)->start, 150);
    assert_int_equal(sim_outcome(&s, 0)->finish, 155);
    sim_free(&s);
}

static void heartbeats_go_on_between_wakes(void **state)
{
    (void)state;
    period = 40;
    struct scheduler_class sleeper = sleeper_class();
    sleeper.pick = lazy_pick;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_nodes(&s, 100, 1, 1, 1);
    sim_job(&s, 0, 1000, 1, "7", 1, "");
    assert_true(sim_run(&s, &sleeper));
    /* The fifth wake is at 200: the node gets its map at its next report, not at a wake. */
    struct heartbeats h;
    heartbeats_init(&h, 100, 1, s.options.seed);
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 0)->start, heartbeats_notice(&h, 0, 200));
    heartbeats_free(&h);
    sim_free(&s);
}

static void a_scheduler_that_never_starts_anything_is_stopped(void **state)
{
    (void)state;
    period = 50;
    struct scheduler_class sleeper = sleeper_class();
    sleeper.pick = never_pick;
    struct sim s;
    sim_init(&s, 2, 1);
    sim_job(&s, 10, 1000, 1, "7", 1, "");
    assert_false(sim_run(&s, &sleeper));
    assert_non_null(strstr(s.error.text, "it was accepted but not run to its end"));
    sim_free(&s);

    sim_init(&s, 2, 1);
    sleeper.wakes_at = wake_now;
    sim_job(&s, 10, 1000, 1, "7", 1, "");
    assert_false(sim_run(&s, &sleeper));
    assert_string_equal(s.error.text, "scheduler 'sleeper' asked at 10 to be woken at 10");
    sim_free(&s);
}

static void the_longest_wait_is_measured(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_job(&s, 0, 1000, 1, "10 10", 1, "20"); /* never starved but for its start */
    sim_job(&s, 5, 1000, 1, "3", 1, "4");      /* map: 5 to 20; reduce: 23 to 40 */
    assert_true(sim_run(&s, &fifo_scheduler));
    assert_int_equal(sim_outcome(&s, 0)->longest_wait[STAGE_MAP], 0);
    assert_int_equal(sim_outcome(&s, 0)->longest_wait[STAGE_REDUCE], 0);
    assert_int_equal(sim_outcome(&s, 1)->longest_wait[STAGE_MAP], 15);
    assert_int_equal(sim_outcome(&s, 1)->longest_wait[STAGE_REDUCE], 17);
    assert_int_equal(sim_outcome(&s, 1)->stage_start[STAGE_MAP], 20);
    assert_int_equal(sim_outcome(&s, 1)->stage_start[STAGE_REDUCE], 40);
    sim_free(&s);

    /* A job that has one task on a slot is served, however many wait; between two of them it may
     * starve. */
    sim_init(&s, 1, 1);
    sim_job(&s, 0, 50, 1, "10 10", 1, "");
    sim_job(&s, 5, 40, 1, "7", 1, ""); /* passes it from 10 to 17 */
    assert_true(sim_run(&s, &edf_scheduler));
    assert_int_equal(sim_outcome(&s, 0)->longest_wait[STAGE_MAP], 7);
    assert_int_equal(sim_outcome(&s, 0)->longest_wait[STAGE_REDUCE], 0);
    assert_int_equal(sim_outcome(&s, 1)->longest_wait[STAGE_MAP], 5);
    sim_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scheduler_is_woken_when_it_asks),
        cmocka_unit_test(heartbeats_go_on_between_wakes),
        cmocka_unit_test(a_scheduler_that_never_starts_anything_is_stopped),
        cmocka_unit_test(the_longest_wait_is_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
