/* Slots that drain, come back and are added, tasks that fail on a given slot, and what schedulers
 * make of it. */
#include "harness/workload/random_stream.h"
#include "tests/unit/fault_fixture.h"
#include "tests/unit/sim.h"

#include <gsl/gsl_rng.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Slot 1 runs its map to the end, and no other. */
static void a_draining_slot_takes_no_further_task(void **state)
{
    (void)state;
    struct sim s;
    struct scripted x = {0};
    sim_init(&s, 2, 1);
    sim_job(&s, 0, NO_DEADLINE, 10, "10 9 8 7", 5, "");
    scripted_slot(&x, 4, FAULT_SLOT_DRAIN, STAGE_MAP, 1);
    scripted_use(&x, &s);
    assert_true(sim_run(&s, &edf_scheduler));
    scripted_expect(&s, 1, 0, 0, 9, false);
    scripted_expect(&s, 2, 0, 10, 18, false);
    scripted_expect(&s, 3, 0, 18, 25, false);
    assert_int_equal(scripted_attempt(&s, STAGE_MAP, 3, 0)->slot, 0);
    assert_int_equal(sim_outcome(&s, 0)->failed_attempts, 0);
    assert_int_equal(engine_counts(s.engine).drains, 1);
    assert_int_equal(engine_counts(s.engine).drains_refused, 0);
    sim_free(&s);
}

/* Slot 1, idle, leaves at 2 and is back at 6; slot 0, busy until 10, is to be back at 8, and so is
 * it when it has left. */
static void drained_slots_come_back(void **state)
{
    (void)state;
    struct sim s;
    struct scripted x = {0};
    sim_init(&s, 2, 1);
    sim_job(&s, 0, NO_DEADLINE, 10, "10", 5, "");
    sim_job(&s, 3, NO_DEADLINE, 10, "7 5 5", 5, "");
    scripted_slot(&x, 2, FAULT_SLOT_DRAIN, STAGE_MAP, 1);
    scripted_slot(&x, 5, FAULT_SLOT_DRAIN, STAGE_MAP, 0);
    scripted_slot(&x, 6, FAULT_SLOT_BACK, STAGE_MAP, 1);
    scripted_slot(&x, 8, FAULT_SLOT_BACK, STAGE_MAP, 0);
    scripted_use(&x, &s);
    assert_true(sim_run(&s, &fifo_scheduler));
    assert_int_equal(sim_outcome(&s, 0)->finish, 10);
    assert_int_equal(sim_task(&s, 1, STAGE_MAP, 0)->start, 6);
    assert_int_equal(sim_task(&s, 1, STAGE_MAP, 1)->start, 10);
    assert_int_equal(sim_task(&s, 1, STAGE_MAP, 1)->slot, 0);
    assert_int_equal(sim_task(&s, 1, STAGE_MAP, 2)->start, 13);
    sim_free(&s);
}

/* To drain again what is to come back: it does not. */
static void a_draining_slot_may_change_its_mind(void **state)
{
    (void)state;
    static const struct scheduler_class *const schedulers[] = {&edf_scheduler, &rtmr_scheduler};
    for (size_t i = 0; i < 2; i++) {
        struct sim s;
        struct scripted x = {0};
        sim_init(&s, 2, 1);
        sim_job(&s, 0, 100, 10, "10 10 5", 5, "");
        scripted_slot(&x, 4, FAULT_SLOT_DRAIN, STAGE_MAP, 0);
        scripted_slot(&x, 5, FAULT_SLOT_BACK, STAGE_MAP, 0);
        scripted_slot(&x, 6, FAULT_SLOT_DRAIN, STAGE_MAP, 0);
        scripted_use(&x, &s);
        s.scheduler_options.check = true;
        assert_true(sim_run(&s, schedulers[i]));
        assert_int_equal(scripted_attempt(&s, STAGE_MAP, 2, 0)->slot, 1);
        assert_int_equal(sim_outcome(&s, 0)->finish, 15);
        sim_free(&s);
    }
}

/* A node takes a draining slot along; when it is back the slot is not. Slot 2, of the other node,
 * is drained while it is not there. */
static void drains_and_lost_nodes(void **state)
{
    (void)state;
    static const struct scheduler_class *const schedulers[] = {&edf_scheduler, &rtmr_scheduler};
    for (size_t i = 0; i < 2; i++) {
        struct sim s;
        struct scripted x = {0};
        sim_init(&s, 1, 1);
        sim_nodes(&s, 0, 2, 2, 1);
        sim_job(&s, 0, 1000, 10, "10 10 10 10 10 10", 5, "5");
        scripted_slot(&x, 2, FAULT_SLOT_DRAIN, STAGE_MAP, 0);
        scripted_node(&x, 5, FAULT_NODE_LOST, 0);
        scripted_node(&x, 5, FAULT_NODE_LOST, 1);
        scripted_slot(&x, 6, FAULT_SLOT_DRAIN, STAGE_MAP, 2);
        scripted_node(&x, 20, FAULT_NODE_BACK, 0);
        scripted_node(&x, 20, FAULT_NODE_BACK, 1);
        scripted_slot(&x, 40, FAULT_SLOT_BACK, STAGE_MAP, 0);
        scripted_slot(&x, 40, FAULT_SLOT_BACK, STAGE_MAP, 2);
        scripted_use(&x, &s);
        s.scheduler_options.check = true;
        assert_true(sim_run(&s, schedulers[i]));
        assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 20), 2); /* slots 1 and 3 */
        assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 30), 2);
        assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 40), 2);
        assert_int_equal(sim_outcome(&s, 0)->finish, 55);
        sim_free(&s);
    }
}

/* Slots 0 and 2 are not there at first. What RTMR's kernel calls them is its own affair. */
static void slots_join(void **state)
{
    (void)state;
    static const struct scheduler_class *const schedulers[] = {&edf_scheduler, &rtmr_scheduler};
    for (size_t i = 0; i < 2; i++) {
        struct sim s;
        struct scripted x = {0};
        sim_init(&s, 3, 1);
        sim_job(&s, 0, 60, 10, "10 10 10 10 10 10", 5, "5");
        scripted_slot(&x, 5, FAULT_SLOT_ADD, STAGE_MAP, 2);
        scripted_slot(&x, 8, FAULT_SLOT_ADD, STAGE_MAP, 0);
        scripted_slot(&x, 9, FAULT_SLOT_LOST, STAGE_MAP, 2);
        scripted_slot(&x, 12, FAULT_SLOT_BACK, STAGE_MAP, 2);
        scripted_use(&x, &s);
        s.scheduler_options.check = true;
        assert_true(sim_run(&s, schedulers[i]));
        assert_int_equal(sim_outcome(&s, 0)->accepted, i == 0); /* 65 with one slot */
        if (i == 0) {
            scripted_expect(&s, 0, 0, 0, 10, false);
            scripted_expect(&s, 1, 0, 5, 9, true);
            assert_int_equal(scripted_attempt(&s, STAGE_MAP, 0, 0)->slot, 1);
            assert_int_equal(scripted_attempt(&s, STAGE_MAP, 2, 0)->start, 8);
            assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 12), 1);
        }
        sim_free(&s);
    }
}

/* With time enough RTMR uses all that joins. */
static void rtmr_uses_slots_that_join(void **state)
{
    (void)state;
    static const enum rtmr_feedback feedbacks[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};
    for (size_t f = 0; f < 3; f++) {
        struct sim s;
        struct scripted x = {0};
        sim_init(&s, 3, 1);
        sim_job(&s, 0, 65, 10, "10 10 10 10 10 10", 5, "5");
        sim_job(&s, 9, 45, 10, "10", 5, "");
        scripted_slot(&x, 5, FAULT_SLOT_ADD, STAGE_MAP, 2);
        scripted_slot(&x, 8, FAULT_SLOT_ADD, STAGE_MAP, 0);
        scripted_slot(&x, 18, FAULT_SLOT_FAILS, STAGE_MAP, 0);
        scripted_use(&x, &s);
        s.scheduler_options.check = true;
        s.scheduler_options.feedback = feedbacks[f];
        assert_true(sim_run(&s, &rtmr_scheduler));
        assert_true(sim_outcome(&s, 1)->accepted);
        assert_true(sim_outcome(&s, 0)->promised && sim_outcome(&s, 1)->promised);
        assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 5), 1);
        assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 8), 1);
        sim_free(&s);
    }
}

/* The map that slot 0 runs fails at 4, and runs again at once; slot 1 runs nothing. A reduce that
 * waits for maps fails, too. */
static void what_a_slot_runs_fails(void **state)
{
    (void)state;
    struct sim s;
    struct scripted x = {0};
    sim_init(&s, 2, 1);
    s.options.slowstart = 0;
    sim_job(&s, 0, NO_DEADLINE, 10, "10", 5, "5");
    scripted_slot(&x, 4, FAULT_SLOT_FAILS, STAGE_MAP, 0);
    scripted_slot(&x, 4, FAULT_SLOT_FAILS, STAGE_MAP, 1);
    scripted_slot(&x, 6, FAULT_SLOT_FAILS, STAGE_REDUCE, 0);
    scripted_use(&x, &s);
    assert_true(sim_run(&s, &edf_scheduler));
    assert_int_equal(scripted_attempt(&s, STAGE_MAP, 0, 0)->end, 4);
    assert_true(scripted_attempt(&s, STAGE_MAP, 0, 0)->failed);
    assert_false(scripted_attempt(&s, STAGE_MAP, 0, 0)->lost);
    scripted_expect(&s, 0, 1, 4, 14, false);
    assert_int_equal(scripted_attempt(&s, STAGE_REDUCE, 0, 0)->end, 6);
    assert_int_equal(scripted_attempt(&s, STAGE_REDUCE, 0, 1)->start, 6);
    assert_int_equal(sim_outcome(&s, 0)->finish, 19);
    assert_int_equal(sim_outcome(&s, 0)->failed_attempts, 2);
    assert_int_equal(sim_outcome(&s, 0)->lost_time, 10);
    sim_free(&s);
}

/* What fails on a draining slot is its last attempt. */
static void what_a_draining_slot_runs_fails(void **state)
{
    (void)state;
    static const struct scheduler_class *const schedulers[] = {&edf_scheduler, &rtmr_scheduler};
    for (size_t i = 0; i < 2; i++) {
        struct sim s;
        struct scripted x = {0};
        sim_init(&s, 2, 1);
        sim_job(&s, 0, 100, 10, "10 10", 5, "");
        scripted_slot(&x, 2, FAULT_SLOT_DRAIN, STAGE_MAP, 0);
        scripted_slot(&x, 4, FAULT_SLOT_FAILS, STAGE_MAP, 0);
        scripted_use(&x, &s);
        s.scheduler_options.check = true;
        assert_true(sim_run(&s, schedulers[i]));
        assert_int_equal(scripted_attempt(&s, STAGE_MAP, 0, 1)->start, 10);
        assert_int_equal(scripted_attempt(&s, STAGE_MAP, 0, 1)->slot, 1);
        sim_free(&s);
    }
}

/* Both slots are needed until 20: the drain of either is refused, is counted, and changes nothing.
 * Then one may go. */
static void rtmr_refuses_what_would_break_a_promise(void **state)
{
    (void)state;
    static const enum rtmr_feedback feedbacks[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};
    for (size_t f = 0; f < 3; f++) {
        struct sim s;
        struct scripted x = {0};
        sim_init(&s, 2, 1);
        sim_job(&s, 0, 20, 10, "10 10 10 10", 5, "");
        sim_job(&s, 25, 60, 10, "10 10", 5, "");
        scripted_slot(&x, 5, FAULT_SLOT_DRAIN, STAGE_MAP, 0);
        scripted_slot(&x, 5, FAULT_SLOT_DRAIN, STAGE_MAP, 1);
        scripted_slot(&x, 7, FAULT_SLOT_BACK, STAGE_MAP, 0); /* it never left */
        scripted_slot(&x, 22, FAULT_SLOT_DRAIN, STAGE_MAP, 0);
        scripted_use(&x, &s);
        s.scheduler_options.check = true;
        s.scheduler_options.feedback = feedbacks[f];
        assert_true(sim_run(&s, &rtmr_scheduler));
        assert_int_equal(engine_counts(s.engine).drains, 3);
        assert_int_equal(engine_counts(s.engine).drains_refused, 2);
        assert_int_equal(engine_statistics(s.engine).violations, 0);
        assert_int_equal(sim_outcome(&s, 0)->finish, 20);
        assert_true(sim_outcome(&s, 0)->promised);
        assert_int_equal(sim_outcome(&s, 1)->finish, 45); /* on slot 1 */
        sim_free(&s);
    }
}

/* A scheduler that starts a task on a slot that drains cannot: the engine does not offer it. A slot
 * that has left is not counted. */
static void usable_slots_are_counted(void **state)
{
    (void)state;
    struct sim s;
    struct scripted x = {0};
    sim_init(&s, 3, 1);
    sim_job(&s, 0, NO_DEADLINE, 10, "10 10 10 5 5 5", 5, "");
    scripted_slot(&x, 1, FAULT_SLOT_DRAIN, STAGE_MAP, 0);
    scripted_slot(&x, 1, FAULT_SLOT_DRAIN, STAGE_MAP, 1);
    scripted_slot(&x, 12, FAULT_SLOT_BACK, STAGE_MAP, 1);
    scripted_use(&x, &s);
    assert_true(sim_run(&s, &scribe_scheduler));
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 10), 1);
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 12), 1);
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 15), 1);
    assert_int_equal(sim_outcome(&s, 0)->finish, 20);
    sim_free(&s);
}

enum { SEEDS = 60, JOBS = 12 };

static void random_tasks(gsl_rng *rng, ticks estimate, char *text)
{
    int32_t tasks = (int32_t)gsl_rng_uniform_int(rng, 5);
    text[0] = '\0';
    for (int32_t i = 0; i < tasks; i++) {
        snprintf(text + strlen(text), 8, "%d ", (int)(1 + gsl_rng_uniform_int(rng, (unsigned long)estimate)));
    }
}

/* Three nodes, twelve jobs. */
static void random_workload(struct sim *s, gsl_rng *rng, ticks heartbeat)
{
    sim_init(s, 1, 1);
    sim_nodes(s, heartbeat, 3, 2, 1);
    ticks now = 0;
    for (int32_t i = 0; i < JOBS; i++) {
        char maps[64];
        char reduces[64];
        ticks estimate = 5 + (ticks)gsl_rng_uniform_int(rng, 15);
        now += (ticks)gsl_rng_uniform_int(rng, 8);
        random_tasks(rng, estimate, maps);
        random_tasks(rng, estimate, reduces);
        ticks deadline = now + 3 * estimate + 12 * heartbeat + (ticks)gsl_rng_uniform_int(rng, 60);
        sim_job(s, now, deadline, estimate, maps, estimate, reduces);
    }
}

/* Map slot 5 joins. Then all others but one reduce slot are drained, one after the other, and are
 * back later. */
static void random_changes(struct scripted *x, gsl_rng *rng)
{
    static const enum fault_kind kinds[] = {FAULT_SLOT_DRAIN, FAULT_SLOT_BACK};
    ticks now = 1 + (ticks)gsl_rng_uniform_int(rng, 15);
    scripted_slot(x, now, FAULT_SLOT_ADD, STAGE_MAP, 5);
    for (size_t i = 0; i < 2; i++) {
        now += (ticks)gsl_rng_uniform_int(rng, 30);
        for (int32_t slot = 0; slot < 7; slot++) {
            now += (ticks)gsl_rng_uniform_int(rng, 4);
            scripted_slot(x, now, kinds[i], slot < 5 ? STAGE_MAP : STAGE_REDUCE, slot < 5 ? slot : slot - 5);
        }
    }
}

/* Maintenance breaks no promise: without other faults no job is flagged, and every accepted job is
 * in time. */
static void drains_flag_nobody(void **state)
{
    (void)state;
    static const enum rtmr_feedback feedbacks[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};
    int64_t kept = 0;
    int64_t drains = 0;
    int64_t refused = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        for (size_t f = 0; f < 6; f++) {
            gsl_rng *rng = random_stream_open(seed, STREAM_SIZES);
            struct sim s;
            struct scripted x = {0};
            random_workload(&s, rng, f < 3 ? 0 : 3);
            random_changes(&x, rng);
            gsl_rng_free(rng);
            scripted_use(&x, &s);
            s.options.seed = seed;
            s.scheduler_options.feedback = feedbacks[f % 3];
            s.scheduler_options.check = true;
            if (!sim_run(&s, &rtmr_scheduler)) {
                fail_msg("seed %d, run %d: %s", (int)seed, (int)f, s.error.text);
            }
            assert_int_equal(engine_statistics(s.engine).violations, 0);
            for (int32_t i = 0; i < JOBS; i++) {
                assert_true(!sim_outcome(&s, i)->accepted || sim_outcome(&s, i)->met);
                kept += sim_outcome(&s, i)->promised;
            }
            drains += engine_counts(s.engine).drains;
            refused += engine_counts(s.engine).drains_refused;
            sim_free(&s);
        }
    }
    print_message("%d kept, %d drains, %d refused\n", (int)kept, (int)drains, (int)refused);
    assert_true(kept > 1500);
    assert_true(refused > 100 && refused < drains - 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_draining_slot_takes_no_further_task),
        cmocka_unit_test(drained_slots_come_back),
        cmocka_unit_test(a_draining_slot_may_change_its_mind),
        cmocka_unit_test(drains_and_lost_nodes),
        cmocka_unit_test(slots_join),
        cmocka_unit_test(rtmr_uses_slots_that_join),
        cmocka_unit_test(what_a_slot_runs_fails),
        cmocka_unit_test(what_a_draining_slot_runs_fails),
        cmocka_unit_test(rtmr_refuses_what_would_break_a_promise),
        cmocka_unit_test(usable_slots_are_counted),
        cmocka_unit_test(drains_flag_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
