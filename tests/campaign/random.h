/*
 * The random numbers of a run: splitmix64, a stream for every seed and run number.
 */
#ifndef CAMPAIGN_RANDOM_H
#define CAMPAIGN_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

/* The state with which a run begins. */
uint64_t random_begin(uint64_t seed, uint64_t run);

/* An integer in low .. high. */
int64_t random_draw(uint64_t *state, int64_t low, int64_t high);

/* True one time in n. */
bool random_one_in(uint64_t *state, int64_t n);

#endif
