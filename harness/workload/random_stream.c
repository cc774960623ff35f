#include "harness/workload/random_stream.h"

#include "harness/workload/seed.h"

gsl_rng *random_stream_open(uint64_t seed, enum random_stream stream)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    uint64_t derived = seed_derive(seed, (uint64_t)stream);
    gsl_rng_set(rng, (unsigned long)(derived & 0xffffffffu)); /* mt19937 takes 32 bits of seed */
    return rng;
}
