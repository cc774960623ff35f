/*
 * The clauses about what the policies `none` and `satu` remember: STORED of spec/stored.acsl, while plans are made from it,
 * with dispatch latency as well, of which the proof does not speak. The shadow has no plan then, so that of the waiting tasks it is only
 * known that none can have ended by now: RowsCover is evaluated with them at `now`, and without them at every later instant.
 */
#ifndef HARNESS_INVARIANTS_STORED_CLAUSES_H
#define HARNESS_INVARIANTS_STORED_CLAUSES_H

#include "harness/invariants/judge.h"

#include "kernel/rtmr.h"

/* False: the judge says which clause is broken. The table clauses hold. O(jobs * slots * (jobs + slots)). */
bool stored_clauses_hold(struct judge *judge, const struct rtmr *k);

#endif
