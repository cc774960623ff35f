/* Nodes and slots that are lost, come back and are slow; tasks that a script disturbs; and what
 * RTMR makes of it. */
#include "harness/engine/outages.h"

#include "harness/workload/random_stream.h"
#include "tests/unit/fault_fixture.h"
#include "tests/unit/sim.h"

#include <gsl/gsl_rng.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void a_lost_slot_loses_its_task(void **state)
{
    (void)state;
    struct sim s;
    struct scripted x = {0};
    sim_init(&s, 2, 1);
    sim_job(&s, 0, NO_DEADLINE, 10, "10 10 3", 5, "5");
    scripted_slot(&x, 4, FAULT_SLOT_LOST, STAGE_MAP, 1);
    scripted_slot(&x, 12, FAULT_SLOT_BACK, STAGE_MAP, 1);
    scripted_use(&x, &s);
    assert_true(sim_run(&s, &edf_scheduler));
    scripted_expect(&s, 0, 0, 0, 10, false);
    scripted_expect(&s, 1, 0, 0, 4, true);
    scripted_expect(&s, 1, 1, 10, 20, false); /* failed ones first, on slot 0 */
    scripted_expect(&s, 2, 0, 12, 15, false); /* on slot 1, as soon as it is back */
    assert_int_equal(scripted_attempt(&s, STAGE_REDUCE, 0, 0)->start, 20);
    assert_int_equal(sim_outcome(&s, 0)->finish, 25);
    assert_int_equal(sim_outcome(&s, 0)->failed_attempts, 1);
    assert_int_equal(sim_outcome(&s, 0)->lost_time, 4);
    sim_free(&s);
}

static void what_ends_in_the_instant_of_the_loss_has_ended(void **state)
{
    (void)state;
    struct sim s;
    struct scripted x = {0};
    sim_init(&s, 1, 1);
    sim_job(&s, 0, NO_DEADLINE, 10, "10 1", 1, "");
    scripted_slot(&x, 10, FAULT_SLOT_LOST, STAGE_MAP, 0);
    scripted_slot(&x, 30, FAULT_SLOT_BACK, STAGE_MAP, 0);
    scripted_use(&x, &s);
    assert_true(sim_run(&s, &edf_scheduler));
    scripted_expect(&s, 0, 0, 0, 10, false);
    scripted_expect(&s, 1, 0, 30, 31, false);
    sim_free(&s);
}

static void a_node_takes_all_its_slots_along(void **state)
{
    (void)state;
    struct sim s;
    struct scripted x = {0};
    sim_init(&s, 1, 1);
    sim_nodes(&s, 0, 2, 2, 1);
    sim_job(&s, 0, NO_DEADLINE, 10, "10 10 10 10", 5, "5 5");
    scripted_node(&x, 3, FAULT_NODE_LOST, 1);
    scripted_node(&x, 6, FAULT_NODE_BACK, 1);
    scripted_use(&x, &s);
    assert_true(sim_run(&s, &edf_scheduler));
    scripted_expect(&s, 2, 0, 0, 3, true);
    scripted_expect(&s, 3, 0, 0, 3, true);
    scripted_expect(&s, 2, 1, 6, 16, false);
    scripted_expect(&s, 3, 1, 6, 16, false);
    assert_int_equal(sim_outcome(&s, 0)->finish, 21);
    assert_int_equal(sim_outcome(&s, 0)->lost_time, 6);
    sim_free(&s);
}

static void a_slot_needs_every_reason_gone(void **state)
{
    (void)state;
    struct sim s;
    struct scripted x = {0};
    sim_init(&s, 1, 1);
    sim_nodes(&s, 0, 1, 1, 1);
    sim_job(&s, 5, NO_DEADLINE, 10, "10", 5, "");
    scripted_node(&x, 1, FAULT_NODE_LOST, 0);
    scripted_slot(&x, 2, FAULT_SLOT_LOST, STAGE_MAP, 0);
    scripted_node(&x, 7, FAULT_NODE_BACK, 0);
    scripted_slot(&x, 9, FAULT_SLOT_BACK, STAGE_MAP, 0);
    scripted_use(&x, &s);
    assert_true(sim_run(&s, &edf_scheduler));
    scripted_expect(&s, 0, 0, 9, 19, false);
    sim_free(&s);
}

/* Heartbeat mode: the slots of a node queue up; one is taken out of the middle and comes back at
 * the end. */
static void reports_go_on_without_the_lost_slots(void **state)
{
    (void)state;
    struct sim s;
    struct scripted x = {0};
    sim_init(&s, 1, 1);
    sim_nodes(&s, 10, 1, 3, 1);
    sim_job(&s, 20, NO_DEADLINE, 10, "100 100 100", 5, "");
    scripted_slot(&x, 1, FAULT_SLOT_LOST, STAGE_MAP, 1);
    scripted_slot(&x, 2, FAULT_SLOT_LOST, STAGE_MAP, 2);
    scripted_slot(&x, 3, FAULT_SLOT_BACK, STAGE_MAP, 2);
    scripted_slot(&x, 55, FAULT_SLOT_BACK, STAGE_MAP, 1);
    scripted_use(&x, &s);
    assert_true(sim_run(&s, &edf_scheduler));
    assert_int_equal(scripted_attempt(&s, STAGE_MAP, 0, 0)->slot, 0);
    assert_int_equal(scripted_attempt(&s, STAGE_MAP, 1, 0)->slot, 2);
    assert_int_equal(scripted_attempt(&s, STAGE_MAP, 2, 0)->slot, 1);
    assert_true(scripted_attempt(&s, STAGE_MAP, 1, 0)->start < 30);
    assert_true(scripted_attempt(&s, STAGE_MAP, 2, 0)->start >= 55 &&
                scripted_attempt(&s, STAGE_MAP, 2, 0)->start < 65);
    sim_free(&s);
}

/* An early reduce that waits for maps holds a slot and has no end yet. */
static void a_waiting_reduce_can_be_lost(void **state)
{
    (void)state;
    struct sim s;
    struct scripted x = {0};
    sim_init(&s, 1, 1);
    s.options.slowstart = 0;
    sim_job(&s, 0, NO_DEADLINE, 10, "10", 5, "5");
    scripted_slot(&x, 4, FAULT_SLOT_LOST, STAGE_REDUCE, 0);
    scripted_slot(&x, 6, FAULT_SLOT_BACK, STAGE_REDUCE, 0);
    scripted_use(&x, &s);
    assert_true(sim_run(&s, &edf_scheduler));
    assert_true(scripted_attempt(&s, STAGE_REDUCE, 0, 0)->lost);
    assert_int_equal(scripted_attempt(&s, STAGE_REDUCE, 0, 1)->start, 6);
    assert_int_equal(sim_outcome(&s, 0)->finish, 15);
    sim_free(&s);
}

static void work_that_begins_on_a_slow_node_takes_longer(void **state)
{
    (void)state;
    struct sim s;
    struct scripted x = {0};
    sim_init(&s, 1, 1);
    sim_job(&s, 0, NO_DEADLINE, 10, "4 3 2", 5, "");
    scripted_slow(&x, 2, 0, 1.5);
    scripted_slow(&x, 9, 0, 1.0);
    scripted_use(&x, &s);
    assert_true(sim_run(&s, &edf_scheduler));
    scripted_expect(&s, 0, 0, 0, 4, false); /* had begun */
    scripted_expect(&s, 1, 0, 4, 9, false); /* ceil(3 x 1.5) */
    scripted_expect(&s, 2, 0, 9, 11, false);
    sim_free(&s);
}

static void tasks_follow_the_script(void **state)
{
    (void)state;
    struct sim s;
    struct scripted x = {0};
    sim_init(&s, 1, 1);
    sim_job(&s, 0, NO_DEADLINE, 10, "4 4 4", 5, "");
    scripted_map(&x, 0, FAULT_TASK_FAILS, 0, 0.5);
    scripted_map(&x, 0, FAULT_TASK_OVERRUNS, 1, 2.0);
    scripted_map(&x, 100, FAULT_TASK_OVERRUNS, 2, 2.0); /* too late to matter */
    scripted_use(&x, &s);
    assert_true(sim_run(&s, &edf_scheduler));
    assert_true(scripted_attempt(&s, STAGE_MAP, 0, 0)->failed);
    assert_false(scripted_attempt(&s, STAGE_MAP, 0, 0)->lost);
    assert_int_equal(scripted_attempt(&s, STAGE_MAP, 0, 0)->end, 2);
    scripted_expect(&s, 0, 1, 2, 6, false);
    scripted_expect(&s, 1, 0, 6, 14, false);
    scripted_expect(&s, 2, 0, 14, 18, false);
    sim_free(&s);
}

static void losses_depend_on_seed_and_node_only(void **state)
{
    (void)state;
    struct fault_options rates = fault_options_none();
    rates.node_mtbf = 1000;
    rates.node_mttr = 100;
    struct outages *three = outages_new(&rates, 3, 0, 7);
    struct outages *five = outages_new(&rates, 5, 0, 7);
    struct outages *other = outages_new(&rates, 3, 0, 8);
    bool lost[3] = {false};
    double up = 0.0;
    ticks last = 0;
    bool same = true;
    for (int32_t i = 0; i < 3000; i++) {
        struct outage outage = outages_take(three);
        assert_true(outage.at >= last);
        assert_int_equal(outage.kind, lost[outage.node] ? FAULT_NODE_BACK : FAULT_NODE_LOST);
        lost[outage.node] = !lost[outage.node];
        up += (double)(outage.at - last) * (3 - lost[0] - lost[1] - lost[2] + (lost[outage.node] ? 1 : -1));
        last = outage.at;
        struct outage again = outages_take(five);
        while (again.node >= 3) {
            again = outages_take(five);
        }
        assert_int_equal(again.at, outage.at);
        assert_int_equal(again.node, outage.node);
        same = same && outages_take(other).at == outage.at;
    }
    assert_false(same);
    assert_true(up / 1500.0 > 900.0 && up / 1500.0 < 1100.0); /* 1500 losses, 1000 ticks apart on average */
    outages_free(three);
    outages_free(five);
    outages_free(other);
}

static void some_nodes_are_slow(void **state)
{
    (void)state;
    struct fault_options rates = fault_options_none();
    rates.slow_rate = 0.25;
    rates.slow_factor = 3.0;
    struct outages *o = outages_new(&rates, 4000, 0, 1);
    int32_t slow = 0;
    for (int32_t node = 0; node < 4000; node++) {
        double slowness = outages_slowness(o, node);
        assert_true(slowness == 1.0 || slowness == 3.0);
        slow += slowness > 1.0;
    }
    assert_true(slow > 900 && slow < 1100);
    assert_int_equal(outages_next(o), INT64_MAX);
    outages_free(o);
}

static void a_node_that_is_never_there_long_enough_ends_the_run(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    s.options.task_observer = NULL;
    s.options.faults.node_mtbf = 10;
    s.options.faults.node_mttr = 10;
    sim_job(&s, 0, NO_DEADLINE, 10, "100000", 1, "");
    assert_false(sim_run(&s, &edf_scheduler));
    assert_string_equal(s.error.text, "job 'j0': a task was started 10000 times and never finished");
    sim_free(&s);
}

/* --- Promises --------------------------------------------------------------------------------- */

static bool always(const void *self, const struct scheduler_job *job)
{
    (void)self;
    (void)job;
    return true;
}

static void a_broken_promise_stops_the_run(void **state)
{
    (void)state;
    struct scheduler_class boaster = edf_scheduler;
    boaster.promises = always;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_job(&s, 0, 10, 10, "10", 1, ""); /* in time, to the tick */
    sim_job(&s, 0, 12, 3, "3", 1, "");
    assert_false(sim_run(&s, &boaster));
    assert_true(sim_outcome(&s, 0)->promised);
    assert_string_equal(s.error.text, "conservation check broken at 13: job 'j1': it is late though the scheduler "
                                      "never took its promise back");
    sim_free(&s);
}

/* j0 could have ended at 10, in time; its map is lost at 9 and runs again until 19. j1, which does
 * not need the slot, keeps its promise. */
static void rtmr_flags_who_is_reached(void **state)
{
    (void)state;
    struct sim s;
    struct scripted x = {0};
    sim_init(&s, 2, 1);
    sim_job(&s, 0, 12, 10, "10", 1, "");
    sim_job(&s, 0, 30, 20, "20", 1, "");
    scripted_slot(&x, 9, FAULT_SLOT_LOST, STAGE_MAP, 0);
    scripted_slot(&x, 9, FAULT_SLOT_BACK, STAGE_MAP, 0);
    scripted_use(&x, &s);
    s.scheduler_options.check = true;
    assert_true(sim_run(&s, &rtmr_scheduler));
    assert_int_equal(engine_statistics(s.engine).violations, 1);
    assert_int_equal(engine_statistics(s.engine).flagged_jobs, 1);
    assert_int_equal(sim_outcome(&s, 0)->finish, 19);
    assert_false(sim_outcome(&s, 0)->promised);
    assert_int_equal(sim_outcome(&s, 1)->finish, 20);
    assert_true(sim_outcome(&s, 1)->promised);
    sim_free(&s);
}

enum { MIXES = 7, SEEDS = 60, JOBS = 12 };

static void set_mix(struct fault_options *faults, int mix)
{
    if (mix == 0 || mix == 6) {
        faults->overrun_rate = 0.1;
        faults->overrun_factor = 4.0;
    }
    if (mix == 1 || mix == 6) {
        faults->failure_rate = 0.2;
    }
    if (mix == 2 || mix == 5 || mix == 6) {
        faults->node_mtbf = 150;
        faults->node_mttr = 20;
    }
    if (mix == 3 || mix == 5 || mix == 6) {
        faults->slow_rate = 0.3;
        faults->slow_factor = 1.5;
    }
    if (mix == 4) { /* all are gone at times */
        faults->node_mtbf = 30;
        faults->node_mttr = 30;
    }
}

static void random_tasks(gsl_rng *rng, ticks estimate, char *text)
{
    int32_t tasks = (int32_t)gsl_rng_uniform_int(rng, 5);
    text[0] = '\0';
    for (int32_t i = 0; i < tasks; i++) {
        snprintf(text + strlen(text), 8, "%d ", (int)(1 + gsl_rng_uniform_int(rng, (unsigned long)estimate)));
    }
}

/* The sums over all runs. */
struct seen {
    int32_t kept, flagged, flagged_late;
};

/* Three nodes, twelve jobs. */
static void random_workload(struct sim *s, uint64_t seed, ticks heartbeat)
{
    gsl_rng *rng = random_stream_open(seed, STREAM_SIZES);
    sim_init(s, 1, 1);
    sim_nodes(s, heartbeat, 3, 2, 1);
    s->options.seed = seed;
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
    gsl_rng_free(rng);
}

static void run_mix(uint64_t seed, int mix, enum rtmr_feedback feedback, ticks heartbeat, struct seen *seen)
{
    struct sim s;
    random_workload(&s, seed, heartbeat);
    set_mix(&s.options.faults, mix);
    s.scheduler_options.feedback = feedback;
    s.scheduler_options.check = true;
    if (!sim_run(&s, &rtmr_scheduler)) {
        fail_msg("seed %d, mix %d, feedback %d, heartbeat %d: %s", (int)seed, mix, (int)feedback, (int)heartbeat,
                 s.error.text);
    }
    for (int32_t i = 0; i < JOBS; i++) {
        const struct job_outcome *outcome = sim_outcome(&s, i);
        assert_true(!outcome->accepted || outcome->finished);
        assert_true(!outcome->promised || outcome->met);
        seen->kept += outcome->promised;
        seen->flagged += outcome->accepted && !outcome->promised;
        seen->flagged_late += outcome->accepted && !outcome->met;
    }
    sim_free(&s);
}

/* Under any mix of faults no job is late whose promise RTMR has not taken back, and most keep
 * theirs. */
static void no_unflagged_job_is_late(void **state)
{
    (void)state;
    static const ticks heartbeats[] = {0, 3};
    static const enum rtmr_feedback feedbacks[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};
    for (int mix = 0; mix < MIXES; mix++) {
        struct seen seen = {0};
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            for (size_t f = 0; f < 3; f++) {
                for (size_t h = 0; h < 2; h++) {
                    run_mix(seed, mix, feedbacks[f], heartbeats[h], &seen);
                }
            }
        }
        print_message("mix %d: %d kept, %d flagged, %d of these late\n", mix, (int)seen.kept, (int)seen.flagged,
                      (int)seen.flagged_late);
        assert_true(seen.kept > 500);
        assert_true(seen.flagged > 20);
        assert_true(seen.flagged_late > 10);
    }
}

/* Without faults, RTMR without its reaction does what RTMR does. */
static void unaware_differs_by_the_reaction_only(void **state)
{
    (void)state;
    int32_t rejected = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct sim s;
        struct sim unaware;
        bool accepted[JOBS];
        random_workload(&s, seed, seed % 2 == 0 ? 3 : 0);
        random_workload(&unaware, seed, seed % 2 == 0 ? 3 : 0);
        assert_true(sim_run(&s, &rtmr_scheduler));
        for (int32_t i = 0; i < JOBS; i++) {
            accepted[i] = sim_outcome(&s, i)->accepted;
            rejected += !accepted[i];
        }
        unaware.scheduler_options.accepted = accepted;
        assert_true(sim_run(&unaware, &rtmr_unaware_scheduler));
        assert_int_equal(s.run_count, unaware.run_count);
        for (int32_t i = 0; i < s.run_count; i++) {
            assert_int_equal(s.runs[i].job, unaware.runs[i].job);
            assert_int_equal(s.runs[i].start, unaware.runs[i].start);
            assert_int_equal(s.runs[i].slot, unaware.runs[i].slot);
        }
        sim_free(&s);
        sim_free(&unaware);
    }
    assert_true(rejected > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unaware_differs_by_the_reaction_only),
        cmocka_unit_test(a_lost_slot_loses_its_task),
        cmocka_unit_test(what_ends_in_the_instant_of_the_loss_has_ended),
        cmocka_unit_test(a_node_takes_all_its_slots_along),
        cmocka_unit_test(a_slot_needs_every_reason_gone),
        cmocka_unit_test(reports_go_on_without_the_lost_slots),
        cmocka_unit_test(a_waiting_reduce_can_be_lost),
        cmocka_unit_test(work_that_begins_on_a_slow_node_takes_longer),
        cmocka_unit_test(tasks_follow_the_script),
        cmocka_unit_test(losses_depend_on_seed_and_node_only),
        cmocka_unit_test(some_nodes_are_slow),
        cmocka_unit_test(a_node_that_is_never_there_long_enough_ends_the_run),
        cmocka_unit_test(a_broken_promise_stops_the_run),
        cmocka_unit_test(rtmr_flags_who_is_reached),
        cmocka_unit_test(no_unflagged_job_is_late),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
