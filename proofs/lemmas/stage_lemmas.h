/*
 * Planning of a stage on sorted runs: many tasks that are planned at once, as the tasks of a plan.
 *
 * Lemma functions: ghost code whose contract is the lemma and whose loop is the induction. Never
 * compiled.
 */
#ifndef PROOFS_STAGE_LEMMAS_H
#define PROOFS_STAGE_LEMMAS_H

#include "kernel/rtmr.h"

#if RTMR_WITH_RUNS

#include "proofs/lemmas/plan_lemmas.h"
#include "spec/availability.acsl"
#include "spec/schedule.acsl"

/* The columns of plan D that tasks are appended to. */
#define TASK_COLUMNS(D) \
    (D).tasks, (D).job[0 .. RTMR_TASKS - 1], (D).open[0 .. RTMR_TASKS - 1], (D).least[0 .. RTMR_TASKS - 1], \
    (D).start[0 .. RTMR_TASKS - 1], (D).finish[0 .. RTMR_TASKS - 1]
/* No task that plan D had at label L has changed, and no count over these tasks. */
#define TASKS_KEPT(clause, D, L) \
    CLAUSE(clause, kept, \forall integer j; 0 <= j < \at((D).tasks, L) ==> \
                         (D).job[j] == \at((D).job, L)[j] && (D).open[j] == \at((D).open, L)[j] \
                         && (D).least[j] == \at((D).least, L)[j] && (D).start[j] == \at((D).start, L)[j] \
                         && (D).finish[j] == \at((D).finish, L)[j]) \
    CLAUSE(clause, counts, \forall integer j, x; 0 <= j <= \at((D).tasks, L) ==> \
                           OpenAbove((D).open, (D).finish, j, x) == \at(OpenAbove((D).open, (D).finish, j, x), L)) \
    CLAUSE(clause, taken, \forall integer j, x; 0 <= j <= \at((D).tasks, L) ==> \
                          LeastAbove((D).least, j, x) == \at(LeastAbove((D).least, j, x), L))
/* Every task that came since is one of the job at `place`, is planned as the list schedule does,
 * and ends by `latest`. */
#define TASKS_ADDED(clause, D, L, place, release, estimate, latest) \
    CLAUSE(clause, task, \forall integer j; \at((D).tasks, L) <= j < (D).tasks ==> \
                         (D).job[j] == (place) && (D).open[j] == 1) \
    CLAUSE(clause, within, \forall integer j; \at((D).tasks, L) <= j < (D).tasks ==> \
                           (D).start[j] <= (D).finish[j] <= (latest)) \
    CLAUSE(clause, scheduled, \forall integer j; \at((D).tasks, L) <= j < (D).tasks ==> \
                              Scheduled(release, estimate, (D).least[j], (D).start[j], (D).finish[j]))
/* How many more entries lie above x because of the tasks from label L up to the i-th: each took one
 * entry, and put its finish. */
#define PUT_SINCE(D, L, i, x) \
    (OpenAbove((D).open, (D).finish, i, x) - OpenAbove((D).open, (D).finish, \at((D).tasks, L), x) \
     - LeastAbove((D).least, i, x) + LeastAbove((D).least, \at((D).tasks, L), x))
/* Every task since label L took the smallest of n entries, of which `above` lay above x at first:
 * an expression in x. */
#define SMALLEST_SINCE(D, L, above, n) \
    (\forall integer j, x; \at((D).tasks, L) <= j < (D).tasks ==> \
     (x < (D).least[j] <==> (above) + PUT_SINCE(D, L, j, x) == (n)))

/* Since label L the first p runs have been taken whole. They hold their finishes: the order of all
 * is the caller's business. */
#define FIRST_RUNS_TAKEN(clause, R, p, L) \
    CLAUSE(clause, window, 1 <= (p) && (R).first + (p) <= (R).end) \
    CLAUSE(clause, front, \forall integer i, j; (R).first <= i <= j < (R).first + (p) ==> (R).at[i] <= (R).at[j]) \
    CLAUSE(clause, behind, \forall integer i, j; (R).first + (p) <= i < j < (R).end ==> (R).at[i] < (R).at[j]) \
    CLAUSE(clause, runs, \forall integer i; 0 <= i < (R).end ==> (R).count[i] == \at((R).count, L)[i]) \
    CLAUSE(clause, size, EntriesOf((R).count, (R).end) == (R).n)
/* The tasks that were left at label L, and are not now, each took the smallest entry of runs R. */
#define TASKS_TAKEN(clause, R, rest, D, L) \
    CLAUSE(clause, left, 0 <= (rest) < \at(rest, L)) \
    CLAUSE(clause, pushed, (D).tasks == \at((D).tasks, L) + \at(rest, L) - (rest)) \
    CLAUSE(clause, smallest, SMALLEST_SINCE(D, L, \at(RUNS_ABOVE(R, x), L), (R).n)) \
    CLAUSE(clause, exchanged, \forall integer x; \
                              RUNS_ABOVE(R, x) == \at(RUNS_ABOVE(R, x), L) + PUT_SINCE(D, L, (D).tasks, x))

/* k tasks are planned alike, on entries `least`. */
/*@ ghost
  /@ requires valid: \valid(draft);
     requires room:  0 <= draft->tasks && 0 <= k && draft->tasks + k <= RTMR_TASKS;
     assigns TASK_COLUMNS(*draft);
     ensures tasks:  draft->tasks == \old(draft->tasks) + k;
     ensures alike:  \forall integer i; \old(draft->tasks) <= i < draft->tasks ==>
                     draft->job[i] == place && draft->open[i] == 1 && draft->least[i] == least
                     && draft->start[i] == (least > release ? least : release) && draft->finish[i] == finish;
     TASKS_KEPT(ensures, *draft, Old)
     ensures count:  \forall integer i, x; \old(draft->tasks) <= i <= draft->tasks ==>
                     OpenAbove(draft->open, draft->finish, i, x)
                     == \old(OpenAbove(draft->open, draft->finish, draft->tasks, x))
                        + (finish > x ? i - \old(draft->tasks) : 0);
     ensures takes:  \forall integer i, x; \old(draft->tasks) <= i <= draft->tasks ==>
                     LeastAbove(draft->least, i, x) == \old(LeastAbove(draft->least, draft->tasks, x))
                     + (least > x ? i - \old(draft->tasks) : 0);
  @/
  void rtmr_push_tasks(struct rtmr_ghost_plan \ghost *draft, int32_t place, int32_t k, rtmr_ticks least,
                       rtmr_ticks release, rtmr_ticks finish);
*/

/* Products grow with a factor. */
/*@ ghost
  /@ requires range: 0 <= a <= b && 0 <= e;
     assigns \nothing;
     ensures grows:  a * e <= b * e;
  @/
  void rtmr_product_grows(int64_t a, int64_t b, int64_t e);
*/

/* The counts of entries grow with the runs, and nothing lies before the first run. */
/*@ ghost
  /@ requires valid:  \valid_read(r);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= r->first <= r->end <= RTMR_RUNS)
              CLAUSE(conjunct, empty, \forall integer i; 0 <= i < r->first ==> r->count[i] == 0)
              CLAUSE(conjunct, counts, \forall integer i; r->first <= i < r->end ==> r->count[i] > 0))
     assigns \nothing;
     ensures grow:    \forall integer i, j; 0 <= i <= j <= r->end ==>
                      0 <= EntriesOf(r->count, i) <= EntriesOf(r->count, j);
     ensures none:    \forall integer i; 0 <= i <= r->first ==> EntriesOf(r->count, i) == 0;
     ensures nothing: \forall integer i, x; 0 <= i <= r->first ==> AboveRuns(r->at, r->count, i, x) == 0;
  @/
  void rtmr_entries_grow(const struct rtmr_runs *r);
*/

/* Run m is the least of all, in any order: all entries lie above exactly what it lies above; what
 * is at or above it leaves out its own. */
/*@ ghost
  /@ requires valid:  \valid_read(r);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= r->first <= m < r->end <= RTMR_RUNS)
              CLAUSE(conjunct, empty, \forall integer i; 0 <= i < r->first ==> r->count[i] == 0)
              CLAUSE(conjunct, counts, \forall integer i; r->first <= i < r->end ==> r->count[i] > 0)
              CLAUSE(conjunct, least, \forall integer i; r->first <= i < r->end ==> r->at[m] <= r->at[i]))
     assigns \nothing;
     ensures all:     \forall integer x; x < r->at[m] ==> RUNS_ABOVE(*r, x) == EntriesOf(r->count, r->end);
     ensures some:    \forall integer x; x >= r->at[m] ==>
                      RUNS_ABOVE(*r, x) <= EntriesOf(r->count, r->end) - r->count[m];
  @/
  void rtmr_runs_least(const struct rtmr_runs *r, int32_t m);
*/

/* What runs a .. b-1 have above x. */
/*@ ghost
  /@ requires valid:   \valid_read(r);
     requires ordered: RUNS_ORDERED(*r);
     requires range:   r->first <= a <= b <= r->end;
     assigns \nothing;
     ensures all:      \forall integer x; a == b || x < r->at[a] ==>
                       AboveRuns(r->at, r->count, b, x) - AboveRuns(r->at, r->count, a, x)
                       == EntriesOf(r->count, b) - EntriesOf(r->count, a);
     ensures some:     a < b ==> \forall integer x; x >= r->at[a] ==>
                       AboveRuns(r->at, r->count, b, x) - AboveRuns(r->at, r->count, a, x)
                       <= EntriesOf(r->count, b) - EntriesOf(r->count, a) - r->count[a];
     ensures most:     \forall integer x; AboveRuns(r->at, r->count, b, x) - AboveRuns(r->at, r->count, a, x)
                       <= EntriesOf(r->count, b) - EntriesOf(r->count, a);
  @/
  void rtmr_runs_between(const struct rtmr_runs *r, int32_t a, int32_t b);
*/

/* One round of the runs before `to`, `by` later than they are in r: each is taken whole, and comes
 * again `estimate` later. A run `by` later lies above x if it lies above x - by. */
/*@ ghost
  /@ requires valid:    \valid_read(r) && \valid(draft);
     requires ordered:  RUNS_ORDERED(*r);
     requires range:    r->first < to <= r->end && 0 <= by && 0 <= estimate <= 2 * RTMR_TIME_MAX;
     requires released: 0 <= r->at[r->first] && release <= r->at[r->first];
     requires together: r->at[to - 1] <= r->at[r->first] + estimate;
     requires due:      to < r->end ==> r->at[to - 1] + by <= r->at[to];
     requires horizon:  r->at[to - 1] + by + estimate <= RTMR_TIME_MAX;
     requires room:     0 <= draft->tasks && draft->tasks + EntriesOf(r->count, to) <= RTMR_TASKS;
     assigns TASK_COLUMNS(*draft);
     TOGETHER(ensures, outcome,
              CLAUSE(conjunct, pushed, draft->tasks == \old(draft->tasks) + EntriesOf(r->count, to)
                                       && draft->tasks > \old(draft->tasks))
              CLAUSE(conjunct, last, draft->finish[draft->tasks - 1] == r->at[to - 1] + by + estimate)
              TASKS_KEPT(conjunct, *draft, Old)
              TASKS_ADDED(conjunct, *draft, Old, place, release, estimate, r->at[to - 1] + by + estimate)
              CLAUSE(conjunct, smallest,
                     SMALLEST_SINCE(*draft, Old, AboveRuns(r->at, r->count, to, x - by) + RUNS_ABOVE(*r, x)
                     - AboveRuns(r->at, r->count, to, x), r->n))
              CLAUSE(conjunct, exchanged, \forall integer x; PUT_SINCE(*draft, Old, draft->tasks, x)
                                          == AboveRuns(r->at, r->count, to, x - (by + estimate))
                                             - AboveRuns(r->at, r->count, to, x - by)))
  @/
  void rtmr_push_round(const struct rtmr_runs *r, struct rtmr_ghost_plan \ghost *draft, int32_t place, int32_t to,
                       rtmr_ticks by, rtmr_ticks estimate, rtmr_ticks release);
*/

/* Many rounds: the runs before `to`, rounds * estimate later. */
/*@ ghost
  /@ requires valid:    \valid_read(r) && \valid(draft);
     requires ordered:  RUNS_ORDERED(*r);
     requires range:    r->first < to <= r->end && 1 <= rounds && 0 <= estimate <= 2 * RTMR_TIME_MAX;
     requires window:   window == EntriesOf(r->count, to);
     requires released: 0 <= r->at[r->first] && release <= r->at[r->first];
     requires together: r->at[to - 1] <= r->at[r->first] + estimate;
     requires due:      to < r->end ==> r->at[to - 1] + (rounds - 1) * estimate <= r->at[to];
     requires horizon:  r->at[to - 1] + rounds * estimate <= RTMR_TIME_MAX;
     requires room:     0 <= draft->tasks && draft->tasks + rounds * window <= RTMR_TASKS;
     assigns TASK_COLUMNS(*draft);
     TOGETHER(ensures, outcome,
              CLAUSE(conjunct, pushed,
                     draft->tasks == \old(draft->tasks) + rounds * window && draft->tasks > \old(draft->tasks))
              CLAUSE(conjunct, last, draft->finish[draft->tasks - 1] == r->at[to - 1] + rounds * estimate)
              TASKS_KEPT(conjunct, *draft, Old)
              TASKS_ADDED(conjunct, *draft, Old, place, release, estimate, r->at[to - 1] + rounds * estimate)
              CLAUSE(conjunct, smallest, SMALLEST_SINCE(*draft, Old, RUNS_ABOVE(*r, x), r->n))
              CLAUSE(conjunct, exchanged,
                     \forall integer x; PUT_SINCE(*draft, Old, draft->tasks, x)
                     == AboveRuns(r->at, r->count, to, x - rounds * estimate) - AboveRuns(r->at, r->count, to, x)))
  @/
  void rtmr_push_rounds(const struct rtmr_runs *r, struct rtmr_ghost_plan \ghost *draft, int32_t place, int32_t to,
                        int32_t window, int32_t rounds, rtmr_ticks estimate, rtmr_ticks release);
*/

#endif

#endif
