/*
 * The clauses about the stored vectors of the policies `none` and `satu`: STORED of
 * spec/stored.acsl, while plans are made from them; also with dispatch latency, which the proof
 * does not cover. The shadow has no plan then, so the only fact about a waiting task is that it
 * cannot have ended by now: RowsCover is evaluated with them at `now`, and without them at every
 * later instant.
 */
#ifndef HARNESS_INVARIANTS_STORED_CLAUSES_H
#define HARNESS_INVARIANTS_STORED_CLAUSES_H

#include "harness/invariants/judge.h"

#include "kernel/rtmr.h"

/* False: the judge says which clause is broken. The table clauses hold. O(jobs * slots * (jobs +
 * slots)). */
bool stored_clauses_hold(struct judge *judge, const struct rtmr *k);

#endif
