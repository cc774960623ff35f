#include "clock.h"

#include "admission.h"
#include "dispatch.h"
#include "job_plan.h"
#include "job_table.h"
#include "slot_pool.h"
#include "stored_vectors.h"
#include "ticks.h"

void rtmr_flag(struct rtmr *k, int32_t place, struct rtmr_alarm *alarm)
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

void rtmr_recover(struct rtmr *k, struct rtmr_alarm *alarm)
{
    struct rtmr_outlook outlook;
    struct rtmr_row none;
    int32_t late = 0;

    rtmr_no_candidate(&none);
    while (late >= 0) {
        rtmr_project(k);
        rtmr_plan_jobs(k, 0, k->promised, &none, &outlook);
        late = outlook.late;
        if (late >= 0) {
            k->reduce.end[late] = outlook.late_end;
            rtmr_flag(k, late, alarm);
        }
    }
    rtmr_adopt(k, 0);
    k->projects = 1;
    restart_waits(&k->map);
    restart_waits(&k->reduce);
}

/* Slots that are over their bound at `to` become late: nobody knows when they come back, so plans do without them. */
static void mark_overruns(struct rtmr *k, struct rtmr_pool *pool, rtmr_ticks to, struct rtmr_alarm *alarm)
{
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_BUSY && pool->bound[s] < to) {
            pool->state[s] = RTMR_SLOT_LATE;
            pool->usable--;
            alarm->overrun_tasks++;
            rtmr_flag(k, pool->place[s], alarm);
        }
    }
}

/* Nonzero if, by `to`, an idle slot has let an offer wait longer than the latency allows (E2). */
static int32_t let_wait(const struct rtmr_pool *pool, int32_t jobs, rtmr_ticks latency, rtmr_ticks to)
{
    if (rtmr_offer_place(pool, jobs) < 0) {
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

enum rtmr_status rtmr_move_clock(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm)
{
    const int32_t waited = to > k->now && (let_wait(&k->map, k->jobs, k->latency, to) ||
                                           let_wait(&k->reduce, k->jobs, k->latency, to));
    const int32_t map_overrun = rtmr_pool_overrun(&k->map, to);
    const int32_t reduce_overrun = rtmr_pool_overrun(&k->reduce, to);

    k->now = to;
    if (!waited && !map_overrun && !reduce_overrun) {
        return RTMR_OK;
    }
    if (map_overrun) {
        mark_overruns(k, &k->map, to, alarm);
    }
    if (reduce_overrun) {
        mark_overruns(k, &k->reduce, to, alarm);
    }
    rtmr_recover(k, alarm);
    return map_overrun || reduce_overrun ? RTMR_VIOLATION_OVERRUN : RTMR_VIOLATION_WAITING;
}
