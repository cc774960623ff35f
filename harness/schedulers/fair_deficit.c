#include "harness/schedulers/fair_deficit.h"

#include "harness/workload/alloc.h"
#include "harness/workload/pool_file.h"

#include <math.h>
#include <stdlib.h>

void fair_deficits_init(struct fair_deficits *d, const struct scheduler_setup *setup, const struct job_list *jobs,
                        const struct job_groups *pools)
{
    *d = (struct fair_deficits){.setup = setup, .jobs = jobs, .pools = pools};
    size_t count = (size_t)setup->job_count;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        d->account[stage] = alloc_zeroed(count, sizeof *d->account[stage]);
    }
    d->claims = alloc_zeroed(count, sizeof *d->claims);
}

void fair_deficits_free(struct fair_deficits *d)
{
    free(d->account[STAGE_MAP]);
    free(d->account[STAGE_REDUCE]);
    free(d->claims);
    *d = (struct fair_deficits){0};
}

static struct fair_account *account_of(const struct fair_deficits *d, int32_t place, enum stage stage)
{
    return &d->account[stage][d->jobs->jobs[place]->id];
}

static bool in_pool(const struct fair_deficits *d, int32_t place, int32_t pool)
{
    return d->pools->of_job[d->jobs->jobs[place]->id] == pool;
}

/* The job of the pool that can use more slots than it is given at least and has the largest deficit among those that
 * were not `served` yet; -1: none. */
static int32_t next_to_serve(const struct fair_deficits *d, int32_t pool, enum stage stage, const bool *served)
{
    int32_t best = -1;
    for (int32_t i = 0; i < d->jobs->count; i++) {
        const struct fair_account *account = account_of(d, i, stage);
        if (in_pool(d, i, pool) && !served[i] && job_demand(d->jobs->jobs[i], stage) > account->least &&
            (best < 0 || account->deficit > account_of(d, best, stage)->deficit)) {
            best = i;
        }
    }
    return best;
}

/* Gives each job of the pool up to `each` more; returns what is left. */
static int32_t give_each(struct fair_deficits *d, int32_t pool, enum stage stage, int32_t left, int32_t each)
{
    for (int32_t i = 0; i < d->jobs->count; i++) {
        struct fair_account *account = account_of(d, i, stage);
        int32_t room = in_pool(d, i, pool) ? job_demand(d->jobs->jobs[i], stage) - account->least : 0;
        int32_t given = each < room ? each : room;
        given = given < left ? given : left;
        if (given > 0) {
            account->least += given;
            left -= given;
        }
    }
    return left;
}

/* updateMinSlots(): the pool's minimum goes to its jobs in equal parts, as far as they can use them; what is less than
 * one slot each goes to the largest deficits. */
static void divide_minimum(struct fair_deficits *d, int32_t pool, enum stage stage, int32_t slots)
{
    int32_t left = slots;
    while (left > 0) {
        int32_t jobs = 0;
        for (int32_t i = 0; i < d->jobs->count; i++) {
            jobs += in_pool(d, i, pool) && job_demand(d->jobs->jobs[i], stage) > account_of(d, i, stage)->least;
        }
        if (jobs == 0) {
            return;
        }
        if (left >= jobs) {
            left = give_each(d, pool, stage, left, left / jobs);
            continue;
        }
        bool *served = alloc_zeroed((size_t)d->jobs->count, sizeof *served);
        for (; left > 0; left--) {
            int32_t next = next_to_serve(d, pool, stage, served);
            account_of(d, next, stage)->least++;
            served[next] = true;
        }
        free(served);
    }
}

static void compute_shares(struct fair_deficits *d, enum stage stage)
{
    const struct pool_table *table = d->setup->options->pools;
    for (int32_t i = 0; i < d->jobs->count; i++) {
        account_of(d, i, stage)->least = 0;
    }
    for (int32_t pool = 0; pool < d->pools->count; pool++) {
        divide_minimum(d, pool, stage, pool_table_find(table, d->pools->group[pool].name)->least[stage]);
    }
    /* Jobs that need the stage, and how many of the pool do. */
    int32_t *users = alloc_zeroed((size_t)d->pools->count, sizeof *users);
    for (int32_t i = 0; i < d->jobs->count; i++) {
        users[d->pools->of_job[d->jobs->jobs[i]->id]] += job_demand(d->jobs->jobs[i], stage) > 0;
    }
    size_t count = 0;
    for (int32_t i = 0; i < d->jobs->count; i++) {
        struct fair_account *account = account_of(d, i, stage);
        account->share = 0.0;
        if (job_demand(d->jobs->jobs[i], stage) > 0) {
            int32_t pool = d->pools->of_job[d->jobs->jobs[i]->id];
            double weight = pool_table_find(table, d->pools->group[pool].name)->weight;
            d->claims[count++] = (struct claim){.weight = weight / users[pool], .least = account->least};
        }
    }
    free(users);
    fair_share_weighted(d->claims, count, d->setup->slots[stage]);
    count = 0;
    for (int32_t i = 0; i < d->jobs->count; i++) {
        if (job_demand(d->jobs->jobs[i], stage) > 0) {
            account_of(d, i, stage)->share = d->claims[count++].share;
        }
    }
}

void fair_deficits_update(struct fair_deficits *d, ticks now)
{
    double elapsed = (double)(now - d->updated);
    d->updated = now;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        for (int32_t i = 0; i < d->jobs->count; i++) {
            struct fair_account *account = account_of(d, i, stage);
            account->deficit += (account->share - account->running) * elapsed;
            account->running = d->jobs->jobs[i]->occupied[stage];
        }
        compute_shares(d, stage);
    }
}

void fair_deficits_advance(struct fair_deficits *d, ticks now)
{
    ticks first = (d->updated / FAIR_UPDATE_INTERVAL + 1) * FAIR_UPDATE_INTERVAL;
    ticks last = now / FAIR_UPDATE_INTERVAL * FAIR_UPDATE_INTERVAL;
    if (first <= last) {
        fair_deficits_update(d, first);
    }
    if (first < last) {
        fair_deficits_update(d, last); /* all others at once: nothing has changed between them */
    }
}

void fair_deficits_started(struct fair_deficits *d, const struct scheduler_job *job, enum stage stage)
{
    d->account[stage][job->id].running++;
}

bool fair_deficits_before(const struct fair_deficits *d, const struct scheduler_job *a, const struct scheduler_job *b,
                          enum stage stage)
{
    const struct fair_account *x = &d->account[stage][a->id];
    const struct fair_account *y = &d->account[stage][b->id];
    bool a_needs = a->occupied[stage] < x->least;
    bool b_needs = b->occupied[stage] < y->least;
    if (a_needs != b_needs) {
        return a_needs;
    }
    return x->deficit != y->deficit ? x->deficit > y->deficit : a->id < b->id;
}
