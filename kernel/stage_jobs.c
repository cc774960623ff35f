#include "stage_jobs.h"

#include "slot_pool.h"

void rtmr_stage_read(const struct rtmr_pool *pool, int32_t place, struct rtmr_stage_row *row)
{
    row->waiting = pool->waiting[place];
    row->unfinished = pool->unfinished[place];
    row->ready = pool->ready[place];
    row->estimate = pool->estimate[place];
    row->end = pool->end[place];
}

/*@ requires valid: \valid(pool) && \valid_read(row);
    requires range: 0 <= place < RTMR_JOBS;
    assigns pool->waiting[place], pool->unfinished[place], pool->ready[place], pool->estimate[place], pool->end[place];
    ensures stage:  STAGE_IS(*pool, place, *row);
*/
static void write_job(struct rtmr_pool *pool, int32_t place, const struct rtmr_stage_row *row)
{
    pool->waiting[place] = row->waiting;
    pool->unfinished[place] = row->unfinished;
    pool->ready[place] = row->ready;
    pool->estimate[place] = row->estimate;
    pool->end[place] = row->end;
}

/*@ requires valid: \valid(pool);
    requires range: 0 <= from < RTMR_JOBS && 0 <= to < RTMR_JOBS && from != to;
    assigns pool->waiting[to], pool->unfinished[to], pool->ready[to], pool->estimate[to], pool->end[to];
    ensures moved:  STAGE_KEPT(*pool, to, Pre, from);
*/
static void copy_job(struct rtmr_pool *pool, int32_t from, int32_t to)
{
    struct rtmr_stage_row row;

    rtmr_stage_read(pool, from, &row);
    write_job(pool, to, &row);
}

void rtmr_stage_insert(struct rtmr_pool *pool, int32_t place, int32_t jobs, const struct rtmr_stage_row *row)
{
    /*@ loop invariant range:  place <= i <= jobs;
        loop invariant before: \forall integer p; 0 <= p <= i && p < jobs ==> STAGE_KEPT(*pool, p, Pre, p);
        loop invariant behind: \forall integer p; i < p <= jobs ==> STAGE_KEPT(*pool, p, Pre, p - 1);
        loop assigns i, pool->waiting[0 .. RTMR_JOBS - 1], pool->unfinished[0 .. RTMR_JOBS - 1], pool->ready[0 .. RTMR_JOBS - 1],
            pool->estimate[0 .. RTMR_JOBS - 1], pool->end[0 .. RTMR_JOBS - 1];
        loop variant i;
    */
    for (int32_t i = jobs; i > place; i--) {
        copy_job(pool, i - 1, i);
    }
    write_job(pool, place, row);
    rtmr_pool_job_inserted(pool, place);
    pool->queued += row->waiting;
    /*@ ghost
      /@ loop invariant range: 0 <= m <= jobs;
         loop invariant below: m <= place ==> Waiting(pool->waiting, m) == Waiting(\at(pool->waiting, Pre), m);
         loop invariant above: m >= place ==> Waiting(pool->waiting, m + 1) == Waiting(\at(pool->waiting, Pre), m) + row->waiting;
         loop assigns m;
         loop variant jobs - m;
      @/
      for (int32_t m = 0; m < jobs; m++) { }
    */
}

void rtmr_stage_move_last(struct rtmr_pool *pool, int32_t place, int32_t jobs) /*@ ghost (rtmr_ticks now) */
{
    struct rtmr_stage_row last;

    rtmr_stage_read(pool, place, &last);
    /*@ loop invariant range:  place <= i < jobs;
        loop invariant before: \forall integer p; 0 <= p < place ==> STAGE_KEPT(*pool, p, Pre, p);
        loop invariant moved:  \forall integer p; place <= p < i ==> STAGE_KEPT(*pool, p, Pre, p + 1);
        loop invariant coming: \forall integer p; i < p < jobs ==> STAGE_KEPT(*pool, p, Pre, p);
        loop assigns i, pool->waiting[0 .. RTMR_JOBS - 1], pool->unfinished[0 .. RTMR_JOBS - 1], pool->ready[0 .. RTMR_JOBS - 1],
            pool->estimate[0 .. RTMR_JOBS - 1], pool->end[0 .. RTMR_JOBS - 1];
        loop variant jobs - i;
    */
    for (int32_t i = place; i + 1 < jobs; i++) {
        copy_job(pool, i + 1, i);
    }
    write_job(pool, jobs - 1, &last);
    rtmr_pool_job_moved(pool, place, jobs - 1);
    /*@ ghost
      /@ loop invariant range: 0 <= m <= jobs - 1;
         loop invariant below: m <= place ==> Waiting(pool->waiting, m) == Waiting(\at(pool->waiting, Pre), m);
         loop invariant above: m >= place ==> Waiting(pool->waiting, m) + last.waiting == Waiting(\at(pool->waiting, Pre), m + 1);
         loop assigns m;
         loop variant jobs - 1 - m;
      @/
      for (int32_t m = 0; m < jobs - 1; m++) { }
    */
}

void rtmr_stage_remove(struct rtmr_pool *pool, int32_t place, int32_t jobs)
    /*@ ghost (const struct rtmr_stage_memory *memory, struct rtmr_ghost_pool \ghost *g, int32_t promised, rtmr_ticks now) */
{
    //@ ghost rtmr_no_task(pool, place);
    //@ ghost if (place < promised) rtmr_open_above_grows(g, g->plan.first[place], g->plan.first[place + 1]);
    //@ ghost if (place < promised) rtmr_forget_job(pool, g, promised, place);
    rtmr_stage_move_last(pool, place, jobs) /*@ ghost (now) */;
    //@ ghost rtmr_waiting_grows(pool, jobs);
    //@ assert sum: Waiting(pool->waiting, jobs) == Waiting(pool->waiting, jobs - 1) + pool->waiting[jobs - 1];
    pool->queued -= pool->waiting[jobs - 1];
}
