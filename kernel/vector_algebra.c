#include "vector_algebra.h"

#include "slot_vector.h"
#include "ticks.h"

int32_t rtmr_vector_is_sorted(const struct rtmr_vector *v)
{
    for (int32_t i = 1; i < v->n; i++) {
        if (v->at[i - 1] > v->at[i]) {
            return 0;
        }
    }
    return 1;
}

static void swap(struct rtmr_vector *v, int32_t i, int32_t j)
{
    const rtmr_ticks x = v->at[i];

    v->at[i] = v->at[j];
    v->at[j] = x;
}

void rtmr_vector_sort(struct rtmr_vector *v)
{
    const int32_t n = v->n;

    /* take the smallest entry off the heap and put it behind the rest: descending order */
    rtmr_vector_order(v);
    for (; v->n > 1; v->n--) {
        const rtmr_ticks smallest = v->at[0];
        const rtmr_ticks last = v->at[v->n - 1];

        v->at[v->n - 1] = smallest;
        v->n--;
        rtmr_vector_sift(v, 0, last);
        v->n++;
    }
    v->n = n;
    for (int32_t i = 0; i < n / 2; i++) {
        swap(v, i, n - 1 - i);
    }
}

int32_t rtmr_vector_ge(const struct rtmr_vector *a, const struct rtmr_vector *b)
{
    for (int32_t i = 0; i < a->n; i++) {
        if (a->at[i] < b->at[i]) {
            return 0;
        }
    }
    return 1;
}

int32_t rtmr_vector_gt(const struct rtmr_vector *a, const struct rtmr_vector *b)
{
    for (int32_t i = 0; i < a->n; i++) {
        if (a->at[i] <= b->at[i]) {
            return 0;
        }
    }
    return 1;
}

void rtmr_vector_max(struct rtmr_vector *v, rtmr_ticks a)
{
    for (int32_t i = 0; i < v->n; i++) {
        v->at[i] = rtmr_later(v->at[i], a);
    }
}

int32_t rtmr_vector_add(struct rtmr_vector *v, const rtmr_ticks *durations, int32_t m)
{
    int32_t fits = 1;

    rtmr_vector_order(v);
    for (int32_t i = 0; i < m && fits; i++) {
        fits = v->at[0] <= RTMR_TIME_MAX - durations[i];
        if (fits) {
            rtmr_vector_replace_first(v, v->at[0] + durations[i]);
        }
    }
    rtmr_vector_sort(v);
    return fits;
}
