/*
 * A set of slot numbers that knows its members in order: a bit per slot and a summary tree above it
 * (64 bits per word, so four levels cover 2^24 slots).
 */
#ifndef HARNESS_ENGINE_SLOT_SET_H
#define HARNESS_ENGINE_SLOT_SET_H

#include <stdint.h>

#define SLOT_SET_LEVELS 4

struct slot_set {
    int32_t levels;                 /* in use; the top one is a single word */
    int32_t words[SLOT_SET_LEVELS]; /* of each level */
    /* level[0]: bit s is slot s; level[i + 1]: bit w says that word w of level[i] is not 0 */
    uint64_t *level[SLOT_SET_LEVELS];
};

/* The empty set over 0 .. size - 1, 1 <= size <= 2^24. O(size). */
void slot_set_init(struct slot_set *s, int32_t size);
void slot_set_free(struct slot_set *s);

/* slot in 0 .. size - 1; adding a member or removing another changes nothing. O(levels). */
void slot_set_add(struct slot_set *s, int32_t slot);
void slot_set_remove(struct slot_set *s, int32_t slot);

/* The smallest member that is not below `from`, 0 .. size; -1 if there is none. O(levels). */
int32_t slot_set_next(const struct slot_set *s, int32_t from);

#endif
