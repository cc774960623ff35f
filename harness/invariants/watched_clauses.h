/*
 * The clauses about the table and the calls so far: the promise of every accepted job, its place,
 * its tasks, its slots. They hold whatever the policy.
 */
#ifndef HARNESS_INVARIANTS_WATCHED_CLAUSES_H
#define HARNESS_INVARIANTS_WATCHED_CLAUSES_H

#include "harness/invariants/judge.h"
#include "harness/invariants/shadow.h"

/* The guarantee of every job that is not flagged holds. False: the judge names the broken clause.
 * O(jobs^2). */
bool watched_jobs_hold(struct judge *judge, const struct rtmr *k, const struct shadow *s);

/* The kernel's books equal those of the shadow. False: the judge names the difference. O(jobs +
 * slots). */
bool books_agree(struct judge *judge, const struct rtmr *k, const struct shadow *s);

/* A job is done, and the kernel says that its e was this: its promise, if it stood, was kept. */
bool promise_kept(struct judge *judge, const struct shadow_job *job, rtmr_ticks e);

#endif
