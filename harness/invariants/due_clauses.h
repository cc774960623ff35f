/*
 * The clauses about idle slots that are kept waiting: DUES of spec/latency.acsl, over struct rtmr
 * and the shadow's plan, and ANNOUNCED of spec/offer.acsl. They matter with dispatch latency only:
 * without it every offered task is due before time moves. NotYet, ReservedInTime and RoomInTime
 * hold where the plan in force is known.
 */
#ifndef HARNESS_INVARIANTS_DUE_CLAUSES_H
#define HARNESS_INVARIANTS_DUE_CLAUSES_H

#include "harness/invariants/judge.h"
#include "harness/invariants/shadow.h"

/* False: the judge names the broken clause. Requires the table clauses, and, where the plan is
 * known, those of the plan. O(tasks * (tasks + slots)). */
bool due_clauses_hold(struct judge *judge, const struct rtmr *k, const struct shadow *s);

/* The same of the ranges that are kept of these instants. O(slots). */
bool due_ranges_hold(struct judge *judge, const struct rtmr *k);

#endif
