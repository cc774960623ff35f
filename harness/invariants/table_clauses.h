/*
 * The clauses about the job table and the slot tables, whatever the policy: TABLE of
 * spec/state.acsl, over the fields of struct rtmr. One function per predicate; its sentence is in
 * clause.c.
 */
#ifndef HARNESS_INVARIANTS_TABLE_CLAUSES_H
#define HARNESS_INVARIANTS_TABLE_CLAUSES_H

#include "harness/invariants/judge.h"
#include "harness/invariants/shadow.h"

/* False: the judge says which clause is broken. O(jobs^2 + jobs * slots). */
bool table_clauses_hold(struct judge *judge, const struct rtmr *k, const struct shadow *s);

#endif
