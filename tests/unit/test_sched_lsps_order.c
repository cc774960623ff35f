/*
 * LsPS against a naive model of Algorithm 1, on random workloads: shares by Eq. 8, what users
 * cannot use handed on, the user with the largest deficit first, and his jobs in the order that the
 * variation of their sizes asks for. Everything is computed again from lists of what has happened,
 * with the formulas as they stand in the paper.
 */
#include "harness/workload/alloc.h"
#include "harness/workload/random_stream.h"
#include "tests/unit/sim.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { JOBS = 24, USERS = 3, RUNS = 40 };

static const char *const names[USERS] = {"ann", "bob", "cyd"};
static const int32_t slots[STAGES] = {5, 3};

/* Numbers in the order in which they came. */
struct list {
    double value[JOBS];
    int count;
};

struct naive_user {
    struct list sizes;              /* of the jobs that finished in the window */
    struct list task_times[STAGES]; /* mean task times of those with tasks of the stage */
    double old_time[STAGES];        /* of the window before; 0: none */
    double share[STAGES];
    bool in_order;
};

struct model {
    void *inner;
    const struct scheduler_options *options;
    const struct scheduler_job *jobs[JOBS];
    bool done[JOBS];
    double time[STAGES][JOBS]; /* of the job's finished tasks together */
    int32_t count;
    struct naive_user users[USERS];
    int64_t compared;
    int64_t in_order; /* of them, from a user whose jobs go in order */
};

static double mean_of(const struct list *list)
{
    double sum = 0.0;
    for (int i = 0; i < list->count; i++) {
        sum += list->value[i];
    }
    return sum / list->count;
}

/* Eq. 6; NaN of nothing. */
static double variation_of(const struct list *list)
{
    double mean = mean_of(list);
    double squares = 0.0;
    for (int i = 0; i < list->count; i++) {
        squares += (list->value[i] - mean) * (list->value[i] - mean);
    }
    return list->count == 0 ? NAN : mean > 0.0 ? sqrt(squares / list->count) / mean : 0.0;
}

static int user_of(const struct scheduler_job *job)
{
    int user = 0;
    while (strcmp(names[user], job->user) != 0) {
        user++;
    }
    return user;
}

static double user_time(const struct model *m, int user, enum stage stage)
{
    const struct naive_user *u = &m->users[user];
    double known = u->task_times[stage].count > 0 ? mean_of(&u->task_times[stage]) : u->old_time[stage];
    return known > 0.0 ? known : (double)m->options->lsps_prior;
}

/* Eq. 7 */
static double phase_size(const struct model *m, int user, enum stage stage)
{
    struct list sizes = {.count = 0};
    for (int32_t i = 0; i < m->count; i++) {
        const struct scheduler_job *job = m->jobs[i];
        if (!m->done[i] && user_of(job) == user) {
            double time =
                job->finished[stage] > 0 ? m->time[stage][i] / job->finished[stage] : user_time(m, user, stage);
            sizes.value[sizes.count++] = job->tasks[stage] * time;
        }
    }
    return sizes.count == 0 ? 0.0 : mean_of(&sizes);
}

/* Eq. 8 and 10 */
static void divide(struct model *m, enum stage stage)
{
    double alpha = m->options->lsps_alpha;
    double inverse = 0.0;
    double active = 0.0;
    double sum = 0.0;
    for (int user = 0; user < USERS; user++) {
        double size = phase_size(m, user, stage);
        active += size > 0.0;
        inverse += size > 0.0 ? 1.0 / size : 0.0;
    }
    for (int user = 0; user < USERS; user++) {
        double size = phase_size(m, user, stage);
        double fair = slots[stage] / active;
        m->users[user].share[stage] = size > 0.0 ? fair * (alpha * active * (1.0 / size) / inverse + 1.0 - alpha) : 0.0;
        sum += m->users[user].share[stage];
    }
    assert_true(active < 1.0 || fabs(sum - slots[stage]) < 1e-9);
}

/* Section II.C */
static void tune(struct model *m, int user)
{
    struct naive_user *u = &m->users[user];
    struct list current = {.count = 0};
    for (int32_t i = 0; i < m->count; i++) {
        if (!m->done[i] && user_of(m->jobs[i]) == user) {
            current.value[current.count++] = m->jobs[i]->tasks[STAGE_MAP] * user_time(m, user, STAGE_MAP) +
                                             m->jobs[i]->tasks[STAGE_REDUCE] * user_time(m, user, STAGE_REDUCE);
        }
    }
    double past = variation_of(&u->sizes);
    double present = variation_of(&current);
    u->in_order = past < 1.0 && present < 1.0;
    if ((past > 1.0 && present < 1.0) || (past < 1.0 && present > 1.0)) {
        u->sizes.count = 0;
        for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
            u->old_time[stage] = u->task_times[stage].count > 0 ? mean_of(&u->task_times[stage]) : u->old_time[stage];
            u->task_times[stage].count = 0;
        }
    }
}

static void *model_create(const struct scheduler_setup *setup)
{
    struct model *m = alloc_zeroed(1, sizeof *m);
    m->options = setup->options;
    m->inner = lsps_scheduler.create(setup);
    return m;
}

static void model_destroy(void *self)
{
    struct model *m = self;
    lsps_scheduler.destroy(m->inner);
    free(m);
}

static void model_job_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    struct model *m = self;
    lsps_scheduler.job_arrives(m->inner, job, verdict);
    m->jobs[m->count++] = job;
    divide(m, STAGE_MAP);
    divide(m, STAGE_REDUCE);
    tune(m, user_of(job));
}

static void model_job_finished(void *self, const struct scheduler_job *job)
{
    struct model *m = self;
    lsps_scheduler.job_finished(m->inner, job);
    struct naive_user *u = &m->users[user_of(job)];
    double size = 0.0;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        if (job->tasks[stage] > 0) {
            struct list *times = &u->task_times[stage];
            times->value[times->count++] = m->time[stage][job->id] / job->tasks[stage];
            size += m->time[stage][job->id];
        }
    }
    u->sizes.value[u->sizes.count++] = size;
    m->done[job->id] = true;
    bool last = true;
    for (int32_t i = 0; i < m->count; i++) {
        last = last && (m->done[i] || user_of(m->jobs[i]) != user_of(job));
    }
    if (last) {
        divide(m, STAGE_MAP);
        divide(m, STAGE_REDUCE);
    }
}

static void model_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    struct model *m = self;
    lsps_scheduler.task_started(m->inner, job, stage, slot);
}

static void model_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot, ticks took)
{
    struct model *m = self;
    lsps_scheduler.task_finished(m->inner, job, stage, slot, took);
    m->time[stage][job->id] += (double)took;
}

static void model_task_failed(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    struct model *m = self;
    lsps_scheduler.task_failed(m->inner, job, stage, slot);
}

static bool ready(const struct scheduler_job *job, enum stage stage)
{
    return job->waiting[stage] > 0 && (stage == STAGE_MAP || job->reduces_open);
}

/* Shares in proportion to SU, no user more than it can use; the rest is handed on (end of section
 * II.B); less what the user holds. */
static void deficits_of(const struct model *m, enum stage stage, double deficit[USERS])
{
    double demand[USERS] = {0};
    double held[USERS] = {0};
    bool full[USERS] = {false};
    for (int32_t i = 0; i < m->count; i++) {
        const struct scheduler_job *job = m->jobs[i];
        int user = user_of(job);
        held[user] += job->occupied[stage];
        demand[user] += job->occupied[stage] + (stage == STAGE_MAP || job->reduces_open ? job->waiting[stage] : 0);
    }
    for (int round = 0; round <= USERS; round++) {
        double left = slots[stage];
        double weights = 0.0;
        for (int user = 0; user < USERS; user++) {
            left -= full[user] ? demand[user] : 0.0;
            weights += full[user] ? 0.0 : m->users[user].share[stage];
        }
        for (int user = 0; user < USERS; user++) {
            double part = weights > 0.0 ? left * m->users[user].share[stage] / weights : 0.0;
            deficit[user] = full[user] ? demand[user] : part;
        }
        for (int user = 0; user < USERS; user++) {
            full[user] = full[user] || deficit[user] >= demand[user];
            deficit[user] = full[user] ? demand[user] : deficit[user];
        }
    }
    for (int user = 0; user < USERS; user++) {
        deficit[user] -= held[user];
    }
}

static const struct scheduler_job *model_pick(void *self, enum stage stage, int32_t slot)
{
    struct model *m = self;
    const struct scheduler_job *picked = lsps_scheduler.pick(m->inner, stage, slot);
    double deficit[USERS];
    deficits_of(m, stage, deficit);
    for (int32_t i = 0; i < m->count; i++) {
        const struct scheduler_job *job = m->jobs[i];
        if (!ready(job, stage)) {
            continue;
        }
        assert_non_null(picked);
        int user = user_of(picked);
        /* no user with a task for the slot has a larger deficit, up to rounding */
        assert_true(deficit[user_of(job)] <= deficit[user] + 1e-6);
        if (user_of(job) == user && m->users[user].in_order) {
            assert_true(picked->id <= job->id);
            m->in_order++;
        } else if (user_of(job) == user) {
            assert_true(picked->occupied[stage] < job->occupied[stage] ||
                        (picked->occupied[stage] == job->occupied[stage] && picked->id <= job->id));
        }
        m->compared++;
    }
    return picked;
}

static const struct scheduler_class model_class = {.name = "model",
                                                   .summary = "",
                                                   .create = model_create,
                                                   .destroy = model_destroy,
                                                   .job_arrives = model_job_arrives,
                                                   .pick = model_pick,
                                                   .task_started = model_task_started,
                                                   .task_finished = model_task_finished,
                                                   .task_failed = model_task_failed,
                                                   .job_finished = model_job_finished};

static void draw_durations(gsl_rng *rng, char *text, size_t size, int32_t most)
{
    size_t length = 0;
    text[0] = '\0';
    for (int32_t tasks = (int32_t)gsl_rng_uniform_int(rng, (unsigned long)most + 1); tasks > 0; tasks--) {
        length += (size_t)snprintf(text + length, size - length, "%d ", 1 + (int)gsl_rng_uniform_int(rng, 40));
    }
}

/* Users 0 and 1 have jobs of all sizes, user 2 such as are nearly equal. */
static void draw_jobs(struct sim *s, gsl_rng *rng)
{
    ticks arrival = 0;
    for (int32_t i = 0; i < JOBS; i++) {
        char maps[128] = "7 8 7";
        char reduces[64] = "4";
        unsigned long user = gsl_rng_uniform_int(rng, USERS);
        if (user < 2) {
            draw_durations(rng, maps, sizeof maps, gsl_rng_uniform_int(rng, 4) == 0 ? 30 : 3);
            draw_durations(rng, reduces, sizeof reduces, 4);
        }
        arrival += (ticks)gsl_rng_uniform_int(rng, 20);
        sim_job_of(s, names[user], "", arrival, maps, reduces);
    }
}

static void lsps_is_its_model(void **state)
{
    (void)state;
    int64_t in_order = 0;
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        gsl_rng *rng = random_stream_open(seed, STREAM_SIZES);
        struct sim s;
        sim_init(&s, slots[STAGE_MAP], slots[STAGE_REDUCE]);
        draw_jobs(&s, rng);
        s.scheduler_options.lsps_alpha = (double)gsl_rng_uniform_int(rng, 3) / 2.0;
        s.scheduler_options.lsps_prior = 1 + (ticks)gsl_rng_uniform_int(rng, 50);
        s.options.slowstart = (int32_t)gsl_rng_uniform_int(rng, 3) * 500;
        s.options.faults.failure_rate = 0.05;
        s.options.seed = seed;
        s.options.task_observer = NULL;
        if (!sim_run(&s, &model_class)) {
            fail_msg("seed %d: %s", (int)seed, s.error.text);
        }
        const struct model *m = engine_scheduler(s.engine);
        assert_true(m->compared > 100);
        in_order += m->in_order;
        sim_free(&s);
        gsl_rng_free(rng);
    }
    assert_true(in_order > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lsps_is_its_model)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
