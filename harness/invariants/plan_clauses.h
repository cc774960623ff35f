/*
 * The clauses about the plan in force: PROMISE of spec/state.acsl, over struct rtmr and the shadow's plan. They hold
 * where plans are made from the slot table. What dispatch latency adds to them is in due_clauses.h.
 */
#ifndef HARNESS_INVARIANTS_PLAN_CLAUSES_H
#define HARNESS_INVARIANTS_PLAN_CLAUSES_H

#include "harness/invariants/judge.h"
#include "harness/invariants/shadow.h"

/* False: the judge says which clause is broken. The table clauses hold. O(tasks * (tasks + slots)). */
bool plan_clauses_hold(struct judge *judge, const struct rtmr *k, const struct shadow *s);

#endif
