/*
 * The slot table of one stage.
 */
#ifndef RTMR_SLOT_POOL_H
#define RTMR_SLOT_POOL_H

#include "rtmr.h"

/* `slots` idle slots, no jobs. O(slots). */
void rtmr_pool_init(struct rtmr_pool *pool, int32_t slots, rtmr_ticks task_pad, rtmr_ticks release_pad);

/* The first waiting task of the job at `place` starts on an idle slot. O(1). */
void rtmr_pool_start(struct rtmr_pool *pool, int32_t place, int32_t slot, rtmr_ticks now);

/* The task on a BUSY or LATE slot has ended. O(1). */
void rtmr_pool_finish(struct rtmr_pool *pool, int32_t slot, rtmr_ticks now);

#if RTMR_WITH_SLOT_CHANGES
/* The slot is gone; it was not ABSENT. A task that it ran waits again. Returns that task's place, or -1. O(1). */
int32_t rtmr_pool_lose(struct rtmr_pool *pool, int32_t slot);

/* An ABSENT slot is back, idle. O(1). */
void rtmr_pool_return(struct rtmr_pool *pool, int32_t slot, rtmr_ticks now);
#endif

/* Nonzero if a busy slot's bound lies before `to` (E1). Tightens `soonest`. O(slots), mostly O(1). */
int32_t rtmr_pool_overrun(struct rtmr_pool *pool, rtmr_ticks to);

/* The places of jobs at or behind `place` have moved up by one: a job was put there. O(slots). */
void rtmr_pool_job_inserted(struct rtmr_pool *pool, int32_t place);

/* The job at `from` has moved to `to` >= from, those between one place down. O(slots). */
void rtmr_pool_job_moved(struct rtmr_pool *pool, int32_t from, int32_t to);

/* free_at := when the usable slots become available: idle ones now, busy ones at their bound.
 * draft[place] := the latest bound of a running task of the job at `place`, at least now. O(jobs + slots). */
void rtmr_pool_snapshot(struct rtmr_pool *pool, int32_t jobs, rtmr_ticks now);

#endif
