/*
 * What a campaign has exercised, and whether that is enough: every count has a minimum, every
 * clause must have been evaluated. A campaign that exercises nothing must not pass.
 */
#ifndef CAMPAIGN_TALLY_H
#define CAMPAIGN_TALLY_H

#include "harness/invariants/checked.h"
#include "tests/campaign/world.h"

#include <stdint.h>

/* The lowest run that breaks a clause, and how many do. */
struct failures {
    int64_t runs;
    uint64_t first;
};

struct tally {
    int64_t runs;
    int64_t of_kind[WORLD_KINDS];
    int64_t of_policy[WORLD_POLICIES];
    int64_t with_latency;
    int64_t latent_exact; /* of these with exact projection: what is proven */
    struct checked_counts counts;
    int64_t evaluated[CLAUSES];
    struct failures broken[CLAUSES];
    struct failures unlawful; /* lawful runs that ended as none may, though no clause broke */
};

/* Notes a run that has failed. */
void tally_failure(struct failures *failures, uint64_t run);

/* Adds another process's tally. */
void tally_add(struct tally *sum, const struct tally *other);

/* Prints the counts with their minima, the clauses, and, at the end, one line `N passed, N failed`.
 * Returns the number of failures. */
int64_t tally_print(const struct tally *tally);

#endif
