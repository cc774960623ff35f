#include "harness/invariants/busy_runs.h"

#include <stdlib.h>

#if RTMR_WITH_RUNS

static int compare(const void *a, const void *b)
{
    const rtmr_ticks x = *(const rtmr_ticks *)a;
    const rtmr_ticks y = *(const rtmr_ticks *)b;

    return (x > y) - (x < y);
}

/* The bounds of the busy slots, ascending. Returns how many there are. */
static int32_t sorted_bounds(const struct rtmr_pool *pool, rtmr_ticks *bounds)
{
    int32_t n = 0;

    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_BUSY) {
            bounds[n++] = pool->bound[s];
        }
    }
    qsort(bounds, (size_t)n, sizeof *bounds, compare);
    return n;
}

static bool empty_before_first(const struct rtmr_runs *r)
{
    int32_t i = 0;

    while (i < r->first && r->count[i] == 0) {
        i++;
    }
    return i == r->first;
}

bool busy_runs_hold(const struct rtmr_pool *pool, rtmr_ticks *scratch)
{
    const struct rtmr_runs *const r = &pool->busy;
    const int32_t n = sorted_bounds(pool, scratch);
    int32_t found = 0;

    if (r->n != n || r->first < 0 || r->first > r->end || r->end > RTMR_RUNS || !empty_before_first(r)) {
        return false;
    }
    for (int32_t i = r->first; i < r->end; i++) {
        int32_t equal = 0;

        while (found < n && scratch[found] == r->at[i]) {
            found++;
            equal++;
        }
        if (equal == 0 || equal != r->count[i]) {
            return false;
        }
    }
    return found == n;
}

#else

bool busy_runs_hold(const struct rtmr_pool *pool, rtmr_ticks *scratch)
{
    (void)pool;
    (void)scratch;
    return true;
}

#endif
