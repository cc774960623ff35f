/* Speculative duplicates: when there is one, which attempt counts, what becomes of the other. */
#include "harness/engine/audit.h"
#include "harness/engine/heartbeat.h"
#include "tests/unit/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* One node of speed 1 and a slower one, a slot of each stage on both. */
static void fast_and(struct sim *s, int32_t speed, ticks heartbeat)
{
    cluster_free(&s->cluster);
    cluster_init(&s->cluster, "fast and slow");
    assert_true(cluster_add(&s->cluster, 1, (struct cluster_node){.slots = {1, 1}, .speed = {1000, 1000}}));
    assert_true(cluster_add(&s->cluster, 1, (struct cluster_node){.slots = {1, 1}, .speed = {speed, speed}}));
    s->cluster.heartbeat = heartbeat;
    s->options.speculation = true;
}

static void fast_and_slow(struct sim *s, ticks heartbeat)
{
    fast_and(s, 100, heartbeat);
}

static const struct task_run *killed_run(const struct sim *s)
{
    const struct task_run *found = NULL;
    for (int32_t i = 0; i < s->run_count; i++) {
        if (s->runs[i].killed) {
            assert_null(found);
            found = &s->runs[i];
        }
    }
    return found;
}

static void a_task_that_falls_behind_runs_twice(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    fast_and_slow(&s, 0);
    sim_job(&s, 0, INT64_MAX, 1, "100000 100000", 1, "");
    assert_true(sim_run(&s, &fifo_scheduler));
    /* At 100 s one map is done and the other a tenth: average 0.55, 0.45 behind it. */
    const struct task_run *second = sim_task(&s, 0, STAGE_MAP, 1);
    assert_int_equal(second->start, 100000);
    assert_int_equal(second->slot, 0);
    assert_int_equal(second->attempt, 1);
    assert_int_equal(sim_outcome(&s, 0)->finish, 200000);
    const struct task_run *killed = killed_run(&s);
    assert_non_null(killed);
    assert_int_equal(killed->task, 1);
    assert_int_equal(killed->slot, 1);
    assert_int_equal(killed->end, 200000);
    assert_int_equal(killed->noticed, 200000);
    assert_int_equal(engine_counts(s.engine).duplicates, 1);
    assert_int_equal(sim_outcome(&s, 0)->slot_time[STAGE_MAP], 200000); /* what was killed is no work */
    sim_free(&s);
}

static void the_first_attempt_may_win(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    fast_and_slow(&s, 0);
    fast_and(&s, 500, 0);
    sim_job(&s, 0, INT64_MAX, 1, "60000 52000", 1, "");
    assert_true(sim_run(&s, &fifo_scheduler));
    /* At 60 s the second map (104 s on the slow node) is at 0.577, the average at 0.788: the
     * duplicate would need until 112 s. */
    const struct task_run *killed = killed_run(&s);
    assert_non_null(killed);
    assert_int_equal(killed->start, 60000);
    assert_int_equal(killed->slot, 0);
    assert_int_equal(killed->end, 104000);
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 1)->attempt, 0);
    assert_int_equal(sim_outcome(&s, 0)->finish, 104000);
    sim_free(&s);

    sim_init(&s, 1, 1);
    fast_and_slow(&s, 0);
    sim_job(&s, 0, INT64_MAX, 1, "65000 9000", 1, "");
    assert_true(sim_run(&s, &fifo_scheduler));
    /* At 65 s the second one is at 0.72 and the average at 0.86: not far enough behind, and never
     * again. */
    assert_int_equal(engine_counts(s.engine).duplicates, 0);
    assert_int_equal(sim_outcome(&s, 0)->finish, 90000);
    sim_free(&s);
}

static void nobody_is_behind_before_a_minute(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    fast_and_slow(&s, 0);
    sim_job(&s, 0, INT64_MAX, 1, "10000 10000", 1, "");
    assert_true(sim_run(&s, &fifo_scheduler));
    /* Looked at every second: at 60 s it is at 0.6, the average at 0.8. */
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 1)->start, 60000);
    assert_int_equal(sim_outcome(&s, 0)->finish, 70000);
    sim_free(&s);

    sim_init(&s, 1, 1);
    fast_and_slow(&s, 0);
    s.options.speculation = false;
    sim_job(&s, 0, INT64_MAX, 1, "10000 10000", 1, "");
    assert_true(sim_run(&s, &fifo_scheduler));
    assert_int_equal(sim_outcome(&s, 0)->finish, 100000);
    sim_free(&s);
}

static void reduces_are_duplicated_too(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    fast_and_slow(&s, 0);
    sim_job(&s, 0, INT64_MAX, 1, "", 1, "100000 100000");
    assert_true(sim_run(&s, &fifo_scheduler));
    /* At 100 s: 1 and (1 + 2 * 0.1) / 3 = 0.4; average 0.7. */
    assert_int_equal(sim_task(&s, 0, STAGE_REDUCE, 1)->start, 100000);
    assert_int_equal(sim_outcome(&s, 0)->finish, 200000);
    sim_free(&s);
}

static void heartbeats_bring_the_kill(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct sim s;
        sim_init(&s, 1, 1);
        fast_and_slow(&s, 3000);
        s.options.seed = seed;
        sim_job(&s, 0, INT64_MAX, 1, "100000 100000", 1, "");
        sim_job(&s, 300000, INT64_MAX, 1, "1000 1000", 1, "1000"); /* the slot is usable again */
        assert_true(sim_run(&s, &fifo_scheduler));
        struct heartbeats h;
        heartbeats_init(&h, 3000, 2, seed);
        const struct task_run *killed = killed_run(&s);
        assert_non_null(killed);
        const struct task_run *winner = sim_task(&s, 0, STAGE_MAP, killed->task);
        assert_int_equal(killed->node, 1);
        assert_int_equal(killed->noticed, heartbeats_notice(&h, 1, winner->noticed));
        assert_int_equal(killed->end, killed->noticed);
        assert_int_equal(sim_outcome(&s, 0)->finish, winner->noticed);
        assert_true(sim_outcome(&s, 1)->finish < 340000);
        heartbeats_free(&h);
        sim_free(&s);
    }
}

/* Failures of one or both attempts: every task is done in the end, exactly once (the audit
 * watches). */
static void attempts_may_fail(void **state)
{
    (void)state;
    int64_t duplicates = 0;
    int64_t failures = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        for (ticks heartbeat = 0; heartbeat <= 3000; heartbeat += 3000) {
            struct sim s;
            sim_init(&s, 1, 1);
            fast_and_slow(&s, heartbeat);
            s.options.seed = seed;
            s.options.slowstart = 300;
            s.options.faults.failure_rate = 0.4;
            sim_job(&s, 0, INT64_MAX, 1, "100000 90000 40000", 1, "70000 60000");
            sim_job(&s, 1000, INT64_MAX, 1, "30000 90000", 1, "20000");
            if (!sim_run(&s, &fifo_scheduler)) {
                fail_msg("seed %d: %s", (int)seed, s.error.text);
            }
            int32_t done = 0;
            int32_t failed = 0;
            for (int32_t i = 0; i < s.run_count; i++) {
                done += !s.runs[i].failed && !s.runs[i].killed;
                failed += s.runs[i].failed;
                assert_false(s.runs[i].failed && s.runs[i].killed);
            }
            assert_int_equal(done, 8);
            assert_int_equal(failed, sim_outcome(&s, 0)->failed_attempts + sim_outcome(&s, 1)->failed_attempts);
            assert_int_equal(engine_job(s.engine, 0)->occupied[STAGE_MAP], 0);
            assert_int_equal(engine_job(s.engine, 1)->occupied[STAGE_REDUCE], 0);
            duplicates += engine_counts(s.engine).duplicates;
            failures += failed;
            sim_free(&s);
        }
    }
    assert_true(duplicates > 100 && failures > 100);
}

/* --- The ledger ------------------------------------------------------------------------------- */

static struct task_run map_run(int32_t task, int32_t slot, ticks end)
{
    return (struct task_run){.stage = STAGE_MAP, .task = task, .slot = slot, .end = end, .noticed = end};
}

static void expect_broken(struct sim *s, bool result, const char *text)
{
    assert_false(result);
    assert_non_null(strstr(s->error.text, text));
    s->error = (struct run_error){0};
}

static void the_ledger_knows_second_attempts(void **state)
{
    (void)state;
    static const int32_t slots[STAGES] = {3, 1};
    struct sim s;
    sim_init(&s, 3, 1);
    sim_job(&s, 0, 100, 3, "3 3", 2, "");
    struct audit *audit = audit_new(&s.workload, slots, SLOWSTART_BARRIER, true, &s.error);
    assert_true(audit_arrival(audit, 0, 0, true));
    assert_true(audit_start(audit, 0, 0, STAGE_MAP, 0, 0));
    expect_broken(&s, audit_start(audit, 0, 0, STAGE_MAP, 0, 1), "started already"); /* task 1 waits */
    assert_true(audit_start(audit, 0, 0, STAGE_MAP, 1, 1));
    assert_true(audit_start(audit, 1, 0, STAGE_MAP, 0, 2));
    struct task_run killed = map_run(0, 2, 2);
    killed.start = killed.work_start = 1;
    killed.killed = true;
    expect_broken(&s, audit_task_end(audit, 2, &killed), "killed although no other attempt had finished");
    struct task_run first = map_run(0, 0, 2);
    assert_true(audit_task_end(audit, 2, &first));
    struct task_run again = killed;
    again.killed = false;
    expect_broken(&s, audit_task_end(audit, 2, &again), "it was done already");
    struct task_run last = map_run(1, 1, 3);
    assert_true(audit_task_end(audit, 3, &last));
    assert_true(audit_job_finished(audit, 3, 0, false));
    expect_broken(&s, audit_end(audit), "it still holds a slot");
    killed.end = killed.noticed = 3;
    assert_true(audit_task_end(audit, 3, &killed));
    assert_true(audit_end(audit));
    audit_free(audit);
    sim_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_task_that_falls_behind_runs_twice), cmocka_unit_test(the_first_attempt_may_win),
        cmocka_unit_test(nobody_is_behind_before_a_minute),    cmocka_unit_test(reduces_are_duplicated_too),
        cmocka_unit_test(heartbeats_bring_the_kill),           cmocka_unit_test(attempts_may_fail),
        cmocka_unit_test(the_ledger_knows_second_attempts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
