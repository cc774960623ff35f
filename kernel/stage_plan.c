#include "stage_plan.h"

#include "runs.h"
#include "slot_vector.h"
#include "ticks.h"

#if RTMR_WITH_RUNS

/* How many steps fit into a gap. */
/*@ requires range: 0 <= gap && 1 <= step;
    assigns \nothing;
    ensures range:  0 <= \result <= gap;
    ensures fits:   \result * step <= gap;
*/
static rtmr_ticks fits(rtmr_ticks gap, rtmr_ticks step)
{
    return gap / step;
}

/* When a task that has its slot at `least` ends. */
/*@ requires range:     0 <= estimate <= 2 * RTMR_TIME_MAX;
    assigns \nothing;
    ensures scheduled:  Scheduled(release, estimate, least, least > release ? least : release, \result);
*/
static rtmr_ticks finish_of(rtmr_ticks least, rtmr_ticks estimate, rtmr_ticks release)
{
    const rtmr_ticks start = rtmr_later(least, release);

    return start > RTMR_TIME_MAX - estimate ? RTMR_NEVER : start + estimate;
}

/* How many rounds the first *p runs can be taken, all of them each time, before another run is due
 * or tasks run short: 0 if it is not known. *window becomes their entries. O(*p). */
/*@ requires valid:    \valid_read(r) && \valid(p) && \valid(window);
    requires ordered:  RUNS_ORDERED(*r);
    requires range:    r->n > 0 && 0 <= tasks && 0 <= estimate <= 2 * RTMR_TIME_MAX;
    assigns *p, *window;
    ensures range:     \result == 0 || (1 <= \result && 1 <= *p && r->first + *p <= r->end && 1 <= *window);
    ensures window:    \result > 0 ==> *window == EntriesOf(r->count, r->first + *p);
    ensures released:  \result > 0 ==> 0 <= r->at[r->first] && release <= r->at[r->first];
    ensures together:  \result > 0 ==> r->at[r->first + *p - 1] <= r->at[r->first] + estimate;
    ensures due:       \result > 0 && r->first + *p < r->end ==>
                         r->at[r->first + *p - 1] + (\result - 1) * estimate <= r->at[r->first + *p];
    ensures horizon:   \result > 0 ==> r->at[r->first + *p - 1] + \result * estimate <= RTMR_TIME_MAX;
    ensures tasks:     \result > 0 ==> \result * *window <= tasks;
    ensures each:      \result > 0 ==> *p <= *window;
*/
static int32_t count_rounds(const struct rtmr_runs *r, int32_t tasks, rtmr_ticks estimate, rtmr_ticks release,
                            int32_t *p, int32_t *window)
{
    //@ ghost rtmr_entries_grow(r);
    const rtmr_ticks first = r->at[r->first];
    int32_t entries = 0;
    int32_t i = r->first;

    *p = 0;
    *window = 0;
    if (first < release || first < 0 || estimate < 1) {
        return 0;
    }
    /*@ loop invariant range:    r->first <= i <= r->end && 0 <= entries <= tasks && (i > r->first ==> entries >= 1);
        loop invariant each:     i - r->first <= entries;
        loop invariant entries:  entries == EntriesOf(r->count, i);
        loop invariant together: i > r->first ==> r->at[i - 1] <= first + estimate;
        loop assigns i, entries;
        loop variant r->end - i;
    */
    while (i < r->end && r->count[i] <= tasks - entries && r->at[i] - first <= estimate) {
        entries += r->count[i];
        i++;
    }
    if (i == r->first || r->at[i - 1] > RTMR_TIME_MAX || tasks - entries < entries) {
        return 0;
    }
    const rtmr_ticks last = r->at[i - 1];
    const rtmr_ticks enough = fits(tasks, entries);
    const rtmr_ticks horizon = fits(RTMR_TIME_MAX - last, estimate);
    const rtmr_ticks due = i < r->end ? fits(r->at[i] - last, estimate) : enough;
    rtmr_ticks rounds = rtmr_sooner(enough, horizon);

    if (rounds - 1 > due) {
        rounds = due + 1;
    }
    //@ ghost rtmr_product_grows(rounds, enough, entries);
    //@ ghost rtmr_product_grows(rounds, horizon, estimate);
    //@ ghost if (rounds > 0 && i < r->end) { rtmr_product_grows(rounds - 1, due, estimate); }
    *p = i - r->first;
    *window = entries;
    return (int32_t)rounds;
}

/* The first p runs lie `by` later; the order of all is the caller's business. O(p). */
/*@ requires valid:    \valid(r);
    requires ordered:  RUNS_ORDERED(*r);
    requires range:    1 <= p && r->first + p <= r->end && 0 <= by;
    requires horizon:  0 <= r->at[r->first] && r->at[r->first + p - 1] + by <= RTMR_TIME_MAX;
    assigns r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
    ensures later:     \forall integer i; r->first <= i < r->first + p ==> r->at[i] == \old(r->at)[i] + by;
    ensures front:     \forall integer i, j; r->first <= i <= j < r->first + p ==> r->at[i] <= r->at[j];
    ensures others:    \forall integer i; r->first + p <= i < r->end ==> r->at[i] == \old(r->at)[i];
    ensures runs:      \forall integer i; 0 <= i < r->end ==> r->count[i] == \old(r->count)[i];
    ensures counted:   \forall integer x; RUNS_ABOVE(*r, x) == \old(RUNS_ABOVE(*r, x))
                         + \old(AboveRuns(r->at, r->count, r->first + p, x - by))
                         - \old(AboveRuns(r->at, r->count, r->first + p, x));
    ensures size:      EntriesOf(r->count, r->end) == r->n;
*/
static void shift(struct rtmr_runs *r, int32_t p, rtmr_ticks by)
{
    //@ ghost rtmr_entries_grow(r);
    /*@ loop invariant range:   r->first <= i <= r->first + p;
        loop invariant later:   \forall integer j; r->first <= j < i ==> r->at[j] == \at(r->at, Pre)[j] + by;
        loop invariant front:   \forall integer a, b; r->first <= a <= b < i ==> r->at[a] <= r->at[b];
        loop invariant others:  \forall integer j; i <= j < r->end ==> r->at[j] == \at(r->at, Pre)[j];
        loop invariant runs:    \forall integer j; 0 <= j < r->end ==> r->count[j] == \at(r->count, Pre)[j];
        loop invariant counted: \forall integer x; RUNS_ABOVE(*r, x) == \at(RUNS_ABOVE(*r, x), Pre)
                                  + AboveRuns(\at(r->at, Pre), \at(r->count, Pre), i, x - by)
                                  - AboveRuns(\at(r->at, Pre), \at(r->count, Pre), i, x);
        loop invariant size:    EntriesOf(r->count, r->end) == r->n;
        loop assigns i, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
        loop variant r->first + p - i;
    */
    for (int32_t i = r->first; i < r->first + p; i++) {
        rtmr_runs_set(r, i, r->at[i] + by, r->count[i]);
    }
}

/* Whole runs are taken once each, as long as there are tasks for them and none of those before
 * comes again first. They hold their finishes then. *left becomes the tasks that are left, *p the
 * runs. Returns max(end, latest finish). O(*p). */
/*@ requires valid:    \valid(r) && \valid(left) && \valid(p) && \valid(draft);
    requires ordered:  RUNS_ORDERED(*r);
    requires range:    r->n > 0 && 0 <= estimate <= 2 * RTMR_TIME_MAX;
    requires first:    r->count[r->first] <= *left;
    requires room:     0 <= draft->tasks && draft->tasks + *left <= RTMR_TASKS;
    assigns *left, *p, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1], TASK_COLUMNS(*draft);
    TOGETHER(ensures, outcome,
             FIRST_RUNS_TAKEN(conjunct, *r, *p, Old)
             TASKS_TAKEN(conjunct, *r, *left, *draft, Old)
             TASKS_KEPT(conjunct, *draft, Old)
             TASKS_ADDED(conjunct, *draft, Old, place, release, estimate, \result)
             CLAUSE(conjunct, end, \result >= end)
             CLAUSE(conjunct, latest, \result == end || draft->finish[draft->tasks - 1] == \result)
             CLAUSE(conjunct, each, *p <= \old(*left) - *left))
*/
static rtmr_ticks take_window(struct rtmr_runs *r, int32_t *left, int32_t *p, rtmr_ticks estimate, rtmr_ticks release,
                              rtmr_ticks end) /*@ ghost (struct rtmr_ghost_plan \ghost *draft, int32_t place) */
{
    //@ ghost rtmr_entries_grow(r);
    const rtmr_ticks again = finish_of(r->at[r->first], estimate, release);
    rtmr_ticks latest = end;
    int32_t rest = *left;
    int32_t i = r->first;

    /*@ loop invariant range:     r->first <= i <= r->end && 0 <= rest <= *left
                                    && (i == r->first ? rest == *left : rest < *left);
        loop invariant each:      i - r->first <= *left - rest;
        loop invariant pushed:    draft->tasks == \at(draft->tasks, Pre) + *left - rest;
        loop invariant front:     \forall integer a, b; r->first <= a <= b < i ==> r->at[a] <= r->at[b];
        loop invariant last:      i > r->first ==> r->at[i - 1] == draft->finish[draft->tasks - 1]
                                    && draft->least[draft->tasks - 1] == \at(r->at, Pre)[i - 1];
        loop invariant again:     \forall integer j; r->first <= j < i ==> r->at[j] >= again;
        loop invariant behind:    \forall integer j; i <= j < r->end ==> r->at[j] == \at(r->at, Pre)[j];
        loop invariant runs:      \forall integer j; 0 <= j < r->end ==> r->count[j] == \at(r->count, Pre)[j];
        loop invariant size:      EntriesOf(r->count, r->end) == r->n;
        loop invariant end:       latest >= end;
        loop invariant latest:    latest == end || (i > r->first && draft->finish[draft->tasks - 1] == latest);
        TASKS_KEPT(invariant, *draft, Pre)
        TASKS_ADDED(invariant, *draft, Pre, place, release, estimate, latest)
        loop invariant smallest:  SMALLEST_SINCE(*draft, Pre, \at(RUNS_ABOVE(*r, x), Pre), r->n);
        loop invariant exchanged: \forall integer x; RUNS_ABOVE(*r, x)
                                    == \at(RUNS_ABOVE(*r, x), Pre) + PUT_SINCE(*draft, Pre, draft->tasks, x);
        loop assigns i, rest, latest, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1], TASK_COLUMNS(*draft);
        loop variant r->end - i;
    */
    while (i < r->end && r->count[i] <= rest && (i == r->first || r->at[i] <= again)) {
        const rtmr_ticks finish = finish_of(r->at[i], estimate, release);

        //@ ghost rtmr_runs_least(r, i);
        //@ ghost rtmr_push_tasks(draft, place, r->count[i], r->at[i], release, finish);
        rest -= r->count[i];
        latest = rtmr_later(latest, finish);
        rtmr_runs_set(r, i, finish, r->count[i]);
        i++;
    }
    *left = rest;
    *p = i - r->first;
    return latest;
}

/* Whole runs are taken, once each or many rounds at once: as take_window(). O(*p). */
/*@ requires valid:    \valid(r) && \valid(left) && \valid(p) && \valid(draft);
    requires ordered:  RUNS_ORDERED(*r);
    requires range:    r->n > 0 && 0 <= estimate <= 2 * RTMR_TIME_MAX;
    requires first:    r->count[r->first] <= *left;
    requires room:     0 <= draft->tasks && draft->tasks + *left <= RTMR_TASKS;
    assigns *left, *p, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1], TASK_COLUMNS(*draft);
    TOGETHER(ensures, outcome,
             FIRST_RUNS_TAKEN(conjunct, *r, *p, Old)
             TASKS_TAKEN(conjunct, *r, *left, *draft, Old)
             TASKS_KEPT(conjunct, *draft, Old)
             TASKS_ADDED(conjunct, *draft, Old, place, release, estimate, \result)
             CLAUSE(conjunct, end, \result >= end)
             CLAUSE(conjunct, latest, \result == end || draft->finish[draft->tasks - 1] == \result)
             CLAUSE(conjunct, each, *p <= \old(*left) - *left))
*/
static rtmr_ticks take_rounds(struct rtmr_runs *r, int32_t *left, int32_t *p, rtmr_ticks estimate, rtmr_ticks release,
                              rtmr_ticks end) /*@ ghost (struct rtmr_ghost_plan \ghost *draft, int32_t place) */
{
    int32_t front = 0;
    int32_t window = 0;
    //@ ghost rtmr_entries_grow(r);
    const int32_t rounds = count_rounds(r, *left, estimate, release, &front, &window);

    if (rounds < 2) {
        const rtmr_ticks latest = take_window(r, left, p, estimate, release, end) /*@ ghost (draft, place) */;

        /*@ assert once: \forall integer x; RUNS_ABOVE(*r, x)
                           == \at(RUNS_ABOVE(*r, x), Pre) + PUT_SINCE(*draft, Pre, draft->tasks, x); */
        return latest;
    }
    //@ ghost rtmr_product_grows(1, rounds, window);
    //@ ghost rtmr_product_grows(0, rounds, estimate);
    const rtmr_ticks by = rounds * estimate;
    const rtmr_ticks finish = r->at[r->first + front - 1] + by;

    //@ ghost rtmr_push_rounds(r, draft, place, r->first + front, window, rounds, estimate, release);
    /*@ assert put: \forall integer x; PUT_SINCE(*draft, Pre, draft->tasks, x)
                      == AboveRuns(r->at, r->count, r->first + front, x - by)
                         - AboveRuns(r->at, r->count, r->first + front, x); */
    shift(r, front, by);
    /*@ assert exchanged: \forall integer x; RUNS_ABOVE(*r, x)
                            == \at(RUNS_ABOVE(*r, x), Pre) + PUT_SINCE(*draft, Pre, draft->tasks, x); */
    *left -= rounds * window;
    *p = front;
    return rtmr_later(end, finish);
}

/* `tasks` entries of the first run, which has more, become `finish`. O(log runs), and the runs on
 * the shorter side of it move; now and then all. */
/*@ requires valid:    \valid(r);
    requires ordered:  RUNS_ORDERED(*r);
    requires range:    r->n > 0 && 0 < tasks < r->count[r->first];
    assigns *r;
    ensures ordered:   RUNS_ORDERED(*r);
    ensures size:      r->n == \old(r->n);
    ensures counted:   \forall integer x; RUNS_ABOVE(*r, x) == \old(RUNS_ABOVE(*r, x))
                         + (finish > x ? tasks : 0) - (\old(RUNS_LEAST(*r)) > x ? tasks : 0);
*/
static void split_first(struct rtmr_runs *r, rtmr_ticks finish, int32_t tasks)
{
    //@ ghost rtmr_entries_grow(r);
    //@ assert some: r->first < r->end;
    //@ assert own: EntriesOf(r->count, r->first + 1) == r->count[r->first];
    //@ assert enough: r->count[r->first] <= r->n;
    rtmr_runs_set(r, r->first, r->at[r->first], r->count[r->first] - tasks);
    r->n -= tasks;
    //@ assert left: 0 <= r->n <= RTMR_SLOTS && r->n == EntriesOf(r->count, r->end);
    //@ assert counts: \forall integer i; r->first <= i < r->end ==> r->count[i] > 0;
    rtmr_runs_insert(r, finish, tasks);
}

rtmr_ticks rtmr_plan_stage(struct rtmr_availability *free_at, int32_t tasks, rtmr_ticks estimate, rtmr_ticks release,
                           rtmr_ticks end) /*@ ghost (struct rtmr_ghost_plan \ghost *draft, int32_t place) */
{
    rtmr_ticks latest = end;
    int32_t left = tasks;
    int32_t p = 0;

    //@ ghost int32_t last = 0; // the task that ends at `latest`
    //@ ghost int32_t taken = 0; // runs in windows so far
    if (tasks > 0 && free_at->runs.n < 1) {
        return RTMR_NEVER;
    }
    /*@ loop invariant range:     0 <= left <= tasks && (tasks > 0 ==> free_at->runs.n > 0);
        loop invariant taken:     0 <= taken <= tasks - left;
        loop invariant pushed:    draft->tasks == \at(draft->tasks, Pre) + tasks - left;
        loop invariant nothing:   left == tasks ==> latest == end;
        loop invariant end:       latest >= end;
        loop invariant ordered:   RUNS_ORDERED(free_at->runs);
        loop invariant size:      free_at->runs.n == \at(free_at->runs.n, Pre);
        loop invariant latest:    latest == end
                                    || (\at(draft->tasks, Pre) <= last < draft->tasks && draft->finish[last] == latest);
        TASKS_KEPT(invariant, *draft, Pre)
        TASKS_ADDED(invariant, *draft, Pre, place, release, estimate, latest)
        loop invariant smallest:  SMALLEST_SINCE(*draft, Pre, \at(FREE_ABOVE(*free_at, x), Pre), free_at->runs.n);
        loop invariant exchanged: \forall integer x; FREE_ABOVE(*free_at, x)
                                    == \at(FREE_ABOVE(*free_at, x), Pre) + PUT_SINCE(*draft, Pre, draft->tasks, x);
        loop assigns left, p, latest, last, taken, *free_at, TASK_COLUMNS(*draft);
        loop variant left;
    */
    while (left > 0) {
        //@ ghost rtmr_entries_grow(&free_at->runs);
        const rtmr_ticks first = free_at->runs.at[free_at->runs.first];

        if (free_at->runs.count[free_at->runs.first] > left || first == RTMR_NEVER) {
            const rtmr_ticks finish = finish_of(first, estimate, release);

            //@ ghost rtmr_runs_least(&free_at->runs, free_at->runs.first);
            //@ ghost rtmr_push_tasks(draft, place, left, first, release, finish);
            //@ ghost if (finish > latest) { last = draft->tasks - 1; }
            latest = rtmr_later(latest, finish);
            /*@ assert own: latest == end || (\at(draft->tasks, Pre) <= last < draft->tasks
                              && draft->finish[last] == latest); */
            if (finish > first) {
                split_first(&free_at->runs, finish, left);
            }
            left = 0;
            /*@ assert split: \forall integer x; FREE_ABOVE(*free_at, x)
                                == \at(FREE_ABOVE(*free_at, x), Pre) + PUT_SINCE(*draft, Pre, draft->tasks, x); */
        } else {
            //@ ghost rtmr_ticks before = latest;
            latest = take_rounds(&free_at->runs, &left, &p, estimate, release, latest) /*@ ghost (draft, place) */;
            /*@ assert before: before == end || (\at(draft->tasks, Pre) <= last < draft->tasks
                                 && draft->finish[last] == before); */
            //@ ghost if (latest != before) { last = draft->tasks - 1; }
            /*@ assert latest: latest == end || (\at(draft->tasks, Pre) <= last < draft->tasks
                                 && draft->finish[last] == latest); */
            /*@ assert exchanged: \forall integer x; FREE_ABOVE(*free_at, x)
                                    == \at(FREE_ABOVE(*free_at, x), Pre) + PUT_SINCE(*draft, Pre, draft->tasks, x); */
            //@ ghost taken += p;
            rtmr_runs_put_back(&free_at->runs, p, &free_at->window);
        }
    }
    return latest;
}

#else

rtmr_ticks rtmr_plan_stage(struct rtmr_availability *free_at, int32_t tasks, rtmr_ticks estimate, rtmr_ticks release,
                           rtmr_ticks end) /*@ ghost (struct rtmr_ghost_plan \ghost *draft, int32_t place) */
{
    rtmr_ticks latest = end;

    if (tasks > 0 && free_at->heap.n < 1) {
        return RTMR_NEVER;
    }
    /*@ loop invariant range:     0 <= i <= tasks && (tasks > 0 ==> free_at->heap.n > 0);
        loop invariant pushed:    draft->tasks == \at(draft->tasks, Pre) + i;
        loop invariant nothing:   i == 0 ==> latest == end;
        loop invariant end:       latest >= end && (latest == end || latest == RTMR_NEVER || latest <= RTMR_TIME_MAX);
        loop invariant ordered:   Ordered(free_at->heap.at, free_at->heap.n);
        loop invariant task:      \forall integer j; \at(draft->tasks, Pre) <= j < draft->tasks ==>
                                    draft->job[j] == place && draft->open[j] == 1;
        loop invariant times:     \forall integer j; \at(draft->tasks, Pre) <= j < draft->tasks ==>
                                    draft->least[j] <= draft->start[j] && release <= draft->start[j]
                                    && draft->start[j] <= draft->finish[j] <= latest
                                    && (draft->finish[j] == RTMR_NEVER
                                        || draft->start[j] + estimate <= draft->finish[j]);
        loop invariant kept:      \forall integer j; 0 <= j < \at(draft->tasks, Pre) ==>
                                    draft->job[j] == \at(draft->job, Pre)[j]
                                    && draft->open[j] == \at(draft->open, Pre)[j]
                                    && draft->least[j] == \at(draft->least, Pre)[j]
                                    && draft->start[j] == \at(draft->start, Pre)[j]
                                    && draft->finish[j] == \at(draft->finish, Pre)[j];
        loop invariant counts:    \forall integer j, x; 0 <= j <= \at(draft->tasks, Pre) ==>
                                    OpenAbove(draft->open, draft->finish, j, x)
                                    == \at(OpenAbove(draft->open, draft->finish, j, x), Pre);
        loop invariant scheduled: \forall integer j; \at(draft->tasks, Pre) <= j < draft->tasks ==>
                                    Scheduled(release, estimate, draft->least[j], draft->start[j], draft->finish[j]);
        loop invariant smallest:  \forall integer j, x; \at(draft->tasks, Pre) <= j < draft->tasks ==>
                                    (x < draft->least[j] <==> Above(\at(free_at->heap.at, Pre), free_at->heap.n, x)
                                     + OpenAbove(draft->open, draft->finish, j, x)
                                     - OpenAbove(draft->open, draft->finish, \at(draft->tasks, Pre), x)
                                     - LeastAbove(draft->least, j, x)
                                     + LeastAbove(draft->least, \at(draft->tasks, Pre), x) == free_at->heap.n);
        loop invariant latest:    latest == end || (\exists integer j; \at(draft->tasks, Pre) <= j < draft->tasks
                                    && draft->finish[j] == latest);
        loop invariant taken:     \forall integer j, x; 0 <= j <= \at(draft->tasks, Pre) ==>
                                    LeastAbove(draft->least, j, x) == \at(LeastAbove(draft->least, j, x), Pre);
        loop invariant exchanged: \forall integer x; Above(free_at->heap.at, free_at->heap.n, x)
                                    == Above(\at(free_at->heap.at, Pre), free_at->heap.n, x)
                                    + OpenAbove(draft->open, draft->finish, draft->tasks, x)
                                    - OpenAbove(draft->open, draft->finish, \at(draft->tasks, Pre), x)
                                    - LeastAbove(draft->least, draft->tasks, x)
                                    + LeastAbove(draft->least, \at(draft->tasks, Pre), x);
        loop assigns i, latest, free_at->heap.at[0 .. RTMR_SLOTS - 1], draft->tasks, draft->job[0 .. RTMR_TASKS - 1],
            draft->open[0 .. RTMR_TASKS - 1], draft->least[0 .. RTMR_TASKS - 1], draft->start[0 .. RTMR_TASKS - 1],
            draft->finish[0 .. RTMR_TASKS - 1];
        loop variant tasks - i;
    */
    for (int32_t i = 0; i < tasks; i++) {
        const rtmr_ticks least = free_at->heap.at[0];
        const rtmr_ticks start = rtmr_later(least, release);
        const rtmr_ticks finish = start > RTMR_TIME_MAX - estimate ? RTMR_NEVER : start + estimate;

        //@ ghost rtmr_above_first(&free_at->heap);
        //@ ghost rtmr_push_task(draft, place, least, start, finish);
        rtmr_vector_replace_first(&free_at->heap, finish);
        latest = rtmr_later(latest, finish);
    }
    return latest;
}

#endif

rtmr_ticks rtmr_plan_tasks(struct rtmr_availability *free_at, int32_t tasks, const rtmr_ticks *estimates,
                           rtmr_ticks release, rtmr_ticks end)
/*@ ghost (struct rtmr_ghost_plan \ghost *draft, int32_t place) */
{
    rtmr_ticks latest = end;

    /*@ loop invariant range:     0 <= i <= tasks;
        loop invariant ordered:   FREE_ORDERED(*free_at);
        loop invariant size:      FREE_N(*free_at) == \at(FREE_N(*free_at), Pre);
        loop invariant end:       latest >= end;
        loop invariant nothing:   i == 0 ==> latest == end;
        loop invariant no_slot:   i > 0 && FREE_N(*free_at) == 0 ==> latest == RTMR_NEVER;
        loop invariant pushed:    draft->tasks == \at(draft->tasks, Pre) + (FREE_N(*free_at) > 0 ? i : 0);
        loop invariant kept:      \forall integer j; 0 <= j < \at(draft->tasks, Pre) ==>
                                    draft->job[j] == \at(draft->job, Pre)[j]
                                    && draft->open[j] == \at(draft->open, Pre)[j]
                                    && draft->least[j] == \at(draft->least, Pre)[j]
                                    && draft->start[j] == \at(draft->start, Pre)[j]
                                    && draft->finish[j] == \at(draft->finish, Pre)[j];
        loop invariant task:      \forall integer j; \at(draft->tasks, Pre) <= j < draft->tasks ==>
                                    draft->job[j] == place && draft->open[j] == 1 && draft->finish[j] <= latest;
        loop invariant scheduled: \forall integer j; \at(draft->tasks, Pre) <= j < draft->tasks ==>
                                    Scheduled(release, estimates[j - \at(draft->tasks, Pre)], draft->least[j],
                                              draft->start[j], draft->finish[j]);
        loop invariant counts:    \forall integer j, x; 0 <= j <= \at(draft->tasks, Pre) ==>
                                    OpenAbove(draft->open, draft->finish, j, x)
                                    == \at(OpenAbove(draft->open, draft->finish, j, x), Pre)
                                    && LeastAbove(draft->least, j, x) == \at(LeastAbove(draft->least, j, x), Pre);
        loop invariant smallest:  \forall integer j, x; \at(draft->tasks, Pre) <= j < draft->tasks ==>
                                    (x < draft->least[j] <==> \at(FREE_ABOVE(*free_at, x), Pre)
                                     + OpenAbove(draft->open, draft->finish, j, x)
                                     - OpenAbove(draft->open, draft->finish, \at(draft->tasks, Pre), x)
                                     - LeastAbove(draft->least, j, x)
                                     + LeastAbove(draft->least, \at(draft->tasks, Pre), x) == FREE_N(*free_at));
        loop invariant latest:    FREE_N(*free_at) > 0 ==>
                                  latest == end || (\exists integer j; \at(draft->tasks, Pre) <= j < draft->tasks
                                    && draft->finish[j] == latest);
        loop invariant exchanged: FREE_N(*free_at) > 0 ==> \forall integer x; FREE_ABOVE(*free_at, x)
                                    == \at(FREE_ABOVE(*free_at, x), Pre)
                                    + OpenAbove(draft->open, draft->finish, draft->tasks, x)
                                    - OpenAbove(draft->open, draft->finish, \at(draft->tasks, Pre), x)
                                    - LeastAbove(draft->least, draft->tasks, x)
                                    + LeastAbove(draft->least, \at(draft->tasks, Pre), x);
        loop assigns i, latest, *free_at, draft->tasks, draft->job[0 .. RTMR_TASKS - 1],
            draft->open[0 .. RTMR_TASKS - 1], draft->least[0 .. RTMR_TASKS - 1], draft->start[0 .. RTMR_TASKS - 1],
            draft->finish[0 .. RTMR_TASKS - 1];
        loop variant tasks - i;
    */
    for (int32_t i = 0; i < tasks; i++) {
        latest = rtmr_plan_stage(free_at, 1, estimates[i], release, latest) /*@ ghost (draft, place) */;
    }
    return latest;
}
