/*
 * Seeded randomness: one seed gives several independent streams, one for each thing that is drawn,
 * so that a change in how one is drawn leaves the others as they were. The generator is GSL's
 * mt19937.
 */
#ifndef HARNESS_WORKLOAD_RANDOM_STREAM_H
#define HARNESS_WORKLOAD_RANDOM_STREAM_H

#include <gsl/gsl_rng.h>
#include <stdint.h>

enum random_stream {
    STREAM_ARRIVALS = 101, /* the engine uses the small purposes of seed_derive() */
    STREAM_SIZES = 102,
    STREAM_DEADLINES = 103,
    STREAM_DURATIONS = 104,
    STREAM_SPLITS = 105 /* how a stage's work is split into tasks */
};

/* A new generator; gsl_rng_free() it. Never NULL. */
gsl_rng *random_stream_open(uint64_t seed, enum random_stream stream);

#endif
