/*
 * The jobs of one stage: a pool's columns of the job table.
 */
#ifndef RTMR_STAGE_JOBS_H
#define RTMR_STAGE_JOBS_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/lemmas/table_lemmas.h"
#include "spec/state.acsl"
#endif

/* One stage of a job as it is planned. */
struct rtmr_stage_row {
    int32_t waiting;
    rtmr_ticks estimate; /* padded */
    rtmr_ticks end;
};

/* A job of which no task runs goes to `place`, those behind it one place up. O(jobs + slots). */
/*@ requires valid:  \valid(pool) && \valid_read(row);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range, 0 <= place <= promised <= jobs < RTMR_JOBS)
             CLAUSE(conjunct, room, 0 <= row->waiting && pool->tasks + row->waiting <= RTMR_TASKS)
             CLAUSE(conjunct, takes, 0 <= row->estimate <= RTMR_TIME_MAX + RTMR_TIME_MAX / 2
                                     && (row->waiting > 0 ==> row->estimate > 0))
             CLAUSE(conjunct, ready, 0 <= ready <= 1)
             POOL_TABLE(conjunct, , *pool, jobs, promised, now))
    assigns STAGE_COLUMNS(*pool), pool->tasks;
    POOL_TABLE(ensures, , *pool, jobs + 1, promised + 1, now)
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, before, \forall integer p; 0 <= p < place ==> STAGE_KEPT(*pool, p, Pre, p))
             CLAUSE(conjunct, put, STAGE_IS(*pool, place, *row, ready != 0))
             CLAUSE(conjunct, behind, \forall integer p; place < p <= jobs ==> STAGE_KEPT(*pool, p, Pre, p - 1))
             CLAUSE(conjunct, slots, SLOTS_MOVED(*pool, place))
             CLAUSE(conjunct, busy, BUSY_MOVED(*pool, place)))
*/
void rtmr_stage_insert(struct rtmr_pool *pool, int32_t place, int32_t jobs, const struct rtmr_stage_row *row,
                       uint8_t ready)
    /*@ ghost (int32_t promised, rtmr_ticks now) */;

/* The job at `from` goes to `to`, those between one place the other way. O(jobs + slots). */
/*@ requires valid:  \valid(pool);
    requires range:  0 <= from < jobs && 0 <= to < jobs && jobs <= RTMR_JOBS && 0 <= now <= RTMR_TIME_MAX;
    POOL_TABLE(requires, , *pool, jobs, 0, now)
    assigns STAGE_COLUMNS(*pool);
    POOL_TABLE(ensures, , *pool, jobs, 0, now)
    ensures rows:    \forall integer p; 0 <= p < RTMR_JOBS ==> STAGE_KEPT(*pool, p, Pre, STOOD(p, from, to));
    ensures slots:   SLOTS_ROTATED(*pool, from, to);
    ensures running: TASKS_ROTATED(*pool, from, to);
    ensures busy:    from <= to ==> BUSY_ROTATED(*pool, from, to);
    ensures afresh:  pool->first == 0;
*/
void rtmr_stage_move(struct rtmr_pool *pool, int32_t from, int32_t to)
    /*@ ghost (int32_t jobs, rtmr_ticks now) */;

/* Takes the job at `place` out. No slot runs a task of it. O(jobs + slots). */
/*@ requires valid:  \valid(pool) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range, 0 <= place < jobs <= RTMR_JOBS && 0 <= promised <= jobs
                                     && 0 <= now <= RTMR_TIME_MAX)
             CLAUSE(conjunct, quiet, TasksOf(pool->state, pool->place, pool->slots, place) == 0)
             POOL_STATE(conjunct, , *pool, *g, jobs, promised, now))
    assigns STAGE_COLUMNS(*pool), pool->tasks,
            g->plan.first[0 .. RTMR_PLACES - 1], g->plan.job[0 .. RTMR_TASKS - 1], g->plan.open[0 .. RTMR_TASKS - 1];
    POOL_STATE(ensures, , *pool, *g, jobs - 1, promised - (place < promised ? 1 : 0), now)
    ensures before:  \forall integer p; 0 <= p < place ==> STAGE_KEPT(*pool, p, Pre, p);
    ensures behind:  \forall integer p; place <= p < jobs - 1 ==> STAGE_KEPT(*pool, p, Pre, p + 1);
    ensures plan:    \forall integer i; 0 <= i < g->plan.tasks && g->plan.open[i] != 0 ==>
                     \old(g->plan.open)[i] != 0 && \old(g->plan.job)[i] != place
                     && g->plan.job[i] == \old(g->plan.job)[i] - (\old(g->plan.job)[i] > place ? 1 : 0);
    ensures front:   \forall integer q, x; 0 <= q <= place && q <= promised ==>
                     COUNTED(*pool, *g, q, x) <= \old(COUNTED(*pool, *g, q, x));
    ensures back:    \forall integer q, x; place <= q < promised ==>
                     COUNTED(*pool, *g, q, x) <= \old(COUNTED(*pool, *g, q + 1, x));
    ensures slots:   SLOTS_LEFT(*pool, place);
    ensures running: place < promised && \old(RUNNING(*pool, *g, promised, now)) ==>
                     RUNNING(*pool, *g, promised - 1, now);
*/
void rtmr_stage_remove(struct rtmr_pool *pool, int32_t place, int32_t jobs)
    /*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t promised, rtmr_ticks now) */;

#endif
