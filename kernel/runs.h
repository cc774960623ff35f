/*
 * Sorted runs: a multiset of instants in ascending order, equal ones together.
 *
 * The papers keep a vector of one instant per slot, sorted. Few of its instants differ: jobs start
 * many tasks at once, and their ends fall together. A run stands for all slots of one instant, so
 * planning costs by distinct instants, not by slots or tasks. A gap before and behind the runs lets
 * them be taken off and put back without moving the others.
 */
#ifndef RTMR_RUNS_H
#define RTMR_RUNS_H

#include "rtmr.h"

#if RTMR_WITH_RUNS

#ifdef __FRAMAC__
#include "proofs/lemmas/runs_lemmas.h"
#include "spec/availability.acsl"
#include "spec/clauses.acsl"
#endif

/* Run i becomes `count` entries `at`; the order of the runs is the caller's business. O(1). */
/*@ requires valid:  \valid(r);
    requires range:  0 <= i < RTMR_RUNS;
    assigns r->at[i], r->count[i];
    ensures set:     r->at[i] == at && r->count[i] == count;
    ensures counted: \forall integer m, x; 0 <= m <= RTMR_RUNS ==> AboveRuns(r->at, r->count, m, x)
                       == \old(AboveRuns(r->at, r->count, m, x))
                          + (m > i ? (at > x ? count : 0) - (\old(r->at[i]) > x ? \old(r->count[i]) : 0) : 0);
    ensures entries: \forall integer m; 0 <= m <= RTMR_RUNS ==> EntriesOf(r->count, m)
                       == \old(EntriesOf(r->count, m)) + (m > i ? count - \old(r->count[i]) : 0);
*/
void rtmr_runs_set(struct rtmr_runs *r, int32_t i, rtmr_ticks at, int32_t count);

/* No entries. O(1). */
/*@ requires valid:  \valid(r);
    assigns r->n, r->first, r->end;
    ensures none:    r->n == 0 && r->first == 0 && r->end == 0 && RUNS_ORDERED(*r);
    ensures counted: \forall integer x; RUNS_ABOVE(*r, x) == 0;
*/
void rtmr_runs_clear(struct rtmr_runs *r);

/* `count` more entries `at`. O(log runs), and the runs on the shorter side move; now and then
 * all. */
/*@ requires valid:   \valid(r);
    requires ordered: RUNS_ORDERED(*r);
    requires range:   0 < count && r->n + count <= RTMR_SLOTS;
    assigns *r;
    ensures ordered:  RUNS_ORDERED(*r);
    ensures size:     r->n == \old(r->n) + count;
    ensures counted:  \forall integer x; RUNS_ABOVE(*r, x) == \old(RUNS_ABOVE(*r, x)) + (at > x ? count : 0);
*/
void rtmr_runs_insert(struct rtmr_runs *r, rtmr_ticks at, int32_t count);

/* One entry `at` less: there must be one. O(log runs), and the runs on the shorter side move if it
 * was the last of its run. */
/*@ requires valid:   \valid(r);
    requires ordered: RUNS_ORDERED(*r);
    requires some:    RUNS_ABOVE(*r, at - 1) > RUNS_ABOVE(*r, at);
    assigns *r;
    ensures ordered:  RUNS_ORDERED(*r);
    ensures size:     r->n == \old(r->n) - 1;
    ensures counted:  \forall integer x; RUNS_ABOVE(*r, x) == \old(RUNS_ABOVE(*r, x)) - (at > x ? 1 : 0);
*/
void rtmr_runs_remove(struct rtmr_runs *r, rtmr_ticks at);

/* *to becomes *from, with `count` entries `at` besides, none of them later than an entry of
 * *from. O(runs). */
/*@ requires valid:   \valid(to) && \valid_read(from) && \separated(to, from);
    TOGETHER(requires, given,
             CLAUSE(conjunct, ordered, RUNS_ORDERED(*from))
             CLAUSE(conjunct, range, 0 <= count && from->n + count <= RTMR_SLOTS)
             CLAUSE(conjunct, before, from->n > 0 && count > 0 ==> at <= RUNS_LEAST(*from)))
    assigns *to;
    ensures ordered:  RUNS_ORDERED(*to);
    ensures size:     to->n == from->n + count;
    ensures counted:  \forall integer x; RUNS_ABOVE(*to, x) == RUNS_ABOVE(*from, x) + (at > x ? count : 0);
*/
void rtmr_runs_copy_behind(struct rtmr_runs *to, const struct rtmr_runs *from, rtmr_ticks at, int32_t count);

#if RTMR_WITH_STORED_VECTORS
/* *to becomes the entries of a sorted vector. O(entries). */
/*@ requires valid:   \valid(to) && \valid_read(from) && \separated(to, from);
    requires range:   0 <= from->n <= RTMR_SLOTS;
    requires sorted:  Sorted(from->at, from->n);
    assigns *to;
    ensures ordered:  RUNS_ORDERED(*to);
    ensures size:     to->n == from->n;
    ensures counted:  \forall integer x; RUNS_ABOVE(*to, x) == Above(from->at, from->n, x);
*/
void rtmr_runs_load(struct rtmr_runs *to, const struct rtmr_vector *from);

/* *to becomes the entries of *from, sorted. O(entries). */
/*@ requires valid:   \valid(to) && \valid_read(from) && \separated(to, from);
    requires ordered: RUNS_ORDERED(*from);
    assigns to->n, to->at[0 .. RTMR_SLOTS - 1];
    ensures size:     to->n == from->n;
    ensures sorted:   Sorted(to->at, to->n);
    ensures counted:  \forall integer x; Above(to->at, to->n, x) == RUNS_ABOVE(*from, x);
*/
void rtmr_runs_store(const struct rtmr_runs *from, struct rtmr_vector *to);
#endif

/* The first p runs, in ascending order but perhaps too early in the order of all, are put where
 * they belong. O(p + the runs on the shorter side of them); now and then all runs move. */
/*@ requires valid:   \valid(r) && \valid(window) && \separated(r, window);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range, 0 <= r->first && 1 <= p && r->first + p <= r->end <= RTMR_RUNS)
             CLAUSE(conjunct, size, 0 <= r->n <= RTMR_SLOTS && r->n == EntriesOf(r->count, r->end))
             CLAUSE(conjunct, empty, \forall integer i; 0 <= i < r->first ==> r->count[i] == 0)
             CLAUSE(conjunct, some, \forall integer i; r->first <= i < r->end ==> r->count[i] > 0)
             CLAUSE(conjunct, front, \forall integer i, j; r->first <= i <= j < r->first + p ==> r->at[i] <= r->at[j])
             CLAUSE(conjunct, behind, \forall integer i, j; r->first + p <= i < j < r->end ==> r->at[i] < r->at[j]))
    assigns *r, *window;
    ensures ordered:  RUNS_ORDERED(*r);
    ensures size:     r->n == \old(r->n);
    ensures counted:  \forall integer x; RUNS_ABOVE(*r, x) == \old(RUNS_ABOVE(*r, x));
*/
void rtmr_runs_put_back(struct rtmr_runs *r, int32_t p, struct rtmr_runs *window);

#endif

#endif
