#include "slot_vector.h"

void rtmr_vector_set(struct rtmr_vector *v, int32_t i, rtmr_ticks x)
{
    v->at[i] = x;
    /*@ ghost
      /@ loop invariant range:   0 <= m <= v->n;
         loop invariant counted: \forall integer k, y; 0 <= k <= m ==> Above(v->at, k, y)
           == \at(Above(v->at, k, y), Pre) + (k > i ? (x > y ? 1 : 0) - (\at(v->at[i], Pre) > y ? 1 : 0) : 0);
         loop assigns m;
         loop variant v->n - m;
      @/
      for (int32_t m = 0; m < v->n; m++) { }
    */
}

#if !RTMR_WITH_RUNS
void rtmr_vector_sift(struct rtmr_vector *v, int32_t start, rtmr_ticks x)
{
    int32_t hole = start;

    /*@ loop invariant range:   start <= hole < v->n;
        loop invariant ordered: \forall integer i; 2 * start + 1 <= i < v->n && (i - 1) / 2 != hole ==>
                                v->at[(i - 1) / 2] <= v->at[i];
        loop invariant above:   hole != start ==> v->at[hole] < x && v->at[(hole - 1) / 2] == v->at[hole]
                                  && (\forall integer i; 2 * hole + 1 <= i <= 2 * hole + 2 && i < v->n ==>
                                      v->at[hole] <= v->at[i]);
        loop invariant first:   hole == start ==> v->at[hole] == \at(v->at[start], Pre);
        loop invariant counted: \forall integer y; Above(v->at, v->n, y)
          == \at(Above(v->at, v->n, y), Pre) + (v->at[hole] > y ? 1 : 0) - (\at(v->at[start], Pre) > y ? 1 : 0);
        loop invariant kept:    \forall integer i; 0 <= i < start || v->n <= i < RTMR_SLOTS ==>
                                v->at[i] == \at(v->at, Pre)[i];
        loop assigns hole, v->at[0 .. RTMR_SLOTS - 1];
        loop variant v->n - hole;
    */
    while (hole < v->n / 2) {
        int32_t child = 2 * hole + 1;

        if (child + 1 < v->n && v->at[child + 1] < v->at[child]) {
            child++;
        }
        if (v->at[child] >= x) {
            break;
        }
        rtmr_vector_set(v, hole, v->at[child]);
        hole = child;
    }
    rtmr_vector_set(v, hole, x);
}

void rtmr_vector_order(struct rtmr_vector *v)
{
    /*@ loop invariant range:   0 <= i <= v->n / 2;
        loop invariant ordered: HeapFrom(v->at, v->n, i);
        loop invariant counted: \forall integer y; Above(v->at, v->n, y) == \at(Above(v->at, v->n, y), Pre);
        loop assigns i, v->at[0 .. RTMR_SLOTS - 1];
        loop variant i;
    */
    for (int32_t i = v->n / 2; i > 0; i--) {
        rtmr_vector_sift(v, i - 1, v->at[i - 1]);
    }
    //@ ghost if (v->n > 0) rtmr_first_is_least(v);
}

void rtmr_vector_replace_first(struct rtmr_vector *v, rtmr_ticks x)
{
    //@ ghost rtmr_above_first(v);
    rtmr_vector_sift(v, 0, x);
    //@ ghost rtmr_first_is_least(v);
    //@ ghost rtmr_above_first(v);
    //@ assert grows: x >= \at(v->at[0], Pre) && v->at[0] < \at(v->at[0], Pre) ==> Above(v->at, v->n, v->at[0]) == v->n;
}

void rtmr_vector_fill(struct rtmr_vector *v, int32_t n, rtmr_ticks x)
{
    /*@ loop invariant range:  0 <= i <= n;
        loop invariant filled: \forall integer j; 0 <= j < i ==> v->at[j] == x;
        loop assigns i, v->at[0 .. RTMR_SLOTS - 1];
        loop variant n - i;
    */
    for (int32_t i = 0; i < n; i++) {
        v->at[i] = x;
    }
    v->n = n;
    /*@ ghost
      /@ loop invariant range:   0 <= m <= n;
         loop invariant counted: \forall integer y; Above(v->at, m, y) == (x > y ? m : 0);
         loop assigns m;
         loop variant n - m;
      @/
      for (int32_t m = 0; m < n; m++) { }
    */
}
#endif

#if !RTMR_WITH_RUNS || RTMR_WITH_STORED_VECTORS
void rtmr_vector_append(struct rtmr_vector *v, rtmr_ticks x)
{
    v->at[v->n] = x;
    /*@ ghost
      /@ loop invariant range:   0 <= m <= v->n;
         loop invariant counted: \forall integer k, y; 0 <= k <= m ==>
                                 Above(v->at, k, y) == \at(Above(v->at, k, y), Pre);
         loop assigns m;
         loop variant v->n - m;
      @/
      for (int32_t m = 0; m < v->n; m++) { }
    */
    v->n++;
}
#endif

#if RTMR_WITH_STORED_VECTORS || (!RTMR_WITH_RUNS && RTMR_WITH_WHAT_IF)
void rtmr_vector_copy(struct rtmr_vector *to, const struct rtmr_vector *from)
{
    /*@ loop invariant range:  0 <= i <= from->n;
        loop invariant copied: \forall integer j; 0 <= j < i ==> to->at[j] == from->at[j];
        loop assigns i, to->at[0 .. RTMR_SLOTS - 1];
        loop variant from->n - i;
    */
    for (int32_t i = 0; i < from->n; i++) {
        to->at[i] = from->at[i];
    }
    to->n = from->n;
    /*@ ghost
      /@ loop invariant range:   0 <= m <= from->n;
         loop invariant counted: \forall integer y; Above(to->at, m, y) == Above(from->at, m, y);
         loop assigns m;
         loop variant from->n - m;
      @/
      for (int32_t m = 0; m < from->n; m++) { }
    */
}
#endif
