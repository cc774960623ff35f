#include "dispatch.h"

#include "job_table.h"
#include "slot_pool.h"
#include "stored_vectors.h"

int32_t rtmr_offer_place(const struct rtmr_pool *pool, int32_t jobs)
{
    int32_t reserved = 0;

    if (pool->queued == 0) {
        return -1;
    }
    for (int32_t place = 0; place < jobs; place++) {
        if (reserved >= pool->idle) {
            return -1;
        }
        if (pool->ready[place] == 0) {
            reserved += pool->waiting[place];
        } else if (pool->waiting[place] > 0) {
            return place;
        }
    }
    return -1;
}

static void note_offer(struct rtmr_pool *pool, int32_t jobs, rtmr_ticks now)
{
    if (rtmr_offer_place(pool, jobs) < 0) {
        pool->offered_since = RTMR_NEVER;
    } else if (pool->offered_since == RTMR_NEVER) {
        pool->offered_since = now;
    }
}

void rtmr_note_offers(struct rtmr *k)
{
    if (k->latency > 0) {
        note_offer(&k->map, k->jobs, k->now);
        note_offer(&k->reduce, k->jobs, k->now);
    }
}

void rtmr_start(struct rtmr *k, enum rtmr_stage stage, int32_t place, int32_t slot)
{
    if (stage == RTMR_MAP) {
        rtmr_pool_start(&k->map, place, slot, k->now);
    } else {
        rtmr_pool_start(&k->reduce, place, slot, k->now);
    }
    k->started[place] = 1;
}

/* The job at `place` has no unfinished task left. */
static int32_t is_done(const struct rtmr *k, int32_t place)
{
    return k->map.unfinished[place] == 0 && k->reduce.unfinished[place] == 0;
}

void rtmr_complete(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_report *report)
{
    int32_t place;

    if (stage == RTMR_MAP) {
        place = k->map.place[slot];
        rtmr_pool_finish(&k->map, slot, k->now);
        report->stage_done = k->map.unfinished[place] == 0;
        if (report->stage_done) {
            k->reduce.ready[place] = 1;
        }
    } else {
        place = k->reduce.place[slot];
        rtmr_pool_finish(&k->reduce, slot, k->now);
        report->stage_done = k->reduce.unfinished[place] == 0;
    }
    rtmr_stored_task_finished(k, stage, place);
    report->job = k->handle[place];
    report->job_done = is_done(k, place);
    report->flagged = place >= k->promised;
    report->estimated_finish = k->reduce.end[place];
    report->deadline = k->deadline[place];
    if (report->job_done) {
        rtmr_stored_job_finished(k, place);
        rtmr_table_remove(k, place);
    }
}
