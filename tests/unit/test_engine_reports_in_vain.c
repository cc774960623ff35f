/* Reports that cannot matter are passed over: a run costs what its events cost, and its results are
 * those of a run in which every report is made. */
#include "harness/engine/heartbeat.h"
#include "harness/schedulers/schedulers.h"
#include "harness/workload/alloc.h"
#include "harness/workload/random_stream.h"
#include "tests/unit/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define RUNS 100
#define LONG_TASK ((ticks)700000000000000000)

static int32_t below(gsl_rng *rng, int32_t n)
{
    return (int32_t)gsl_rng_uniform_int(rng, (unsigned long)n);
}

/* A stage of a few tasks, of which one may take very much longer than the others. */
static void random_stage(gsl_rng *rng, struct task_times *times, int32_t *tasks, int32_t most)
{
    *tasks = below(rng, most + 1);
    for (int32_t i = 0; i < *tasks; i++) {
        task_times_add(times, 1 + below(rng, below(rng, 4) == 0 ? 400000 : 20000), 1);
    }
}

static void random_jobs(struct sim *s, gsl_rng *rng)
{
    static const char *const users[] = {"ann", "bob"};
    ticks arrival = 0;
    for (int32_t i = 0; i < 6; i++) {
        arrival += below(rng, 3) == 0 ? 200000 : below(rng, 5000);
        struct job_spec *job = sim_job(s, arrival, arrival + 100000 + below(rng, 2000000), 20000, "", 20000, "");
        random_stage(rng, &job->map_times, &job->maps, 8);
        random_stage(rng, &job->reduce_times, &job->reduces, 4);
        const char *user = users[below(rng, 2)];
        free(job->user);
        job->user = alloc_text(user, strlen(user));
    }
}

static void random_set_up(struct sim *s, uint64_t seed)
{
    gsl_rng *rng = random_stream_open(seed, STREAM_SIZES);
    sim_init(s, 1, 1);
    random_jobs(s, rng);
    sim_nodes(s, below(rng, 4) == 0 ? 0 : 1 + below(rng, 5000), 4, 1 + below(rng, 2), 1 + below(rng, 2));
    s->cluster.nodes[2].rack = 1;
    s->cluster.nodes[3].speed[STAGE_MAP] = 150;
    s->options.seed = seed;
    s->options.slowstart = below(rng, 2) * 500;
    s->options.speculation = below(rng, 2) == 0;
    s->options.faults.slow_rate = 0.3;
    s->options.faults.slow_factor = 4.0;
    s->options.faults.failure_rate = below(rng, 2) * 0.1;
    s->options.faults.node_mtbf = below(rng, 3) == 0 ? 500000 : 0;
    s->options.faults.node_mttr = 20000;
    if (below(rng, 2) == 0) {
        s->options.locality.remote_factor = 3.0;
        s->scheduler_options.locality_delay = below(rng, 60000);
    }
    s->scheduler_options.hadoop = below(rng, 2) == 0 ? HADOOP_0_20 : HADOOP_0_21;
    gsl_rng_free(rng);
}

/* Before every instant: every report is made. */
static ticks every_report_stirs(const void *self)
{
    (void)self;
    return 0;
}

static bool same_run(const struct task_run *a, const struct task_run *b)
{
    return a->job == b->job && a->stage == b->stage && a->task == b->task && a->attempt == b->attempt &&
           a->slot == b->slot && a->start == b->start && a->end == b->end && a->noticed == b->noticed &&
           a->failed == b->failed && a->killed == b->killed;
}

static void results_are_those_of_all_reports(void **state)
{
    (void)state;
    int64_t passed_over = 0;
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        for (size_t i = 0; i < scheduler_count(); i++) {
            struct scheduler_class polled = *scheduler_at(i);
            struct sim all;
            struct sim few;
            polled.stirs_at = every_report_stirs;
            random_set_up(&all, seed);
            random_set_up(&few, seed);
            /* A renewal may extend a bound so far that polling is given up before. */
            all.scheduler_options.renew = OPTION_OFF;
            few.scheduler_options.renew = OPTION_OFF;
            bool good = sim_run(&all, &polled);
            if (sim_run(&few, scheduler_at(i)) != good || strcmp(all.error.text, few.error.text) != 0 ||
                all.run_count != few.run_count) {
                fail_msg("seed %d, %s: %d runs (%s), not %d (%s)", (int)seed, polled.name, (int)few.run_count,
                         few.error.text, (int)all.run_count, all.error.text);
            }
            for (int32_t r = 0; r < all.run_count; r++) {
                if (!same_run(&all.runs[r], &few.runs[r])) {
                    fail_msg("seed %d, %s: run %d differs", (int)seed, polled.name, (int)r);
                }
            }
            assert_int_equal(engine_statistics(all.engine).violations, engine_statistics(few.engine).violations);
            assert_int_equal(engine_statistics(all.engine).flagged_jobs, engine_statistics(few.engine).flagged_jobs);
            passed_over += engine_counts(all.engine).heartbeats - engine_counts(few.engine).heartbeats;
            sim_free(&all);
            sim_free(&few);
        }
    }
    assert_true(passed_over > 100000);
}

/* Serves its only job from an instant on, on one node only, and says so. */
#define CHANGES_AT 1000000
#define ONLY_NODE 1

struct late {
    const struct scheduler_setup *setup;
    const struct scheduler_job *job;
    ticks now;
};

static void *late_create(const struct scheduler_setup *setup)
{
    struct late *late = alloc_zeroed(1, sizeof *late);
    late->setup = setup;
    return late;
}

static void late_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    (void)verdict;
    struct late *late = self;
    late->job = job;
}

static void late_advance(void *self, ticks now)
{
    struct late *late = self;
    late->now = now;
}

static const struct scheduler_job *late_pick(void *self, enum stage stage, int32_t slot)
{
    const struct late *late = self;
    bool serves = late->now >= CHANGES_AT && late->setup->node_of[stage][slot] == ONLY_NODE;
    return serves && late->job->waiting[stage] > 0 ? late->job : NULL;
}

static ticks late_stirs_at(const void *self)
{
    const struct late *late = self;
    return late->now < CHANGES_AT ? CHANGES_AT : NO_INSTANT;
}

/* After it every node is asked again. */
static void nothing_is_passed_over_once_the_scheduler_stirs(void **state)
{
    (void)state;
    const struct scheduler_class late_class = {.name = "late",
                                               .summary = "",
                                               .create = late_create,
                                               .destroy = free,
                                               .job_arrives = late_arrives,
                                               .advance = late_advance,
                                               .pick = late_pick,
                                               .stirs_at = late_stirs_at};
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct sim s;
        sim_init(&s, 1, 1);
        sim_nodes(&s, 100, 3, 1, 1);
        s.options.seed = seed;
        sim_job(&s, 0, NO_DEADLINE, 1, "7", 1, "");
        assert_true(sim_run(&s, &late_class));
        struct heartbeats h;
        heartbeats_init(&h, 100, 3, seed);
        assert_int_equal(sim_task(&s, 0, STAGE_MAP, 0)->start, heartbeats_notice(&h, ONLY_NODE, CHANGES_AT));
        heartbeats_free(&h);
        assert_true(engine_counts(s.engine).heartbeats <= 2 * 3 + 1);
        sim_free(&s);
    }
}

/* Tasks that take longer than the world is old, while others wait: in one run for their stage, in
 * one for a slot. */
static void long_tasks_end(void **state)
{
    (void)state;
    for (size_t i = 0; i < scheduler_count(); i++) {
        for (int variant = 0; variant < 8; variant++) {
            struct sim s;
            sim_init(&s, 1, 1);
            sim_nodes(&s, variant & 1 ? 3000 : 0, 3, 1, 1);
            s.options.speculation = (variant & 2) != 0;
            s.scheduler_options.hadoop = variant & 4 ? HADOOP_0_20 : HADOOP_0_21;
            sim_job(&s, 0, LONG_TASK + 1000000, LONG_TASK, "700000000000000000 5 5 5", 5, "5 5");
            sim_job(&s, 10, LONG_TASK + 1000000, LONG_TASK, "7 7", 5, "5");
            if (!sim_run(&s, scheduler_at(i))) {
                fail_msg("%s, variant %d: %s", scheduler_at(i)->name, variant, s.error.text);
            }
            struct engine_counts counts = engine_counts(s.engine);
            assert_true(counts.heartbeats < 10 * 3 * REPORTS_IN_VAIN);
            assert_true(counts.decisions < 20 * 3 * REPORTS_IN_VAIN);
            sim_free(&s);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_those_of_all_reports),
        cmocka_unit_test(nothing_is_passed_over_once_the_scheduler_stirs),
        cmocka_unit_test(long_tasks_end),
    };
    return cmocka_run_group_tests_name("engine_reports_in_vain", tests, NULL, NULL);
}
