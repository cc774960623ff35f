#include "harness/invariants/plan_counts.h"

int32_t place_of(const struct rtmr *k, rtmr_handle job)
{
    for (int32_t place = 0; place < k->jobs; place++) {
        if (k->handle[place] == job) {
            return place;
        }
    }
    return -1;
}

int32_t open_before(const struct shadow_plan *plan, int32_t n)
{
    int32_t count = 0;

    for (int32_t i = 0; i < n; i++) {
        count += plan->task[i].open;
    }
    return count;
}

int32_t open_above(const struct shadow_plan *plan, int32_t n, rtmr_ticks x)
{
    int32_t count = 0;

    for (int32_t i = 0; i < n; i++) {
        count += plan->task[i].open && plan->task[i].finish > x;
    }
    return count;
}

int32_t busy_before(const struct rtmr_pool *pool, const struct shadow_stage *stage, int32_t n, rtmr_ticks x)
{
    int32_t count = 0;

    for (int32_t s = 0; s < pool->slots; s++) {
        count += pool->state[s] == RTMR_SLOT_BUSY && stage->slot[s].position < n && pool->bound[s] > x;
    }
    return count;
}

int32_t due_after(const struct rtmr_pool *pool, rtmr_ticks x)
{
    int32_t count = 0;

    for (int32_t s = 0; s < pool->slots; s++) {
        count +=
            pool->state[s] == RTMR_SLOT_IDLE && pool->bound[s] != RTMR_NEVER && pool->bound[s] - pool->wait_pad > x;
    }
    return count;
}
