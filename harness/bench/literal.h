/*
 * The papers' admission controller as it is printed, for comparison only: one sorted availability
 * vector per job and stage, put in order again after every planned task.
 *
 * Source: He, Lu, Swanson, Real-Time Scheduling in MapReduce Clusters, Algorithms I, II and III,
 * with the two definitions that they leave open (no reduces: e = e_m; no maps: e_m = the current
 * time). Charitable in one point: as printed, Algorithms I and III compute the same vectors up to
 * three times; here each is computed once.
 */
#ifndef HARNESS_BENCH_LITERAL_H
#define HARNESS_BENCH_LITERAL_H

#include "kernel/rtmr.h"

#include <stdbool.h>

/* "Sort items in T to keep T a sorted vector". */
enum literal_sort {
    LITERAL_QSORT, /* the C library's qsort(), O(n log n) */
    LITERAL_INSERT /* moves the one changed item to its place, O(n) */
};

struct literal;

/* An empty queue for at most `jobs` jobs, at instant 0. */
struct literal *literal_new(int32_t map_slots, int32_t reduce_slots, int32_t jobs);
void literal_free(struct literal *q);

/* How vectors are sorted from now on; at first LITERAL_INSERT. */
void literal_sort_with(struct literal *q, enum literal_sort sort);

/* Algorithm I in order of deadlines, at the instant `now`. There is room. True: accepted, and
 * *finish is e. */
bool literal_admit(struct literal *q, const struct rtmr_job *job, rtmr_ticks now, rtmr_ticks *finish);

/* Undoes the last literal_admit(), which accepted. */
void literal_take_back(struct literal *q);

#endif
