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

static void add_scratch(struct stretches *s, size_t base, const struct rtmr_pool *pool, size_t jobs)
{
    ADD(s, base, rtmr_pool, draft, jobs);
    add(s, base + offsetof(struct rtmr_pool, free_at),
        offsetof(struct rtmr_vector, at) + used(pool->slots, RTMR_SLOTS) * sizeof(rtmr_ticks));
}

static void add_pool(struct stretches *s, size_t base, const struct rtmr_pool *pool, size_t jobs)
{
    const size_t slots = used(pool->slots, RTMR_SLOTS);

    add(s, base, offsetof(struct rtmr_pool, state));
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
    add_scratch(s, base, pool, jobs);
}

#if RTMR_WITH_STORED_VECTORS
#define HEAD_SIZE offsetof(struct rtmr, map_memory)
#else
#define HEAD_SIZE sizeof(struct rtmr)
#endif

/* A head of this size at most is sooner taken as a whole. */
enum { SMALL_HEAD = 8192 };

/* All but the stored vectors. */
static struct stretches head_of(const struct rtmr *k)
{
    const size_t jobs = used_jobs(k);
    struct stretches s = {.count = 0};

    if (HEAD_SIZE <= SMALL_HEAD) {
        add(&s, 0, HEAD_SIZE);
        return s;
    }
    add(&s, 0, offsetof(struct rtmr, handle));
    ADD(&s, 0, rtmr, handle, jobs);
    ADD(&s, 0, rtmr, deadline, jobs);
    ADD(&s, 0, rtmr, started, jobs);
    add_pool(&s, offsetof(struct rtmr, map), &k->map, jobs);
    add_pool(&s, offsetof(struct rtmr, reduce), &k->reduce, jobs);
    return s;
}

static struct stretches scratch_of(const struct rtmr *k)
{
    struct stretches s = {.count = 0};

    add_scratch(&s, offsetof(struct rtmr, map), &k->map, used_jobs(k));
    add_scratch(&s, offsetof(struct rtmr, reduce), &k->reduce, used_jobs(k));
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
    const struct stretches head = head_of(from);

    copy(to, from, &head);
    copy_memory(to, from);
}

bool context_same(const struct rtmr *a, const struct rtmr *b)
{
    const struct stretches head = head_of(a);

    return same(a, b, &head) && same_memory(a, b);
}

bool context_same_but_scratch(struct rtmr *before, const struct rtmr *after)
{
    const struct stretches scratch = scratch_of(before);

    copy(before, after, &scratch);
    return context_same(before, after);
}
