#include "clock.h"

#include "admission.h"
#include "dispatch.h"
#include "job_plan.h"
#include "job_table.h"
#include "slot_pool.h"

void rtmr_flag(struct rtmr *k, int32_t place, struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    if (place < k->promised) {
        rtmr_table_flag(k, place);
        alarm->flagged_jobs++;
    }
}

/* A new plan was made: whatever was due is due anew. */
static void restart_waits(struct rtmr_pool *pool)
{
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_IDLE) {
            pool->bound[s] = RTMR_NEVER;
        }
    }
}

void rtmr_recover(struct rtmr *k, struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_outlook outlook;
    struct rtmr_row none;
    int32_t late = 0;

    rtmr_no_candidate(&none);
    while (late >= 0) {
        rtmr_project(k) /*@ ghost (g) */;
        rtmr_plan_jobs(k, 0, k->promised, &none, &outlook) /*@ ghost (g) */;
        late = outlook.late;
        if (late >= 0) {
            k->reduce.end[late] = outlook.late_end;
            rtmr_flag(k, late, alarm) /*@ ghost (g) */;
        }
    }
    rtmr_adopt(k, 0);
    k->projects = 1;
    restart_waits(&k->map);
    restart_waits(&k->reduce);
}

/* A slot that is over its bound at `to` becomes late: nobody knows when it comes back, so plans do without it. */
static int32_t mark_overrun(struct rtmr_pool *pool, int32_t slot, rtmr_ticks to)
{
    if (pool->state[slot] != RTMR_SLOT_BUSY || pool->bound[slot] >= to) {
        return 0;
    }
    pool->state[slot] = RTMR_SLOT_LATE;
    pool->usable--;
    return 1;
}

static void mark_overruns(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    for (int32_t s = 0; s < k->map.slots; s++) {
        if (mark_overrun(&k->map, s, to)) {
            alarm->overrun_tasks++;
            rtmr_flag(k, k->map.place[s], alarm) /*@ ghost (g) */;
        }
    }
    for (int32_t s = 0; s < k->reduce.slots; s++) {
        if (mark_overrun(&k->reduce, s, to)) {
            alarm->overrun_tasks++;
            rtmr_flag(k, k->reduce.place[s], alarm) /*@ ghost (g) */;
        }
    }
}

/* Nonzero if, by `to`, an idle slot has let an offer wait longer than the latency allows (E2). */
static int32_t let_wait(const struct rtmr_pool *pool, int32_t jobs, rtmr_ticks latency, rtmr_ticks to)
    /*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t promised) */
{
    if (rtmr_offer_place(pool, jobs) /*@ ghost (g, promised) */ < 0) {
        return 0;
    }
    if (latency == 0) {
        return 1;
    }
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_IDLE && pool->bound[s] < to) {
            return 1;
        }
    }
    return 0;
}

enum rtmr_status rtmr_move_clock(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const int32_t map_waited = let_wait(&k->map, k->jobs, k->latency, to) /*@ ghost (&g->map, k->promised) */;
    const int32_t reduce_waited = let_wait(&k->reduce, k->jobs, k->latency, to) /*@ ghost (&g->reduce, k->promised) */;
    const int32_t waited = to > k->now && (map_waited || reduce_waited);
    const int32_t map_overrun = rtmr_pool_overrun(&k->map, to);
    const int32_t reduce_overrun = rtmr_pool_overrun(&k->reduce, to);

    k->now = to;
    if (!waited && !map_overrun && !reduce_overrun) {
        return RTMR_OK;
    }
    if (map_overrun || reduce_overrun) {
        mark_overruns(k, to, alarm) /*@ ghost (g) */;
    }
    rtmr_recover(k, alarm) /*@ ghost (g) */;
    return map_overrun || reduce_overrun ? RTMR_VIOLATION_OVERRUN : RTMR_VIOLATION_WAITING;
}
