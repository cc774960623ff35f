#include "harness/engine/slot_set.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

#define WORD_BITS 64

static uint64_t bit(int32_t index)
{
    return UINT64_C(1) << (index % WORD_BITS);
}

void slot_set_init(struct slot_set *s, int32_t size)
{
    *s = (struct slot_set){0};
    int32_t words = size;
    do {
        words = (words + WORD_BITS - 1) / WORD_BITS;
        s->words[s->levels] = words;
        s->level[s->levels++] = alloc_zeroed((size_t)words, sizeof(uint64_t));
    } while (words > 1);
}

void slot_set_free(struct slot_set *s)
{
    for (int32_t i = 0; i < s->levels; i++) {
        free(s->level[i]);
    }
    *s = (struct slot_set){0};
}

void slot_set_add(struct slot_set *s, int32_t slot)
{
    int32_t index = slot;
    for (int32_t i = 0; i < s->levels; i++) {
        s->level[i][index / WORD_BITS] |= bit(index);
        index /= WORD_BITS;
    }
}

void slot_set_remove(struct slot_set *s, int32_t slot)
{
    int32_t index = slot;
    for (int32_t i = 0; i < s->levels; i++) {
        uint64_t *word = &s->level[i][index / WORD_BITS];
        *word &= ~bit(index);
        if (*word != 0) {
            return; /* the summaries above still hold */
        }
        index /= WORD_BITS;
    }
}

int32_t slot_set_next(const struct slot_set *s, int32_t from)
{
    /* Up until a word has a bit at or behind the place, then down along the lowest bits. */
    int32_t index = from;
    int32_t level = 0;
    uint64_t word = 0;
    for (; level < s->levels; level++) {
        if (index / WORD_BITS < s->words[level]) {
            word = s->level[level][index / WORD_BITS] & (UINT64_MAX << (index % WORD_BITS));
        }
        if (word != 0) {
            break;
        }
        index = index / WORD_BITS + 1;
    }
    if (level == s->levels) {
        return -1;
    }
    index = index / WORD_BITS * WORD_BITS + __builtin_ctzll(word);
    while (level > 0) {
        level--;
        /* summaries promise a bit */
        index = index * WORD_BITS + __builtin_ctzll(s->level[level][index]);
    }
    return index;
}
