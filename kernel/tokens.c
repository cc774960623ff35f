#include "tokens.h"

#if RTMR_WITH_TOKENS

void rtmr_clear_tokens(struct rtmr_pool *pool, int32_t from, int32_t to)
{
    /*@ loop invariant range:  from <= s && (s <= to || s == from);
        loop invariant none:   \forall integer q; from <= q < s ==> pool->token[q] == 0;
        loop invariant others: \forall integer q; 0 <= q < RTMR_SLOTS && !(from <= q < s) ==>
                               pool->token[q] == \at(pool->token, Pre)[q];
        loop assigns s, pool->token[0 .. RTMR_SLOTS - 1];
        loop variant to - s;
    */
    for (int32_t s = from; s < to; s++) {
        pool->token[s] = 0;
    }
}

void rtmr_count_token(struct rtmr_pool *pool, int32_t slot, struct rtmr_offer *offer)
{
    /* From the last number it goes on with 1: 0 is that of no task. */
    pool->token[slot] = pool->token[slot] < UINT32_MAX ? pool->token[slot] + 1 : 1;
    offer->token = pool->token[slot];
}

#endif
