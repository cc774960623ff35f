#include "stage_jobs.h"

#include "compiler.h"
#include "offer.h"
#include "slot_state.h"

/* What a pool holds of one job. (It is copied member by member: whole-struct copies make
 * compilers call memcpy, which a freestanding target may lack.) */
struct columns {
    int32_t waiting;
    int32_t unfinished;
    uint8_t ready;
    rtmr_ticks estimate;
    rtmr_ticks end;
};

/*@ requires valid: \valid_read(pool) && \valid(job);
    requires range: 0 <= place < RTMR_JOBS;
    assigns *job;
    ensures stage:  COLUMNS_ARE(*pool, place, *job);
*/
static RTMR_NOINLINE void read_job(const struct rtmr_pool *pool, int32_t place, struct columns *job)
{
    job->waiting = pool->waiting[place];
    job->unfinished = pool->unfinished[place];
    job->ready = pool->ready[place];
    job->estimate = pool->estimate[place];
    job->end = pool->end[place];
}

/*@ requires valid: \valid(pool) && \valid_read(job);
    requires range: 0 <= place < RTMR_JOBS;
    assigns pool->waiting[place], pool->unfinished[place], pool->ready[place], pool->estimate[place], pool->end[place];
    ensures stage:  COLUMNS_ARE(*pool, place, *job);
*/
static RTMR_NOINLINE void write_job(struct rtmr_pool *pool, int32_t place, const struct columns *job)
{
    pool->waiting[place] = job->waiting;
    pool->unfinished[place] = job->unfinished;
    pool->ready[place] = job->ready;
    pool->estimate[place] = job->estimate;
    pool->end[place] = job->end;
}

/*@ requires valid: \valid(pool);
    requires range: 0 <= from < RTMR_JOBS && 0 <= to < RTMR_JOBS && from != to;
    assigns pool->waiting[to], pool->unfinished[to], pool->ready[to], pool->estimate[to], pool->end[to];
    ensures moved:  STAGE_KEPT(*pool, to, Pre, from);
*/
static void copy_job(struct rtmr_pool *pool, int32_t from, int32_t to)
{
    struct columns job;

    read_job(pool, from, &job);
    write_job(pool, to, &job);
}

/* The places of jobs at or behind `place` have moved up by one: a job was put there. O(slots). */
/*@ requires valid: \valid(pool);
    requires range: 0 <= place && 0 <= pool->slots <= RTMR_SLOTS;
    requires jobs:  \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==> 0 <= pool->place[s] < RTMR_JOBS;
    assigns pool->place[0 .. RTMR_SLOTS - 1];
    ensures moved:  SLOTS_MOVED(*pool, place);
    ensures tasks:  TASKS_MOVED(*pool, place);
    ensures busy:   BUSY_MOVED(*pool, place);
*/
static void shift_places(struct rtmr_pool *pool, int32_t place)
{
    /*@ loop invariant range:  0 <= s <= pool->slots;
        loop invariant moved:  \forall integer q; 0 <= q < s ==> pool->place[q] ==
                               \at(pool->place, Pre)[q] + (RUNS(pool->state[q])
                                                           && \at(pool->place, Pre)[q] >= place ? 1 : 0);
        loop invariant coming: \forall integer q; s <= q < pool->slots ==> pool->place[q] == \at(pool->place, Pre)[q];
        loop assigns s, pool->place[0 .. RTMR_SLOTS - 1];
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        if (rtmr_slot_runs(pool->state[s]) && pool->place[s] >= place) {
            pool->place[s]++;
        }
    }
    /*@ ghost
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant tasks: \forall integer p; TasksOf(pool->state, pool->place, m, p) ==
           (p < place ? TasksOf(pool->state, \at(pool->place, Pre), m, p)
            : p == place ? 0 : TasksOf(pool->state, \at(pool->place, Pre), m, p - 1));
         loop invariant busy:  \forall integer p, x; p <= place ==>
                               BusyOfFirst(pool->state, pool->place, pool->bound, m, p, x)
           == BusyOfFirst(pool->state, \at(pool->place, Pre), pool->bound, m, p, x);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
    */
}

/* The job at `from` has moved to `to`, those between one place the other way. O(slots). */
/*@ requires valid: \valid(pool);
    requires range: 0 <= from < RTMR_JOBS && 0 <= to < RTMR_JOBS && 0 <= pool->slots <= RTMR_SLOTS;
    assigns pool->place[0 .. RTMR_SLOTS - 1];
    ensures slots:  SLOTS_ROTATED(*pool, from, to);
    ensures tasks:  TASKS_ROTATED(*pool, from, to);
    ensures busy:   from <= to ==> BUSY_ROTATED(*pool, from, to);
*/
static void rotate_places(struct rtmr_pool *pool, int32_t from, int32_t to)
{
    /*@ loop invariant range:  0 <= s <= pool->slots;
        loop invariant moved:  \forall integer q; 0 <= q < s ==> \at(pool->place, Pre)[q] ==
                               (RUNS(pool->state[q]) ? STOOD(pool->place[q], from, to) : pool->place[q]);
        loop invariant coming: \forall integer q; s <= q < RTMR_SLOTS ==> pool->place[q] == \at(pool->place, Pre)[q];
        loop assigns s, pool->place[0 .. RTMR_SLOTS - 1];
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        if (!rtmr_slot_runs(pool->state[s])) {
            continue;
        }
        if (pool->place[s] == from) {
            pool->place[s] = to;
        } else if (pool->place[s] > from && pool->place[s] <= to) {
            pool->place[s]--;
        } else if (pool->place[s] < from && pool->place[s] >= to) {
            pool->place[s]++;
        }
    }
    /*@ ghost
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant tasks: \forall integer p; TasksOf(pool->state, pool->place, m, p) ==
           TasksOf(pool->state, \at(pool->place, Pre), m, STOOD(p, from, to));
         loop invariant front: from <= to ==> \forall integer p, x; p <= from ==>
                               BusyOfFirst(pool->state, pool->place, pool->bound, m, p, x)
           == BusyOfFirst(pool->state, \at(pool->place, Pre), pool->bound, m, p, x);
         loop invariant back:  from <= to ==> \forall integer p, x; from <= p <= to ==>
                               BusyOfFirst(pool->state, pool->place, pool->bound, m, p, x)
           <= BusyOfFirst(pool->state, \at(pool->place, Pre), pool->bound, m, p + 1, x);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
    */
}

/* The columns behind `from`, up to `to`, go one place down. O(jobs). */
/*@ requires valid: \valid(pool);
    requires range: 0 <= from <= to < RTMR_JOBS;
    assigns pool->waiting[0 .. RTMR_JOBS - 1], pool->unfinished[0 .. RTMR_JOBS - 1], pool->ready[0 .. RTMR_JOBS - 1],
            pool->estimate[0 .. RTMR_JOBS - 1], pool->end[0 .. RTMR_JOBS - 1];
    ensures before: \forall integer p; 0 <= p < from ==> STAGE_KEPT(*pool, p, Pre, p);
    ensures moved:  \forall integer p; from <= p < to ==> STAGE_KEPT(*pool, p, Pre, p + 1);
    ensures behind: \forall integer p; to < p < RTMR_JOBS ==> STAGE_KEPT(*pool, p, Pre, p);
*/
static void lower_columns(struct rtmr_pool *pool, int32_t from, int32_t to)
{
    /*@ loop invariant range:  from <= i <= to;
        loop invariant before: \forall integer p; 0 <= p < from ==> STAGE_KEPT(*pool, p, Pre, p);
        loop invariant moved:  \forall integer p; from <= p < i ==> STAGE_KEPT(*pool, p, Pre, p + 1);
        loop invariant coming: \forall integer p; i < p < RTMR_JOBS ==> STAGE_KEPT(*pool, p, Pre, p);
        loop assigns i, pool->waiting[0 .. RTMR_JOBS - 1], pool->unfinished[0 .. RTMR_JOBS - 1],
                     pool->ready[0 .. RTMR_JOBS - 1],
            pool->estimate[0 .. RTMR_JOBS - 1], pool->end[0 .. RTMR_JOBS - 1];
        loop variant to - i;
    */
    for (int32_t i = from; i < to; i++) {
        copy_job(pool, i + 1, i);
    }
}

/* The columns from `to` on, before `from`, go one place up. O(jobs). */
/*@ requires valid: \valid(pool);
    requires range: 0 <= to <= from < RTMR_JOBS;
    assigns pool->waiting[0 .. RTMR_JOBS - 1], pool->unfinished[0 .. RTMR_JOBS - 1], pool->ready[0 .. RTMR_JOBS - 1],
            pool->estimate[0 .. RTMR_JOBS - 1], pool->end[0 .. RTMR_JOBS - 1];
    ensures before: \forall integer p; 0 <= p < to ==> STAGE_KEPT(*pool, p, Pre, p);
    ensures moved:  \forall integer p; to < p <= from ==> STAGE_KEPT(*pool, p, Pre, p - 1);
    ensures behind: \forall integer p; from < p < RTMR_JOBS ==> STAGE_KEPT(*pool, p, Pre, p);
*/
static void raise_columns(struct rtmr_pool *pool, int32_t from, int32_t to)
{
    /*@ loop invariant range:  to <= i <= from;
        loop invariant coming: \forall integer p; 0 <= p < i ==> STAGE_KEPT(*pool, p, Pre, p);
        loop invariant moved:  \forall integer p; i < p <= from ==> STAGE_KEPT(*pool, p, Pre, p - 1);
        loop invariant behind: \forall integer p; from < p < RTMR_JOBS ==> STAGE_KEPT(*pool, p, Pre, p);
        loop assigns i, pool->waiting[0 .. RTMR_JOBS - 1], pool->unfinished[0 .. RTMR_JOBS - 1],
                     pool->ready[0 .. RTMR_JOBS - 1],
            pool->estimate[0 .. RTMR_JOBS - 1], pool->end[0 .. RTMR_JOBS - 1];
        loop variant i;
    */
    for (int32_t i = from; i > to; i--) {
        copy_job(pool, i - 1, i);
    }
}

/* The columns of a job are put at `place`, those behind it one place up. O(jobs). */
/*@ requires valid:  \valid(pool) && \valid_read(row);
    requires range:  0 <= place <= jobs < RTMR_JOBS;
    assigns pool->waiting[0 .. RTMR_JOBS - 1], pool->unfinished[0 .. RTMR_JOBS - 1], pool->ready[0 .. RTMR_JOBS - 1],
            pool->estimate[0 .. RTMR_JOBS - 1], pool->end[0 .. RTMR_JOBS - 1];
    ensures before:  \forall integer p; 0 <= p < place ==> STAGE_KEPT(*pool, p, Pre, p);
    ensures put:     STAGE_IS(*pool, place, *row, ready != 0) && pool->ready[place] == ready;
    ensures behind:  \forall integer p; place < p <= jobs ==> STAGE_KEPT(*pool, p, Pre, p - 1);
*/
static void insert_columns(struct rtmr_pool *pool, int32_t place, int32_t jobs, const struct rtmr_stage_row *row,
                           uint8_t ready)
{
    raise_columns(pool, jobs, place);
    pool->waiting[place] = row->waiting;
    pool->unfinished[place] = row->waiting;
    pool->ready[place] = ready;
    pool->estimate[place] = row->estimate;
    pool->end[place] = row->end;
}

void rtmr_stage_insert(struct rtmr_pool *pool, int32_t place, int32_t jobs, const struct rtmr_stage_row *row,
                       uint8_t ready)
/*@ ghost (int32_t promised, rtmr_ticks now) */
{
    insert_columns(pool, place, jobs, row, ready);
    //@ assert ends: \forall integer p; 0 <= p < jobs ==> pool->end[p < place ? p : p + 1] == \at(pool->end, Pre)[p];
    shift_places(pool, place);
    rtmr_search_afresh(pool);
    pool->tasks += row->waiting;
    /*@ ghost
      /@ loop invariant range: 0 <= m <= jobs;
         loop invariant below: m <= place ==> Sum(pool->unfinished, m) == Sum(\at(pool->unfinished, Pre), m);
         loop invariant above: m >= place ==>
                               Sum(pool->unfinished, m + 1) == Sum(\at(pool->unfinished, Pre), m) + row->waiting;
         loop assigns m;
         loop variant jobs - m;
      @/
      for (int32_t m = 0; m < jobs; m++) { }
    */
}

/* The columns of the job at `from` go to `to`, those between one place the other way. O(jobs). */
/*@ requires valid: \valid(pool);
    requires range: 0 <= from < RTMR_JOBS && 0 <= to < RTMR_JOBS;
    assigns pool->waiting[0 .. RTMR_JOBS - 1], pool->unfinished[0 .. RTMR_JOBS - 1], pool->ready[0 .. RTMR_JOBS - 1],
            pool->estimate[0 .. RTMR_JOBS - 1], pool->end[0 .. RTMR_JOBS - 1];
    ensures rows:   \forall integer p; 0 <= p < RTMR_JOBS ==> STAGE_KEPT(*pool, p, Pre, STOOD(p, from, to));
*/
static void move_columns(struct rtmr_pool *pool, int32_t from, int32_t to)
{
    struct columns job;

    read_job(pool, from, &job);
    if (from < to) {
        lower_columns(pool, from, to);
    } else {
        raise_columns(pool, from, to);
    }
    write_job(pool, to, &job);
}

void rtmr_stage_move(struct rtmr_pool *pool, int32_t from, int32_t to) /*@ ghost (int32_t jobs, rtmr_ticks now) */
{
    //@ ghost struct rtmr_pool before = *pool;
    move_columns(pool, from, to);
    rotate_places(pool, from, to);
    rtmr_search_afresh(pool);
    //@ ghost rtmr_sum_turned(pool, &before, from, to, jobs);
}

/* The job at `place`, of which nothing runs, leaves the columns. O(jobs + slots). */
/*@ requires valid:  \valid(pool);
    requires range:  0 <= place < jobs <= RTMR_JOBS && 0 <= promised <= jobs && 0 <= now <= RTMR_TIME_MAX;
    requires quiet:  \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==> pool->place[s] != place;
    POOL_TABLE(requires, , *pool, jobs, promised, now)
    assigns STAGE_COLUMNS(*pool), pool->tasks;
    POOL_TABLE(ensures, , *pool, jobs - 1, promised - (place < promised ? 1 : 0), now)
    ensures others:  \forall integer p; 0 <= p < jobs - 1 ==> STAGE_KEPT(*pool, p, Pre, p < place ? p : p + 1);
    ensures slots:   SLOTS_LEFT(*pool, place);
    ensures busy:    BUSY_ROTATED(*pool, place, jobs - 1);
*/
static void take_out(struct rtmr_pool *pool, int32_t place, int32_t jobs)
/*@ ghost (int32_t promised, rtmr_ticks now) */
{
    rtmr_stage_move(pool, place, jobs - 1) /*@ ghost (jobs, now) */;
    //@ ghost rtmr_waiting_within(pool, jobs);
    //@ assert sum: Sum(pool->unfinished, jobs) == Sum(pool->unfinished, jobs - 1) + pool->unfinished[jobs - 1];
    pool->tasks -= pool->unfinished[jobs - 1];
    /*@ assert stood: \forall integer s; 0 <= s < pool->slots && TIMELY(pool->state[s])
            && pool->place[s] < promised - (place < promised ? 1 : 0) ==> \at(pool->place, Pre)[s] < promised
            && pool->end[pool->place[s]] == \at(pool->end, Pre)[\at(pool->place, Pre)[s]]; */
    /*@ assert by: \forall integer s; 0 <= s < pool->slots && TIMELY(pool->state[s])
            && pool->place[s] < promised - (place < promised ? 1 : 0) ==>
            pool->bound[s] <= pool->end[pool->place[s]]; */
}

void rtmr_stage_remove(struct rtmr_pool *pool, int32_t place, int32_t jobs)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t promised, rtmr_ticks now) */
{
    //@ ghost rtmr_no_task(pool, place);
    //@ ghost if (place < promised) rtmr_open_above_grows(g, g->plan.first[place], g->plan.first[place + 1]);
    //@ ghost if (place < promised) rtmr_forget_job(pool, g, promised, place);
    take_out(pool, place, jobs) /*@ ghost (promised, now) */;
    /* Part by part, what runs runs in time still. */
    /*@ assert busy: place < promised && \at(RUNNING(*pool, *g, promised, now), Pre) ==>
          \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==>
          pool->state[s] == RTMR_SLOT_BUSY && 0 <= pool->place[s] < promised - 1; */
    /*@ assert from: place < promised && \at(RUNNING(*pool, *g, promised, now), Pre) ==>
          \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==>
          g->plan.first[pool->place[s]] - 1 <= g->position[s]; */
    /*@ assert up_to: place < promised && \at(RUNNING(*pool, *g, promised, now), Pre) ==>
          \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==>
          g->position[s] < g->plan.first[pool->place[s] + 1]; */
    /*@ assert bound: place < promised && \at(RUNNING(*pool, *g, promised, now), Pre) ==>
          \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==>
          pool->bound[s] <= now + pool->estimate[pool->place[s]]; */
}
