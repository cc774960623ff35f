/* SRT: the comparator against a transcript of the paper's algorithm, and what it changes on Fair
 * and on Capacity. */
#include "harness/schedulers/srt_order.h"
#include "harness/workload/random_stream.h"
#include "tests/unit/sim.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* Algorithm 1, line by line. */
static int as_printed(int f1, int p1, double t1, int f2, int p2, double t2)
{
    if (f1 == 0 && f2 != 0) {
        return 1;
    } else if (f1 != 0 && f2 == 0) {
        return -1;
    } else if (f1 == 0 && f2 == 0) {
        if (p1 > p2) {
            return 1;
        } else if (p1 < p2) {
            return -1;
        } else {
            return 0;
        }
    } else {
        if (p1 == 0 && p2 == 0) {
            if (f1 > f2) {
                return 1;
            } else if (f1 < f2) {
                return -1;
            } else {
                return 0;
            }
        }
        double remaining1 = t1 / f1 * p1;
        double remaining2 = t2 / f2 * p2;
        if (remaining1 > remaining2) {
            return 1;
        } else if (remaining1 < remaining2) {
            return -1;
        } else {
            return 0;
        }
    }
}

static struct scheduler_job job_with(int32_t finished, int32_t pending, ticks arrival)
{
    return (struct scheduler_job){.arrival = arrival, .finished = {finished, 0}, .waiting = {pending, 0}};
}

static void the_comparator_is_the_printed_one(void **state)
{
    (void)state;
    /* The paper's example: 4 minutes, 2 finished, 1 pending: 2 minutes are left. */
    struct scheduler_job example = job_with(2, 1, 0);
    struct scheduler_job shorter = job_with(4, 1, 0); /* 1 minute */
    struct scheduler_job longer = job_with(2, 2, 0);  /* 4 minutes */
    assert_int_equal(srt_compare(&example, &shorter, 240000), 1);
    assert_int_equal(srt_compare(&example, &longer, 240000), -1);

    gsl_rng *rng = random_stream_open(3, STREAM_SIZES);
    for (int round = 0; round < 50000; round++) {
        struct scheduler_job j[3];
        for (int i = 0; i < 3; i++) {
            j[i] = job_with((int32_t)gsl_rng_uniform_int(rng, 4), (int32_t)gsl_rng_uniform_int(rng, 4),
                            (ticks)gsl_rng_uniform_int(rng, 3));
        }
        ticks now = 5;
        int ab = srt_compare(&j[0], &j[1], now);
        assert_int_equal(ab, as_printed(j[0].finished[0], j[0].waiting[0], (double)(now - j[0].arrival),
                                        j[1].finished[0], j[1].waiting[0], (double)(now - j[1].arrival)));
        assert_int_equal(ab, -srt_compare(&j[1], &j[0], now));
        int bc = srt_compare(&j[1], &j[2], now);
        int ac = srt_compare(&j[0], &j[2], now);
        assert_true(ab > 0 || bc > 0 || ac <= 0);   /* an order, */
        assert_true(ab != 0 || bc != 0 || ac == 0); /* ties included */
    }
    gsl_rng_free(rng);
}

/* The only reduce slot becomes idle at 20: then the large job's maps are far from done, and the
 * small one's is. (Capacity and Fair 0.20 serve the large one's maps first here: they need more
 * slots to come to the small one's. Then neither job has a map pending, and the fewer finished ones
 * count.) */
static void run_large_and_small(struct sim *s, const struct scheduler_class *scheduler, enum hadoop_version version)
{
    bool fair = scheduler == &fair_scheduler || scheduler == &srt_fair_scheduler;
    sim_init(s, fair && version == HADOOP_0_21 ? 4 : 9, 1);
    s->options.slowstart = 0;
    s->scheduler_options.hadoop = version;
    sim_job_of(s, "", "", 0, "", "20");
    sim_job_of(s, "", "", 1, "10 10 500 500 500 500 500 500", "5 5");
    sim_job_of(s, "", "", 1, "10", "100");
    assert_true(sim_run(s, scheduler));
}

static void a_small_job_gets_its_reduce(void **state)
{
    (void)state;
    static const struct scheduler_class *const plain[] = {&fair_scheduler, &capacity_scheduler};
    static const struct scheduler_class *const srt[] = {&srt_fair_scheduler, &srt_capacity_scheduler};
    for (int i = 0; i < 2; i++) {
        for (enum hadoop_version version = HADOOP_0_21; version <= HADOOP_0_20; version++) {
            struct sim s;
            run_large_and_small(&s, plain[i], version);
            /* The large job takes the slot, and keeps it until its maps are done. */
            assert_int_equal(sim_task(&s, 1, STAGE_REDUCE, 0)->start, 20);
            assert_true(sim_task(&s, 2, STAGE_REDUCE, 0)->start > 500);
            sim_free(&s);

            run_large_and_small(&s, srt[i], version);
            assert_int_equal(sim_task(&s, 2, STAGE_REDUCE, 0)->start, 20);
            assert_int_equal(sim_task(&s, 1, STAGE_REDUCE, 0)->start, 120);
            sim_free(&s);
        }
    }
}

static void maps_are_scheduled_as_before(void **state)
{
    (void)state;
    static const struct scheduler_class *const plain[] = {&fair_scheduler, &capacity_scheduler};
    static const struct scheduler_class *const srt[] = {&srt_fair_scheduler, &srt_capacity_scheduler};
    for (int i = 0; i < 2; i++) {
        struct sim a;
        struct sim b;
        run_large_and_small(&a, plain[i], HADOOP_0_21);
        run_large_and_small(&b, srt[i], HADOOP_0_21);
        for (int32_t task = 0; task < 8; task++) {
            assert_int_equal(sim_task(&a, 1, STAGE_MAP, task)->start, sim_task(&b, 1, STAGE_MAP, task)->start);
        }
        assert_int_equal(sim_task(&a, 2, STAGE_MAP, 0)->start, sim_task(&b, 2, STAGE_MAP, 0)->start);
        sim_free(&a);
        sim_free(&b);
    }
}

static void pools_come_before_jobs(void **state)
{
    (void)state;
    /* Reduces are ready from the start. Pool a holds a reduce slot at 1, b none: b's job comes
     * first although a's has nothing pending. */
    struct sim s;
    sim_init(&s, 3, 2);
    s.options.slowstart = 0;
    sim_job_of(&s, "", "a", 0, "", "50 50 50");
    sim_job_of(&s, "", "b", 0, "10 10 10 10", "50");
    assert_true(sim_run(&s, &srt_fair_scheduler));
    assert_int_equal(sim_starts(&s, 0, STAGE_REDUCE, 0), 1);
    assert_int_equal(sim_starts(&s, 1, STAGE_REDUCE, 0), 1);
    sim_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_comparator_is_the_printed_one),
        cmocka_unit_test(a_small_job_gets_its_reduce),
        cmocka_unit_test(maps_are_scheduled_as_before),
        cmocka_unit_test(pools_come_before_jobs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
