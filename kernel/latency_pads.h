/*
 * What dispatch latency adds to the times of a stage, given a pointer to its pool, and the range in
 * which tasks are due on its idle slots; nothing in a build without it. (Macros, so that a build
 * without it pays for none of it.)
 */
#ifndef RTMR_LATENCY_PADS_H
#define RTMR_LATENCY_PADS_H

#include "rtmr.h"
#include "ticks.h"

#ifdef __FRAMAC__
#include "spec/slots.acsl"
#endif

#if RTMR_WITH_LATENCY
#define RTMR_NOTICE_PAD(pool) ((pool)->notice_pad)   /* until the end of a task is noticed: part of every estimate */
#define RTMR_RELEASE_PAD(pool) ((pool)->release_pad) /* until a stage that is released gets its first slot */
#define RTMR_WAIT_PAD(pool) ((pool)->wait_pad)       /* until any one task gets a slot */
#else
#define RTMR_NOTICE_PAD(pool) ((void)(pool), (rtmr_ticks)0)
#define RTMR_RELEASE_PAD(pool) ((void)(pool), (rtmr_ticks)0)
#define RTMR_WAIT_PAD(pool) ((void)(pool), (rtmr_ticks)0)
#endif

/* If a slot that is in this state now is idle, a task is due on it by this instant. O(1). */
/*@ requires valid: \valid(pool);
    assigns DUE_RANGE_OF(*pool);
    DUE_MORE(ensures, *pool, state, due)
*/
static inline void rtmr_due_more(struct rtmr_pool *pool, uint8_t state, rtmr_ticks due)
{
#if RTMR_WITH_LATENCY
    if (state == RTMR_SLOT_IDLE) {
        pool->due_first = rtmr_sooner(pool->due_first, due);
        pool->due_last = rtmr_later(pool->due_last, due);
    }
#else
    (void)pool;
    (void)state;
    (void)due;
#endif
}

/* Nothing is known to be due, as no slot is idle. O(1). */
/*@ requires valid: \valid(pool);
    assigns DUE_RANGE_OF(*pool);
    DUE_NONE(ensures, *pool)
*/
static inline void rtmr_due_none(struct rtmr_pool *pool)
{
#if RTMR_WITH_LATENCY
    pool->due_first = RTMR_NEVER;
    pool->due_last = 0;
#else
    (void)pool;
#endif
}

#endif
