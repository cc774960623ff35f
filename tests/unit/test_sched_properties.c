/*
 * What holds for every scheduler of Hadoop's papers on random workloads: it is work conserving, and
 * it survives whatever the engine offers (failures, duplicates, locality, heartbeats) under the
 * audit. Fair 0.20 catches up with many updates at once as if it made them one by one.
 */
#include "harness/schedulers/job_needs.h"
#include "harness/workload/random_stream.h"
#include "tests/unit/witness.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { JOBS = 12, RUNS = 40 };

static const struct scheduler_class *const all[] = {&fifo_scheduler,     &fair_scheduler,         &srt_fair_scheduler,
                                                    &capacity_scheduler, &srt_capacity_scheduler, &lsps_scheduler};
enum { SCHEDULERS = sizeof all / sizeof all[0] };

static struct pool_spec pools[] = {{.name = "p", .weight = 2.0, .least = {2, 1}},
                                   {.name = "q", .weight = 0.5, .fifo = true}};
static const struct pool_table pool_table = {.pools = pools, .count = 2};
static struct queue_spec queues[] = {{.name = "p", .capacity = 60.0, .user_limit = 40},
                                     {.name = "q", .capacity = 30.0, .user_limit = 100}};
static const struct queue_table queue_table = {.queues = queues, .count = 2};

static void random_durations(gsl_rng *rng, char *text, size_t size, int32_t most)
{
    size_t length = 0;
    text[0] = '\0';
    int32_t tasks = (int32_t)gsl_rng_uniform_int(rng, (unsigned long)most + 1);
    for (int32_t i = 0; i < tasks; i++) {
        length += (size_t)snprintf(text + length, size - length, "%d ", 1 + (int)gsl_rng_uniform_int(rng, 30));
    }
}

/* Jobs of two users in two pools and in none. */
static void random_jobs(struct sim *s, gsl_rng *rng)
{
    static const char *const users[] = {"ann", "bob"};
    static const char *const names[] = {"p", "q", ""};
    ticks arrival = 0;
    for (int32_t i = 0; i < JOBS; i++) {
        char maps[128];
        char reduces[128];
        random_durations(rng, maps, sizeof maps, 12);
        random_durations(rng, reduces, sizeof reduces, 5);
        arrival += (ticks)gsl_rng_uniform_int(rng, 25);
        sim_job_of(s, users[gsl_rng_uniform_int(rng, 2)], names[gsl_rng_uniform_int(rng, 3)], arrival, maps, reduces);
    }
}

static void set_options(struct sim *s, gsl_rng *rng)
{
    s->scheduler_options.hadoop = (enum hadoop_version)gsl_rng_uniform_int(rng, 2);
    s->scheduler_options.assign = (enum assign_multiple)gsl_rng_uniform_int(rng, 3);
    s->scheduler_options.pools = gsl_rng_uniform_int(rng, 2) ? &pool_table : NULL;
    s->scheduler_options.queues = gsl_rng_uniform_int(rng, 2) ? &queue_table : NULL;
    s->options.slowstart = (int32_t)gsl_rng_uniform_int(rng, 3) * 500;
}

/* Instant mode: at no instant is a slot idle while a task waits that may run. */
static void none_leaves_a_slot_idle(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        for (size_t i = 0; i < SCHEDULERS; i++) {
            gsl_rng *rng = random_stream_open(seed, STREAM_SIZES);
            struct sim s;
            sim_init(&s, 3, 2);
            random_jobs(&s, rng);
            set_options(&s, rng);
            assert_non_null(sim_engine(&s, all[i]));
            for (ticks now = 0; now < 1500; now++) {
                assert_true(engine_run_until(s.engine, now));
                for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
                    int32_t idle = stage == STAGE_MAP ? 3 : 2;
                    int32_t waiting = 0;
                    for (int32_t j = 0; j < JOBS; j++) {
                        const struct scheduler_job *job = engine_job(s.engine, j);
                        idle -= job->occupied[stage];
                        waiting +=
                            job->arrival <= now && (stage == STAGE_MAP || job->reduces_open) ? job->waiting[stage] : 0;
                    }
                    if (idle > 0 && waiting > 0) {
                        fail_msg("seed %d, %s: a slot is idle at %d", (int)seed, all[i]->name, (int)now);
                    }
                }
            }
            assert_true(engine_run(s.engine));
            sim_free(&s);
            gsl_rng_free(rng);
        }
    }
}

/* All tasks take `factor` times as long. */
static void stretch(struct job_spec *job, ticks factor)
{
    for (size_t run = 0; run < job->map_times.count; run++) {
        job->map_times.runs[run].duration *= factor;
    }
    for (size_t run = 0; run < job->reduce_times.count; run++) {
        job->reduce_times.runs[run].duration *= factor;
    }
}

/* Everything at once; the audit watches, and every job is finished. */
static void all_survive_everything(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        for (size_t i = 0; i < SCHEDULERS; i++) {
            gsl_rng *rng = random_stream_open(seed, STREAM_SIZES);
            struct sim s;
            sim_init(&s, 3, 2);
            random_jobs(&s, rng);
            for (size_t j = 0; j < s.workload.count; j++) { /* long enough for duplicates */
                stretch(&s.workload.jobs[j], 7000);
            }
            set_options(&s, rng);
            sim_nodes(&s, gsl_rng_uniform_int(rng, 2) ? 3000 : 0, 4, 2, 2);
            s.cluster.nodes[3].rack = 1;
            s.cluster.nodes[1].speed[STAGE_MAP] = 150;
            s.cluster.nodes[2].speed[STAGE_REDUCE] = 150;
            s.options.seed = seed;
            s.options.task_observer = NULL;
            s.options.speculation = true;
            s.options.faults.failure_rate = 0.1;
            s.options.faults.node_mtbf = seed % 2 == 0 ? 0 : 400000;
            s.options.faults.node_mttr = 60000;
            s.options.locality = (struct locality_options){.replication = 1, .rack_factor = 1.2, .remote_factor = 1.5};
            s.scheduler_options.locality_delay = 5000;
            s.scheduler_options.fifo_padding = 0.01;
            if (!sim_run(&s, all[i])) {
                fail_msg("seed %d, %s: %s", (int)seed, all[i]->name, s.error.text);
            }
            for (int32_t j = 0; j < JOBS; j++) {
                assert_true(sim_outcome(&s, j)->finished);
            }
            sim_free(&s);
            gsl_rng_free(rng);
        }
    }
}

/* --- Order ------------------------------------------------------------------------------------ */

/* A job in the books of Fair 0.20. */
struct account {
    double deficit;
    double share;
    int32_t running;
};

struct book {
    struct account accounts[STAGES][JOBS]; /* by job id */
    ticks updated;
};

static const char *pool_of(const struct scheduler_job *job)
{
    return job->pool[0] != '\0' ? job->pool : job->user;
}

/* One update of Fair 0.20 without minimum shares: pools in equal parts, their jobs in equal
 * parts. */
static void naive_update(const struct witness *w, ticks now)
{
    struct book *book = w->books;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        double weights = 0.0;
        for (int pass = 0; pass < 2; pass++) {
            for (int32_t i = 0; i < w->count; i++) {
                struct account *account = &book->accounts[stage][w->jobs[i]->id];
                if (pass == 0) {
                    account->deficit += (account->share - account->running) * (double)(now - book->updated);
                    account->running = w->jobs[i]->occupied[stage];
                }
                int32_t mates = 0;
                for (int32_t j = 0; j < w->count; j++) {
                    mates += strcmp(pool_of(w->jobs[i]), pool_of(w->jobs[j])) == 0 && job_demand(w->jobs[j], stage) > 0;
                }
                double weight = job_demand(w->jobs[i], stage) > 0 ? 1.0 / mates : 0.0;
                weights += pass == 0 ? weight : 0.0;
                account->share = pass == 1 && weights > 0.0 ? weight / weights * (stage == STAGE_MAP ? 3 : 2) : 0.0;
            }
        }
    }
    book->updated = now;
}

static void note_arrival(struct witness *w, const struct scheduler_job *job)
{
    (void)job;
    naive_update(w, w->now);
}

/* Update by update; the scheduler under test catches up with many at once. */
static void update_step_by_step(struct witness *w, ticks now)
{
    const struct book *book = w->books;
    while ((book->updated / 500 + 1) * 500 <= now) {
        naive_update(w, (book->updated / 500 + 1) * 500);
    }
}

static void note_start(struct witness *w, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)slot;
    ((struct book *)w->books)->accounts[stage][job->id].running++;
}

static const struct scheduler_job *largest_deficit(struct witness *w, enum stage stage, int32_t slot)
{
    const struct account *accounts = ((const struct book *)w->books)->accounts[stage];
    const struct scheduler_job *best = NULL;
    for (int32_t i = 0; i < w->count; i++) {
        const struct scheduler_job *job = w->jobs[i];
        if (job_runs_on(w->setup, job, stage, slot) &&
            (best == NULL || accounts[job->id].deficit > accounts[best->id].deficit)) {
            best = job;
        }
    }
    return best;
}

static void fair_of_020_serves_the_largest_deficit(void **state)
{
    (void)state;
    static const struct naive_rule rule = {.scheduler = &fair_scheduler,
                                           .book_size = sizeof(struct book),
                                           .arrives = note_arrival,
                                           .advance = update_step_by_step,
                                           .started = note_start,
                                           .pick = largest_deficit};
    witness_use(&rule);
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        gsl_rng *rng = random_stream_open(seed, STREAM_SIZES);
        struct sim s;
        sim_init(&s, 3, 2);
        random_jobs(&s, rng);
        for (size_t j = 0; j < s.workload.count; j++) { /* many updates in the life of a task */
            struct job_spec *job = &s.workload.jobs[j];
            job->arrival *= 128;
            stretch(job, 256);
        }
        s.scheduler_options.hadoop = HADOOP_0_20;
        s.options.slowstart = 50;
        if (!sim_run(&s, &witness_class)) {
            fail_msg("seed %d: %s", (int)seed, s.error.text);
        }
        sim_free(&s);
        gsl_rng_free(rng);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_leaves_a_slot_idle),
        cmocka_unit_test(all_survive_everything),
        cmocka_unit_test(fair_of_020_serves_the_largest_deficit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
