/*
 * The clauses about the plan in force: PROMISE of spec/state.acsl, over struct rtmr and the
 * shadow's plan. They hold where plans are made from the slot table. due_clauses.h has the clauses
 * added by dispatch latency.
 */
#ifndef HARNESS_INVARIANTS_PLAN_CLAUSES_H
#define HARNESS_INVARIANTS_PLAN_CLAUSES_H

#include "harness/invariants/judge.h"
#include "harness/invariants/shadow.h"

/* False: the judge names the broken clause. Requires the table clauses. O(tasks * (tasks +
 * slots)). */
bool plan_clauses_hold(struct judge *judge, const struct rtmr *k, const struct shadow *s);

#endif
