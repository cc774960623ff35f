#include "harness/invariants/context_copy.h"

#include <stddef.h>
#include <string.h>

/* Stretches of a context, in bytes from its begin. */
struct stretches {
    size_t count;
    struct {
        size_t begin;
        size_t size;
    } of[32];
};

static void add(struct stretches *s, size_t begin, size_t size)
{
    s->of[s->count].begin = begin;
    s->of[s->count++].size = size;
}

/* The entries of a table that are in use, and the next one, at which a table ends or grows; the
 * count may be wrong. */
static size_t used(int32_t count, int32_t capacity)
{
    return count < 0 || count >= capacity ? (size_t)capacity : (size_t)count + 1;
}

static size_t used_jobs(const struct rtmr *k)
{
    return used(k->jobs, RTMR_JOBS);
}

#define ENTRY(type, array) sizeof(((const struct type *)NULL)->array[0])
#define ADD(s, base, type, array, entries) add(s, (base) + offsetof(struct type, array), (entries)*ENTRY(type, array))

static void add_pool(struct stretches *s, size_t base, const struct rtmr_pool *pool, size_t jobs)
{
    const size_t slots = used(pool->slots, RTMR_SLOTS);

#if RTMR_WITH_RUNS
    add(s, base, offsetof(struct rtmr_pool, busy));
#else
    add(s, base, offsetof(struct rtmr_pool, state));
#endif
    ADD(s, base, rtmr_pool, state, slots);
    ADD(s, base, rtmr_pool, place, slots);
    ADD(s, base, rtmr_pool, bound, slots);
#if RTMR_WITH_TOKENS
    ADD(s, base, rtmr_pool, token, slots);
#endif
    ADD(s, base, rtmr_pool, waiting, jobs);
    ADD(s, base, rtmr_pool, unfinished, jobs);
    ADD(s, base, rtmr_pool, ready, jobs);
    ADD(s, base, rtmr_pool, estimate, jobs);
    ADD(s, base, rtmr_pool, end, jobs);
}

#if RTMR_WITH_STORED_VECTORS
#define HEAD_SIZE offsetof(struct rtmr, map_memory)
#else
#define HEAD_SIZE sizeof(struct rtmr)
#endif

/* A head of this size at most is sooner copied as a whole. */
enum { SMALL_HEAD = 8192 };

/* All but scratch, runs and stored vectors. */
static struct stretches head_of(const struct rtmr *k)
{
    const size_t jobs = used_jobs(k);
    struct stretches s = {.count = 0};

    add(&s, 0, offsetof(struct rtmr, handle));
    ADD(&s, 0, rtmr, handle, jobs);
    ADD(&s, 0, rtmr, deadline, jobs);
    ADD(&s, 0, rtmr, started, jobs);
    add_pool(&s, offsetof(struct rtmr, map), &k->map, jobs);
    add_pool(&s, offsetof(struct rtmr, reduce), &k->reduce, jobs);
    return s;
}

/* Where the last plan ended stages: scratch. */
static struct stretches drafts_of(const struct rtmr *k)
{
    struct stretches s = {.count = 0};

    ADD(&s, offsetof(struct rtmr, map), rtmr_pool, draft, used_jobs(k));
    ADD(&s, offsetof(struct rtmr, reduce), rtmr_pool, draft, used_jobs(k));
    return s;
}

static void copy(struct rtmr *to, const struct rtmr *from, const struct stretches *s)
{
    for (size_t i = 0; i < s->count; i++) {
        memcpy((char *)to + s->of[i].begin, (const char *)from + s->of[i].begin, s->of[i].size);
    }
}

static bool same(const struct rtmr *a, const struct rtmr *b, const struct stretches *s)
{
    bool equal = true;

    for (size_t i = 0; i < s->count && equal; i++) {
        equal = memcmp((const char *)a + s->of[i].begin, (const char *)b + s->of[i].begin, s->of[i].size) == 0;
    }
    return equal;
}

#if RTMR_WITH_RUNS

/* How many runs there are; where they lie may be wrong. */
static size_t runs_of(const struct rtmr_runs *r)
{
    return r->first < 0 || r->end > RTMR_RUNS || r->first > r->end ? 0 : (size_t)(r->end - r->first);
}

/* The copy's runs lie at the front. */
static void copy_runs(struct rtmr_runs *to, const struct rtmr_runs *from)
{
    const size_t runs = runs_of(from);
    const int32_t first = runs > 0 ? from->first : 0;

    memcpy(to->at, &from->at[first], runs * sizeof from->at[0]);
    memcpy(to->count, &from->count[first], runs * sizeof from->count[0]);
    to->n = from->n;
    to->first = 0;
    to->end = (int32_t)runs;
}

static bool same_runs(const struct rtmr_runs *a, const struct rtmr_runs *b)
{
    const size_t runs = runs_of(a);
    const int32_t of_a = runs > 0 ? a->first : 0;
    const int32_t of_b = runs > 0 ? b->first : 0;

    return a->n == b->n && runs_of(b) == runs && memcmp(&a->at[of_a], &b->at[of_b], runs * sizeof a->at[0]) == 0 &&
           memcmp(&a->count[of_a], &b->count[of_b], runs * sizeof a->count[0]) == 0;
}

static void copy_available(struct rtmr_pool *to, const struct rtmr_pool *from)
{
    copy_runs(&to->busy, &from->busy);
    copy_runs(&to->free_at.runs, &from->free_at.runs);
}

static bool same_busy(const struct rtmr_pool *a, const struct rtmr_pool *b)
{
    return same_runs(&a->busy, &b->busy);
}

static bool same_available(const struct rtmr_pool *a, const struct rtmr_pool *b)
{
    return same_runs(&a->free_at.runs, &b->free_at.runs);
}

#else

static size_t vector_of(const struct rtmr_pool *pool)
{
    return offsetof(struct rtmr_vector, at) + used(pool->slots, RTMR_SLOTS) * sizeof(rtmr_ticks);
}

static void copy_available(struct rtmr_pool *to, const struct rtmr_pool *from)
{
    memcpy(&to->free_at.heap, &from->free_at.heap, vector_of(from));
}

static bool same_busy(const struct rtmr_pool *a, const struct rtmr_pool *b)
{
    (void)a;
    (void)b;
    return true;
}

static bool same_available(const struct rtmr_pool *a, const struct rtmr_pool *b)
{
    return memcmp(&a->free_at.heap, &b->free_at.heap, vector_of(a)) == 0;
}

#endif

#if RTMR_WITH_STORED_VECTORS

/* The number of jobs of which stored vectors are kept. */
static size_t remembered(const struct rtmr *k)
{
    return k->plans_from_slots != 0 || k->jobs < 0 || k->jobs > RTMR_JOBS ? 0 : (size_t)k->jobs;
}

/* The bytes of a vector that are in use. */
static size_t vector_size(const struct rtmr_vector *v)
{
    return offsetof(struct rtmr_vector, at) + used(v->n, RTMR_SLOTS) * sizeof(rtmr_ticks);
}

static void copy_stage(struct rtmr_stage_memory *to, const struct rtmr_stage_memory *from, size_t jobs)
{
    for (size_t i = 0; i < jobs; i++) {
        memcpy(&to->of[i].row, &from->of[i].row, vector_size(&from->of[i].row));
        memcpy(&to->of[i].ended, &from->of[i].ended, vector_size(&from->of[i].ended));
    }
}

static bool same_stage(const struct rtmr_stage_memory *a, const struct rtmr_stage_memory *b, size_t jobs)
{
    bool equal = true;

    for (size_t i = 0; i < jobs && equal; i++) {
        equal = memcmp(&a->of[i].row, &b->of[i].row, vector_size(&a->of[i].row)) == 0 &&
                memcmp(&a->of[i].ended, &b->of[i].ended, vector_size(&a->of[i].ended)) == 0;
    }
    return equal;
}

static void copy_memory(struct rtmr *to, const struct rtmr *from)
{
    copy_stage(&to->map_memory, &from->map_memory, remembered(from));
    copy_stage(&to->reduce_memory, &from->reduce_memory, remembered(from));
}

static bool same_memory(const struct rtmr *a, const struct rtmr *b)
{
    return same_stage(&a->map_memory, &b->map_memory, remembered(a)) &&
           same_stage(&a->reduce_memory, &b->reduce_memory, remembered(a));
}

#else

static void copy_memory(struct rtmr *to, const struct rtmr *from)
{
    (void)to;
    (void)from;
}

static bool same_memory(const struct rtmr *a, const struct rtmr *b)
{
    (void)a;
    (void)b;
    return true;
}

#endif

void context_copy(struct rtmr *to, const struct rtmr *from)
{
    if (HEAD_SIZE <= SMALL_HEAD) {
        memcpy(to, from, HEAD_SIZE);
    } else {
        const struct stretches head = head_of(from);
        const struct stretches drafts = drafts_of(from);

        copy(to, from, &head);
        copy(to, from, &drafts);
        copy_available(&to->map, &from->map);
        copy_available(&to->reduce, &from->reduce);
    }
    copy_memory(to, from);
}

bool context_same_but_scratch(const struct rtmr *a, const struct rtmr *b)
{
    const struct stretches head = head_of(a);

    return same(a, b, &head) && same_busy(&a->map, &b->map) && same_busy(&a->reduce, &b->reduce) && same_memory(a, b);
}

bool context_same(const struct rtmr *a, const struct rtmr *b)
{
    const struct stretches drafts = drafts_of(a);

    return context_same_but_scratch(a, b) && same(a, b, &drafts) && same_available(&a->map, &b->map) &&
           same_available(&a->reduce, &b->reduce);
}
