/*
 * Tokens: each dispatch on a slot has a number of its own, so that a late or doubled report of an
 * earlier task is told from that of the one that runs. Nothing in a build without them.
 */
#ifndef RTMR_TOKENS_H
#define RTMR_TOKENS_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "spec/tokens.acsl"
#endif

/* The slots `from` to below `to`, if any, are new: no task has started on them. O(slots). */
/*@ requires valid:  \valid(pool);
    requires range:  0 <= from <= RTMR_SLOTS && 0 <= to <= RTMR_SLOTS;
    assigns TOKENS_OF(*pool);
    NO_TOKEN(ensures, none, from <= s < to, *pool)
    TOKENS_KEPT(ensures, others, \true, s < RTMR_SLOTS && !(from <= s < to), *pool)
*/
#if RTMR_WITH_TOKENS
void rtmr_clear_tokens(struct rtmr_pool *pool, int32_t from, int32_t to);
#else
static inline void rtmr_clear_tokens(struct rtmr_pool *pool, int32_t from, int32_t to)
{
    (void)pool;
    (void)from;
    (void)to;
}
#endif

/* A task has started on the slot: it has another token than the one before. O(1). */
/*@ requires valid:  \valid(pool) && \valid(offer);
    requires slot:   0 <= slot < RTMR_SLOTS;
    assigns TOKEN_OF(*pool, slot, *offer);
    TOKEN_COUNTED(ensures, next, \true, *pool, slot, *offer)
*/
#if RTMR_WITH_TOKENS
void rtmr_count_token(struct rtmr_pool *pool, int32_t slot, struct rtmr_offer *offer);
#else
static inline void rtmr_count_token(struct rtmr_pool *pool, int32_t slot, struct rtmr_offer *offer)
{
    (void)pool;
    (void)slot;
    (void)offer;
}
#endif

#endif
