/*
 * Integration example: a bare-metal super-loop. No interrupts: the loop reads the clock, asks
 * cameras and arms whether they are done, and calls the kernel, in this order, for ever (here:
 * until BATCHES have come). One context of execution, so every call of the API may be made anywhere
 * in it.
 *
 * A task must be reported by its bound (E1), so an estimate covers more than the task: the time
 * since the clock was read when it starts, and the time until the loop comes round again when it
 * ends. Both are at most one turn of the loop, whose longest time is LOOP_TICKS; it follows from
 * the instructions of the calls (kernel/footprint.md).
 */
#include "board.h"
#include "controller.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define BATCHES 300
#define SPACING 14
#define INSTRUCTIONS_PER_TICK 4000
#ifndef LOOP_TICKS
#define LOOP_TICKS 8
#endif

static struct controller controller;
static struct plant plant;

static rtmr_ticks clock_now(void)
{
    return board_instructions() / INSTRUCTIONS_PER_TICK;
}

static void turn(void)
{
    const rtmr_ticks now = clock_now();
    struct batch batch;
    enum rtmr_stage stage;
    int32_t slot;

    controller_clock(&controller, now);
    while (plant_done(&plant, now, &stage, &slot)) {
        controller_done(&controller, stage, slot);
    }
    if (plant_arrived(&plant, now, &batch)) {
        controller_batch(&controller, &batch);
    }
    controller_dispatch(&controller, &plant);
}

static void the_loop_keeps_its_promises(void **state)
{
    (void)state;
    plant_switch_on(&plant, 1, SPACING);
    controller_begin(&controller, 2 * LOOP_TICKS);
    while (controller.accepted + controller.refused < BATCHES) {
        turn();
    }
    controller_report(&controller, "# super-loop");
    assert_true(controller_kept_all(&controller));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_loop_keeps_its_promises)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
