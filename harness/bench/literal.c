#include "harness/bench/literal.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <string.h>

/* J.T of both stages. */
struct vectors {
    rtmr_ticks *map;
    rtmr_ticks *reduce;
};

struct literal {
    int32_t map_slots;
    int32_t reduce_slots;
    enum literal_sort sort;
    int32_t capacity;
    int32_t count;
    int32_t last;             /* place of the last accepted job */
    struct rtmr_job *job;     /* in order of deadlines */
    struct vectors *recorded; /* of the job at the same place */
    /* by the current test, for the places that the jobs would then have */
    struct vectors *computed;
};

static struct vectors *rows_new(int32_t rows, int32_t map_slots, int32_t reduce_slots)
{
    struct vectors *v = alloc_zeroed((size_t)rows, sizeof *v);

    for (int32_t i = 0; i < rows; i++) {
        v[i].map = alloc_zeroed((size_t)map_slots, sizeof *v[i].map);
        v[i].reduce = alloc_zeroed((size_t)reduce_slots, sizeof *v[i].reduce);
    }
    return v;
}

static void rows_free(struct vectors *v, int32_t rows)
{
    for (int32_t i = 0; i < rows; i++) {
        free(v[i].map);
        free(v[i].reduce);
    }
    free(v);
}

struct literal *literal_new(int32_t map_slots, int32_t reduce_slots, int32_t jobs)
{
    struct literal *q = alloc_zeroed(1, sizeof *q);

    q->map_slots = map_slots;
    q->reduce_slots = reduce_slots;
    q->sort = LITERAL_INSERT;
    q->capacity = jobs;
    q->job = alloc_zeroed((size_t)jobs, sizeof *q->job);
    q->recorded = rows_new(jobs, map_slots, reduce_slots);
    q->computed = rows_new(jobs, map_slots, reduce_slots);
    return q;
}

void literal_free(struct literal *q)
{
    rows_free(q->recorded, q->capacity);
    rows_free(q->computed, q->capacity);
    free(q->job);
    free(q);
}

void literal_sort_with(struct literal *q, enum literal_sort sort)
{
    q->sort = sort;
}

static int compare(const void *a, const void *b)
{
    const rtmr_ticks x = *(const rtmr_ticks *)a;
    const rtmr_ticks y = *(const rtmr_ticks *)b;

    return (x > y) - (x < y);
}

/* Algorithm II line 7, Algorithm III line 8: only t[0] may be out of order. */
static void keep_sorted(const struct literal *q, rtmr_ticks *t, int32_t n)
{
    if (q->sort == LITERAL_QSORT) {
        qsort(t, (size_t)n, sizeof *t, compare);
    } else {
        const rtmr_ticks changed = t[0];
        int32_t i = 0;

        while (i + 1 < n && t[i + 1] < changed) {
            t[i] = t[i + 1];
            i++;
        }
        t[i] = changed;
    }
}

/* The loop of Algorithm II (release = current time) and of Algorithm III (release = e_m). */
static rtmr_ticks plan(const struct literal *q, rtmr_ticks *t, int32_t n, int32_t tasks, rtmr_ticks estimate,
                       rtmr_ticks release)
{
    rtmr_ticks finish = release;

    for (int32_t k = 0; k < tasks; k++) {
        t[0] = t[0] > release ? t[0] : release;
        t[0] += estimate;
        finish = t[0];
        keep_sorted(q, t, n);
    }
    return finish;
}

/* Algorithms II and III for one job behind the predecessor whose vectors are `before` (NULL: none).
 * Returns e. */
static rtmr_ticks plan_job(const struct literal *q, const struct rtmr_job *job, const struct vectors *before,
                           struct vectors *after, rtmr_ticks now)
{
    const size_t map_bytes = (size_t)q->map_slots * sizeof *after->map;
    const size_t reduce_bytes = (size_t)q->reduce_slots * sizeof *after->reduce;

    if (before == NULL) {
        memset(after->map, 0, map_bytes);
        memset(after->reduce, 0, reduce_bytes);
    } else {
        memcpy(after->map, before->map, map_bytes);
        memcpy(after->reduce, before->reduce, reduce_bytes);
    }
    const rtmr_ticks map_end = plan(q, after->map, q->map_slots, job->map_tasks, job->map_estimate, now);
    return plan(q, after->reduce, q->reduce_slots, job->reduce_tasks, job->reduce_estimate, map_end);
}

static void swap_rows(struct literal *q, int32_t from)
{
    for (int32_t i = from; i < q->count; i++) {
        const struct vectors row = q->recorded[i];

        q->recorded[i] = q->computed[i];
        q->computed[i] = row;
    }
}

/* Algorithm I lines 22 and 23. */
static void record(struct literal *q, int32_t place, const struct rtmr_job *job)
{
    const size_t behind = (size_t)(q->count - place);
    const struct vectors unused = q->recorded[q->count];

    memmove(&q->job[place + 1], &q->job[place], behind * sizeof *q->job);
    memmove(&q->recorded[place + 1], &q->recorded[place], behind * sizeof *q->recorded);
    q->job[place] = *job;
    q->recorded[place] = unused;
    q->count++;
    q->last = place;
    swap_rows(q, place);
}

void literal_take_back(struct literal *q)
{
    swap_rows(q, q->last);
    q->count--;
    const size_t behind = (size_t)(q->count - q->last);
    const struct vectors unused = q->recorded[q->last];

    memmove(&q->job[q->last], &q->job[q->last + 1], behind * sizeof *q->job);
    memmove(&q->recorded[q->last], &q->recorded[q->last + 1], behind * sizeof *q->recorded);
    q->recorded[q->count] = unused;
}

bool literal_admit(struct literal *q, const struct rtmr_job *job, rtmr_ticks now, rtmr_ticks *finish)
{
    int32_t place = 0;

    while (place < q->count && q->job[place].deadline <= job->deadline) {
        place++;
    }
    *finish = plan_job(q, job, place > 0 ? &q->recorded[place - 1] : NULL, &q->computed[place], now);
    if (*finish > job->deadline) {
        return false;
    }
    for (int32_t i = place; i < q->count; i++) {
        if (plan_job(q, &q->job[i], &q->computed[i], &q->computed[i + 1], now) > q->job[i].deadline) {
            return false;
        }
    }
    record(q, place, job);
    return true;
}
