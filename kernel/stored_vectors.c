#include "stored_vectors.h"

#if RTMR_WITH_STORED_VECTORS

#include "availability.h"
#include "job_plan.h"
#include "slot_vector.h"
#include "ticks.h"

/* The planning vector of a stage becomes the one that is stored for the job before `place`. */
/*@ requires valid:   \valid(pool) && \valid_read(memory) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range, 0 <= place <= promised <= RTMR_JOBS && 0 <= now)
             CLAUSE(conjunct, table, SLOT_TABLE(*pool))
             CLAUSE(conjunct, plan, g->plan.first[0] == 0)
             CLAUSE(conjunct, run, RUNNING(*pool, *g, promised, now))
             CLAUSE(conjunct, rows, ROWS_COVER(*pool, *memory, *g, place, now)))
    assigns pool->free_at;
    ensures vector:   VECTOR(*pool);
    ensures base:     PLANNING_STORED(*pool, *memory, place);
    ensures covers:   PLANNING_COVERS(*pool, *g, place, now);
*/
static void load_row(struct rtmr_pool *pool, const struct rtmr_stage_memory *memory, int32_t place)
/*@ ghost (const struct rtmr_ghost_pool \ghost *g, int32_t promised, rtmr_ticks now) */
{
    if (place > 0) {
        rtmr_availability_load(&pool->free_at, &memory->of[place - 1].row);
        //@ ghost rtmr_same_first(&pool->free_at, &memory->of[place - 1].row);
    } else {
        rtmr_availability_fill(&pool->free_at, pool->usable, 0);
        //@ ghost rtmr_runs_before_none(pool);
    }
}

/* The planning vectors become those of the job before `place`. */
/*@ requires valid:   \valid(k) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range, 0 <= place <= k->promised <= RTMR_JOBS && 0 <= k->now)
             BOTH_STAGES(conjunct, table, SLOT_TABLE, *k)
             CLAUSE(conjunct, map_plan, g->map.plan.first[0] == 0)
             CLAUSE(conjunct, reduce_plan, g->reduce.plan.first[0] == 0)
             BOTH_PLANS(conjunct, run, RUNNING, *k, *g, k->promised, k->now)
             BOTH_ROWS(conjunct, rows, ROWS_COVER, *k, *g, place, k->now))
    assigns k->map.free_at, k->reduce.free_at;
    ensures vectors:  VECTOR(k->map) && VECTOR(k->reduce);
    ensures map_base: PLANNING_STORED(k->map, k->map_memory, place);
    ensures reduce_base: PLANNING_STORED(k->reduce, k->reduce_memory, place);
    BOTH_PLANS(ensures, covers, PLANNING_COVERS, *k, *g, place, k->now)
*/
static void load_predecessor(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    load_row(&k->map, &k->map_memory, place) /*@ ghost (&g->map, k->promised, k->now) */;
    load_row(&k->reduce, &k->reduce_memory, place) /*@ ghost (&g->reduce, k->promised, k->now) */;
}

/* The floors of a plan from `place` on: now from there on, and the recorded ends before. */
/*@ requires valid:   \valid(pool);
    requires range:   0 <= place <= promised <= RTMR_JOBS;
    assigns pool->draft[0 .. RTMR_JOBS - 1];
    ensures before:   \forall integer p; 0 <= p < place ==> pool->draft[p] == pool->end[p];
    ensures behind:   \forall integer p; place <= p < promised ==> pool->draft[p] == now;
*/
static void set_floors(struct rtmr_pool *pool, int32_t place, int32_t promised, rtmr_ticks now)
{
    /*@ loop invariant range:  0 <= i <= promised;
        loop invariant before: \forall integer p; 0 <= p < i && p < place ==> pool->draft[p] == pool->end[p];
        loop invariant behind: \forall integer p; place <= p < i ==> pool->draft[p] == now;
        loop assigns i, pool->draft[0 .. RTMR_JOBS - 1];
        loop variant promised - i;
    */
    for (int32_t i = 0; i < promised; i++) {
        pool->draft[i] = i < place ? pool->end[i] : now;
    }
}

void rtmr_stored_begin(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    load_predecessor(k, place) /*@ ghost (g) */;
    set_floors(&k->map, place, k->promised, k->now);
    set_floors(&k->reduce, place, k->promised, k->now);
    /*@ ghost
      rtmr_behind_floor(k, place);
      rtmr_runs_before(&k->map, place, k->jobs, k->now);
      rtmr_runs_before(&k->reduce, place, k->jobs, k->now);
      rtmr_begin_draft(&k->map, &g->map, place);
      rtmr_begin_draft(&k->reduce, &g->reduce, place);
      g->planned = place;
    */
}

/* Plans the unfinished tasks of the job at `place` onto the planning vectors: running ones a
 * full estimate from now on. */
/*@ requires valid:   \valid(k) && \valid(span) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, now, 0 <= k->now <= RTMR_TIME_MAX)
             CLAUSE(conjunct, pads,
                    0 <= RELEASE_PAD(k->map) <= RTMR_TIME_MAX && 0 <= RELEASE_PAD(k->reduce) <= RTMR_TIME_MAX
                    && 0 <= WAIT_PAD(k->map) <= RTMR_TIME_MAX / 2 && 0 <= WAIT_PAD(k->reduce) <= RTMR_TIME_MAX / 2)
             CLAUSE(conjunct, place, 0 <= place < RTMR_JOBS)
             CLAUSE(conjunct, map, 0 <= k->map.unfinished[place] <= RTMR_TASKS
                                   && 0 <= k->map.estimate[place] <= RTMR_TIME_MAX + RTMR_TIME_MAX / 2)
             CLAUSE(conjunct, reduce, 0 <= k->reduce.unfinished[place] <= RTMR_TASKS
                                      && 0 <= k->reduce.estimate[place] <= RTMR_TIME_MAX + RTMR_TIME_MAX / 2)
             CLAUSE(conjunct, slots, (k->map.unfinished[place] > 0 ==> k->map.usable > 0)
                                     && (k->reduce.unfinished[place] > 0 ==> k->reduce.usable > 0))
             CLAUSE(conjunct, vectors, VECTOR(k->map) && VECTOR(k->reduce)))
    assigns k->map.free_at, k->reduce.free_at, *span, GHOST_BEGUN(*g);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, vectors, VECTOR(k->map) && VECTOR(k->reduce))
             CLAUSE(conjunct, map_begun, Spread(g->map.base, \old(k->map.free_at)))
             CLAUSE(conjunct, reduce_begun, Spread(g->reduce.base, \old(k->reduce.free_at)))
             BOTH_PLANS(conjunct, draft, REDRAFTED, *k, *g, place, k->now)
             CLAUSE(conjunct, ends, g->map.draft.end[place] == span->map_end && g->reduce.draft.end[place] == span->end
                                    && k->now <= span->map_end <= span->end)
             CLAUSE(conjunct, release, DRAFT_RELEASE(*g))
             CLAUSE(conjunct, released, g->map.draft.release[place] == k->now + RELEASE_PAD(k->map)
                                        && g->reduce.draft.release[place] == (span->map_end == RTMR_NEVER ? RTMR_NEVER
                                                                              : span->map_end + RELEASE_PAD(k->reduce)))
             CLAUSE(conjunct, map_onto,
                    TASKS_PLANNED(k->map, g->map.base.at, place, g->map.draft.release[place], k->now, span->map_end))
             CLAUSE(conjunct, reduce_onto,
                    TASKS_PLANNED(k->reduce, g->reduce.base.at, place, g->reduce.draft.release[place],
                    span->map_end, span->end)))
*/
static void plan_onto_stored(struct rtmr *k, int32_t place, struct rtmr_span *span)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_row job;

    job.deadline = k->deadline[place];
    job.map.waiting = k->map.unfinished[place];
    job.map.estimate = k->map.estimate[place];
    job.map.end = k->now;
    job.reduce.waiting = k->reduce.unfinished[place];
    job.reduce.estimate = k->reduce.estimate[place];
    job.reduce.end = k->now;
    //@ ghost rtmr_begin_draft(&k->map, &g->map, place);
    //@ ghost rtmr_begin_draft(&k->reduce, &g->reduce, place);
    rtmr_plan_job(k, &job, job.map.end, job.reduce.end, span) /*@ ghost (g, place) */;
    //@ assert floors: g->map.draft.floor[place] == k->now && g->reduce.draft.floor[place] == span->map_end;
    /*@ ghost
      rtmr_planned_onto(&k->map, &g->map, place, g->map.draft.release[place], g->map.draft.floor[place], k->now);
      rtmr_planned_onto(&k->reduce, &g->reduce, place, g->reduce.draft.release[place], g->reduce.draft.floor[place],
                        k->now);
    */
}

/* The vector at hand is stored for the job at `place`. */
/*@ requires valid:   \valid_read(pool) && \valid(memory) && \valid(g);
    requires place:   0 <= place <= kept <= RTMR_JOBS && place < RTMR_JOBS;
    requires vector:  VECTOR(*pool);
    requires covers:  PLANNING_COVERS(*pool, *g, place + 1, now);
    requires rows:    ROWS_COVER(*pool, *memory, *g, kept, now);
    assigns memory->of[place].row.n, memory->of[place].row.at[0 .. RTMR_SLOTS - 1];
    ensures rows:     ROWS_COVER(*pool, *memory, *g, kept > place ? kept : place + 1, now);
    ensures exact:    PLANNING_STORED(*pool, *memory, place + 1);
    ensures ended:    \forall integer p; memory->of[p].ended == \old(*memory).of[p].ended;
*/
static void store(const struct rtmr_pool *pool, struct rtmr_stage_memory *memory, int32_t place)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t kept, rtmr_ticks now) */
{
    rtmr_availability_store(&pool->free_at, &memory->of[place].row);
    //@ ghost rtmr_same_first(&pool->free_at, &memory->of[place].row);
    //@ assert own: VECTOR_COVERS(*pool, memory->of[place].row, *g, place + 1, now);
}

/* Plans the unfinished tasks of the job at `place` onto the planning vectors, and stores the
 * vectors that result. The map stage's recorded end is lowered if this plan ends it sooner.
 * Returns when it ends the job. */
/*@ requires valid:   \valid(k) && \valid(g);
    TOGETHER(requires, given,
             STATE_KEEPING(conjunct, *k, *g, kept)
             CLAUSE(conjunct, stored, k->plans_from_slots == 0)
             CLAUSE(conjunct, place, 0 <= place < k->promised && place <= kept <= k->promised)
             CLAUSE(conjunct, vectors, VECTOR(k->map) && VECTOR(k->reduce))
             BOTH_PLANS(conjunct, covers, PLANNING_COVERS, *k, *g, place, k->now)
             CLAUSE(conjunct, from, 0 <= from <= place)
             BOTH_ROWS(conjunct, base, BASE_REPLANNED, *k, *g, from, place)
             JOBS_REPLANNED(conjunct, \true, *k, g->map.replan, g->reduce.replan, from, place))
    assigns k->map.free_at, k->reduce.free_at,
            k->map_memory.of[place].row,
            k->reduce_memory.of[place].row, k->map.end[place], GHOST_BEGUN(*g), GHOST_REPLANNED(*g),
            g->map.replan.end[place],
            g->reduce.replan.end[place];
    TOGETHER(ensures, outcome,
             STATE_KEEPING(conjunct, *k, *g, kept > place ? kept : place + 1)
             CLAUSE(conjunct, vectors, VECTOR(k->map) && VECTOR(k->reduce))
             BOTH_PLANS(conjunct, covers, PLANNING_COVERS, *k, *g, place + 1, k->now)
             BOTH_PLANS(conjunct, planned, REDRAFTED, *k, *g, place, k->now)
             CLAUSE(conjunct, map_stored, PLANNING_STORED(k->map, k->map_memory, place + 1))
             CLAUSE(conjunct, reduce_stored, PLANNING_STORED(k->reduce, k->reduce_memory, place + 1))
             CLAUSE(conjunct, sooner, \forall integer i; 0 <= i < g->reduce.plan.tasks && g->reduce.plan.open[i] != 0
                                      && g->reduce.plan.job[i] == place ==>
                                      g->reduce.plan.finish[i] <= \result)
             CLAUSE(conjunct, runs, \forall integer s; 0 <= s < k->reduce.slots && k->reduce.state[s] == RTMR_SLOT_BUSY
                                    && k->reduce.place[s] == place ==>
                                    k->reduce.bound[s] <= \result)
             CLAUSE(conjunct, order, k->map.end[place] <= \result)
             CLAUSE(conjunct, ends, k->map.end[place] == SOONER(\old(k->map.end[place]), g->map.replan.end[place])
                                    && \result == g->reduce.replan.end[place])
             JOBS_REPLANNED(conjunct, \true, *k, g->map.replan, g->reduce.replan, from, place + 1))
*/
static rtmr_ticks reestimate(struct rtmr *k, int32_t place)
/*@ ghost (struct rtmr_ghost \ghost *g, int32_t kept, int32_t from) */
{
    struct rtmr_span span;

    //@ ghost rtmr_job_has_slots(&k->map, &g->map, k->jobs, k->promised, place);
    //@ ghost rtmr_job_has_slots(&k->reduce, &g->reduce, k->jobs, k->promised, place);
    plan_onto_stored(k, place, &span) /*@ ghost (g) */;
    /*@ ghost
      rtmr_merge_stage(&k->map, &k->map_memory, &g->map, place, kept, k->promised, g->map.draft.release[place], k->now);
      rtmr_merge_stage(&k->reduce, &k->reduce_memory, &g->reduce, place, kept, k->promised, span.map_end, k->now);
    */
    store(&k->map, &k->map_memory, place) /*@ ghost (&g->map, kept, k->now) */;
    store(&k->reduce, &k->reduce_memory, place) /*@ ghost (&g->reduce, kept, k->now) */;
    /*@ ghost
      g->map.replan.end[place] = span.map_end;
      g->reduce.replan.end[place] = span.end;
      rtmr_job_replan(&k->map, &k->map_memory, &g->map, from, place, g->map.draft.release[place], k->now);
      rtmr_job_replan(&k->reduce, &k->reduce_memory, &g->reduce, from, place, g->reduce.draft.release[place],
                      span.map_end);
    */
    k->map.end[place] = rtmr_sooner(k->map.end[place], span.map_end);
    //@ ghost rtmr_one_job_more(k, g, from, place);
    return span.end;
}

void rtmr_stored_admitted(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    if (k->plans_from_slots != 0) {
        return;
    }
    load_predecessor(k, place) /*@ ghost (g) */;
    //@ ghost rtmr_spread(&k->map.free_at, &g->map.replan.origin);
    //@ ghost rtmr_spread(&k->reduce.free_at, &g->reduce.replan.origin);
    /*@ STATE_KEEPING(invariant, *k, *g, i)
        PENDING(invariant, *k)
        loop invariant range:   place <= i <= k->promised;
        loop invariant vectors: VECTOR(k->map) && VECTOR(k->reduce);
        BOTH_PLANS(invariant, covers, PLANNING_COVERS, *k, *g, i, k->now)
        loop invariant map_stored: PLANNING_STORED(k->map, k->map_memory, i);
        loop invariant reduce_stored: PLANNING_STORED(k->reduce, k->reduce_memory, i);
        loop invariant map_origin: STORED_BASE(k->map, k->map_memory, g->map.replan.origin, place);
        loop invariant reduce_origin: STORED_BASE(k->reduce, k->reduce_memory, g->reduce.replan.origin, place);
        JOBS_REPLANNED(invariant, \true, *k, g->map.replan, g->reduce.replan, place, i)
        loop invariant map_ends: ENDS_SOONER(k->map, \at(k->map.end, Pre), g->map.replan, place, i);
        loop invariant others:  \forall integer p; 0 <= p < RTMR_JOBS && !(place <= p < i) ==>
                                k->map.end[p] == \at(k->map.end, Pre)[p];
        loop invariant map_kept: ROWS_KEPT(k->map_memory, \at(k->map_memory, Pre), place, i);
        loop invariant reduce_kept: ROWS_KEPT(k->reduce_memory, \at(k->reduce_memory, Pre), place, i);
        loop invariant map_finishes: TimesKept(k->map_memory, \at(k->map_memory, Pre));
        loop invariant reduce_finishes: TimesKept(k->reduce_memory, \at(k->reduce_memory, Pre));
        loop assigns i, k->map.free_at, k->reduce.free_at,
                     k->map_memory, k->reduce_memory,
            k->map.end[0 .. RTMR_JOBS - 1], GHOST_BEGUN(*g), GHOST_REPLANNED(*g), g->map.replan.end[0 .. RTMR_JOBS - 1],
            g->reduce.replan.end[0 .. RTMR_JOBS - 1];
        loop variant k->promised - i;
    */
    for (int32_t i = place; i < k->promised; i++) {
        reestimate(k, i) /*@ ghost (g, i, place) */;
    }
    //@ ghost rtmr_replanned_fold(k, g, place);
}

void rtmr_stored_forget(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    /*@ loop invariant range: place <= i && (place <= k->promised ==> i <= k->promised);
        BOTH_ROWS(invariant, rows, ROWS_COVER, *k, *g, place, k->now)
        loop invariant map_same: RowsKept(k->map_memory, \at(k->map_memory, Pre));
        loop invariant reduce_same: RowsKept(k->reduce_memory, \at(k->reduce_memory, Pre));
        loop invariant map_none: \forall integer p; place <= p < i ==> k->map_memory.of[p].ended.n == 0;
        loop invariant reduce_none: \forall integer p; place <= p < i ==> k->reduce_memory.of[p].ended.n == 0;
        loop invariant map_kept: \forall integer p; 0 <= p < place ==>
                                 k->map_memory.of[p].ended == \at(k->map_memory, Pre).of[p].ended;
        loop invariant reduce_kept: \forall integer p; 0 <= p < place ==>
                                    k->reduce_memory.of[p].ended == \at(k->reduce_memory, Pre).of[p].ended;
        loop assigns i, k->map_memory, k->reduce_memory;
        loop variant k->promised - i;
    */
    for (int32_t i = place; i < k->promised; i++) {
        k->map_memory.of[i].ended.n = 0;
        k->reduce_memory.of[i].ended.n = 0;
    }
}

/* Appends an instant; of more than `limit` the oldest goes. Algorithm VI only needs the last
 * ones: an earlier finish is replaced again, as the smallest entry, before `limit` later ones
 * have been placed. */
/*@ requires valid:   \valid(ended);
    requires range:   1 <= limit <= RTMR_SLOTS && 0 <= ended->n <= RTMR_SLOTS;
    requires passed:  \forall integer i; 0 <= i < ended->n ==> ended->at[i] <= at;
    assigns *ended;
    ensures range:    0 < ended->n <= RTMR_SLOTS;
    ensures passed:   \forall integer i; 0 <= i < ended->n ==> ended->at[i] <= at;
    ensures appended: Appended(*ended, \old(*ended), limit, at);
*/
static void append(struct rtmr_vector *ended, int32_t limit, rtmr_ticks at)
{
    if (ended->n < limit) {
        ended->at[ended->n] = at;
        ended->n++;
        return;
    }
    /*@ loop invariant range:  1 <= i <= limit;
        loop invariant passed: \forall integer j; 0 <= j < ended->n ==> ended->at[j] <= at;
        loop invariant moved:  \forall integer j; 0 <= j < i - 1 ==> ended->at[j] == \at(ended->at, Pre)[j + 1];
        loop invariant coming: \forall integer j; i - 1 <= j < limit ==> ended->at[j] == \at(ended->at, Pre)[j];
        loop assigns i, ended->at[0 .. RTMR_SLOTS - 1];
        loop variant limit - i;
    */
    for (int32_t i = 1; i < limit; i++) {
        ended->at[i - 1] = ended->at[i];
    }
    ended->at[limit - 1] = at;
}

void rtmr_stored_task_finished(struct rtmr *k, enum rtmr_stage stage, int32_t place)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    if (k->plans_from_slots != 0) {
        return;
    }
    if (stage == RTMR_MAP) {
        append(&k->map_memory.of[place].ended, k->map.slots, k->now);
    } else {
        append(&k->reduce_memory.of[place].ended, k->reduce.slots, k->now);
    }
}

/* Algorithm VI: every finish time, in ascending order, takes the place of the smallest entry. */
/*@ requires valid:   \valid(pool) && \valid_read(ended) && \valid(g);
    requires range:   0 <= ended->n <= RTMR_SLOTS && 0 <= p <= RTMR_JOBS;
    requires vector:  VECTOR(*pool);
    requires few:     ended->n > 0 ==> \forall integer x; COUNTED(*pool, *g, p, x) <= pool->usable - 1;
    requires covers:  PLANNING_COVERS(*pool, *g, p, now);
    assigns pool->free_at;
    ensures vector:   VECTOR(*pool);
    ensures exact:    pool->usable > 0 ==> \forall integer x; FREE_ABOVE(pool->free_at, x)
                        == Corrected(\old(FREE_ABOVE(pool->free_at, x)), pool->usable, ended->at, ended->n, x);
    ensures same:     pool->usable == 0 ==> \forall integer x; FREE_ABOVE(pool->free_at, x)
                        == \old(FREE_ABOVE(pool->free_at, x));
    ensures covers:   PLANNING_COVERS(*pool, *g, p, now);
*/
static void correct(struct rtmr_pool *pool, const struct rtmr_vector *ended)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t p, rtmr_ticks now) */
{
    if (rtmr_availability_size(&pool->free_at) < 1) {
        return;
    }
    /*@ loop invariant range:  0 <= i <= ended->n;
        loop invariant vector: VECTOR(*pool);
        loop invariant exact:  \forall integer x; FREE_ABOVE(pool->free_at, x)
                                 == Corrected(\at(FREE_ABOVE(pool->free_at, x), Pre), pool->usable, ended->at, i, x);
        loop invariant covers: PLANNING_COVERS(*pool, *g, p, now);
        loop assigns i, pool->free_at;
        loop variant ended->n - i;
    */
    for (int32_t i = 0; i < ended->n; i++) {
        //@ ghost rtmr_free_least(&pool->free_at);
        rtmr_availability_replace_first(&pool->free_at, ended->at[i]);
    }
}

/* The planning vector becomes the one that is stored for the job before `place`, and the job's
 * finish times correct it. */
/*@ requires valid:   \valid(pool) && \valid_read(memory) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range, 0 <= place < RTMR_JOBS && place <= promised <= RTMR_JOBS && 0 <= now)
             CLAUSE(conjunct, table, SLOT_TABLE(*pool))
             CLAUSE(conjunct, plan, g->plan.first[0] == 0)
             CLAUSE(conjunct, run, RUNNING(*pool, *g, promised, now))
             CLAUSE(conjunct, rows, ROWS_COVER(*pool, *memory, *g, place, now))
             CLAUSE(conjunct, ended, 0 <= memory->of[place].ended.n <= RTMR_SLOTS)
             CLAUSE(conjunct, few, memory->of[place].ended.n > 0 ==>
                                   \forall integer x; COUNTED(*pool, *g, place, x) <= pool->usable - 1))
    assigns pool->free_at;
    ensures vector:   VECTOR(*pool);
    ensures exact:    PLANNING_CORRECTED(*pool, *memory, place);
    ensures covers:   PLANNING_COVERS(*pool, *g, place, now);
*/
static void load_corrected(struct rtmr_pool *pool, const struct rtmr_stage_memory *memory, int32_t place)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t promised, rtmr_ticks now) */
{
    load_row(pool, memory, place) /*@ ghost (g, promised, now) */;
    correct(pool, &memory->of[place].ended) /*@ ghost (g, place, now) */;
}

/* The job at `place` is re-estimated, and its recorded end is lowered if this plan ends it
 * sooner. */
/*@ requires valid:   \valid(k) && \valid(g);
    TOGETHER(requires, given,
             STATE_BUT_PENDING(conjunct, *k, *g)
             CLAUSE(conjunct, stored, k->plans_from_slots == 0)
             CLAUSE(conjunct, place, 0 <= place < k->promised)
             CLAUSE(conjunct, vectors, VECTOR(k->map) && VECTOR(k->reduce))
             BOTH_PLANS(conjunct, covers, PLANNING_COVERS, *k, *g, place, k->now)
             CLAUSE(conjunct, from, 0 <= from <= place)
             BOTH_ROWS(conjunct, base, BASE_REPLANNED, *k, *g, from, place)
             JOBS_REPLANNED(conjunct, \true, *k, g->map.replan, g->reduce.replan, from, place))
    assigns k->map.free_at, k->reduce.free_at,
            k->map_memory.of[place].row,
            k->reduce_memory.of[place].row, k->map.end[place], k->reduce.end[place], GHOST_BEGUN(*g),
            GHOST_REPLANNED(*g),
            g->map.replan.end[place], g->reduce.replan.end[place];
    STATE_BUT_PENDING(ensures, *k, *g)
    ensures vectors:  VECTOR(k->map) && VECTOR(k->reduce);
    BOTH_PLANS(ensures, covers, PLANNING_COVERS, *k, *g, place + 1, k->now)
    ensures map_stored: PLANNING_STORED(k->map, k->map_memory, place + 1);
    ensures reduce_stored: PLANNING_STORED(k->reduce, k->reduce_memory, place + 1);
    ensures map_end_sooner: k->map.end[place] == SOONER(\old(k->map.end[place]), g->map.replan.end[place]);
    ensures reduce_end_sooner: k->reduce.end[place] == SOONER(\old(k->reduce.end[place]), g->reduce.replan.end[place]);
    JOBS_REPLANNED(ensures, \true, *k, g->map.replan, g->reduce.replan, from, place + 1)
*/
static void replan_job(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g, int32_t from) */
{
    const rtmr_ticks end = reestimate(k, place) /*@ ghost (g, k->promised, from) */;

    k->reduce.end[place] = rtmr_sooner(k->reduce.end[place], end);
}

/* The job before `place` has finished, and the vectors are its own, corrected: the jobs from
 * `place` on are re-estimated, one after the other; no recorded end is raised. */
/*@ requires valid:   \valid(k) && \valid(g);
    TOGETHER(requires, given,
             STATE_BUT_PENDING(conjunct, *k, *g)
             CLAUSE(conjunct, stored, k->plans_from_slots == 0)
             CLAUSE(conjunct, place, 1 <= place <= k->promised)
             CLAUSE(conjunct, vectors, VECTOR(k->map) && VECTOR(k->reduce))
             BOTH_PLANS(conjunct, covers, PLANNING_COVERS, *k, *g, place, k->now)
             CLAUSE(conjunct, map_corrected, PLANNING_CORRECTED(k->map, k->map_memory, place - 1))
             CLAUSE(conjunct, reduce_corrected, PLANNING_CORRECTED(k->reduce, k->reduce_memory, place - 1)))
    assigns k->map.free_at, k->reduce.free_at, k->map_memory,
            k->reduce_memory,
            k->map.end[0 .. RTMR_JOBS - 1], k->reduce.end[0 .. RTMR_JOBS - 1], GHOST_BEGUN(*g), GHOST_REPLANNED(*g),
            GHOST_REPLAN(*g);
    TOGETHER(ensures, outcome,
             STATE_BUT_PENDING(conjunct, *k, *g)
             CLAUSE(conjunct, map_corrected, CORRECTED_BASE(k->map, k->map_memory, g->map.replan.origin, place - 1))
             CLAUSE(conjunct, reduce_corrected,
                    CORRECTED_BASE(k->reduce, k->reduce_memory, g->reduce.replan.origin, place - 1))
             JOBS_REPLANNED(conjunct, \true, *k, g->map.replan, g->reduce.replan, place, k->promised)
             REESTIMATED(conjunct, \true, *k, \old(*k), g->map.replan, g->reduce.replan, place)
             CLAUSE(conjunct, sooner,
                    \forall integer p; 0 <= p < k->promised ==> k->reduce.end[p] <= \old(k->reduce.end)[p]))
*/
static void reestimate_from(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_spread(&k->map.free_at, &g->map.replan.origin);
    //@ ghost rtmr_spread(&k->reduce.free_at, &g->reduce.replan.origin);
    /*@ STATE_BUT_PENDING(invariant, *k, *g)
        loop invariant range:   place <= i <= k->promised;
        loop invariant vectors: VECTOR(k->map) && VECTOR(k->reduce);
        BOTH_PLANS(invariant, covers, PLANNING_COVERS, *k, *g, i, k->now)
        loop invariant map_corrected: CORRECTED_BASE(k->map, k->map_memory, g->map.replan.origin, place - 1);
        loop invariant reduce_corrected: CORRECTED_BASE(k->reduce, k->reduce_memory, g->reduce.replan.origin,
                                                        place - 1);
        BOTH_ROWS(invariant, base, BASE_REPLANNED, *k, *g, place, i)
        JOBS_REPLANNED(invariant, \true, *k, g->map.replan, g->reduce.replan, place, i)
        loop invariant map_ends: ENDS_SOONER(k->map, \at(k->map.end, Pre), g->map.replan, place, i);
        loop invariant reduce_ends: ENDS_SOONER(k->reduce, \at(k->reduce.end, Pre), g->reduce.replan, place, i);
        loop invariant others:  ENDS_KEPT(*k, \at(*k, Pre), place, i);
        loop invariant map_kept: ROWS_KEPT(k->map_memory, \at(k->map_memory, Pre), place, i);
        loop invariant reduce_kept: ROWS_KEPT(k->reduce_memory, \at(k->reduce_memory, Pre), place, i);
        loop invariant map_finishes: TimesKept(k->map_memory, \at(k->map_memory, Pre));
        loop invariant reduce_finishes: TimesKept(k->reduce_memory, \at(k->reduce_memory, Pre));
        loop invariant sooner:  \forall integer p; 0 <= p < k->promised ==>
                                k->reduce.end[p] <= \at(k->reduce.end, Pre)[p];
        loop assigns i, k->map.free_at, k->reduce.free_at,
                     k->map_memory, k->reduce_memory,
            k->map.end[0 .. RTMR_JOBS - 1], k->reduce.end[0 .. RTMR_JOBS - 1], GHOST_BEGUN(*g), GHOST_REPLANNED(*g),
            g->map.replan.end[0 .. RTMR_JOBS - 1], g->reduce.replan.end[0 .. RTMR_JOBS - 1];
        loop variant k->promised - i;
    */
    for (int32_t i = place; i < k->promised; i++) {
        replan_job(k, i) /*@ ghost (g, place) */;
    }
}

void rtmr_stored_job_finished(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    if (k->plans_from_slots != 0 || k->feedback != RTMR_FEEDBACK_SATU || k->reduce.end[place] - k->now < k->delta) {
        return;
    }
    load_corrected(&k->map, &k->map_memory, place) /*@ ghost (&g->map, k->promised, k->now) */;
    load_corrected(&k->reduce, &k->reduce_memory, place) /*@ ghost (&g->reduce, k->promised, k->now) */;
    //@ ghost rtmr_nothing_left(&k->map, &g->map, k->jobs, k->promised, place);
    //@ ghost rtmr_nothing_left(&k->reduce, &g->reduce, k->jobs, k->promised, place);
    reestimate_from(k, place + 1) /*@ ghost (g) */;
}

/*@ requires valid:   \valid(memory);
    requires range:   0 <= place && place + 1 < RTMR_JOBS;
    requires sizes:   0 <= memory->of[place + 1].row.n <= RTMR_SLOTS
                      && 0 <= memory->of[place + 1].ended.n <= RTMR_SLOTS;
    assigns memory->of[place];
    ensures copied:   REMEMBERED(*memory, place, *memory, place + 1);
*/
static void move_down(struct rtmr_stage_memory *memory, int32_t place)
{
    rtmr_vector_copy(&memory->of[place].row, &memory->of[place + 1].row);
    rtmr_vector_copy(&memory->of[place].ended, &memory->of[place + 1].ended);
}

/* What is remembered behind `place` moves one place down. */
/*@ requires valid:   \valid(memory) && \valid_read(pool) && \valid(g);
    requires range:   0 <= place < jobs <= RTMR_JOBS && 0 <= pool->usable <= RTMR_SLOTS;
    requires rows:    ROWS_COVER(*pool, *memory, *g, jobs, now);
    requires ended:   \forall integer p; 0 <= p < jobs && p != place ==> 0 <= memory->of[p].ended.n <= RTMR_SLOTS;
    assigns *memory;
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, rows, ROWS_WITHOUT(*pool, *memory, *g, place, jobs - 1, now))
             CLAUSE(conjunct, before,
                    \forall integer p; 0 <= p < place ==> memory->of[p].ended == \old(*memory).of[p].ended)
             CLAUSE(conjunct, behind, \forall integer p; place <= p < jobs - 1 ==>
                                      memory->of[p].ended.n == \old(*memory).of[p + 1].ended.n)
             CLAUSE(conjunct, times, \forall integer p, i; place <= p < jobs - 1 && 0 <= i < memory->of[p].ended.n ==>
                                     memory->of[p].ended.at[i] == \old(*memory).of[p + 1].ended.at[i])
             CLAUSE(conjunct, moved, RowsMoved(place, jobs - 1, *memory, \old(*memory))))
*/
static void close_gap(struct rtmr_stage_memory *memory, int32_t place, int32_t jobs)
/*@ ghost (const struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, rtmr_ticks now) */
{
    /*@ loop invariant range:  place <= i < jobs;
        loop invariant before: \forall integer p; 0 <= p < place ==> memory->of[p] == \at(*memory, Pre).of[p];
        loop invariant behind: \forall integer p; place <= p < i ==> REMEMBERED(*memory, p, \at(*memory, Pre), p + 1);
        loop invariant coming: \forall integer p; i < p < jobs ==> memory->of[p] == \at(*memory, Pre).of[p];
        loop assigns i, *memory;
        loop variant jobs - i;
    */
    for (int32_t i = place; i + 1 < jobs; i++) {
        move_down(memory, i);
    }
}

void rtmr_stored_job_left(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    close_gap(&k->map_memory, place, k->promised) /*@ ghost (&k->map, &g->map, k->now) */;
    close_gap(&k->reduce_memory, place, k->promised) /*@ ghost (&k->reduce, &g->reduce, k->now) */;
}

#endif
