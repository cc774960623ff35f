/* The picture of a schedule: who has which slot when, at any scale. */
#include "harness/report/gantt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { JOBS_MOST = 70 };

/* Jobs of no importance but for their names, all accepted and finished; the runs are the test's. */
struct scene {
    struct job_spec jobs[JOBS_MOST];
    char names[JOBS_MOST][24];
    struct job_outcome outcomes[JOBS_MOST];
    struct workload workload;
    struct cluster cluster;
    struct task_log log;
};

static struct scene *scene_new(size_t jobs, int32_t map_slots, int32_t reduce_slots)
{
    struct scene *p = calloc(1, sizeof *p);
    assert_non_null(p);
    for (size_t i = 0; i < jobs; i++) {
        snprintf(p->names[i], sizeof p->names[i], "j%zu", i);
        p->jobs[i] = (struct job_spec){.name = p->names[i], .arrival = (ticks)i, .deadline = 100, .maps = 1, .row = i};
        p->outcomes[i] = (struct job_outcome){
            .arrived = true, .accepted = true, .finished = true, .met = true, .estimated_finish = 90, .finish = 80};
    }
    p->workload = (struct workload){.jobs = p->jobs, .count = jobs};
    assert_true(cluster_of_slots(&p->cluster, map_slots, reduce_slots));
    return p;
}

static void run(struct scene *p, int32_t job, enum stage stage, int32_t slot, ticks start, ticks noticed)
{
    struct task_run r = {.job = job, .stage = stage, .slot = slot, .start = start, .end = noticed, .noticed = noticed};
    task_log_observe(&p->log, &r);
}

/* The picture starts with these lines, or has them somewhere if they start with "...". */
static void assert_drawn(struct scene *p, int32_t columns, const char *expected)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    task_log_sort(&p->log);
    gantt_print(&p->log, &p->workload, &p->cluster, p->outcomes, columns, out);
    assert_int_equal(fclose(out), 0);
    if (strncmp(expected, "...", 3) == 0) {
        assert_non_null(strstr(text, expected + 3));
    } else {
        assert_memory_equal(text, expected, strlen(expected));
    }
    free(text);
}

static void scene_free(struct scene *p)
{
    task_log_free(&p->log);
    cluster_free(&p->cluster);
    free(p);
}

static void test_whole(void **state)
{
    (void)state;
    struct scene *p = scene_new(3, 2, 1);
    p->outcomes[1] = (struct job_outcome){.arrived = true, .estimated_finish = NO_INSTANT, .finish = NO_INSTANT};
    p->outcomes[2].met = false;
    p->jobs[2].deadline = NO_DEADLINE;
    run(p, 2, STAGE_REDUCE, 0, 8, 12);
    run(p, 2, STAGE_MAP, 1, 4, 8);
    run(p, 0, STAGE_MAP, 1, 0, 3);
    run(p, 0, STAGE_MAP, 0, 0, 5);
    assert_drawn(p, 20,
                 "One column is 1 ms.\n"
                 "\n"
                 "slot      0         10\n"
                 "          |---------|-\n"
                 "map 0     AAAAA.......\n"
                 "map 1     AAA.BBBB....\n"
                 "reduce 0  ........BBBB\n"
                 "\n"
                 "   job  maps  reduces  arrival  deadline  estimated  finish   outcome\n"
                 "A  j0      1        0        0       100         90      80       met\n"
                 "-  j1      1        0        1       100          -       -  rejected\n"
                 "B  j2      1        0        2         -         90      80    missed\n");
    scene_free(p);
}

/* 25 ticks on 10 columns: 3 ticks each, 9 columns. */
static void test_scale(void **state)
{
    (void)state;
    struct scene *p = scene_new(3, 1, 1);
    run(p, 0, STAGE_MAP, 0, 0, 2);
    run(p, 1, STAGE_MAP, 0, 2, 4);   /* a tick of column 0, a tick of column 1 */
    run(p, 2, STAGE_MAP, 0, 4, 5);   /* a tick as well: the earlier one is shown */
    run(p, 0, STAGE_MAP, 0, 13, 14); /* alone in its column, however short */
    run(p, 1, STAGE_MAP, 0, 20, 25);
    assert_drawn(p, 10, "One column is 3 ms.\n\nslot      0\n          |--------\nmap 0     AB..A.BBB\n");
    scene_free(p);
}

static void test_starts_with_the_first_arrival(void **state)
{
    (void)state;
    struct scene *p = scene_new(1, 1, 1);
    p->jobs[0].arrival = 100;
    run(p, 0, STAGE_REDUCE, 0, 110, 112);
    assert_drawn(p, 72,
                 "One column is 1 ms.\n\nslot      100       110\n          |---------|-\nmap 0     ............\n"
                 "reduce 0  ..........AA\n");
    scene_free(p);
}

/* Labels as long as a stretch between two of them take every second one. */
static void test_end_of_time(void **state)
{
    (void)state;
    struct scene *p = scene_new(1, 1, 1);
    p->jobs[0].arrival = ENGINE_TIME_MAX - 40;
    run(p, 0, STAGE_MAP, 0, ENGINE_TIME_MAX - 40, ENGINE_TIME_MAX);
    assert_drawn(p, 72,
                 "One column is 1 ms.\n\n"
                 "slot      1152921504606846936 1152921504606846956\n"
                 "          |-------------------|-------------------\n"
                 "map 0     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n");
    p->jobs[0].arrival = 0;
    run(p, 0, STAGE_REDUCE, 0, 0, ENGINE_TIME_MAX);
    assert_drawn(p, 10, "...\nreduce 0  AAAAAAAAAA\n");
    scene_free(p);
}

static void test_nothing_ran(void **state)
{
    (void)state;
    struct scene *p = scene_new(0, 1, 1);
    assert_drawn(p, 10,
                 "One column is 1 ms.\n\nslot      0\n          |\nmap 0     .\nreduce 0  .\n\n"
                 "  job  maps  reduces  arrival  deadline  estimated  finish  outcome\n");
    scene_free(p);
}

/* Accepted jobs take the symbols in turn. */
static void test_symbols(void **state)
{
    (void)state;
    struct scene *p = scene_new(JOBS_MOST, 1, 11);
    p->outcomes[0].accepted = false;
    for (int32_t job = 1; job < JOBS_MOST; job++) {
        run(p, job, STAGE_MAP, 0, job - 1, job);
    }
    assert_drawn(
        p, 72, "...\nmap 0      ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789ABCDEFG\nreduce 0   ...");
    assert_drawn(p, 72, "...\nreduce 10  ...");
    scene_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),
        cmocka_unit_test(test_scale),
        cmocka_unit_test(test_starts_with_the_first_arrival),
        cmocka_unit_test(test_end_of_time),
        cmocka_unit_test(test_nothing_ran),
        cmocka_unit_test(test_symbols),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
