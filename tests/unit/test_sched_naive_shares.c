/*
 * The schedulers that divide slots by what they remember of time choose as a walk through all jobs
 * does (witness.h): the Fair Scheduler of 0.20, LsPS and ASRPT.
 */
#include "harness/schedulers/fair_share.h"
#include "harness/schedulers/job_needs.h"
#include "harness/schedulers/srt_order.h"
#include "harness/schedulers/user_statistics.h"
#include "tests/unit/witness.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { JOBS = WITNESS_JOBS, RUNS = 150 };

/* --- Fair 0.20 -------------------------------------------------------------------------------- */

static struct pool_spec pools[] = {{.name = "p", .weight = 2.0, .least = {3, 1}}, {.name = "q", .weight = 0.5}};
static const struct pool_table pool_table = {.pools = pools, .count = 2};

struct account {
    double deficit;
    double share;
    int32_t running;
    int32_t least;
};

struct deficit_book {
    struct account accounts[STAGES][JOBS]; /* by job id */
    ticks updated;
};

static const char *pool_of(const struct scheduler_job *job)
{
    return job->pool[0] != '\0' ? job->pool : job->user;
}

static const struct pool_spec *spec_of(const struct witness *w, const struct scheduler_job *job)
{
    static const struct pool_spec unlisted = {.weight = 1.0};
    for (size_t i = 0; w->setup->options->pools != NULL && i < pool_table.count; i++) {
        if (strcmp(pools[i].name, pool_of(job)) == 0) {
            return &pools[i];
        }
    }
    return &unlisted;
}

/* One slot more for the job of the pool with the largest deficit that can use it and was not
 * `served`; false: none. */
static bool serve_largest(const struct witness *w, const char *pool, enum stage stage, bool *served)
{
    struct account *accounts = ((struct deficit_book *)w->books)->accounts[stage];
    const struct scheduler_job *best = NULL;
    for (int32_t i = 0; i < w->count; i++) {
        const struct scheduler_job *job = w->jobs[i];
        if (strcmp(pool_of(job), pool) == 0 && !served[job->id] && job_demand(job, stage) > accounts[job->id].least &&
            (best == NULL || accounts[job->id].deficit > accounts[best->id].deficit)) {
            best = job;
        }
    }
    if (best != NULL) {
        accounts[best->id].least++;
        served[best->id] = true;
    }
    return best != NULL;
}

/* The minimum slot by slot, round by round: equal parts, and the rest to the largest deficits. */
static void divide_minimum(const struct witness *w, const struct pool_spec *pool, enum stage stage)
{
    bool served[JOBS] = {false};
    int32_t rounds_without = 0;
    for (int32_t left = pool->least[stage]; left > 0 && rounds_without < 2;) {
        if (serve_largest(w, pool->name, stage, served)) {
            left--;
            rounds_without = 0;
        } else {
            memset(served, 0, sizeof served);
            rounds_without++;
        }
    }
}

static void update(struct witness *w, ticks now)
{
    struct deficit_book *book = w->books;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        struct claim claims[JOBS];
        size_t count = 0;
        for (int32_t i = 0; i < w->count; i++) {
            struct account *account = &book->accounts[stage][w->jobs[i]->id];
            account->deficit += (account->share - account->running) * (double)(now - book->updated);
            account->running = w->jobs[i]->occupied[stage];
            account->least = 0;
        }
        for (size_t i = 0; w->setup->options->pools != NULL && i < pool_table.count; i++) {
            divide_minimum(w, &pools[i], stage);
        }
        for (int32_t i = 0; i < w->count; i++) {
            int32_t mates = 0;
            for (int32_t j = 0; j < w->count; j++) {
                mates += strcmp(pool_of(w->jobs[i]), pool_of(w->jobs[j])) == 0 && job_demand(w->jobs[j], stage) > 0;
            }
            if (job_demand(w->jobs[i], stage) > 0) {
                claims[count++] = (struct claim){.weight = spec_of(w, w->jobs[i])->weight / mates,
                                                 .least = book->accounts[stage][w->jobs[i]->id].least};
            }
        }
        fair_share_weighted(claims, count, w->setup->slots[stage]);
        count = 0;
        for (int32_t i = 0; i < w->count; i++) {
            book->accounts[stage][w->jobs[i]->id].share =
                job_demand(w->jobs[i], stage) > 0 ? claims[count++].share : 0.0;
        }
    }
    book->updated = now;
}

static void deficit_arrives(struct witness *w, const struct scheduler_job *job)
{
    (void)job;
    update(w, w->now);
}

static void deficit_advance(struct witness *w, ticks now)
{
    struct deficit_book *book = w->books;
    ticks first = (book->updated / 500 + 1) * 500;
    ticks last = now / 500 * 500;
    if (first <= last) {
        update(w, first);
    }
    if (first < last) {
        update(w, last); /* nothing has happened in between; rounding apart, one for each 500 ms is the same */
    }
}

static void deficit_started(struct witness *w, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)slot;
    ((struct deficit_book *)w->books)->accounts[stage][job->id].running++;
}

static bool deficit_before(const struct witness *w, const struct scheduler_job *a, const struct scheduler_job *b,
                           enum stage stage)
{
    const struct account *accounts = ((const struct deficit_book *)w->books)->accounts[stage];
    bool a_needs = a->occupied[stage] < accounts[a->id].least;
    bool b_needs = b->occupied[stage] < accounts[b->id].least;
    return a_needs != b_needs ? a_needs : accounts[a->id].deficit > accounts[b->id].deficit;
}

static const struct scheduler_job *deficit_choice(struct witness *w, enum stage stage, int32_t slot, bool srt)
{
    const struct scheduler_job *first = NULL;
    for (int32_t i = 0; i < w->count; i++) {
        if (job_runs_on(w->setup, w->jobs[i], stage, slot) &&
            (first == NULL || deficit_before(w, w->jobs[i], first, stage))) {
            first = w->jobs[i];
        }
    }
    const struct scheduler_job *best = first;
    for (int32_t i = 0; i < w->count && srt && stage == STAGE_REDUCE && first != NULL; i++) {
        if (strcmp(pool_of(w->jobs[i]), pool_of(first)) == 0 && job_runs_on(w->setup, w->jobs[i], stage, slot) &&
            srt_compare(w->jobs[i], best, w->now) < 0) {
            best = w->jobs[i];
        }
    }
    return best;
}

static const struct scheduler_job *naive_deficits(struct witness *w, enum stage stage, int32_t slot)
{
    return deficit_choice(w, stage, slot, false);
}

static const struct scheduler_job *naive_srt_deficits(struct witness *w, enum stage stage, int32_t slot)
{
    return deficit_choice(w, stage, slot, true);
}

/* --- LsPS ------------------------------------------------------------------------------------- */

struct lsps_user {
    const char *name;
    struct user_statistics finished;
    bool in_order;
    double share[STAGES];
};

struct lsps_book {
    struct lsps_user users[JOBS]; /* in order of their first jobs */
    int32_t count;
    double time[STAGES][JOBS]; /* sum over the job's finished tasks */
};

static int32_t user_of(const struct lsps_book *book, const struct scheduler_job *job)
{
    int32_t i = 0;
    while (i < book->count && strcmp(book->users[i].name, job->user) != 0) {
        i++;
    }
    return i;
}

static double user_time(const struct witness *w, int32_t user, enum stage stage)
{
    double known = ((const struct lsps_book *)w->books)->users[user].finished.task_time[stage];
    return known > 0.0 ? known : (double)w->setup->options->lsps_prior;
}

/* Eq. 7 and 8. */
static void divide_slots(struct witness *w)
{
    struct lsps_book *book = w->books;
    double alpha = w->setup->options->lsps_alpha;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        double active = 0.0;
        double inverse = 0.0;
        for (int32_t u = 0; u < book->count; u++) {
            double sum = 0.0;
            double jobs = 0.0;
            for (int32_t i = 0; i < w->count; i++) {
                const struct scheduler_job *job = w->jobs[i];
                if (user_of(book, job) == u) {
                    sum += job->tasks[stage] * (job->finished[stage] > 0
                                                    ? book->time[stage][job->id] / job->finished[stage]
                                                    : user_time(w, u, stage));
                    jobs += 1.0;
                }
            }
            book->users[u].share[stage] = sum > 0.0 ? 1.0 / (sum / jobs) : 0.0;
            active += sum > 0.0;
            inverse += book->users[u].share[stage];
        }
        for (int32_t u = 0; u < book->count; u++) {
            double *share = &book->users[u].share[stage];
            if (*share > 0.0) {
                *share = w->setup->slots[stage] / active * (alpha * active * *share / inverse + 1.0 - alpha);
            }
        }
    }
}

static void lsps_arrives(struct witness *w, const struct scheduler_job *job)
{
    struct lsps_book *book = w->books;
    int32_t user = user_of(book, job);
    if (user == book->count) {
        book->users[book->count++].name = job->user;
    }
    divide_slots(w);
    struct user_statistics current = {0};
    for (int32_t i = 0; i < w->count; i++) {
        if (user_of(book, w->jobs[i]) == user) {
            user_statistics_add_size(&current, w->jobs[i]->tasks[STAGE_MAP] * user_time(w, user, STAGE_MAP) +
                                                   w->jobs[i]->tasks[STAGE_REDUCE] * user_time(w, user, STAGE_REDUCE));
        }
    }
    double past = user_statistics_variation(&book->users[user].finished);
    double present = user_statistics_variation(&current);
    book->users[user].in_order = past < 1.0 && present < 1.0;
    if ((past > 1.0 && present < 1.0) || (past < 1.0 && present > 1.0)) {
        user_statistics_reset(&book->users[user].finished);
    }
}

static void lsps_finished(struct witness *w, const struct scheduler_job *job, enum stage stage, ticks took)
{
    ((struct lsps_book *)w->books)->time[stage][job->id] += (double)took;
}

static void lsps_left(struct witness *w, const struct scheduler_job *job)
{
    struct lsps_book *book = w->books;
    int32_t user = user_of(book, job);
    double size = 0.0;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        if (job->tasks[stage] > 0) {
            double time = book->time[stage][job->id];
            user_statistics_add_task_time(&book->users[user].finished, stage, time / job->finished[stage]);
            size += time;
        }
    }
    user_statistics_add_size(&book->users[user].finished, size);
    int32_t kept = 0;
    bool last = true;
    for (int32_t i = 0; i < w->count; i++) {
        if (w->jobs[i] != job) {
            last = last && user_of(book, w->jobs[i]) != user;
            w->jobs[kept++] = w->jobs[i];
        }
    }
    w->count = kept;
    if (last) {
        divide_slots(w);
    }
}

static const struct scheduler_job *naive_lsps(struct witness *w, enum stage stage, int32_t slot)
{
    const struct lsps_book *book = w->books;
    struct claim claims[JOBS];
    double held[JOBS] = {0.0};
    for (int32_t u = 0; u < book->count; u++) {
        claims[u] = (struct claim){.weight = book->users[u].share[stage]};
    }
    for (int32_t i = 0; i < w->count; i++) {
        int32_t user = user_of(book, w->jobs[i]);
        held[user] += w->jobs[i]->occupied[stage];
        claims[user].demand += claims[user].weight > 0.0 ? job_demand(w->jobs[i], stage) : 0.0;
    }
    fair_share_capped(claims, (size_t)book->count, w->setup->slots[stage]);
    const struct scheduler_job *best = NULL;
    for (int32_t i = 0; i < w->count; i++) {
        const struct scheduler_job *job = w->jobs[i];
        if (!job_runs_on(w->setup, job, stage, slot)) {
            continue;
        }
        int32_t x = user_of(book, job);
        int32_t y = best == NULL ? x : user_of(book, best);
        double ahead = (claims[x].share - held[x]) - (claims[y].share - held[y]);
        bool fair_first =
            x == y && !book->users[x].in_order && best != NULL && job->occupied[stage] < best->occupied[stage];
        if (best == NULL || ahead > 0.0 || (ahead == 0.0 && x < y) || fair_first) {
            best = job;
        }
    }
    return best;
}

/* --- ASRPT ------------------------------------------------------------------------------------ */

struct asrpt_book {
    const struct scheduler_job *fluid[JOBS]; /* in the virtual SRPT */
    int32_t count;
    double work[STAGES][JOBS]; /* by job id */
};

static double fluid_work(const struct asrpt_book *book, const struct scheduler_job *job)
{
    return book->work[STAGE_MAP][job->id] + book->work[STAGE_REDUCE][job->id];
}

static void sort_fluid(struct asrpt_book *book)
{
    for (int32_t i = 1; i < book->count; i++) {
        for (int32_t k = i; k > 0; k--) {
            const struct scheduler_job *a = book->fluid[k - 1];
            const struct scheduler_job *b = book->fluid[k];
            double difference = fluid_work(book, b) - fluid_work(book, a);
            if (difference < 0.0 || (difference == 0.0 && b->id < a->id)) {
                book->fluid[k - 1] = b;
                book->fluid[k] = a;
            }
        }
    }
}

static double fluid_tasks(const struct asrpt_book *book, const struct scheduler_job *job, enum stage stage)
{
    double work = book->work[stage][job->id];
    return work > 0.0 ? ceil(work / (double)job->estimate[stage]) : 0.0;
}

static void asrpt_arrives(struct witness *w, const struct scheduler_job *job)
{
    struct asrpt_book *book = w->books;
    book->fluid[book->count++] = job;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        book->work[stage][job->id] = job->tasks[stage] > 0 ? job->tasks[stage] * (double)job->estimate[stage] : 0.0;
    }
}

static void asrpt_advance(struct witness *w, ticks now)
{
    struct asrpt_book *book = w->books;
    double elapsed = (double)(now - w->now);
    sort_fluid(book);
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        double capacity = w->setup->slots[stage] * elapsed;
        for (int32_t i = 0; i < book->count && capacity > 0.0; i++) {
            double *work = &book->work[stage][book->fluid[i]->id];
            double done = fmin(fmin(*work, capacity), fluid_tasks(book, book->fluid[i], stage) * elapsed);
            capacity -= done;
            *work = *work - done < 1e-6 ? 0.0 : *work - done;
        }
    }
}

static double work_left(const struct scheduler_job *job)
{
    double sum = 0.0;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        int32_t tasks = job->waiting[stage] + job->running[stage];
        sum += tasks > 0 ? (double)job->estimate[stage] * tasks : 0.0;
    }
    return sum;
}

static const struct scheduler_job *naive_asrpt(struct witness *w, enum stage stage, int32_t slot)
{
    (void)slot;
    struct asrpt_book *book = w->books;
    double idle = w->setup->slots[STAGE_MAP];
    double load[JOBS] = {0.0};
    sort_fluid(book);
    for (int32_t i = 0; i < book->count; i++) {
        double given = fmin(fluid_tasks(book, book->fluid[i], STAGE_MAP), idle);
        load[book->fluid[i]->id] = given;
        idle -= given;
    }
    const struct scheduler_job *best = NULL;
    bool best_entitled = false;
    for (int32_t i = 0; i < w->count; i++) {
        const struct scheduler_job *job = w->jobs[i];
        if (job->waiting[stage] == 0 || (stage == STAGE_REDUCE && !job->reduces_open)) {
            continue;
        }
        bool entitled = stage == STAGE_MAP && job->running[STAGE_MAP] < load[job->id];
        bool before = best == NULL || work_left(job) < work_left(best);
        if (best == NULL || (entitled && !best_entitled) || (entitled == best_entitled && before)) {
            best = job;
            best_entitled = entitled;
        }
    }
    return best;
}

/* --- Runs ------------------------------------------------------------------------------------- */

static const struct naive_rule rules[] = {
    {.scheduler = &fair_scheduler,
     .book_size = sizeof(struct deficit_book),
     .arrives = deficit_arrives,
     .advance = deficit_advance,
     .started = deficit_started,
     .pick = naive_deficits},
    {.scheduler = &srt_fair_scheduler,
     .book_size = sizeof(struct deficit_book),
     .arrives = deficit_arrives,
     .advance = deficit_advance,
     .started = deficit_started,
     .pick = naive_srt_deficits},
    {.scheduler = &lsps_scheduler,
     .book_size = sizeof(struct lsps_book),
     .arrives = lsps_arrives,
     .finished = lsps_finished,
     .left = lsps_left,
     .pick = naive_lsps},
    {.scheduler = &asrpt_scheduler,
     .book_size = sizeof(struct asrpt_book),
     .arrives = asrpt_arrives,
     .advance = asrpt_advance,
     .pick = naive_asrpt},
};

static void each_chooses_as_a_walk_through_all_jobs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        int64_t compared = 0;
        for (uint64_t seed = 1; seed <= RUNS; seed++) {
            struct scheduler_options options = scheduler_options_default();
            options.hadoop = HADOOP_0_20;
            options.assign = ASSIGN_MULTIPLE;
            options.pools = seed % 2 == 0 ? &pool_table : NULL;
            options.lsps_alpha = seed % 3 == 0 ? 0.5 : 1.0;
            options.lsps_prior = seed % 5 == 0 ? 10 : 100000;
            compared += witness_run(&rules[i], seed, options);
        }
        assert_true(compared > (int64_t)RUNS * JOBS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_chooses_as_a_walk_through_all_jobs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
