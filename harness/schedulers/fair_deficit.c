#include "harness/schedulers/fair_deficit.h"

#include "harness/schedulers/job_needs.h"
#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>

void fair_deficits_init(struct fair_deficits *d, const struct scheduler_setup *setup, const struct fair_pools *pools)
{
    *d = (struct fair_deficits){.setup = setup, .pools = pools, .due = NO_INSTANT};
    size_t count = (size_t)setup->job_count;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        d->account[stage] = alloc_zeroed(count, sizeof *d->account[stage]);
        d->heap[stage] = alloc_zeroed(2 * count, sizeof *d->heap[stage]);
    }
    d->jobs = alloc_zeroed(count, sizeof *d->jobs);
    d->job = alloc_zeroed(count, sizeof *d->job);
    d->claims = alloc_zeroed(count, sizeof *d->claims);
    d->aside = alloc_zeroed(2 * count, sizeof *d->aside);
}

void fair_deficits_free(struct fair_deficits *d)
{
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        free(d->account[stage]);
        free(d->heap[stage]);
    }
    free(d->jobs);
    free(d->job);
    free(d->claims);
    free(d->aside);
    *d = (struct fair_deficits){0};
}

static struct fair_account *account_of(const struct fair_deficits *d, const struct scheduler_job *job, enum stage stage)
{
    return &d->account[stage][job->id];
}

/* --- Minimum shares --------------------------------------------------------------------------- */

/* How many slots more than its least the job can use. */
static int32_t room_of(const struct fair_deficits *d, const struct scheduler_job *job, enum stage stage)
{
    return job_demand(job, stage) - account_of(d, job, stage)->least;
}

static int by_deficit(const void *a, const void *b, void *context)
{
    const struct fair_account *accounts = context;
    const struct scheduler_job *x = *(const struct scheduler_job *const *)a;
    const struct scheduler_job *y = *(const struct scheduler_job *const *)b;
    double first = accounts[x->id].deficit;
    double second = accounts[y->id].deficit;
    return first != second ? (first < second) - (first > second) : (x->id > y->id) - (x->id < y->id);
}

/* Gives each of these jobs up to `each` more slots, and returns the rest; jobs that can use more
 * stay in the list. */
static int32_t give_each(struct fair_deficits *d, const struct scheduler_job **jobs, int32_t *count, enum stage stage,
                         int32_t left, int32_t each)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < *count; i++) {
        int32_t room = room_of(d, jobs[i], stage);
        int32_t given = each < room ? each : room;
        account_of(d, jobs[i], stage)->least += given;
        left -= given;
        if (given < room) {
            jobs[kept++] = jobs[i];
        }
    }
    *count = kept;
    return left;
}

/* updateMinSlots(): the pool's minimum goes to its jobs, those of the list, in equal parts as far
 * as they can use them; a rest of less than one slot each goes to the largest deficits. */
static void divide_minimum(struct fair_deficits *d, const struct scheduler_job **jobs, int32_t count, enum stage stage,
                           int32_t slots)
{
    int32_t left = give_each(d, jobs, &count, stage, slots, 0); /* drops those that can use none */
    while (count > 0 && left >= count) {
        left = give_each(d, jobs, &count, stage, left, left / count);
    }
    if (count > 0 && left > 0) {
        qsort_r(jobs, (size_t)count, sizeof(*jobs), by_deficit, d->account[stage]);
        for (int32_t i = 0; i < left; i++) {
            account_of(d, jobs[i], stage)->least++;
        }
    }
}

/* The jobs of pools with a minimum, pool by pool, get their parts of it. */
static void divide_minima(struct fair_deficits *d, enum stage stage)
{
    const struct fair_pools *pools = d->pools;
    /* of each pool in the list */
    int32_t *end = alloc_zeroed((size_t)pools->groups.count, sizeof *end);
    for (int32_t i = 0; i < d->count; i++) {
        int32_t pool = pools->groups.of_job[d->jobs[i]->id];
        end[pool] += pools->spec[pool]->least[stage] > 0;
    }
    int32_t listed = 0;
    for (int32_t pool = 0; pool < pools->groups.count; pool++) {
        int32_t jobs_of_pool = end[pool];
        end[pool] = listed;
        listed += jobs_of_pool;
    }
    if (listed > 0) {
        const struct scheduler_job **jobs = alloc_zeroed((size_t)listed, sizeof(*jobs));
        for (int32_t i = 0; i < d->count; i++) {
            int32_t pool = pools->groups.of_job[d->jobs[i]->id];
            if (pools->spec[pool]->least[stage] > 0) {
                jobs[end[pool]++] = d->jobs[i];
            }
        }
        int32_t first = 0;
        for (int32_t pool = 0; pool < pools->groups.count; pool++) {
            divide_minimum(d, jobs + first, end[pool] - first, stage, pools->spec[pool]->least[stage]);
            first = end[pool];
        }
        free(jobs);
    }
    free(end);
}

/* --- Shares ----------------------------------------------------------------------------------- */

static void compute_shares(struct fair_deficits *d, enum stage stage)
{
    const struct fair_pools *pools = d->pools;
    for (int32_t i = 0; i < d->count; i++) {
        account_of(d, d->jobs[i], stage)->least = 0;
    }
    divide_minima(d, stage);
    /* Jobs that need the stage, and how many of the pool do. */
    int32_t *users = alloc_zeroed((size_t)pools->groups.count, sizeof *users);
    for (int32_t i = 0; i < d->count; i++) {
        users[pools->groups.of_job[d->jobs[i]->id]] += job_demand(d->jobs[i], stage) > 0;
    }
    size_t count = 0;
    for (int32_t i = 0; i < d->count; i++) {
        struct fair_account *account = account_of(d, d->jobs[i], stage);
        account->share = 0.0;
        if (job_demand(d->jobs[i], stage) > 0) {
            int32_t pool = pools->groups.of_job[d->jobs[i]->id];
            d->claims[count++] =
                (struct claim){.weight = pools->spec[pool]->weight / users[pool], .least = account->least};
        }
    }
    free(users);
    fair_share_weighted(d->claims, count, d->setup->slots[stage]);
    count = 0;
    for (int32_t i = 0; i < d->count; i++) {
        if (job_demand(d->jobs[i], stage) > 0) {
            account_of(d, d->jobs[i], stage)->share = d->claims[count++].share;
        }
    }
}

/* --- The order of service --------------------------------------------------------------------- */

static bool goes_before(const struct fair_entry *a, const struct fair_entry *b)
{
    if (a->needs != b->needs) {
        return a->needs;
    }
    return a->deficit != b->deficit ? a->deficit > b->deficit : a->job < b->job;
}

/* The place for `entry` in the heap, when place i is free and all below it are in order. */
static int32_t sink(struct fair_entry *heap, int32_t count, int32_t i, const struct fair_entry *entry)
{
    int32_t child = 2 * i + 1;
    while (child < count) {
        if (child + 1 < count && goes_before(&heap[child + 1], &heap[child])) {
            child++;
        }
        if (!goes_before(&heap[child], entry)) {
            break;
        }
        heap[i] = heap[child];
        i = child;
        child = 2 * i + 1;
    }
    return i;
}

static void push(struct fair_deficits *d, enum stage stage, struct fair_entry entry)
{
    struct fair_entry *heap = d->heap[stage];
    int32_t i = d->heap_count[stage]++;
    while (i > 0 && goes_before(&entry, &heap[(i - 1) / 2])) {
        heap[i] = heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap[i] = entry;
    d->account[stage][entry.job].queued[entry.needs] = true;
}

static struct fair_entry pop(struct fair_deficits *d, enum stage stage)
{
    struct fair_entry *heap = d->heap[stage];
    struct fair_entry first = heap[0];
    struct fair_entry last = heap[--d->heap_count[stage]];
    heap[sink(heap, d->heap_count[stage], 0, &last)] = last;
    d->account[stage][first.job].queued[first.needs] = false;
    return first;
}

static struct fair_entry entry_of(const struct fair_deficits *d, const struct scheduler_job *job, enum stage stage)
{
    const struct fair_account *account = account_of(d, job, stage);
    return (struct fair_entry){
        .deficit = account->deficit, .job = job->id, .needs = job->occupied[stage] < account->least};
}

static void build_heap(struct fair_deficits *d, enum stage stage)
{
    struct fair_entry *heap = d->heap[stage];
    int32_t count = 0;
    for (int32_t i = 0; i < d->count; i++) {
        struct fair_account *account = account_of(d, d->jobs[i], stage);
        account->queued[false] = false;
        account->queued[true] = false;
        if (job_is_candidate(d->setup, d->jobs[i], stage)) {
            heap[count] = entry_of(d, d->jobs[i], stage);
            account->queued[heap[count++].needs] = true;
        }
    }
    for (int32_t i = count / 2 - 1; i >= 0; i--) {
        struct fair_entry entry = heap[i];
        heap[sink(heap, count, i, &entry)] = entry;
    }
    d->heap_count[stage] = count;
}

/* --- Updates ---------------------------------------------------------------------------------- */

static void drop_finished(struct fair_deficits *d)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < d->count; i++) {
        const struct scheduler_job *job = d->jobs[i];
        if (job->finished[STAGE_MAP] < job->tasks[STAGE_MAP] ||
            job->finished[STAGE_REDUCE] < job->tasks[STAGE_REDUCE]) {
            d->jobs[kept++] = job;
        }
    }
    d->count = kept;
}

static void update(struct fair_deficits *d, ticks now)
{
    double elapsed = (double)(now - d->updated);
    d->updated = now;
    drop_finished(d);
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        for (int32_t i = 0; i < d->count; i++) {
            struct fair_account *account = account_of(d, d->jobs[i], stage);
            account->deficit += (account->share - account->running) * elapsed;
            account->running = d->jobs[i]->occupied[stage];
        }
        compute_shares(d, stage);
        build_heap(d, stage);
    }
}

static void update_if_due(struct fair_deficits *d)
{
    if (d->due != NO_INSTANT) {
        update(d, d->due);
        d->due = NO_INSTANT;
    }
}

void fair_deficits_arrives(struct fair_deficits *d, const struct scheduler_job *job, ticks now)
{
    d->jobs[d->count++] = job;
    d->job[job->id] = job;
    d->due = now;
}

void fair_deficits_advance(struct fair_deficits *d, ticks now)
{
    update_if_due(d);
    ticks first = (d->updated / FAIR_UPDATE_INTERVAL + 1) * FAIR_UPDATE_INTERVAL;
    ticks last = now / FAIR_UPDATE_INTERVAL * FAIR_UPDATE_INTERVAL;
    if (first <= last) {
        update(d, first);
    }
    if (first < last) {
        update(d, last); /* all others at once: nothing has changed between them */
    }
}

void fair_deficits_started(struct fair_deficits *d, const struct scheduler_job *job, enum stage stage)
{
    d->account[stage][job->id].running++;
}

void fair_deficits_changed(struct fair_deficits *d, const struct scheduler_job *job)
{
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        struct fair_entry entry = entry_of(d, job, stage);
        if (job_is_candidate(d->setup, job, stage) && !account_of(d, job, stage)->queued[entry.needs]) {
            push(d, stage, entry);
        }
    }
}

const struct scheduler_job *fair_deficits_first(struct fair_deficits *d, enum stage stage, int32_t slot)
{
    update_if_due(d);
    const struct scheduler_job *found = NULL;
    int32_t put_aside = 0;
    while (d->heap_count[stage] > 0 && found == NULL) {
        const struct fair_entry *entry = &d->heap[stage][0];
        const struct scheduler_job *job = d->job[entry->job];
        bool current = job_is_candidate(d->setup, job, stage) && entry_of(d, job, stage).needs == entry->needs;
        if (current && job_runs_on(d->setup, job, stage, slot)) {
            found = job;
        } else if (current) {
            d->aside[put_aside++] = pop(d, stage);
        } else {
            pop(d, stage);
        }
    }
    while (put_aside > 0) {
        push(d, stage, d->aside[--put_aside]);
    }
    return found;
}
