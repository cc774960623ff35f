/*
 * Independent streams of randomness from one seed.
 */
#ifndef HARNESS_WORKLOAD_SEED_H
#define HARNESS_WORKLOAD_SEED_H

#include <stdint.h>

/* A seed for the purpose (any number) under a parent seed: neighbouring inputs give unrelated
 * outputs. */
uint64_t seed_derive(uint64_t parent, uint64_t purpose);

#endif
