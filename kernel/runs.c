#include "runs.h"

#include "slot_vector.h"

#if RTMR_WITH_RUNS

void rtmr_runs_set(struct rtmr_runs *r, int32_t i, rtmr_ticks at, int32_t count)
{
    r->at[i] = at;
    r->count[i] = count;
    /*@ ghost
      /@ loop invariant range:   0 <= k <= RTMR_RUNS;
         loop invariant counted: \forall integer m, x; 0 <= m <= k ==> AboveRuns(r->at, r->count, m, x)
           == \at(AboveRuns(r->at, r->count, m, x), Pre)
              + (m > i ? (at > x ? count : 0) - (\at(r->at[i], Pre) > x ? \at(r->count[i], Pre) : 0) : 0);
         loop invariant entries: \forall integer m; 0 <= m <= k ==> EntriesOf(r->count, m)
           == \at(EntriesOf(r->count, m), Pre) + (m > i ? count - \at(r->count[i], Pre) : 0);
         loop assigns k;
         loop variant RTMR_RUNS - k;
      @/
      for (int32_t k = 0; k < RTMR_RUNS; k++) { }
    */
}

void rtmr_runs_clear(struct rtmr_runs *r)
{
    r->n = 0;
    r->first = 0;
    r->end = 0;
}

/* All runs move to the front of the array: the gap lies behind them. O(runs). */
/*@ requires valid:   \valid(r);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range, 0 <= r->first <= r->end <= RTMR_RUNS)
             CLAUSE(conjunct, empty, RUNS_EMPTY(*r, r->first))
             CLAUSE(conjunct, some, RUNS_FILLED(*r, r->first, r->end))
             CLAUSE(conjunct, order, RUNS_RISE(*r, r->first, r->end)))
    assigns r->first, r->end, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
    ensures range:    r->first == 0 && r->end == \old(r->end) - \old(r->first);
    ensures moved:    \forall integer i; 0 <= i < r->end ==>
                        r->at[i] == \old(r->at)[i + \old(r->first)]
                        && r->count[i] == \old(r->count)[i + \old(r->first)];
    ensures some:     RUNS_FILLED(*r, 0, r->end);
    ensures order:    RUNS_RISE(*r, 0, r->end);
    ensures counted:  \forall integer x; RUNS_ABOVE(*r, x) == \old(RUNS_ABOVE(*r, x));
    ensures entries:  EntriesOf(r->count, r->end) == \old(EntriesOf(r->count, r->end));
*/
static void make_room(struct rtmr_runs *r)
{
    const int32_t by = r->first;

    //@ ghost rtmr_runs_empty(r, by);
    /*@ loop invariant range:   by <= i <= r->end;
        loop invariant moved:   \forall integer j; 0 <= j < i - by ==>
                                  r->at[j] == \at(r->at, Pre)[j + by] && r->count[j] == \at(r->count, Pre)[j + by];
        loop invariant rest:    \forall integer j; i <= j < r->end ==>
                                  r->at[j] == \at(r->at, Pre)[j] && r->count[j] == \at(r->count, Pre)[j];
        loop invariant counted: \forall integer x; AboveRuns(r->at, r->count, i - by, x)
                                  + RUNS_SUM_ABOVE(*r, i, r->end, x) == \at(RUNS_ABOVE(*r, x), Pre);
        loop invariant entries: EntriesOf(r->count, i - by) + RUNS_SUM(*r, i, r->end)
                                  == \at(EntriesOf(r->count, r->end), Pre);
        loop assigns i, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
        loop variant r->end - i;
    */
    for (int32_t i = by; i < r->end; i++) {
        rtmr_runs_set(r, i - by, r->at[i], r->count[i]);
    }
    r->first = 0;
    r->end -= by;
}

/* Runs before i move down by one: the place before i is free. */
/*@ requires valid:   \valid(r);
    requires range:   0 < r->first <= i <= r->end <= RTMR_RUNS;
    requires empty:   r->count[r->first - 1] == 0;
    assigns r->first, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
    ensures range:    r->first == \old(r->first) - 1;
    ensures moved:    \forall integer j; r->first <= j < i - 1 ==>
                        r->at[j] == \old(r->at)[j + 1] && r->count[j] == \old(r->count)[j + 1];
    ensures kept:     \forall integer j; 0 <= j < r->first || i <= j < r->end ==>
                        r->at[j] == \old(r->at)[j] && r->count[j] == \old(r->count)[j];
    ensures counted:  \forall integer x; RUNS_ABOVE(*r, x)
                        == \old(RUNS_ABOVE(*r, x)) + (r->at[i - 1] > x ? r->count[i - 1] : 0);
    ensures entries:  EntriesOf(r->count, r->end) == \old(EntriesOf(r->count, r->end)) + r->count[i - 1];
*/
static void open_before(struct rtmr_runs *r, int32_t i)
{
    r->first--;
    /*@ loop invariant range:   r->first <= j <= i - 1;
        loop invariant moved:   \forall integer k; r->first <= k < j ==>
                                  r->at[k] == \at(r->at, Pre)[k + 1] && r->count[k] == \at(r->count, Pre)[k + 1];
        loop invariant kept:    \forall integer k; 0 <= k < r->first || j <= k < r->end ==>
                                  r->at[k] == \at(r->at, Pre)[k] && r->count[k] == \at(r->count, Pre)[k];
        loop invariant counted: \forall integer x; RUNS_ABOVE(*r, x)
                                  == \at(RUNS_ABOVE(*r, x), Pre) + (r->at[j] > x ? r->count[j] : 0);
        loop invariant entries: EntriesOf(r->count, r->end) == \at(EntriesOf(r->count, r->end), Pre) + r->count[j];
        loop assigns j, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
        loop variant i - j;
    */
    for (int32_t j = r->first; j < i - 1; j++) {
        rtmr_runs_set(r, j, r->at[j + 1], r->count[j + 1]);
    }
}

/* Runs from i on move up by one: place i is free. */
/*@ requires valid:   \valid(r);
    requires range:   0 <= r->first <= i <= r->end < RTMR_RUNS;
    assigns r->end, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
    ensures range:    r->end == \old(r->end) + 1;
    ensures moved:    \forall integer j; i < j < r->end ==>
                        r->at[j] == \old(r->at)[j - 1] && r->count[j] == \old(r->count)[j - 1];
    ensures kept:     \forall integer j; 0 <= j < i ==> r->at[j] == \old(r->at)[j] && r->count[j] == \old(r->count)[j];
    ensures counted:  \forall integer x; RUNS_ABOVE(*r, x)
                        == \old(RUNS_ABOVE(*r, x)) + (r->at[i] > x ? r->count[i] : 0);
    ensures entries:  EntriesOf(r->count, r->end) == \old(EntriesOf(r->count, r->end)) + r->count[i];
*/
static void open_at(struct rtmr_runs *r, int32_t i)
{
    r->end++;
    /*@ loop invariant range:   i <= j < r->end;
        loop invariant moved:   \forall integer k; j < k < r->end ==>
                                  r->at[k] == \at(r->at, Pre)[k - 1] && r->count[k] == \at(r->count, Pre)[k - 1];
        loop invariant kept:    \forall integer k; 0 <= k < r->end && k <= j ==>
                                  r->at[k] == \at(r->at, Pre)[k] && r->count[k] == \at(r->count, Pre)[k];
        loop invariant counted: \forall integer x; RUNS_ABOVE(*r, x)
                                  == \at(RUNS_ABOVE(*r, x), Pre) + (r->at[j] > x ? r->count[j] : 0);
        loop invariant entries: EntriesOf(r->count, r->end) == \at(EntriesOf(r->count, r->end), Pre) + r->count[j];
        loop assigns j, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
        loop variant j;
    */
    for (int32_t j = r->end - 1; j > i; j--) {
        rtmr_runs_set(r, j, r->at[j - 1], r->count[j - 1]);
    }
}

/* `count` entries `at` become a run of their own before run i; those before it move. */
/*@ requires valid:   \valid(r);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range, 0 < r->first <= i <= r->end <= RTMR_RUNS && 0 < count)
             CLAUSE(conjunct, empty, RUNS_EMPTY(*r, r->first))
             CLAUSE(conjunct, some, RUNS_FILLED(*r, r->first, r->end))
             CLAUSE(conjunct, order, RUNS_RISE(*r, r->first, r->end))
             CLAUSE(conjunct, before, \forall integer j; r->first <= j < i ==> r->at[j] < at)
             CLAUSE(conjunct, behind, \forall integer j; i <= j < r->end ==> at < r->at[j]))
    assigns r->first, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
    ensures range:    0 <= r->first < r->end;
    ensures empty:    RUNS_EMPTY(*r, r->first);
    ensures some:     RUNS_FILLED(*r, r->first, r->end);
    ensures order:    RUNS_RISE(*r, r->first, r->end);
    ensures counted:  \forall integer x; RUNS_ABOVE(*r, x) == \old(RUNS_ABOVE(*r, x)) + (at > x ? count : 0);
    ensures entries:  EntriesOf(r->count, r->end) == \old(EntriesOf(r->count, r->end)) + count;
*/
static void insert_before(struct rtmr_runs *r, int32_t i, rtmr_ticks at, int32_t count)
{
    open_before(r, i);
    rtmr_runs_set(r, i - 1, at, count);
}

/* `count` entries `at` become run i; those from i on move. */
/*@ requires valid:   \valid(r);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range, 0 <= r->first <= i <= r->end < RTMR_RUNS && 0 < count)
             CLAUSE(conjunct, empty, RUNS_EMPTY(*r, r->first))
             CLAUSE(conjunct, some, RUNS_FILLED(*r, r->first, r->end))
             CLAUSE(conjunct, order, RUNS_RISE(*r, r->first, r->end))
             CLAUSE(conjunct, before, \forall integer j; r->first <= j < i ==> r->at[j] < at)
             CLAUSE(conjunct, behind, \forall integer j; i <= j < r->end ==> at < r->at[j]))
    assigns r->end, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
    ensures range:    r->first < r->end <= RTMR_RUNS;
    ensures empty:    RUNS_EMPTY(*r, r->first);
    ensures some:     RUNS_FILLED(*r, r->first, r->end);
    ensures order:    RUNS_RISE(*r, r->first, r->end);
    ensures counted:  \forall integer x; RUNS_ABOVE(*r, x) == \old(RUNS_ABOVE(*r, x)) + (at > x ? count : 0);
    ensures entries:  EntriesOf(r->count, r->end) == \old(EntriesOf(r->count, r->end)) + count;
*/
static void insert_at(struct rtmr_runs *r, int32_t i, rtmr_ticks at, int32_t count)
{
    open_at(r, i);
    rtmr_runs_set(r, i, at, count);
}

/* Where the first run that is not before `at` lies. O(log runs). */
/*@ requires valid:   \valid_read(r);
    requires ordered: RUNS_ORDERED(*r);
    assigns \nothing;
    ensures range:    r->first <= \result <= r->end;
    ensures before:   \forall integer i; r->first <= i < \result ==> r->at[i] < at;
    ensures behind:   \forall integer i; \result <= i < r->end ==> r->at[i] >= at;
*/
static int32_t find(const struct rtmr_runs *r, rtmr_ticks at)
{
    int32_t low = r->first;
    int32_t high = r->end;

    /*@ loop invariant range:  r->first <= low <= high <= r->end;
        loop invariant before: \forall integer i; r->first <= i < low ==> r->at[i] < at;
        loop invariant behind: \forall integer i; high <= i < r->end ==> r->at[i] >= at;
        loop assigns low, high;
        loop variant high - low;
    */
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;

        if (r->at[middle] < at) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void rtmr_runs_insert(struct rtmr_runs *r, rtmr_ticks at, int32_t count)
{
    int32_t i = find(r, at);

    //@ ghost rtmr_runs_empty(r, r->first);
    //@ ghost rtmr_runs_grow(r, r->first, r->end);
    r->n += count;
    if (i < r->end && r->at[i] == at) {
        rtmr_runs_set(r, i, at, r->count[i] + count);
        return;
    }
    if (i - r->first < r->end - i && r->first > 0) {
        insert_before(r, i, at, count);
        return;
    }
    if (r->end == RTMR_RUNS) {
        i -= r->first;
        make_room(r);
    }
    insert_at(r, i, at, count);
}

/* Run i is taken out, and those before it move up by one. */
/*@ requires valid:   \valid(r);
    requires range:   0 <= r->first <= i < r->end <= RTMR_RUNS;
    assigns r->first, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
    ensures range:    r->first == \old(r->first) + 1;
    ensures empty:    r->count[r->first - 1] == 0;
    ensures moved:    \forall integer j; r->first <= j <= i ==>
                        r->at[j] == \old(r->at)[j - 1] && r->count[j] == \old(r->count)[j - 1];
    ensures kept:     \forall integer j; 0 <= j < r->first - 1 || i < j < r->end ==>
                        r->at[j] == \old(r->at)[j] && r->count[j] == \old(r->count)[j];
    ensures counted:  \forall integer x; RUNS_ABOVE(*r, x)
                        == \old(RUNS_ABOVE(*r, x)) - (\old(r->at[i]) > x ? \old(r->count[i]) : 0);
    ensures entries:  EntriesOf(r->count, r->end) == \old(EntriesOf(r->count, r->end)) - \old(r->count[i]);
*/
static void close_up(struct rtmr_runs *r, int32_t i)
{
    /*@ loop invariant range:   r->first <= j <= i;
        loop invariant moved:   \forall integer k; j < k <= i ==>
                                  r->at[k] == \at(r->at, Pre)[k - 1] && r->count[k] == \at(r->count, Pre)[k - 1];
        loop invariant kept:    \forall integer k; 0 <= k <= j || i < k < r->end ==>
                                  r->at[k] == \at(r->at, Pre)[k] && r->count[k] == \at(r->count, Pre)[k];
        loop invariant counted: \forall integer x; RUNS_ABOVE(*r, x) == \at(RUNS_ABOVE(*r, x), Pre)
                                  + (r->at[j] > x ? r->count[j] : 0)
                                  - (\at(r->at[i], Pre) > x ? \at(r->count[i], Pre) : 0);
        loop invariant entries: EntriesOf(r->count, r->end)
                                  == \at(EntriesOf(r->count, r->end), Pre) + r->count[j] - \at(r->count[i], Pre);
        loop assigns j, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
        loop variant j;
    */
    for (int32_t j = i; j > r->first; j--) {
        rtmr_runs_set(r, j, r->at[j - 1], r->count[j - 1]);
    }
    rtmr_runs_set(r, r->first, r->at[r->first], 0);
    r->first++;
}

/* Run i is taken out, and those behind it move down by one. */
/*@ requires valid:   \valid(r);
    requires range:   0 <= r->first <= i < r->end <= RTMR_RUNS;
    assigns r->end, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
    ensures range:    r->end == \old(r->end) - 1;
    ensures moved:    \forall integer j; i <= j < r->end ==>
                        r->at[j] == \old(r->at)[j + 1] && r->count[j] == \old(r->count)[j + 1];
    ensures kept:     \forall integer j; 0 <= j < i ==> r->at[j] == \old(r->at)[j] && r->count[j] == \old(r->count)[j];
    ensures counted:  \forall integer x; RUNS_ABOVE(*r, x)
                        == \old(RUNS_ABOVE(*r, x)) - (\old(r->at[i]) > x ? \old(r->count[i]) : 0);
    ensures entries:  EntriesOf(r->count, r->end) == \old(EntriesOf(r->count, r->end)) - \old(r->count[i]);
*/
static void close_down(struct rtmr_runs *r, int32_t i)
{
    r->end--;
    /*@ loop invariant range:   i <= j <= r->end;
        loop invariant moved:   \forall integer k; i <= k < j ==>
                                  r->at[k] == \at(r->at, Pre)[k + 1] && r->count[k] == \at(r->count, Pre)[k + 1];
        loop invariant kept:    \forall integer k; 0 <= k < i || j <= k <= r->end ==>
                                  r->at[k] == \at(r->at, Pre)[k] && r->count[k] == \at(r->count, Pre)[k];
        loop invariant counted: \forall integer x; AboveRuns(r->at, r->count, r->end + 1, x)
                                  == \at(RUNS_ABOVE(*r, x), Pre)
                                  + (r->at[j] > x ? r->count[j] : 0)
                                  - (\at(r->at[i], Pre) > x ? \at(r->count[i], Pre) : 0);
        loop invariant entries: EntriesOf(r->count, r->end + 1)
                                  == \at(EntriesOf(r->count, r->end), Pre) + r->count[j] - \at(r->count[i], Pre);
        loop assigns j, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
        loop variant r->end - j;
    */
    for (int32_t j = i; j < r->end; j++) {
        rtmr_runs_set(r, j, r->at[j + 1], r->count[j + 1]);
    }
}

void rtmr_runs_remove(struct rtmr_runs *r, rtmr_ticks at)
{
    const int32_t i = find(r, at);

    //@ ghost if (i == r->end || r->at[i] != at) { rtmr_runs_none_at(r, r->end, at); }
    //@ assert found: i < r->end && r->at[i] == at;
    //@ ghost rtmr_runs_empty(r, r->first);
    //@ ghost rtmr_runs_grow(r, r->first, r->end);
    r->n--;
    if (r->count[i] > 1) {
        rtmr_runs_set(r, i, at, r->count[i] - 1);
    } else if (i - r->first < r->end - 1 - i) {
        close_up(r, i);
    } else {
        close_down(r, i);
    }
}

void rtmr_runs_copy_behind(struct rtmr_runs *to, const struct rtmr_runs *from, rtmr_ticks at, int32_t count)
{
    int32_t end = 0;

    //@ ghost rtmr_runs_empty(from, from->first);
    //@ ghost rtmr_runs_grow(from, from->first, from->end);
    if (count > 0) {
        rtmr_runs_set(to, 0, at, count);
        end = 1;
    }
    int32_t i = from->first;
    if (end > 0 && i < from->end && from->at[i] == at) {
        rtmr_runs_set(to, 0, at, count + from->count[i]);
        i++;
    }
    /*@ loop invariant range:   from->first <= i <= from->end && 0 <= end <= i - from->first + (count > 0 ? 1 : 0);
        loop invariant some:    \forall integer j; 0 <= j < end ==> to->count[j] > 0;
        loop invariant order:   \forall integer j, k; 0 <= j < k < end ==> to->at[j] < to->at[k];
        loop invariant before:  \forall integer j, k; 0 <= j < end && i <= k < from->end ==> to->at[j] < from->at[k];
        loop invariant counted: \forall integer x; AboveRuns(to->at, to->count, end, x)
                                  == AboveRuns(from->at, from->count, i, x) + (at > x ? count : 0);
        loop invariant entries: EntriesOf(to->count, end) == EntriesOf(from->count, i) + count;
        loop assigns i, end, to->at[0 .. RTMR_RUNS - 1], to->count[0 .. RTMR_RUNS - 1];
        loop variant from->end - i;
    */
    for (; i < from->end; i++) {
        rtmr_runs_set(to, end, from->at[i], from->count[i]);
        end++;
    }
    to->n = from->n + count;
    to->first = 0;
    to->end = end;
}

#if RTMR_WITH_STORED_VECTORS
void rtmr_runs_load(struct rtmr_runs *to, const struct rtmr_vector *from)
{
    rtmr_runs_clear(to);
    /*@ loop invariant range:   0 <= i <= from->n && 0 <= to->end <= i && to->first == 0 && (i > 0 ==> to->end > 0);
        loop invariant some:    \forall integer j; 0 <= j < to->end ==> 0 < to->count[j] <= i;
        loop invariant order:   \forall integer j, k; 0 <= j < k < to->end ==> to->at[j] < to->at[k];
        loop invariant last:    i > 0 ==> to->at[to->end - 1] == from->at[i - 1];
        loop invariant counted: \forall integer x; RUNS_ABOVE(*to, x) == Above(from->at, i, x);
        loop invariant entries: EntriesOf(to->count, to->end) == i;
        loop assigns i, to->end, to->at[0 .. RTMR_RUNS - 1], to->count[0 .. RTMR_RUNS - 1];
        loop variant from->n - i;
    */
    for (int32_t i = 0; i < from->n; i++) {
        if (to->end > 0 && to->at[to->end - 1] == from->at[i]) {
            rtmr_runs_set(to, to->end - 1, from->at[i], to->count[to->end - 1] + 1);
        } else {
            rtmr_runs_set(to, to->end, from->at[i], 1);
            to->end++;
        }
    }
    to->n = from->n;
}

/* `count` more entries, all `at`, behind the others. */
/*@ requires valid:   \valid(v);
    requires range:   0 <= v->n && 0 <= count && v->n + count <= RTMR_SLOTS;
    assigns v->n, v->at[0 .. RTMR_SLOTS - 1];
    ensures size:     v->n == \old(v->n) + count;
    ensures kept:     \forall integer i; 0 <= i < \old(v->n) ==> v->at[i] == \old(v->at)[i];
    ensures filled:   \forall integer i; \old(v->n) <= i < v->n ==> v->at[i] == at;
    ensures counted:  \forall integer x; Above(v->at, v->n, x) == \old(Above(v->at, v->n, x)) + (at > x ? count : 0);
*/
static void append_run(struct rtmr_vector *v, rtmr_ticks at, int32_t count)
{
    const int32_t n = v->n;

    /*@ loop invariant range:   n <= v->n <= n + count;
        loop invariant kept:    \forall integer i; 0 <= i < n ==> v->at[i] == \at(v->at, Pre)[i];
        loop invariant filled:  \forall integer i; n <= i < v->n ==> v->at[i] == at;
        loop invariant counted: \forall integer x; Above(v->at, v->n, x)
          == \at(Above(v->at, v->n, x), Pre) + (at > x ? v->n - n : 0);
        loop assigns v->n, v->at[0 .. RTMR_SLOTS - 1];
        loop variant n + count - v->n;
    */
    while (v->n < n + count) {
        rtmr_vector_append(v, at);
    }
}

void rtmr_runs_store(const struct rtmr_runs *from, struct rtmr_vector *to)
{
    to->n = 0;
    //@ ghost rtmr_runs_empty(from, from->first);
    //@ ghost rtmr_runs_grow(from, from->first, from->end);
    /*@ loop invariant range:   from->first <= i <= from->end;
        loop invariant size:    to->n == EntriesOf(from->count, i);
        loop invariant rest:    0 <= to->n && to->n + from->end - i <= from->n;
        loop invariant sorted:  Sorted(to->at, to->n);
        loop invariant before:  \forall integer j, k; 0 <= j < to->n && i <= k < from->end ==> to->at[j] <= from->at[k];
        loop invariant counted: \forall integer x; Above(to->at, to->n, x) == AboveRuns(from->at, from->count, i, x);
        loop assigns i, to->n, to->at[0 .. RTMR_SLOTS - 1];
        loop variant from->end - i;
    */
    for (int32_t i = from->first; i < from->end; i++) {
        //@ ghost rtmr_runs_grow(from, i + 1, from->end);
        append_run(to, from->at[i], from->count[i]);
    }
}
#endif

/* The first p runs go to the window, and off the front. */
/*@ requires valid:   \valid(r) && \valid(window) && \separated(r, window);
    requires range:   0 <= r->first && 0 <= p && r->first + p <= r->end <= RTMR_RUNS;
    requires empty:   RUNS_EMPTY(*r, r->first);
    assigns r->first, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1], *window;
    ensures range:    r->first == \old(r->first) + p;
    ensures window:   window->first == 0 && window->end == p;
    ensures empty:    RUNS_EMPTY(*r, r->first);
    ensures kept:     \forall integer i; r->first <= i < r->end ==>
                        r->at[i] == \old(r->at)[i] && r->count[i] == \old(r->count)[i];
    ensures lifted:   \forall integer i; 0 <= i < p ==> window->at[i] == \old(r->at)[\old(r->first) + i]
                        && window->count[i] == \old(r->count)[\old(r->first) + i];
    ensures counted:  \forall integer x; RUNS_ABOVE(*r, x) + RUNS_ABOVE(*window, x) == \old(RUNS_ABOVE(*r, x));
    ensures entries:  EntriesOf(r->count, r->end) + EntriesOf(window->count, p) == \old(EntriesOf(r->count, r->end));
*/
static void lift(struct rtmr_runs *r, int32_t p, struct rtmr_runs *window)
{
    /*@ loop invariant range:   0 <= i <= p;
        loop invariant empty:   \forall integer j; 0 <= j < r->first + i ==> r->count[j] == 0;
        loop invariant kept:    \forall integer j; r->first + i <= j < r->end ==>
                                  r->at[j] == \at(r->at, Pre)[j] && r->count[j] == \at(r->count, Pre)[j];
        loop invariant lifted:  \forall integer j; 0 <= j < i ==> window->at[j] == \at(r->at, Pre)[r->first + j]
                                  && window->count[j] == \at(r->count, Pre)[r->first + j];
        loop invariant counted: \forall integer x; RUNS_ABOVE(*r, x) + AboveRuns(window->at, window->count, i, x)
                                  == \at(RUNS_ABOVE(*r, x), Pre);
        loop invariant entries: EntriesOf(r->count, r->end) + EntriesOf(window->count, i)
                                  == \at(EntriesOf(r->count, r->end), Pre);
        loop assigns i, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1], window->at[0 .. RTMR_RUNS - 1],
                     window->count[0 .. RTMR_RUNS - 1];
        loop variant p - i;
    */
    for (int32_t i = 0; i < p; i++) {
        rtmr_runs_set(window, i, r->at[r->first + i], r->count[r->first + i]);
        rtmr_runs_set(r, r->first + i, r->at[r->first + i], 0);
    }
    window->first = 0;
    window->end = p;
    r->first += p;
}

/* Of the merged runs, from .. to-1 move up to run b. */
/*@ requires valid:   \valid(r);
    requires range:   0 <= from <= to < b <= r->end <= RTMR_RUNS;
    requires empty:   RUNS_EMPTY(*r, from);
    requires some:    RUNS_FILLED(*r, from, to) && RUNS_FILLED(*r, b, r->end);
    requires order:   RUNS_RISE(*r, from, to) && RUNS_RISE(*r, b, r->end);
    requires between: RUNS_APART(*r, from, to, b, r->end);
    assigns r->first, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
    ensures range:    0 <= r->first <= r->end;
    ensures empty:    RUNS_EMPTY(*r, r->first);
    ensures some:     RUNS_FILLED(*r, r->first, r->end);
    ensures order:    RUNS_RISE(*r, r->first, r->end);
    ensures counted:  \forall integer x; RUNS_ABOVE(*r, x)
                        == \old(RUNS_SUM_ABOVE(*r, from, to, x)) + \old(RUNS_SUM_ABOVE(*r, b, r->end, x));
    ensures entries:  EntriesOf(r->count, r->end) == \old(RUNS_SUM(*r, from, to)) + \old(RUNS_SUM(*r, b, r->end));
*/
static void join_up(struct rtmr_runs *r, int32_t from, int32_t to, int32_t b)
{
    int32_t left = to;
    int32_t first = b;

    /*@ loop invariant range:   from <= left <= to && left < first <= b;
        loop invariant empty:   RUNS_EMPTY(*r, from);
        loop invariant some:    RUNS_FILLED(*r, from, left) && RUNS_FILLED(*r, first, r->end);
        loop invariant order:   RUNS_RISE(*r, from, left) && RUNS_RISE(*r, first, r->end);
        loop invariant between: RUNS_APART(*r, from, left, first, r->end);
        loop invariant counted: \forall integer x; RUNS_SUM_ABOVE(*r, from, left, x)
                                  + RUNS_SUM_ABOVE(*r, first, r->end, x)
                                  == \at(RUNS_SUM_ABOVE(*r, from, to, x) + RUNS_SUM_ABOVE(*r, b, r->end, x), Pre);
        loop invariant entries: RUNS_SUM(*r, from, left) + RUNS_SUM(*r, first, r->end)
                                  == \at(RUNS_SUM(*r, from, to) + RUNS_SUM(*r, b, r->end), Pre);
        loop assigns left, first, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
        loop variant left;
    */
    while (left > from) {
        left--;
        first--;
        rtmr_runs_set(r, first, r->at[left], r->count[left]);
    }
    /*@ loop invariant range:   from <= i <= first;
        loop invariant empty:   RUNS_EMPTY(*r, i);
        loop invariant some:    RUNS_FILLED(*r, first, r->end);
        loop invariant order:   RUNS_RISE(*r, first, r->end);
        loop invariant counted: \forall integer x; RUNS_SUM_ABOVE(*r, first, r->end, x)
                                  == \at(RUNS_SUM_ABOVE(*r, from, to, x) + RUNS_SUM_ABOVE(*r, b, r->end, x), Pre);
        loop invariant entries: RUNS_SUM(*r, first, r->end) == \at(RUNS_SUM(*r, from, to)
                                  + RUNS_SUM(*r, b, r->end), Pre);
        loop assigns i, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
        loop variant first - i;
    */
    for (int32_t i = from; i < first; i++) {
        rtmr_runs_set(r, i, r->at[i], 0);
    }
    //@ ghost rtmr_runs_empty(r, first);
    r->first = first;
}

/* `count` entries `at` join runs from .. to-1, behind all of them. Returns where these runs end. */
/*@ requires valid:   \valid(r);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range, 0 <= from <= to < RTMR_RUNS && 0 < count)
             CLAUSE(conjunct, some, RUNS_FILLED(*r, from, to))
             CLAUSE(conjunct, order, RUNS_RISE(*r, from, to))
             CLAUSE(conjunct, last, from < to ==> r->at[to - 1] <= at)
             CLAUSE(conjunct, fits, from < to ==> r->count[to - 1] + count <= RTMR_SLOTS))
    assigns r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, range, from < \result && to <= \result <= to + 1)
             CLAUSE(conjunct, kept, \forall integer i; 0 <= i < from || \result <= i < RTMR_RUNS ==>
                                    r->at[i] == \old(r->at)[i] && r->count[i] == \old(r->count)[i])
             CLAUSE(conjunct, some, RUNS_FILLED(*r, from, \result))
             CLAUSE(conjunct, order, RUNS_RISE(*r, from, \result))
             CLAUSE(conjunct, last, \forall integer i; from <= i < \result ==> r->at[i] <= at)
             CLAUSE(conjunct, counted, \forall integer x; RUNS_SUM_ABOVE(*r, from, \result, x)
                                       == \old(RUNS_SUM_ABOVE(*r, from, to, x)) + (at > x ? count : 0))
             CLAUSE(conjunct, entries, RUNS_SUM(*r, from, \result) == \old(RUNS_SUM(*r, from, to)) + count)
             CLAUSE(conjunct, behind,
                    \forall integer m, x; to < m <= RTMR_RUNS ==>
                    AboveRuns(r->at, r->count, m, x) - \old(AboveRuns(r->at, r->count, m, x))
                    == AboveRuns(r->at, r->count, to + 1, x) - \old(AboveRuns(r->at, r->count, to + 1, x)))
             CLAUSE(conjunct, beyond, \forall integer m; to < m <= RTMR_RUNS ==>
                                      EntriesOf(r->count, m) - \old(EntriesOf(r->count, m))
                                      == EntriesOf(r->count, to + 1) - \old(EntriesOf(r->count, to + 1))))
*/
static int32_t put_last(struct rtmr_runs *r, int32_t from, int32_t to, rtmr_ticks at, int32_t count)
{
    if (to > from && r->at[to - 1] == at) {
        rtmr_runs_set(r, to - 1, at, r->count[to - 1] + count);
        return to;
    }
    rtmr_runs_set(r, to, at, count);
    return to + 1;
}

/* The runs before the last of the window move down, and the window's are merged in. Run *rest is
 * the first behind it. Returns where the merged runs end. */
/*@ requires valid:   \valid(r) && \valid_read(window) && \valid(rest);
    requires apart:   \separated(r, window, rest);
    requires range:   1 <= window->end <= r->first <= r->end <= RTMR_RUNS;
    requires size:    EntriesOf(r->count, r->end) + EntriesOf(window->count, window->end) <= RTMR_SLOTS;
    requires empty:   RUNS_EMPTY(*r, r->first);
    requires some:    RUNS_FILLED(*r, r->first, r->end) && RUNS_FILLED(*window, 0, window->end);
    requires order:   RUNS_RISE(*r, r->first, r->end) && RUNS_CLIMB(*window, 0, window->end);
    assigns r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1], *rest;
    ensures range:    r->first - window->end < \result <= *rest <= r->end;
    ensures empty:    RUNS_EMPTY(*r, r->first - window->end);
    ensures some:     RUNS_FILLED(*r, r->first - window->end, \result) && RUNS_FILLED(*r, *rest, r->end);
    ensures order:    RUNS_RISE(*r, r->first - window->end, \result) && RUNS_RISE(*r, *rest, r->end);
    ensures between:  RUNS_APART(*r, r->first - window->end, \result, *rest, r->end);
    ensures counted:  \forall integer x; RUNS_SUM_ABOVE(*r, r->first - window->end, \result, x)
                        + RUNS_SUM_ABOVE(*r, *rest, r->end, x) == \old(RUNS_ABOVE(*r, x)) + RUNS_ABOVE(*window, x);
    ensures entries:  RUNS_SUM(*r, r->first - window->end, \result) + RUNS_SUM(*r, *rest, r->end)
                        == \old(EntriesOf(r->count, r->end)) + EntriesOf(window->count, window->end);
*/
static int32_t merge_front(struct rtmr_runs *r, const struct rtmr_runs *window, int32_t *rest)
{
    const int32_t from = r->first - window->end;
    int32_t to = from; /* merged: from .. to-1 */
    int32_t b = r->first;

    //@ ghost rtmr_runs_empty(r, r->first);
    /*@ loop invariant range:   0 <= a <= window->end && r->first <= b <= r->end && from <= to <= b - (window->end - a);
        loop invariant any:     a > 0 ==> from < to;
        loop invariant empty:   RUNS_EMPTY(*r, from);
        loop invariant some:    RUNS_FILLED(*r, from, to) && RUNS_FILLED(*r, b, r->end);
        loop invariant order:   RUNS_RISE(*r, from, to) && RUNS_RISE(*r, b, r->end);
        loop invariant between: RUNS_APART(*r, from, to, b, r->end);
        loop invariant below:   \forall integer i; from <= i < to && a < window->end ==> r->at[i] <= window->at[a];
        loop invariant counted: \forall integer x; RUNS_SUM_ABOVE(*r, from, to, x) + RUNS_SUM_ABOVE(*r, b, r->end, x)
                                  + RUNS_SUM_ABOVE(*window, a, window->end, x)
                                  == \at(RUNS_ABOVE(*r, x) + RUNS_ABOVE(*window, x), Pre);
        loop invariant entries: RUNS_SUM(*r, from, to) + RUNS_SUM(*r, b, r->end) + RUNS_SUM(*window, a, window->end)
                                  == \at(EntriesOf(r->count, r->end) + EntriesOf(window->count, window->end), Pre);
        loop assigns a, b, to, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
        loop variant window->end - a;
    */
    for (int32_t a = 0; a < window->end; a++) {
        const rtmr_ticks at = window->at[a];
        int32_t count = window->count[a];

        /*@ loop invariant range:   r->first <= b <= r->end && from <= to <= b - (window->end - a);
            loop invariant empty:   RUNS_EMPTY(*r, from);
            loop invariant some:    RUNS_FILLED(*r, from, to) && RUNS_FILLED(*r, b, r->end);
            loop invariant order:   RUNS_RISE(*r, from, to) && RUNS_RISE(*r, b, r->end);
            loop invariant between: RUNS_APART(*r, from, to, b, r->end);
            loop invariant below:   \forall integer i; from <= i < to ==> r->at[i] <= at;
            loop invariant counted: \forall integer x; RUNS_SUM_ABOVE(*r, from, to, x)
                                      + RUNS_SUM_ABOVE(*r, b, r->end, x)
                                      + RUNS_SUM_ABOVE(*window, a, window->end, x)
                                      == \at(RUNS_ABOVE(*r, x) + RUNS_ABOVE(*window, x), Pre);
            loop invariant entries: RUNS_SUM(*r, from, to) + RUNS_SUM(*r, b, r->end) + RUNS_SUM(*window, a, window->end)
                                      == \at(EntriesOf(r->count, r->end) + EntriesOf(window->count, window->end), Pre);
            loop assigns b, to, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
            loop variant r->end - b;
        */
        for (; b < r->end && r->at[b] < at; b++) {
            rtmr_runs_set(r, to, r->at[b], r->count[b]);
            to++;
        }
        //@ ghost rtmr_runs_grow(r, from, to);
        //@ ghost rtmr_runs_grow(r, b, r->end);
        //@ ghost rtmr_runs_grow(window, a, window->end);
        //@ ghost rtmr_runs_grow(window, a + 1, window->end);
        if (b < r->end && r->at[b] == at) {
            count += r->count[b];
            b++;
        }
        //@ ghost rtmr_runs_grow(r, b, r->end);
        //@ assert behind: \forall integer j; b <= j < r->end ==> at < r->at[j];
        /*@ assert counted: \forall integer x; RUNS_SUM_ABOVE(*r, from, to, x) + RUNS_SUM_ABOVE(*r, b, r->end, x)
              + RUNS_SUM_ABOVE(*window, a + 1, window->end, x) + (at > x ? count : 0)
              == \at(RUNS_ABOVE(*r, x) + RUNS_ABOVE(*window, x), Pre); */
        /*@ assert entries: RUNS_SUM(*r, from, to) + RUNS_SUM(*r, b, r->end) + RUNS_SUM(*window, a + 1, window->end)
              + count
              == \at(EntriesOf(r->count, r->end) + EntriesOf(window->count, window->end), Pre); */
        to = put_last(r, from, to, at, count);
    }
    *rest = b;
    return to;
}

/* The window is merged in from the front: the runs before its last move down. */
/*@ requires valid:   \valid(r) && \valid_read(window) && \separated(r, window);
    requires range:   1 <= window->end <= r->first <= r->end <= RTMR_RUNS;
    requires size:    EntriesOf(r->count, r->end) + EntriesOf(window->count, window->end) <= RTMR_SLOTS;
    requires empty:   RUNS_EMPTY(*r, r->first);
    requires some:    RUNS_FILLED(*r, r->first, r->end) && RUNS_FILLED(*window, 0, window->end);
    requires order:   RUNS_RISE(*r, r->first, r->end) && RUNS_CLIMB(*window, 0, window->end);
    assigns r->first, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
    ensures range:    0 <= r->first <= r->end;
    ensures empty:    RUNS_EMPTY(*r, r->first);
    ensures some:     RUNS_FILLED(*r, r->first, r->end);
    ensures order:    RUNS_RISE(*r, r->first, r->end);
    ensures counted:  \forall integer x; RUNS_ABOVE(*r, x) == \old(RUNS_ABOVE(*r, x)) + RUNS_ABOVE(*window, x);
    ensures entries:  EntriesOf(r->count, r->end)
                        == \old(EntriesOf(r->count, r->end)) + EntriesOf(window->count, window->end);
*/
static void merge_down(struct rtmr_runs *r, const struct rtmr_runs *window)
{
    const int32_t from = r->first - window->end;
    int32_t rest = 0;
    const int32_t to = merge_front(r, window, &rest);

    if (to == rest) {
        //@ ghost rtmr_runs_empty(r, from);
        r->first = from;
    } else { /* where runs met, a gap is left */
        join_up(r, from, to, rest);
    }
}

/* The merged runs to .. last-1 move down to behind the first b runs. */
/*@ requires valid:   \valid(r);
    requires range:   0 <= r->first <= b < to <= last <= RTMR_RUNS;
    requires some:    RUNS_FILLED(*r, r->first, b) && RUNS_FILLED(*r, to, last);
    requires order:   RUNS_RISE(*r, r->first, b) && RUNS_RISE(*r, to, last);
    requires between: RUNS_APART(*r, r->first, b, to, last);
    requires empty:   RUNS_EMPTY(*r, r->first);
    assigns r->end, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
    ensures range:    r->first <= r->end <= RTMR_RUNS;
    ensures empty:    RUNS_EMPTY(*r, r->first);
    ensures some:     RUNS_FILLED(*r, r->first, r->end);
    ensures order:    RUNS_RISE(*r, r->first, r->end);
    ensures counted:  \forall integer x; RUNS_ABOVE(*r, x)
                        == \old(AboveRuns(r->at, r->count, b, x)) + \old(RUNS_SUM_ABOVE(*r, to, last, x));
    ensures entries:  EntriesOf(r->count, r->end) == \old(EntriesOf(r->count, b)) + \old(RUNS_SUM(*r, to, last));
*/
static void join_down(struct rtmr_runs *r, int32_t b, int32_t to, int32_t last)
{
    int32_t end = b;

    /*@ loop invariant range:   b <= end < i <= last && to <= i;
        loop invariant empty:   RUNS_EMPTY(*r, r->first);
        loop invariant some:    RUNS_FILLED(*r, r->first, end) && RUNS_FILLED(*r, i, last);
        loop invariant order:   RUNS_RISE(*r, r->first, end) && RUNS_RISE(*r, i, last);
        loop invariant between: RUNS_APART(*r, r->first, end, i, last);
        loop invariant counted: \forall integer x; AboveRuns(r->at, r->count, end, x) + RUNS_SUM_ABOVE(*r, i, last, x)
                                  == \at(AboveRuns(r->at, r->count, b, x) + RUNS_SUM_ABOVE(*r, to, last, x), Pre);
        loop invariant entries: EntriesOf(r->count, end) + RUNS_SUM(*r, i, last)
                                  == \at(EntriesOf(r->count, b) + RUNS_SUM(*r, to, last), Pre);
        loop assigns i, end, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
        loop variant last - i;
    */
    for (int32_t i = to; i < last; i++) {
        rtmr_runs_set(r, end, r->at[i], r->count[i]);
        end++;
    }
    r->end = end;
}

/* `count` entries `at` join runs to .. last-1, before all of them. Returns where these runs
 * begin. */
/*@ requires valid:   \valid(r);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range, 0 < to <= last <= RTMR_RUNS && 0 < count)
             CLAUSE(conjunct, some, RUNS_FILLED(*r, to, last))
             CLAUSE(conjunct, order, RUNS_RISE(*r, to, last))
             CLAUSE(conjunct, first, to < last ==> at <= r->at[to])
             CLAUSE(conjunct, fits, to < last ==> r->count[to] + count <= RTMR_SLOTS))
    assigns r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, range, \result < last && to - 1 <= \result <= to)
             CLAUSE(conjunct, kept, \forall integer i; 0 <= i < to - 1 ==>
                                    r->at[i] == \old(r->at)[i] && r->count[i] == \old(r->count)[i])
             CLAUSE(conjunct, some, RUNS_FILLED(*r, \result, last))
             CLAUSE(conjunct, order, RUNS_RISE(*r, \result, last))
             CLAUSE(conjunct, first, \forall integer i; \result <= i < last ==> at <= r->at[i])
             CLAUSE(conjunct, counted, \forall integer x; RUNS_SUM_ABOVE(*r, \result, last, x)
                                       == \old(RUNS_SUM_ABOVE(*r, to, last, x)) + (at > x ? count : 0))
             CLAUSE(conjunct, entries, RUNS_SUM(*r, \result, last) == \old(RUNS_SUM(*r, to, last)) + count)
             CLAUSE(conjunct, before, \forall integer m, x; 0 <= m < to ==>
                                      AboveRuns(r->at, r->count, m, x) == \old(AboveRuns(r->at, r->count, m, x)))
             CLAUSE(conjunct, below,
                    \forall integer m; 0 <= m < to ==> EntriesOf(r->count, m) == \old(EntriesOf(r->count, m))))
*/
static int32_t put_first(struct rtmr_runs *r, int32_t to, int32_t last, rtmr_ticks at, int32_t count)
{
    if (to < last && r->at[to] == at) {
        rtmr_runs_set(r, to, at, r->count[to] + count);
        return to;
    }
    rtmr_runs_set(r, to - 1, at, count);
    return to - 1;
}

/* The runs behind the first of the window move up, and the window's are merged in. *rest runs are
 * left before it. Returns where the merged runs begin. */
/*@ requires valid:   \valid(r) && \valid_read(window) && \valid(rest);
    requires apart:   \separated(r, window, rest);
    requires range:   1 <= window->end && 0 <= r->first <= r->end <= RTMR_RUNS - window->end;
    requires size:    EntriesOf(r->count, r->end) + EntriesOf(window->count, window->end) <= RTMR_SLOTS;
    requires empty:   RUNS_EMPTY(*r, r->first);
    requires some:    RUNS_FILLED(*r, r->first, r->end) && RUNS_FILLED(*window, 0, window->end);
    requires order:   RUNS_RISE(*r, r->first, r->end) && RUNS_CLIMB(*window, 0, window->end);
    assigns r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1], *rest;
    ensures range:    r->first <= *rest <= \result < r->end + window->end;
    ensures empty:    RUNS_EMPTY(*r, r->first);
    ensures some:     RUNS_FILLED(*r, r->first, *rest) && RUNS_FILLED(*r, \result, r->end + window->end);
    ensures order:    RUNS_RISE(*r, r->first, *rest) && RUNS_RISE(*r, \result, r->end + window->end);
    ensures between:  RUNS_APART(*r, r->first, *rest, \result, r->end + window->end);
    ensures counted:  \forall integer x; AboveRuns(r->at, r->count, *rest, x)
                        + RUNS_SUM_ABOVE(*r, \result, r->end + window->end, x)
                        == \old(RUNS_ABOVE(*r, x)) + RUNS_ABOVE(*window, x);
    ensures entries:  EntriesOf(r->count, *rest) + RUNS_SUM(*r, \result, r->end + window->end)
                        == \old(EntriesOf(r->count, r->end)) + EntriesOf(window->count, window->end);
*/
static int32_t merge_behind(struct rtmr_runs *r, const struct rtmr_runs *window, int32_t *rest)
{
    int32_t b = r->end;
    const int32_t last = b + window->end;
    int32_t to = last; /* merged: to .. last-1 */

    //@ ghost rtmr_runs_empty(r, r->first);
    /*@ loop invariant range:   0 <= a <= window->end && r->first <= b <= r->end && b + a <= to <= last;
        loop invariant any:     a < window->end ==> to < last;
        loop invariant empty:   RUNS_EMPTY(*r, r->first);
        loop invariant some:    RUNS_FILLED(*r, r->first, b) && RUNS_FILLED(*r, to, last);
        loop invariant order:   RUNS_RISE(*r, r->first, b) && RUNS_RISE(*r, to, last);
        loop invariant between: RUNS_APART(*r, r->first, b, to, last);
        loop invariant above:   \forall integer i; to <= i < last && a > 0 ==> window->at[a - 1] <= r->at[i];
        loop invariant counted: \forall integer x; AboveRuns(r->at, r->count, b, x) + RUNS_SUM_ABOVE(*r, to, last, x)
                                  + AboveRuns(window->at, window->count, a, x)
                                  == \at(RUNS_ABOVE(*r, x) + RUNS_ABOVE(*window, x), Pre);
        loop invariant entries: EntriesOf(r->count, b) + RUNS_SUM(*r, to, last) + EntriesOf(window->count, a)
                                  == \at(EntriesOf(r->count, r->end) + EntriesOf(window->count, window->end), Pre);
        loop assigns a, b, to, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
        loop variant a;
    */
    for (int32_t a = window->end; a > 0; a--) {
        const rtmr_ticks at = window->at[a - 1];
        int32_t count = window->count[a - 1];

        /*@ loop invariant range:   r->first <= b <= r->end && b + a <= to <= last;
            loop invariant empty:   RUNS_EMPTY(*r, r->first);
            loop invariant some:    RUNS_FILLED(*r, r->first, b) && RUNS_FILLED(*r, to, last);
            loop invariant order:   RUNS_RISE(*r, r->first, b) && RUNS_RISE(*r, to, last);
            loop invariant between: RUNS_APART(*r, r->first, b, to, last);
            loop invariant above:   \forall integer i; to <= i < last ==> at <= r->at[i];
            loop invariant counted: \forall integer x; AboveRuns(r->at, r->count, b, x)
                                      + RUNS_SUM_ABOVE(*r, to, last, x)
                                      + AboveRuns(window->at, window->count, a, x)
                                      == \at(RUNS_ABOVE(*r, x) + RUNS_ABOVE(*window, x), Pre);
            loop invariant entries: EntriesOf(r->count, b) + RUNS_SUM(*r, to, last) + EntriesOf(window->count, a)
                                      == \at(EntriesOf(r->count, r->end) + EntriesOf(window->count, window->end), Pre);
            loop assigns b, to, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
            loop variant b;
        */
        for (; b > r->first && r->at[b - 1] > at; b--) {
            to--;
            rtmr_runs_set(r, to, r->at[b - 1], r->count[b - 1]);
        }
        //@ ghost rtmr_runs_empty(r, r->first);
        //@ ghost rtmr_runs_grow(r, r->first, b);
        //@ ghost rtmr_runs_grow(r, to, last);
        //@ ghost rtmr_runs_grow(window, 0, a);
        //@ ghost rtmr_runs_grow(window, 0, a - 1);
        if (b > r->first && r->at[b - 1] == at) {
            b--;
            count += r->count[b];
        }
        //@ ghost rtmr_runs_grow(r, r->first, b);
        //@ assert before: \forall integer j; r->first <= j < b ==> r->at[j] < at;
        /*@ assert counted: \forall integer x; AboveRuns(r->at, r->count, b, x) + RUNS_SUM_ABOVE(*r, to, last, x)
              + AboveRuns(window->at, window->count, a - 1, x) + (at > x ? count : 0)
              == \at(RUNS_ABOVE(*r, x) + RUNS_ABOVE(*window, x), Pre); */
        /*@ assert entries: EntriesOf(r->count, b) + RUNS_SUM(*r, to, last) + EntriesOf(window->count, a - 1) + count
              == \at(EntriesOf(r->count, r->end) + EntriesOf(window->count, window->end), Pre); */
        to = put_first(r, to, last, at, count);
    }
    *rest = b;
    return to;
}

/* The window is merged in from behind: the runs behind its first move up. */
/*@ requires valid:   \valid(r) && \valid_read(window) && \separated(r, window);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range, 1 <= window->end && 0 <= r->first <= r->end <= RTMR_RUNS - window->end)
             CLAUSE(conjunct, size, EntriesOf(r->count, r->end) + EntriesOf(window->count, window->end) <= RTMR_SLOTS)
             CLAUSE(conjunct, empty, RUNS_EMPTY(*r, r->first))
             CLAUSE(conjunct, some, RUNS_FILLED(*r, r->first, r->end) && RUNS_FILLED(*window, 0, window->end))
             CLAUSE(conjunct, order, RUNS_RISE(*r, r->first, r->end) && RUNS_CLIMB(*window, 0, window->end)))
    assigns r->end, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, range, r->first <= r->end <= RTMR_RUNS)
             CLAUSE(conjunct, empty, RUNS_EMPTY(*r, r->first))
             CLAUSE(conjunct, some, RUNS_FILLED(*r, r->first, r->end))
             CLAUSE(conjunct, order, RUNS_RISE(*r, r->first, r->end))
             CLAUSE(conjunct, counted,
                    \forall integer x; RUNS_ABOVE(*r, x) == \old(RUNS_ABOVE(*r, x)) + RUNS_ABOVE(*window, x))
             CLAUSE(conjunct, entries, EntriesOf(r->count, r->end)
                                       == \old(EntriesOf(r->count, r->end)) + EntriesOf(window->count, window->end)))
*/
static void merge_up(struct rtmr_runs *r, const struct rtmr_runs *window)
{
    const int32_t last = r->end + window->end;
    int32_t rest = 0;
    const int32_t to = merge_behind(r, window, &rest);

    if (to == rest) {
        r->end = last;
    } else { /* where runs met, a gap is left */
        join_down(r, rest, to, last);
    }
}

/* The window is merged in from the nearer side. */
/*@ requires valid:   \valid(r) && \valid_read(window) && \separated(r, window);
    requires range:   1 <= window->end <= r->first <= r->end <= RTMR_RUNS;
    requires size:    EntriesOf(r->count, r->end) + EntriesOf(window->count, window->end) <= RTMR_SLOTS;
    requires empty:   RUNS_EMPTY(*r, r->first);
    requires some:    RUNS_FILLED(*r, r->first, r->end) && RUNS_FILLED(*window, 0, window->end);
    requires order:   RUNS_RISE(*r, r->first, r->end) && RUNS_CLIMB(*window, 0, window->end);
    assigns r->first, r->end, r->at[0 .. RTMR_RUNS - 1], r->count[0 .. RTMR_RUNS - 1];
    ensures range:    0 <= r->first <= r->end <= RTMR_RUNS;
    ensures empty:    RUNS_EMPTY(*r, r->first);
    ensures some:     RUNS_FILLED(*r, r->first, r->end);
    ensures order:    RUNS_RISE(*r, r->first, r->end);
    ensures counted:  \forall integer x; RUNS_ABOVE(*r, x) == \old(RUNS_ABOVE(*r, x)) + RUNS_ABOVE(*window, x);
    ensures entries:  EntriesOf(r->count, r->end)
                        == \old(EntriesOf(r->count, r->end)) + EntriesOf(window->count, window->end);
*/
static void merge(struct rtmr_runs *r, const struct rtmr_runs *window)
{
    const int32_t middle = r->first + (r->end - r->first) / 2;

    if (middle == r->end || r->at[middle] >= window->at[0]) {
        merge_down(r, window);
        return;
    }
    //@ ghost rtmr_runs_empty(r, r->first);
    //@ ghost rtmr_runs_grow(r, r->first, r->end);
    //@ ghost rtmr_runs_grow(window, 0, window->end);
    if (r->end + window->end > RTMR_RUNS) {
        make_room(r);
    }
    merge_up(r, window);
}

void rtmr_runs_put_back(struct rtmr_runs *r, int32_t p, struct rtmr_runs *window)
{
    lift(r, p, window);
    merge(r, window);
}

#endif
