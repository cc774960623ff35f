/*
 * What the executor for Slurm does about an attempt, state by state, without Slurm: in every state
 * that an element can have, the attempt ends, and what it leaves neither runs nor may start.
 */
#include "harness/slurm/course.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { ATTEMPT = 7, EARLIER = 3, STATES = ELEMENT_LOST + 1, STEPS_MOST = 6 };

static struct course new_course(bool killed)
{
    return (struct course){.attempt = ATTEMPT, .killed = killed, .restarts = -1};
}

/* What Slurm makes of a step; an element that may start does so, and ends. */
static void obey(struct element *e, enum step step)
{
    if (step == STEP_RELEASE) {
        e->state = ELEMENT_RELEASED;
        e->attempt = ATTEMPT;
    } else if (step == STEP_HOLD) {
        e->state = ELEMENT_HELD;
    } else if (step == STEP_REQUEUE) {
        e->state = ELEMENT_HELD;
        e->restarts++;
    } else if (e->state == ELEMENT_RELEASED || e->state == ELEMENT_RUNNING) {
        e->state++; /* it starts, and exits */
    }
}

/* Goes on until the end is told or the job is given up; the last step. */
static enum step follow(struct course *course, struct element *e, struct attempt_end *end)
{
    for (int i = 0; i < STEPS_MOST; i++) {
        const enum step step = course_step(course, PRESENT, e, false, end);
        if (step == STEP_TELL || step == STEP_GIVE_UP) {
            return step;
        }
        obey(e, step);
    }
    fail_msg("no end");
    return STEP_WAIT;
}

static void test_every_course_ends(void **unused)
{
    (void)unused;
    for (int state = 0; state < STATES; state++) {
        for (int variant = 0; variant < 8; variant++) {
            struct course course = new_course((variant & 1) != 0);
            struct attempt_end end = {0};
            struct element e = {.state = (enum element_state)state,
                                .attempt = (variant & 2) != 0 ? ATTEMPT : EARLIER,
                                .restarts = (variant & 4) != 0 ? 2 : 0};
            const bool cancelled = state == ELEMENT_CANCELLED && !course.killed;
            assert_int_equal(follow(&course, &e, &end), cancelled ? STEP_GIVE_UP : STEP_TELL);
            assert_true(e.state != ELEMENT_RELEASED && e.state != ELEMENT_RUNNING);
        }
    }
}

static void test_a_killed_attempt_never_starts(void **unused)
{
    (void)unused;
    for (int state = 0; state < STATES; state++) {
        struct course course = new_course(true);
        struct attempt_end end = {0};
        struct element e = {.state = (enum element_state)state, .attempt = EARLIER};
        assert_int_not_equal(course_step(&course, PRESENT, &e, false, &end), STEP_RELEASE);
    }
    struct course course = new_course(true);
    struct attempt_end end = {0};
    assert_int_equal(course_step(&course, UNTOUCHED, NULL, false, &end), STEP_TELL);
    assert_int_equal(end.result, ATTEMPT_VANISHED);
    assert_int_equal(course_step(&course, NO_ARRAY, NULL, false, &end), STEP_TELL);
}

static void test_ends_are_told_as_they_were(void **unused)
{
    (void)unused;
    struct course course = new_course(false);
    struct attempt_end end = {0};
    struct element e = {.state = ELEMENT_EXITED, .attempt = ATTEMPT, .value = 9};
    assert_int_equal(course_step(&course, PRESENT, &e, false, &end), STEP_TELL);
    assert_int_equal(end.result, ATTEMPT_EXITED);
    assert_int_equal(end.exit_status, 9);
    e.state = ELEMENT_SIGNALLED;
    assert_int_equal(course_step(&course, PRESENT, &e, false, &end), STEP_TELL);
    assert_int_equal(end.result, ATTEMPT_SIGNALLED);
    assert_int_equal(end.signal, 9);
    e.state = ELEMENT_LOST;
    assert_int_equal(course_step(&course, PRESENT, &e, false, &end), STEP_TELL);
    assert_int_equal(end.result, ATTEMPT_VANISHED);
}

/* An end of an earlier attempt is not this one's. */
static void test_an_earlier_end_is_not_told(void **unused)
{
    (void)unused;
    struct course course = new_course(false);
    struct attempt_end end = {0};
    const struct element e = {.state = ELEMENT_EXITED, .attempt = EARLIER};
    assert_int_equal(course_step(&course, PRESENT, &e, false, &end), STEP_REQUEUE);
}

/* An element that runs, is requeued by its user, and runs again is no longer the attempt's. */
static void test_requeued_by_others(void **unused)
{
    (void)unused;
    const enum element_state states[] = {ELEMENT_RUNNING, ELEMENT_RELEASED, ELEMENT_HELD};
    const enum step steps[] = {STEP_REQUEUE, STEP_HOLD, STEP_TELL};
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        struct course course = new_course(false);
        struct attempt_end end = {0};
        course.restarts = 1;
        struct element e = {.state = states[i], .attempt = ATTEMPT, .restarts = 2};
        assert_int_equal(course_step(&course, PRESENT, &e, false, &end), steps[i]);
    }
}

/* Its processes may still be there. */
static void test_completing_elements_wait(void **unused)
{
    (void)unused;
    struct course course = new_course(true);
    struct attempt_end end = {0};
    struct element e = {.state = ELEMENT_HELD, .attempt = ATTEMPT, .is_completing = true};
    assert_int_equal(course_step(&course, PRESENT, &e, false, &end), STEP_WAIT);
    course = new_course(false);
    e = (struct element){.state = ELEMENT_SIGNALLED, .attempt = EARLIER, .is_completing = true};
    assert_int_equal(course_step(&course, PRESENT, &e, false, &end), STEP_WAIT);
}

/* Slurm holds the element again each time, or refuses to release it. */
static void test_releases_have_an_end(void **unused)
{
    (void)unused;
    const struct element held = {.state = ELEMENT_HELD, .attempt = ATTEMPT};
    const enum presence presences[] = {PRESENT, UNTOUCHED};
    for (size_t i = 0; i < sizeof presences / sizeof presences[0]; i++) {
        struct course course = new_course(false);
        struct attempt_end end = {0};
        while (course_step(&course, presences[i], &held, false, &end) == STEP_RELEASE) {
            assert_in_range(++course.releases, 1, 20);
        }
        assert_int_equal(course_step(&course, presences[i], &held, false, &end), STEP_TELL);
        assert_int_equal(end.result, ATTEMPT_NOT_STARTED);
    }
}

static void test_arrays_that_come_late_or_go(void **unused)
{
    (void)unused;
    struct course course = new_course(false);
    struct attempt_end end = {0};
    assert_int_equal(course_step(&course, NO_ARRAY, NULL, false, &end), STEP_WAIT);
    assert_int_equal(course_step(&course, NO_ARRAY, NULL, true, &end), STEP_GIVE_UP);
    assert_int_equal(course_step(&course, NO_TASK, NULL, false, &end), STEP_GIVE_UP);
    assert_int_equal(course_step(&course, UNTOUCHED, NULL, false, &end), STEP_RELEASE);
    const struct element moved = {.state = ELEMENT_HELD, .is_moved = true};
    assert_int_equal(course_step(&course, PRESENT, &moved, false, &end), STEP_GIVE_UP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_course_ends),           cmocka_unit_test(test_a_killed_attempt_never_starts),
        cmocka_unit_test(test_ends_are_told_as_they_were),  cmocka_unit_test(test_an_earlier_end_is_not_told),
        cmocka_unit_test(test_requeued_by_others),          cmocka_unit_test(test_completing_elements_wait),
        cmocka_unit_test(test_arrays_that_come_late_or_go), cmocka_unit_test(test_releases_have_an_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
