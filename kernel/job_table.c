#include "job_table.h"

#include "slot_pool.h"

int32_t rtmr_table_floor(const struct rtmr *k)
{
    int32_t place = k->promised;

    if (k->order == RTMR_ORDER_EDF) {
        return 0;
    }
    if (k->order == RTMR_ORDER_FLOOR) {
        while (place > 0 && k->started[place - 1] == 0) {
            place--;
        }
    }
    return place;
}

int32_t rtmr_table_place(const struct rtmr *k, rtmr_ticks deadline)
{
    int32_t place = rtmr_table_floor(k);

    while (place < k->promised && k->deadline[place] <= deadline) {
        place++;
    }
    return place;
}

int32_t rtmr_table_find(const struct rtmr *k, rtmr_handle handle)
{
    for (int32_t place = 0; place < k->jobs; place++) {
        if (k->handle[place] == handle) {
            return place;
        }
    }
    return -1;
}

/*@ requires valid: \valid_read(pool) && \valid(row);
    requires range: 0 <= place < RTMR_JOBS;
    assigns *row;
    ensures stage:  STAGE_IS(*pool, place, *row);
*/
static void read_stage(const struct rtmr_pool *pool, int32_t place, struct rtmr_stage_row *row)
{
    row->waiting = pool->waiting[place];
    row->unfinished = pool->unfinished[place];
    row->ready = pool->ready[place];
    row->estimate = pool->estimate[place];
    row->end = pool->end[place];
}

void rtmr_table_read(const struct rtmr *k, int32_t place, struct rtmr_row *row)
{
    row->handle = k->handle[place];
    row->deadline = k->deadline[place];
    row->started = k->started[place];
    read_stage(&k->map, place, &row->map);
    read_stage(&k->reduce, place, &row->reduce);
}

/*@ requires valid: \valid(pool) && \valid_read(row);
    requires range: 0 <= place < RTMR_JOBS;
    assigns pool->waiting[place], pool->unfinished[place], pool->ready[place], pool->estimate[place], pool->end[place];
    ensures stage:  STAGE_IS(*pool, place, *row);
*/
static void write_stage(struct rtmr_pool *pool, int32_t place, const struct rtmr_stage_row *row)
{
    pool->waiting[place] = row->waiting;
    pool->unfinished[place] = row->unfinished;
    pool->ready[place] = row->ready;
    pool->estimate[place] = row->estimate;
    pool->end[place] = row->end;
}

/*@ requires valid: \valid(k) && \valid_read(row);
    requires range: 0 <= place < RTMR_JOBS;
    assigns k->handle[place], k->deadline[place], k->started[place], k->map.waiting[place], k->map.unfinished[place], k->map.ready[place],
            k->map.estimate[place], k->map.end[place], k->reduce.waiting[place], k->reduce.unfinished[place], k->reduce.ready[place],
            k->reduce.estimate[place], k->reduce.end[place];
    ensures job:    ROW_IS(*k, place, *row);
*/
static void write_row(struct rtmr *k, int32_t place, const struct rtmr_row *row)
{
    k->handle[place] = row->handle;
    k->deadline[place] = row->deadline;
    k->started[place] = row->started;
    write_stage(&k->map, place, &row->map);
    write_stage(&k->reduce, place, &row->reduce);
}

/*@ requires valid: \valid(k);
    requires range: 0 <= from < RTMR_JOBS && 0 <= to < RTMR_JOBS && from != to;
    assigns k->handle[to], k->deadline[to], k->started[to], k->map.waiting[to], k->map.unfinished[to], k->map.ready[to],
            k->map.estimate[to], k->map.end[to], k->reduce.waiting[to], k->reduce.unfinished[to], k->reduce.ready[to],
            k->reduce.estimate[to], k->reduce.end[to];
    ensures moved:  ROW_KEPT(*k, to, Pre, from);
*/
static void move_row(struct rtmr *k, int32_t from, int32_t to)
{
    struct rtmr_row row;

    rtmr_table_read(k, from, &row);
    write_row(k, to, &row);
}

void rtmr_table_insert(struct rtmr *k, int32_t place, const struct rtmr_row *row)
{
    /*@ loop invariant range:  place <= i <= k->jobs;
        loop invariant before: \forall integer p; 0 <= p <= i && p < k->jobs ==> ROW_KEPT(*k, p, Pre, p);
        loop invariant behind: \forall integer p; i < p <= k->jobs ==> ROW_KEPT(*k, p, Pre, p - 1);
        loop assigns i, k->handle[0 .. RTMR_JOBS - 1], k->deadline[0 .. RTMR_JOBS - 1], k->started[0 .. RTMR_JOBS - 1],
            k->map.waiting[0 .. RTMR_JOBS - 1], k->map.unfinished[0 .. RTMR_JOBS - 1], k->map.ready[0 .. RTMR_JOBS - 1],
            k->map.estimate[0 .. RTMR_JOBS - 1], k->map.end[0 .. RTMR_JOBS - 1],
            k->reduce.waiting[0 .. RTMR_JOBS - 1], k->reduce.unfinished[0 .. RTMR_JOBS - 1], k->reduce.ready[0 .. RTMR_JOBS - 1],
            k->reduce.estimate[0 .. RTMR_JOBS - 1], k->reduce.end[0 .. RTMR_JOBS - 1];
        loop variant i;
    */
    for (int32_t i = k->jobs; i > place; i--) {
        move_row(k, i - 1, i);
    }
    write_row(k, place, row);
    rtmr_pool_job_inserted(&k->map, place);
    rtmr_pool_job_inserted(&k->reduce, place);
    k->map.queued += row->map.waiting;
    k->reduce.queued += row->reduce.waiting;
    k->jobs++;
    k->promised++;
    /*@ ghost
      /@ loop invariant range:  0 <= m <= k->jobs - 1;
         loop invariant mbelow: m <= place ==> Waiting(k->map.waiting, m) == Waiting(\at(k->map.waiting, Pre), m);
         loop invariant rbelow: m <= place ==> Waiting(k->reduce.waiting, m) == Waiting(\at(k->reduce.waiting, Pre), m);
         loop invariant mabove: m >= place ==> Waiting(k->map.waiting, m + 1) == Waiting(\at(k->map.waiting, Pre), m) + row->map.waiting;
         loop invariant rabove: m >= place ==> Waiting(k->reduce.waiting, m + 1) == Waiting(\at(k->reduce.waiting, Pre), m) + row->reduce.waiting;
         loop assigns m;
         loop variant k->jobs - 1 - m;
      @/
      for (int32_t m = 0; m < k->jobs - 1; m++) { }
    */
}

/* The job at `place` goes to the end of the table, those behind it one place down. */
/*@ requires valid:   \valid(k);
    requires range:   0 <= place < k->jobs <= RTMR_JOBS;
    requires slots:   0 <= k->map.slots <= RTMR_SLOTS && 0 <= k->reduce.slots <= RTMR_SLOTS;
    assigns k->handle[0 .. RTMR_JOBS - 1], k->deadline[0 .. RTMR_JOBS - 1], k->started[0 .. RTMR_JOBS - 1],
            k->map.waiting[0 .. RTMR_JOBS - 1], k->map.unfinished[0 .. RTMR_JOBS - 1], k->map.ready[0 .. RTMR_JOBS - 1],
            k->map.estimate[0 .. RTMR_JOBS - 1], k->map.end[0 .. RTMR_JOBS - 1], k->map.place[0 .. RTMR_SLOTS - 1],
            k->reduce.waiting[0 .. RTMR_JOBS - 1], k->reduce.unfinished[0 .. RTMR_JOBS - 1], k->reduce.ready[0 .. RTMR_JOBS - 1],
            k->reduce.estimate[0 .. RTMR_JOBS - 1], k->reduce.end[0 .. RTMR_JOBS - 1], k->reduce.place[0 .. RTMR_SLOTS - 1];
    ensures before:   \forall integer p; 0 <= p < place ==> ROW_KEPT(*k, p, Pre, p);
    ensures behind:   \forall integer p; place <= p < k->jobs - 1 ==> ROW_KEPT(*k, p, Pre, p + 1);
    ensures last:     ROW_KEPT(*k, \at(k->jobs - 1, Pre), Pre, \at(place, Pre));
    ensures mslots:   SLOTS_ROTATED(k->map, place, k->jobs - 1);
    ensures rslots:   SLOTS_ROTATED(k->reduce, place, k->jobs - 1);
    ensures mtasks:   TASKS_ROTATED(k->map, place, k->jobs - 1);
    ensures rtasks:   TASKS_ROTATED(k->reduce, place, k->jobs - 1);
    ensures msum:     Waiting(k->map.waiting, k->jobs) == Waiting(\old(k->map.waiting), k->jobs);
    ensures rsum:     Waiting(k->reduce.waiting, k->jobs) == Waiting(\old(k->reduce.waiting), k->jobs);
*/
static void move_to_end(struct rtmr *k, int32_t place)
{
    struct rtmr_row last;

    rtmr_table_read(k, place, &last);
    /*@ loop invariant range:  place <= i < k->jobs;
        loop invariant before: \forall integer p; 0 <= p < place ==> ROW_KEPT(*k, p, Pre, p);
        loop invariant moved:  \forall integer p; place <= p < i ==> ROW_KEPT(*k, p, Pre, p + 1);
        loop invariant coming: \forall integer p; i < p < k->jobs ==> ROW_KEPT(*k, p, Pre, p);
        loop assigns i, k->handle[0 .. RTMR_JOBS - 1], k->deadline[0 .. RTMR_JOBS - 1], k->started[0 .. RTMR_JOBS - 1],
            k->map.waiting[0 .. RTMR_JOBS - 1], k->map.unfinished[0 .. RTMR_JOBS - 1], k->map.ready[0 .. RTMR_JOBS - 1],
            k->map.estimate[0 .. RTMR_JOBS - 1], k->map.end[0 .. RTMR_JOBS - 1],
            k->reduce.waiting[0 .. RTMR_JOBS - 1], k->reduce.unfinished[0 .. RTMR_JOBS - 1], k->reduce.ready[0 .. RTMR_JOBS - 1],
            k->reduce.estimate[0 .. RTMR_JOBS - 1], k->reduce.end[0 .. RTMR_JOBS - 1];
        loop variant k->jobs - i;
    */
    for (int32_t i = place; i + 1 < k->jobs; i++) {
        move_row(k, i + 1, i);
    }
    write_row(k, k->jobs - 1, &last);
    rtmr_pool_job_moved(&k->map, place, k->jobs - 1);
    rtmr_pool_job_moved(&k->reduce, place, k->jobs - 1);
    /*@ ghost
      /@ loop invariant range:  0 <= m <= k->jobs - 1;
         loop invariant mbelow: m <= place ==> Waiting(k->map.waiting, m) == Waiting(\at(k->map.waiting, Pre), m);
         loop invariant rbelow: m <= place ==> Waiting(k->reduce.waiting, m) == Waiting(\at(k->reduce.waiting, Pre), m);
         loop invariant mabove: m >= place ==> Waiting(k->map.waiting, m) + last.map.waiting == Waiting(\at(k->map.waiting, Pre), m + 1);
         loop invariant rabove: m >= place ==> Waiting(k->reduce.waiting, m) + last.reduce.waiting == Waiting(\at(k->reduce.waiting, Pre), m + 1);
         loop assigns m;
         loop variant k->jobs - 1 - m;
      @/
      for (int32_t m = 0; m < k->jobs - 1; m++) { }
    */
}

void rtmr_table_remove(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_no_task(&k->map, place);
    //@ ghost rtmr_no_task(&k->reduce, place);
    if (place < k->promised) {
        //@ ghost rtmr_forget_job(&k->map, &g->map, k->promised, place);
        //@ ghost rtmr_forget_job(&k->reduce, &g->reduce, k->promised, place);
        k->promised--;
    }
    move_to_end(k, place);
    //@ assert mkept: \forall integer p; 0 <= p < k->jobs - 1 ==> k->map.waiting[p] == \at(k->map.waiting, Pre)[p < place ? p : p + 1];
    //@ assert rkept: \forall integer p; 0 <= p < k->jobs - 1 ==> k->reduce.waiting[p] == \at(k->reduce.waiting, Pre)[p < place ? p : p + 1];
    //@ ghost rtmr_waiting_grows(&k->map, k->jobs);
    //@ ghost rtmr_waiting_grows(&k->reduce, k->jobs);
    k->jobs--;
    //@ assert msum: Waiting(k->map.waiting, k->jobs + 1) == Waiting(k->map.waiting, k->jobs) + k->map.waiting[k->jobs];
    //@ assert rsum: Waiting(k->reduce.waiting, k->jobs + 1) == Waiting(k->reduce.waiting, k->jobs) + k->reduce.waiting[k->jobs];
    k->map.queued -= k->map.waiting[k->jobs];
    k->reduce.queued -= k->reduce.waiting[k->jobs];
    if (k->jobs == 0) {
        k->projects = k->feedback == RTMR_FEEDBACK_EXACT;
    }
}

void rtmr_table_flag(struct rtmr *k, int32_t place)
{
    move_to_end(k, place);
    k->promised--;
}
