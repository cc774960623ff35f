#include "harness/invariants/context_copy.h"

#include <stddef.h>
#include <string.h>

static void copy_scratch(struct rtmr_pool *to, const struct rtmr_pool *from)
{
    memcpy(to->draft, from->draft, sizeof to->draft);
    memcpy(&to->free_at, &from->free_at, sizeof to->free_at);
}

#if RTMR_WITH_STORED_VECTORS

/* Everything before the stored vectors. */
#define HEAD_SIZE offsetof(struct rtmr, map_memory)

/* The number of jobs of which stored vectors are kept. */
static size_t remembered(const struct rtmr *k)
{
    return k->plans_from_slots != 0 || k->jobs < 0 || k->jobs > RTMR_JOBS ? 0 : (size_t)k->jobs;
}

static void copy_memory(struct rtmr *to, const struct rtmr *from)
{
    memcpy(to->map_memory.of, from->map_memory.of, remembered(from) * sizeof *from->map_memory.of);
    memcpy(to->reduce_memory.of, from->reduce_memory.of, remembered(from) * sizeof *from->reduce_memory.of);
}

static bool same_memory(const struct rtmr *a, const struct rtmr *b)
{
    return memcmp(a->map_memory.of, b->map_memory.of, remembered(a) * sizeof *a->map_memory.of) == 0 &&
           memcmp(a->reduce_memory.of, b->reduce_memory.of, remembered(a) * sizeof *a->reduce_memory.of) == 0;
}

#else

#define HEAD_SIZE sizeof(struct rtmr)

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
    memcpy(to, from, HEAD_SIZE);
    copy_memory(to, from);
}

bool context_same(const struct rtmr *a, const struct rtmr *b)
{
    return memcmp(a, b, HEAD_SIZE) == 0 && same_memory(a, b);
}

bool context_same_but_scratch(struct rtmr *before, const struct rtmr *after)
{
    copy_scratch(&before->map, &after->map);
    copy_scratch(&before->reduce, &after->reduce);
    return context_same(before, after);
}
