/*
 * The jobs in plan order.
 */
#ifndef RTMR_JOB_TABLE_H
#define RTMR_JOB_TABLE_H

#include "rtmr.h"

/* One stage of a job. */
struct rtmr_stage_row {
    int32_t waiting;
    int32_t unfinished;
    uint8_t ready;
    rtmr_ticks estimate;     /* padded */
    rtmr_ticks end;
};

/* A job: what the table holds of it, or will. */
struct rtmr_row {
    rtmr_handle handle;
    rtmr_ticks deadline;
    uint8_t started;
    struct rtmr_stage_row map;
    struct rtmr_stage_row reduce;
};

/* The first place that a new job may take. FLOOR: behind the last promised job with a dispatched task of either
 * stage; EDF: the first; FIFO: the last. O(jobs). */
int32_t rtmr_table_floor(const struct rtmr *k);

/* The place at which a new job with this deadline goes, floor .. promised: behind equal deadlines. O(jobs). */
int32_t rtmr_table_place(const struct rtmr *k, rtmr_ticks deadline);

/* The place of a job, or -1. O(jobs). */
int32_t rtmr_table_find(const struct rtmr *k, rtmr_handle handle);

/* *row becomes the job at `place`. (Rows are filled member by member: whole-struct copies make compilers call
 * memcpy, which a freestanding target may lack.) */
/*@ requires valid: \valid_read(k) && \valid(row);
    requires range: 0 <= place < RTMR_JOBS;
    assigns *row;
    ensures job:    row->handle == k->handle[place] && row->deadline == k->deadline[place] && row->started == k->started[place];
    ensures map:    row->map.waiting == k->map.waiting[place] && row->map.unfinished == k->map.unfinished[place]
                    && row->map.ready == k->map.ready[place] && row->map.estimate == k->map.estimate[place]
                    && row->map.end == k->map.end[place];
    ensures reduce: row->reduce.waiting == k->reduce.waiting[place] && row->reduce.unfinished == k->reduce.unfinished[place]
                    && row->reduce.ready == k->reduce.ready[place] && row->reduce.estimate == k->reduce.estimate[place]
                    && row->reduce.end == k->reduce.end[place];
*/
void rtmr_table_read(const struct rtmr *k, int32_t place, struct rtmr_row *row);

/* Puts a job with a promise, none of its tasks dispatched, at `place` <= promised. There is room. O(jobs + slots). */
void rtmr_table_insert(struct rtmr *k, int32_t place, const struct rtmr_row *row);

/* Takes the job at `place` out of the table. No slot runs a task of it. O(jobs + slots). */
void rtmr_table_remove(struct rtmr *k, int32_t place);

/* Suspends the promise of the job at `place` < promised: it goes behind all others. O(jobs + slots). */
void rtmr_table_flag(struct rtmr *k, int32_t place);

#endif
