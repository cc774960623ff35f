/*
 * Integration example: a task, as in an RTOS, and an interrupt that posts completions. Who may call
 * what from where:
 *
 *   the task       owns the context, and makes every call of the API
 *   the interrupt  makes none: it counts ticks, and posts (stage, slot) into a ring when a camera
 *   or an arm is done
 *
 * So calls never overlap, without a lock and without holding interrupts during a call, however long
 * that takes. The task sleeps when nothing has come. In an RTOS board_hold() to board_release() is
 * a wait for a semaphore that the interrupt gives.
 *
 * The clock is read once in a turn, before the completions are taken: one that is posted meanwhile
 * is reported at that reading, a little early, which is harmless. A task that starts is later by as
 * much as the turn takes: LOOP_TICKS at most, which are part of every estimate, once for its start
 * and once for its end.
 */
#include "board.h"
#include "completions.h"
#include "controller.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define BATCHES 300
#define SPACING 14
#define INSTRUCTIONS_PER_TICK 4000
#define LOOP_TICKS 8

static struct controller controller;
static struct plant plant; /* a slot is the task's until it is started, then the interrupt's */
static struct completions completions;
static atomic_uint ticks;
static atomic_uint lost;                 /* completions that found the ring full */
static atomic_uint interrupts_in_kernel; /* interrupts that came while the task was calling the kernel */
static atomic_uint in_kernel;

/* The interrupt. */
void board_tick(void)
{
    const unsigned now = atomic_load(&ticks) + 1u;
    enum rtmr_stage stage;
    int32_t slot;

    atomic_store(&ticks, now);
    if (atomic_load(&in_kernel) != 0) {
        atomic_store(&interrupts_in_kernel, atomic_load(&interrupts_in_kernel) + 1u);
    }
    while (plant_done(&plant, now, &stage, &slot)) {
        if (!completions_post(&completions, stage, slot)) {
            atomic_store(&lost, atomic_load(&lost) + 1u);
        }
    }
}

static void turn(rtmr_ticks now)
{
    struct completion completion;
    struct batch batch;

    atomic_store(&in_kernel, 1);
    controller_clock(&controller, now);
    while (completions_take(&completions, &completion)) {
        controller_done(&controller, completion.stage, completion.slot);
    }
    if (plant_arrived(&plant, now, &batch)) {
        controller_batch(&controller, &batch);
    }
    controller_dispatch(&controller, &plant);
    atomic_store(&in_kernel, 0);
}

static void the_task_keeps_its_promises(void **state)
{
    unsigned done = 0;

    (void)state;
    plant_switch_on(&plant, 1, SPACING);
    controller_begin(&controller, 2 * LOOP_TICKS);
    board_start_ticks(INSTRUCTIONS_PER_TICK);
    while (controller.accepted + controller.refused < BATCHES) {
        board_hold();
        while (atomic_load(&ticks) == done) {
            board_sleep();
            board_release(); /* the interrupt comes here */
            board_hold();
        }
        done = atomic_load(&ticks);
        board_release();
        turn(done);
    }
    controller_report(&controller, "# interrupt and task");
    print_message("# %d interrupts came while the task was calling the kernel\n",
                  (int)atomic_load(&interrupts_in_kernel));
    assert_int_equal(atomic_load(&lost), 0);
    assert_true(controller_kept_all(&controller));
    assert_true(atomic_load(&interrupts_in_kernel) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_task_keeps_its_promises)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
