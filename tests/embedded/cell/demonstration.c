/*
 * The sorting cell in simulated time: from one event of the plant to the next. Under more load than
 * it can take no accepted batch is late; what goes wrong in the plant is noticed, and the batches
 * that it does not reach keep their promise.
 */
#include "controller.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define BATCHES 2000
#define SPACING 12 /* about one and a half times what cameras and arms can do */
#define SEEDS 5

static struct controller controller;
static struct plant plant;

/* What happens at the plant's next event. */
static void step(void)
{
    const rtmr_ticks now = plant_next(&plant);
    struct batch batch;
    enum rtmr_stage stage;
    int32_t slot;

    controller_clock(&controller, now);
    while (plant_done(&plant, now, &stage, &slot)) {
        controller_done(&controller, stage, slot);
    }
    while (plant_arrived(&plant, now, &batch)) {
        controller_batch(&controller, &batch);
    }
    controller_dispatch(&controller, &plant);
}

static void run_until(int32_t batches)
{
    while (controller.accepted + controller.refused < batches) {
        step();
    }
}

/* No more batches: what was accepted comes to its end. */
static void run_out(void)
{
    plant.next_batch = RTMR_NEVER;
    while (plant_next(&plant) != RTMR_NEVER) {
        step();
    }
    assert_int_equal(controller.finished, controller.accepted);
    assert_int_equal(rtmr_job_count(&controller.kernel), 0);
}

static void begin(uint64_t seed)
{
    plant_switch_on(&plant, seed, SPACING);
    controller_begin(&controller, 0);
}

static void no_accepted_batch_is_late(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        begin(seed);
        run_until(BATCHES);
        run_out();
        controller_report(&controller, "# under load");
        assert_true(controller_kept_all(&controller));
        assert_true(controller.refused > BATCHES / 10);
    }
}

/* A camera or an arm jams: the kernel says so, flags its batch and the batches that it delays, and
 * no other is late. */
static void a_jam_is_noticed(void **state)
{
    (void)state;
    begin(1);
    run_until(BATCHES / 2);
    plant.jammed = 1;
    run_until(BATCHES);
    run_out();
    controller_report(&controller, "# with a jam");
    assert_true(controller.overruns > 0);
    assert_true(controller.flagged > 0);
    assert_int_equal(controller.late, 0);
    assert_int_equal(controller.surprises, 0);
}

/* The controller forgets to dispatch what it is offered, once: the kernel says so. */
static void a_stall_is_noticed(void **state)
{
    struct batch batch;
    const struct batch sure = {.parcels = 1, .bins = 1, .scan = 10, .move = 10, .due = 1000};

    (void)state;
    begin(1);
    while (plant_arrived(&plant, 0, &batch)) {
        controller_batch(&controller, &sure);
    }
    assert_true(controller.accepted > 0);
    run_until(BATCHES);
    run_out();
    controller_report(&controller, "# with a stall");
    assert_int_equal(controller.waits, 1);
    assert_int_equal(controller.late, 0);
    assert_int_equal(controller.surprises, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_accepted_batch_is_late),
        cmocka_unit_test(a_jam_is_noticed),
        cmocka_unit_test(a_stall_is_noticed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
