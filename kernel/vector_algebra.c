#include "vector_algebra.h"

#include "slot_vector.h"
#include "ticks.h"

int32_t rtmr_vector_is_sorted(const struct rtmr_vector *v)
{
    /*@ loop invariant range:  1 <= i && (i <= v->n || v->n < 1);
        loop invariant sorted: v->n >= 1 ==> Sorted(v->at, i);
        loop assigns i;
        loop variant v->n - i;
    */
    for (int32_t i = 1; i < v->n; i++) {
        if (v->at[i - 1] > v->at[i]) {
            return 0;
        }
    }
    return 1;
}

/* Places x at index `start` and moves it up until the entries from `start` on ascend; those
 * behind it do. The entry at `start` is overwritten. */
/*@ requires valid:   \valid(v);
    requires range:   0 <= start < v->n <= RTMR_SLOTS;
    requires sorted:  SortedFrom(v->at, v->n, start + 1);
    assigns v->at[0 .. RTMR_SLOTS - 1];
    ensures sorted:   SortedFrom(v->at, v->n, start);
    ensures counted:  \forall integer y; Above(v->at, v->n, y)
                        == \old(Above(v->at, v->n, y)) + (x > y ? 1 : 0) - (\old(v->at[start]) > y ? 1 : 0);
    ensures kept:     \forall integer i; 0 <= i < start ==> v->at[i] == \old(v->at)[i];
    ensures first:    v->at[start] == x || (start + 1 < v->n && v->at[start] == \old(v->at)[start + 1]);
*/
static void settle(struct rtmr_vector *v, int32_t start, rtmr_ticks x)
{
    int32_t i = start;

    /*@ loop invariant range:   start <= i < v->n;
        loop invariant sorted:  SortedFrom(v->at, v->n, start + 1);
        loop invariant below:   i > start ==> \forall integer j; start <= j <= i ==> v->at[j] < x;
        loop invariant front:   i > start ==> SortedFrom(v->at, v->n, start);
        loop invariant first:   i > start ==> v->at[start] == \at(v->at, Pre)[start + 1];
        loop invariant counted: \forall integer y; Above(v->at, v->n, y)
                                  == \at(Above(v->at, v->n, y), Pre) + (v->at[i] > y ? 1 : 0)
                                  - (\at(v->at[start], Pre) > y ? 1 : 0);
        loop invariant coming:  \forall integer j; i < j < v->n ==> v->at[j] == \at(v->at, Pre)[j];
        loop invariant kept:    \forall integer j; 0 <= j < start ==> v->at[j] == \at(v->at, Pre)[j];
        loop assigns i, v->at[0 .. RTMR_SLOTS - 1];
        loop variant v->n - i;
    */
    while (i + 1 < v->n && v->at[i + 1] < x) {
        rtmr_vector_set(v, i, v->at[i + 1]);
        i++;
    }
    rtmr_vector_set(v, i, x);
}

void rtmr_vector_sort(struct rtmr_vector *v)
{
    /*@ loop invariant range:   0 <= i <= v->n;
        loop invariant sorted:  SortedFrom(v->at, v->n, i);
        loop invariant same:    SameEntries(v->at, \at(v->at, Pre), v->n);
        loop assigns i, v->at[0 .. RTMR_SLOTS - 1];
        loop variant i;
    */
    for (int32_t i = v->n; i > 0; i--) {
        settle(v, i - 1, v->at[i - 1]);
    }
}

int32_t rtmr_vector_ge(const struct rtmr_vector *a, const struct rtmr_vector *b)
{
    /*@ loop invariant range: 0 <= i <= a->n;
        loop invariant so_far: AtLeast(a->at, b->at, i);
        loop assigns i;
        loop variant a->n - i;
    */
    for (int32_t i = 0; i < a->n; i++) {
        if (a->at[i] < b->at[i]) {
            return 0;
        }
    }
    return 1;
}

int32_t rtmr_vector_gt(const struct rtmr_vector *a, const struct rtmr_vector *b)
{
    /*@ loop invariant range: 0 <= i <= a->n;
        loop invariant so_far: Greater(a->at, b->at, i);
        loop assigns i;
        loop variant a->n - i;
    */
    for (int32_t i = 0; i < a->n; i++) {
        if (a->at[i] <= b->at[i]) {
            return 0;
        }
    }
    return 1;
}

void rtmr_vector_max(struct rtmr_vector *v, rtmr_ticks a)
{
    /*@ loop invariant range:  0 <= i <= v->n;
        loop invariant so_far: Raised(\at(v->at, Pre), v->at, i, a);
        loop invariant coming: \forall integer j; i <= j < v->n ==> v->at[j] == \at(v->at, Pre)[j];
        loop assigns i, v->at[0 .. RTMR_SLOTS - 1];
        loop variant v->n - i;
    */
    for (int32_t i = 0; i < v->n; i++) {
        v->at[i] = rtmr_later(v->at[i], a);
    }
}

int32_t rtmr_vector_add_one(struct rtmr_vector *v, rtmr_ticks duration)
{
    if (v->at[0] > RTMR_TIME_MAX - duration) {
        return 0;
    }
    settle(v, 0, v->at[0] + duration);
    return 1;
}

int32_t rtmr_vector_add(struct rtmr_vector *v, const rtmr_ticks *durations, int32_t m)
/*@ ghost (struct rtmr_ghost_rows \ghost *rows, struct rtmr_ghost_items \ghost *items) */
{
    int32_t added = 0;

    //@ ghost rows->row[0] = *v;
    /*@ loop invariant range:  0 <= added <= m;
        loop invariant sorted: Sorted(v->at, v->n) && (m > 0 ==> 0 <= v->at[0]);
        loop invariant rows:   ADDED(*rows, v->n, added, *items);
        loop invariant items:  \forall integer k; 0 <= k < added ==> items->of[k] == durations[k];
        loop invariant begin:  rows->row[0].at == \at(v->at, Pre);
        loop invariant end:    v->at == rows->row[added].at;
        loop assigns added, v->at[0 .. RTMR_SLOTS - 1], *rows, *items;
        loop variant m - added;
    */
    while (added < m && rtmr_vector_add_one(v, durations[added]) != 0) {
        //@ ghost items->of[added] = durations[added];
        added++;
        //@ ghost rows->row[added] = *v;
        /*@ assert step: Resorted(rows->row[added - 1].at, rows->row[added].at, v->n,
                                  rows->row[added - 1].at[0] + items->of[added - 1]); */
    }
    return added;
}
