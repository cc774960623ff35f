/*
 * The schedulers that keep their jobs in trees and heaps choose as a walk through all jobs does
 * (witness.h), on random small runs with everything that the engine offers: pools, queues, users,
 * failures, lost nodes, duplicates, locality.
 */
#include "harness/schedulers/job_needs.h"
#include "harness/schedulers/srt_order.h"
#include "tests/unit/witness.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { JOBS = WITNESS_JOBS, RUNS = 150 };

/* --- FIFO ------------------------------------------------------------------------------------- */

static bool runs_on(const struct witness *w, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    return job_runs_on(w->setup, job, stage, slot);
}

static const struct scheduler_job *naive_fifo(struct witness *w, enum stage stage, int32_t slot)
{
    int32_t i = 0;
    while (i < w->count && !runs_on(w, w->jobs[i], stage, slot)) {
        i++;
    }
    return i < w->count ? w->jobs[i] : NULL;
}

/* --- Fair 0.21 -------------------------------------------------------------------------------- */

static struct pool_spec pools[] = {{.name = "p", .weight = 2.0, .least = {3, 1}},
                                   {.name = "q", .weight = 0.5, .fifo = true},
                                   {.name = "u1", .weight = 1.0, .least = {1, 2}}};
static const struct pool_table pool_table = {.pools = pools, .count = 3};

struct fair_book {
    enum locality last[JOBS]; /* of the map launched last */
    ticks since[JOBS];        /* when it first let a slot pass since; 0: it has not (no run starts before 1) */
    enum locality picked;
    char first_names[JOBS][8]; /* the pools in order of their first jobs */
    int32_t pool_count;
};

static const char *pool_of(const struct scheduler_job *job)
{
    return job->pool[0] != '\0' ? job->pool : job->user;
}

static const struct pool_spec *spec_of(const struct witness *w, const char *pool)
{
    static const struct pool_spec unlisted = {.weight = 1.0};
    const struct pool_table *table = w->setup->options->pools;
    for (size_t i = 0; table != NULL && i < table->count; i++) {
        if (strcmp(table->pools[i].name, pool) == 0) {
            return &table->pools[i];
        }
    }
    return &unlisted;
}

static int32_t number_of_pool(struct fair_book *book, const char *pool)
{
    int32_t i = 0;
    while (i < book->pool_count && strcmp(book->first_names[i], pool) != 0) {
        i++;
    }
    if (i == book->pool_count) {
        snprintf(book->first_names[book->pool_count++], sizeof book->first_names[0], "%s", pool);
    }
    return i;
}

static void fair_arrives(struct witness *w, const struct scheduler_job *job)
{
    number_of_pool(w->books, pool_of(job));
}

static int compare(double a, double b)
{
    return (a > b) - (a < b);
}

/* Below the minimum first, by running / minimum; then by running / weight. */
static int compare_pools(const struct witness *w, const char *x, const char *y, enum stage stage)
{
    const char *name[2] = {x, y};
    double running[2] = {0.0, 0.0};
    double least[2];
    for (int k = 0; k < 2; k++) {
        double demand = 0.0;
        for (int32_t i = 0; i < w->count; i++) {
            bool mine = strcmp(pool_of(w->jobs[i]), name[k]) == 0;
            running[k] += mine ? w->jobs[i]->occupied[stage] : 0;
            demand += mine ? job_demand(w->jobs[i], stage) : 0;
        }
        least[k] = fmin(spec_of(w, name[k])->least[stage], demand);
    }
    bool needs[2] = {running[0] < least[0], running[1] < least[1]};
    if (needs[0] != needs[1]) {
        return needs[0] ? -1 : 1;
    }
    return needs[0] ? compare(running[0] / fmax(least[0], 1.0), running[1] / fmax(least[1], 1.0))
                    : compare(running[0] / spec_of(w, x)->weight, running[1] / spec_of(w, y)->weight);
}

static bool fair_before(const struct witness *w, const struct scheduler_job *a, const struct scheduler_job *b,
                        enum stage stage, bool srt)
{
    int32_t x = number_of_pool(w->books, pool_of(a));
    int32_t y = number_of_pool(w->books, pool_of(b));
    int order = 0;
    if (x != y) {
        order = compare_pools(w, pool_of(a), pool_of(b), stage);
        return order != 0 ? order < 0 : x < y;
    }
    if (srt && stage == STAGE_REDUCE) {
        order = srt_compare(a, b, w->now);
    } else if (!spec_of(w, pool_of(a))->fifo) {
        order = compare(a->occupied[stage], b->occupied[stage]);
    }
    return order != 0 ? order < 0 : a->id < b->id;
}

/* Delay scheduling: the job waits one delay for each step farther than its last map was. */
static bool fair_takes(const struct witness *w, const struct scheduler_job *job, int32_t slot)
{
    const struct fair_book *book = w->books;
    enum locality last = book->last[job->id];
    enum locality offered = w->setup->nearest(w->setup->engine, job, slot);
    ticks waited = book->since[job->id] == 0 ? 0 : w->now - book->since[job->id];
    return job->waiting[STAGE_MAP] == 0 || offered <= last || last == LOCALITY_REMOTE ||
           waited >= (ticks)(offered - last) * w->setup->options->locality_delay;
}

static const struct scheduler_job *fair_choice(struct witness *w, enum stage stage, int32_t slot, bool srt)
{
    struct fair_book *book = w->books;
    const struct scheduler_job *best = NULL;
    for (int32_t i = 0; i < w->count; i++) {
        const struct scheduler_job *job = w->jobs[i];
        if (runs_on(w, job, stage, slot) && (stage == STAGE_REDUCE || fair_takes(w, job, slot)) &&
            (best == NULL || fair_before(w, job, best, stage, srt))) {
            best = job;
        }
    }
    for (int32_t i = 0; i < w->count && stage == STAGE_MAP; i++) {
        const struct scheduler_job *job = w->jobs[i];
        if (job->waiting[STAGE_MAP] > 0 && !fair_takes(w, job, slot) && book->since[job->id] == 0 &&
            (best == NULL || fair_before(w, job, best, stage, srt))) {
            book->since[job->id] = w->now;
        }
    }
    if (best != NULL && stage == STAGE_MAP && best->waiting[STAGE_MAP] > 0) {
        book->picked = w->setup->nearest(w->setup->engine, best, slot);
    }
    return best;
}

static const struct scheduler_job *naive_fair(struct witness *w, enum stage stage, int32_t slot)
{
    return fair_choice(w, stage, slot, false);
}

static const struct scheduler_job *naive_srt_fair(struct witness *w, enum stage stage, int32_t slot)
{
    return fair_choice(w, stage, slot, true);
}

static void fair_started(struct witness *w, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)slot;
    struct fair_book *book = w->books;
    if (stage == STAGE_MAP) {
        book->last[job->id] = book->picked;
        book->since[job->id] = 0;
    }
}

/* --- Capacity --------------------------------------------------------------------------------- */

static struct queue_spec queues[] = {{.name = "p", .capacity = 50.0, .user_limit = 40},
                                     {.name = "q", .capacity = 30.0, .user_limit = 100},
                                     {.name = "r", .capacity = 0.0, .user_limit = 25}};
static const struct queue_table queue_table = {.queues = queues, .count = 3};
static struct queue_spec only_queue = {.name = "default", .capacity = 100.0, .user_limit = 100};
static const struct queue_table only_table = {.queues = &only_queue, .count = 1};

static const struct queue_table *table_of(const struct witness *w)
{
    return w->setup->options->queues != NULL ? w->setup->options->queues : &only_table;
}

static size_t queue_of(const struct witness *w, const struct scheduler_job *job)
{
    for (size_t i = 0; i < table_of(w)->count; i++) {
        if (strcmp(table_of(w)->queues[i].name, job->pool) == 0) {
            return i;
        }
    }
    return 0;
}

/* Slots of the queue's jobs, of all users or of one. */
static int64_t held(const struct witness *w, size_t queue, const char *user, enum stage stage)
{
    int64_t slots = 0;
    for (int32_t i = 0; i < w->count; i++) {
        bool mine = queue_of(w, w->jobs[i]) == queue && (user == NULL || strcmp(w->jobs[i]->user, user) == 0);
        slots += mine ? w->jobs[i]->occupied[stage] : 0;
    }
    return slots;
}

static int64_t capacity_of(const struct witness *w, size_t queue, enum stage stage)
{
    return (int64_t)floor(table_of(w)->queues[queue].capacity * w->setup->slots[stage] / 100.0 + 1e-9);
}

static double fill_of(const struct witness *w, size_t queue, enum stage stage)
{
    int64_t slots = capacity_of(w, queue, stage);
    return slots == 0 ? 1.0 : (double)held(w, queue, NULL, stage) / (double)slots;
}

static int64_t limit_of(const struct witness *w, size_t queue, enum stage stage)
{
    int64_t users = 0;
    for (int32_t i = 0; i < w->count; i++) {
        bool first = queue_of(w, w->jobs[i]) == queue;
        for (int32_t j = 0; j < i && first; j++) {
            first = queue_of(w, w->jobs[j]) != queue || strcmp(w->jobs[i]->user, w->jobs[j]->user) != 0;
        }
        users += first;
    }
    int64_t used = held(w, queue, NULL, stage);
    int64_t slots = capacity_of(w, queue, stage);
    int64_t current = used < slots ? slots : used + 1;
    int64_t equal = (current + users - 1) / users;
    int64_t least = (current * table_of(w)->queues[queue].user_limit + 99) / 100;
    return equal > least ? equal : least;
}

static const struct scheduler_job *first_below(const struct witness *w, size_t queue, enum stage stage, int32_t slot,
                                               int64_t limit, bool srt)
{
    const struct scheduler_job *best = NULL;
    for (int32_t i = 0; i < w->count; i++) {
        const struct scheduler_job *job = w->jobs[i];
        if (queue_of(w, job) == queue && runs_on(w, job, stage, slot) && held(w, queue, job->user, stage) < limit &&
            (best == NULL || (srt && stage == STAGE_REDUCE && srt_compare(job, best, w->now) < 0))) {
            best = job;
        }
    }
    return best;
}

static const struct scheduler_job *capacity_choice(struct witness *w, enum stage stage, int32_t slot, bool srt)
{
    const struct scheduler_job *found = NULL;
    bool tried[3] = {false, false, false};
    for (size_t round = 0; round < table_of(w)->count && found == NULL; round++) {
        size_t queue = SIZE_MAX;
        for (size_t i = 0; i < table_of(w)->count; i++) {
            if (!tried[i] && (queue == SIZE_MAX || fill_of(w, i, stage) < fill_of(w, queue, stage))) {
                queue = i;
            }
        }
        tried[queue] = true;
        if (first_below(w, queue, stage, slot, INT64_MAX, srt) != NULL) {
            found = first_below(w, queue, stage, slot, limit_of(w, queue, stage), srt);
            found = found != NULL ? found : first_below(w, queue, stage, slot, INT64_MAX, srt);
        }
    }
    return found;
}

static const struct scheduler_job *naive_capacity(struct witness *w, enum stage stage, int32_t slot)
{
    return capacity_choice(w, stage, slot, false);
}

static const struct scheduler_job *naive_srt_capacity(struct witness *w, enum stage stage, int32_t slot)
{
    return capacity_choice(w, stage, slot, true);
}

/* --- Runs ------------------------------------------------------------------------------------- */

static const struct naive_rule rules[] = {
    {.scheduler = &fifo_scheduler, .pick = naive_fifo},
    {.scheduler = &fair_scheduler,
     .book_size = sizeof(struct fair_book),
     .arrives = fair_arrives,
     .started = fair_started,
     .pick = naive_fair},
    {.scheduler = &srt_fair_scheduler,
     .book_size = sizeof(struct fair_book),
     .arrives = fair_arrives,
     .started = fair_started,
     .pick = naive_srt_fair},
    {.scheduler = &capacity_scheduler, .pick = naive_capacity},
    {.scheduler = &srt_capacity_scheduler, .pick = naive_srt_capacity},
};

static void each_chooses_as_a_walk_through_all_jobs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        int64_t compared = 0;
        for (uint64_t seed = 1; seed <= RUNS; seed++) {
            struct scheduler_options options = scheduler_options_default();
            options.assign = ASSIGN_MULTIPLE;
            options.pools = seed % 2 == 0 ? &pool_table : NULL;
            options.queues = seed % 3 == 0 ? NULL : &queue_table;
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
