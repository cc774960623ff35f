#include "job_plan.h"

#include "latency_pads.h"
#include "slot_pool.h"
#include "stage_plan.h"
#include "ticks.h"

/* Plans one stage of a job onto the pool's vector. */
/*@ requires valid:   \valid(pool) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, pad, 0 <= WAIT_PAD(*pool) <= RTMR_TIME_MAX / 2)
             CLAUSE(conjunct, range,
                    0 <= tasks && 0 <= estimate <= RTMR_TIME_MAX + RTMR_TIME_MAX / 2 && 0 <= now
                    && now + RELEASE_PAD(*pool) <= release && 0 <= RELEASE_PAD(*pool) && 0 <= place <= RTMR_JOBS)
             CLAUSE(conjunct, space, g->draft.tasks + tasks <= RTMR_TASKS)
             CLAUSE(conjunct, vector, VECTOR(*pool))
             CLAUSE(conjunct, shape, DRAFT_SHAPE(*g, place))
             CLAUSE(conjunct, times, DRAFT_TIMES(*pool, *g, now))
             CLAUSE(conjunct, balance, BALANCE(*pool, *g))
             EXACT(conjunct, is_, \true, *pool, *g, place))
    assigns pool->free_at, g->draft;
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, vector, VECTOR(*pool))
             CLAUSE(conjunct, end,
                    \result >= floor && (\result == RTMR_NEVER || \result <= RTMR_TIME_MAX * 4 || \result == floor))
             CLAUSE(conjunct, nothing, tasks == 0 ==> \result == floor)
             CLAUSE(conjunct, no_slot, tasks > 0 && pool->usable == 0 ==> \result == RTMR_NEVER)
             CLAUSE(conjunct, shape, tasks == 0 || pool->usable > 0 ==> DRAFT_SHAPE(*g, place + 1))
             CLAUSE(conjunct, times, tasks == 0 || pool->usable > 0 ==> DRAFT_TIMES(*pool, *g, now))
             CLAUSE(conjunct, release, tasks == 0 || pool->usable > 0 ==>
                                       \forall integer i; 0 <= i < g->draft.tasks && g->draft.job[i] == place ==>
                                       release <= g->draft.start[i])
             CLAUSE(conjunct, mine, tasks == 0 || pool->usable > 0 ==>
                                    g->draft.end[place] == \result && g->draft.estimate[place] == estimate
                                    && g->draft.waiting[place] == tasks)
             CLAUSE(conjunct, pushed, tasks == 0 || pool->usable > 0 ==> g->draft.tasks == \old(g->draft.tasks) + tasks)
             CLAUSE(conjunct, kept,
                    \forall integer i; 0 <= i < \old(g->draft.tasks) ==>
                    g->draft.job[i] == \old(g->draft.job)[i] && g->draft.start[i] == \old(g->draft.start)[i])
             CLAUSE(conjunct, others, \forall integer p; 0 <= p < place ==> g->draft.end[p] == \old(g->draft.end)[p]
                                      && g->draft.estimate[p] == \old(g->draft.estimate)[p]
                                      && g->draft.waiting[p] == \old(g->draft.waiting)[p])
             CLAUSE(conjunct, drafted, DRAFTED(g->draft, place))
             CLAUSE(conjunct, asked, tasks == 0 || pool->usable > 0 ==>
                                     g->draft.release[place] == release && g->draft.floor[place] == floor)
             CLAUSE(conjunct, first, \forall integer p; 0 <= p <= place ==>
                                     g->draft.first[p] == \old(g->draft.first)[p])
             CLAUSE(conjunct, asked_before,
                    \forall integer p; 0 <= p < place ==> g->draft.release[p] == \old(g->draft.release)[p]
                    && g->draft.floor[p] == \old(g->draft.floor)[p]))
    ensures balance:  tasks == 0 || pool->usable > 0 ==> BALANCE(*pool, *g);
    EXACT_CLAUSES(ensures, was_, \true, *pool, *g, place)
    EXACT(ensures, is_, tasks == 0 || pool->usable > 0, *pool, *g, place + 1)
*/
static rtmr_ticks plan_stage(struct rtmr_pool *pool, int32_t tasks, rtmr_ticks estimate, rtmr_ticks release,
                             rtmr_ticks floor)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t place, rtmr_ticks now) */
{
    //@ ghost rtmr_free_none(&pool->free_at);
    const rtmr_ticks end = rtmr_plan_stage(&pool->free_at, tasks, estimate + RTMR_WAIT_PAD(pool), release, floor)
        /*@ ghost (&g->draft, place) */;
    //@ assert called: DRAFTED(g->draft, place);
    //@ ghost rtmr_free_none(&pool->free_at);
    /*@ ghost
      if (tasks == 0 || pool->usable > 0) {
        g->draft.first[place + 1] = g->draft.tasks;
        g->draft.waiting[place] = tasks;
        g->draft.estimate[place] = estimate;
        g->draft.end[place] = end;
        g->draft.release[place] = release;
        g->draft.floor[place] = floor;
      }
    */
    //@ assert before: DRAFTED(g->draft, place);
    /*@ assert old: tasks == 0 || pool->usable > 0 ==> \forall integer i; 0 <= i < \at(g->draft.tasks, Pre) ==>
            0 <= g->draft.job[i] < place; */
    return end;
}

void rtmr_plan_job(struct rtmr *k, const struct rtmr_row *job, rtmr_ticks map_floor, rtmr_ticks end_floor,
                   struct rtmr_span *span) /*@ ghost (struct rtmr_ghost \ghost *g, int32_t place) */
{
    const rtmr_ticks map_end =
        plan_stage(&k->map, job->map.waiting, job->map.estimate, k->now + RTMR_RELEASE_PAD(&k->map),
                   map_floor) /*@ ghost (&g->map, place, k->now) */;
    const rtmr_ticks release = map_end == RTMR_NEVER ? RTMR_NEVER : map_end + RTMR_RELEASE_PAD(&k->reduce);

    span->map_end = map_end;
    span->end = plan_stage(&k->reduce, job->reduce.waiting, job->reduce.estimate, release,
                           rtmr_later(map_end, end_floor)) /*@ ghost (&g->reduce, place, k->now) */;
    //@ assert before: \forall integer i; 0 <= i < \at(g->reduce.draft.tasks, Pre) ==> g->reduce.draft.job[i] < place;
    /*@ assert own: HAD_SLOTS(*k, *job) ==>
            \forall integer i; 0 <= i < g->reduce.draft.tasks && g->reduce.draft.job[i] == place ==>
            g->map.draft.end[place] <= g->reduce.draft.start[i]; */
    /*@ ghost
      if ((job->map.waiting == 0 || k->map.usable > 0) && (job->reduce.waiting == 0
                                                           || k->reduce.usable > 0)) g->planned = place + 1;
    */
}

void rtmr_no_candidate(struct rtmr_row *row)
{
    row->deadline = RTMR_TIME_MAX;
    row->map.waiting = 0;
    row->map.estimate = 0;
    row->map.end = 0;
    row->reduce.waiting = 0;
    row->reduce.estimate = 0;
    row->reduce.end = 0;
}

void rtmr_read_next(const struct rtmr *k, int32_t i, int32_t place, const struct rtmr_row *candidate,
                    struct rtmr_row *job)
{
    if (i == place) {
        job->deadline = candidate->deadline;
        job->map.waiting = candidate->map.waiting;
        job->map.estimate = candidate->map.estimate;
        job->map.end = k->now;
        job->reduce.waiting = candidate->reduce.waiting;
        job->reduce.estimate = candidate->reduce.estimate;
        job->reduce.end = k->now;
    } else {
        const int32_t p = i < place ? i : i - 1;
        job->deadline = k->deadline[p];
        job->map.waiting = k->map.waiting[p];
        job->map.estimate = k->map.estimate[p];
        job->map.end = k->map.draft[p];
        job->reduce.waiting = k->reduce.waiting[p];
        job->reduce.estimate = k->reduce.estimate[p];
        job->reduce.end = k->reduce.draft[p];
    }
}

/* Notes the ends of job i of the order. */
/*@ requires valid: \valid(k) && \valid_read(span) && \valid(outlook);
    requires order: 0 <= i <= k->promised <= RTMR_JOBS && 0 <= place <= k->promised;
    assigns k->map.draft[0 .. RTMR_JOBS - 1], k->reduce.draft[0 .. RTMR_JOBS - 1], outlook->candidate;
    ENDS_NOTED(ensures, *k, place, i, *span, *outlook)
*/
static void note_ends(struct rtmr *k, int32_t i, int32_t place, const struct rtmr_span *span,
                      struct rtmr_outlook *outlook)
{
    if (i == place) {
        outlook->candidate.map_end = span->map_end;
        outlook->candidate.end = span->end;
    } else {
        const int32_t p = i < place ? i : i - 1;
        k->map.draft[p] = span->map_end;
        k->reduce.draft[p] = span->end;
    }
}

/* Plans job i of the order, the candidate or a promised job, and notes its ends. Returns its
 * deadline. */
/*@ requires valid:   \valid(k) && \valid_read(candidate) && \valid(outlook) && \valid(span) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, now, 0 <= k->now <= RTMR_TIME_MAX)
             CLAUSE(conjunct, pads, PLAN_PADS(*k))
             CLAUSE(conjunct, order, 0 <= i <= k->promised <= RTMR_JOBS && 0 <= place <= k->promised)
             CLAUSE(conjunct, job, PLANNABLE(*candidate))
             CLAUSE(conjunct, jobs,
                    \forall integer p; 0 <= p < k->promised ==>
                    0 <= k->map.waiting[p] && 0 <= k->map.estimate[p] <= RTMR_TIME_MAX + RTMR_TIME_MAX / 2
                    && 0 <= k->reduce.waiting[p] && 0 <= k->reduce.estimate[p] <= RTMR_TIME_MAX + RTMR_TIME_MAX / 2)
             CLAUSE(conjunct, floors, k->now <= IN_ORDER(i, place, k->now, k->map.draft) <= 4 * RTMR_TIME_MAX
                                      && k->now <= IN_ORDER(i, place, k->now, k->reduce.draft))
             CLAUSE(conjunct, space,
                    g->map.draft.tasks + IN_ORDER(i, place, candidate->map.waiting, k->map.waiting) <= RTMR_TASKS
                    && g->reduce.draft.tasks + IN_ORDER(i, place, candidate->reduce.waiting,
                                                        k->reduce.waiting) <= RTMR_TASKS)
             DRAFTS_STAND(conjunct, *k, *g, i)
             EXACT(conjunct, map_, \true, k->map, g->map, i)
             EXACT(conjunct, reduce_, \true, k->reduce, g->reduce, i)
             CLAUSE(conjunct, before,
                    0 <= from <= i && \forall integer j; from <= j < i ==> NOTED(*k, *g, place, *outlook, j))
             CLAUSE(conjunct, skipped, SKIPPED(g->map.draft, from) && SKIPPED(g->reduce.draft, from)))
    assigns k->map.free_at, k->reduce.free_at,
            k->map.draft[0 .. RTMR_JOBS - 1],
            k->reduce.draft[0 .. RTMR_JOBS - 1], outlook->candidate, *span, GHOST_DRAFTED(*g);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, deadline, \result == IN_ORDER(i, place, candidate->deadline, k->deadline))
             CLAUSE(conjunct, vectors, VECTOR(k->map) && VECTOR(k->reduce))
             BOTH_STAGES(conjunct, shape, SERVED(*k, place, *candidate, i) ==> DRAFT_SHAPE, *g, i + 1)
             BOTH_PLANS(conjunct, times, SERVED(*k, place, *candidate, i) ==> DRAFT_TIMES, *k, *g, k->now)
             CLAUSE(conjunct, release, SERVED(*k, place, *candidate, i) ==> DRAFT_RELEASE(*g))
             CLAUSE(conjunct, ends, SERVED(*k, place, *candidate, i) ==>
                                    g->map.draft.end[i] == span->map_end && g->reduce.draft.end[i] == span->end
                                    && span->map_end <= span->end)
             CLAUSE(conjunct, grows,
                    SERVED(*k, place, *candidate, i) ==>
                    k->now <= span->end && \forall integer p; 0 <= p < k->promised ==>
                    \old(k->map.draft)[p] <= k->map.draft[p] && \old(k->reduce.draft)[p] <= k->reduce.draft[p])
             ENDS_NOTED(conjunct, *k, place, i, *span, *outlook)
             CLAUSE(conjunct, pushed,
                    SERVED(*k, place, *candidate, i) ==>
                    g->map.draft.tasks == \old(g->map.draft.tasks) + IN_ORDER(i, place, candidate->map.waiting,
                        k->map.waiting)
                    && g->reduce.draft.tasks == \old(g->reduce.draft.tasks) + IN_ORDER(i, place,
                        candidate->reduce.waiting, k->reduce.waiting))
             CLAUSE(conjunct, row, SERVED(*k, place, *candidate, i) ==> ROW_PLANNED(*k, *g, place, *candidate, i))
             CLAUSE(conjunct, skipped, SKIPPED(g->map.draft, from) && SKIPPED(g->reduce.draft, from))
             EARLIER_KEPT(conjunct, *g, i)
             CLAUSE(conjunct, nothing, i == place && candidate->map.waiting == 0 && candidate->reduce.waiting == 0 ==>
                                       span->end == k->now)
             CLAUSE(conjunct, no_slot, SERVED(*k, place, *candidate, i) || span->end == RTMR_NEVER)
             BOTH_PLANS(conjunct, balance, SERVED(*k, place, *candidate, i) ==> BALANCE, *k, *g)
             BOTH_DRAFTED(conjunct, *g, i)
             EXACT(conjunct, map_was_, \true, k->map, g->map, i)
             EXACT(conjunct, reduce_was_, \true, k->reduce, g->reduce, i)
             EXACT(conjunct, map_, SERVED(*k, place, *candidate, i), k->map, g->map, i + 1)
             EXACT(conjunct, reduce_, SERVED(*k, place, *candidate, i), k->reduce, g->reduce, i + 1)
             CLAUSE(conjunct, planned, SERVED(*k, place, *candidate, i) ==> g->planned == i + 1)
             CLAUSE(conjunct, unplanned, !SERVED(*k, place, *candidate, i) ==> g->planned == \old(g->planned))
             CLAUSE(conjunct, releases, SERVED(*k, place, *candidate, i) ==> RELEASES(*k, *g, i))
             CLAUSE(conjunct, floors, SERVED(*k, place, *candidate, i) ==> FLOORED(*k, Pre, *g, place, i))
             EARLIER_PLANNED(conjunct, *g, i))
    ensures before:   \forall integer j; from <= j < i ==> NOTED(*k, *g, place, *outlook, j);
*/
static rtmr_ticks plan_next(struct rtmr *k, int32_t i, int32_t place, const struct rtmr_row *candidate,
                            struct rtmr_span *span,
                            struct rtmr_outlook *outlook) /*@ ghost (struct rtmr_ghost \ghost *g, int32_t from) */
{
    struct rtmr_row job;

    rtmr_read_next(k, i, place, candidate, &job);
    rtmr_plan_job(k, &job, job.map.end, job.reduce.end, span) /*@ ghost (g, i) */;
    note_ends(k, i, place, span, outlook);
    return job.deadline;
}

/* Job i of the order ends at `end`: it is noted if it is the first to miss its deadline. */
/*@ requires valid: \valid(outlook);
    assigns outlook->late, outlook->late_end;
    ensures first:  \old(outlook->late) < 0 && end > deadline ==> outlook->late == i && outlook->late_end == end;
    ensures kept:   \old(outlook->late) >= 0 || end <= deadline ==>
                    outlook->late == \old(outlook->late) && outlook->late_end == \old(outlook->late_end);
*/
static void note_late(int32_t i, rtmr_ticks end, rtmr_ticks deadline, struct rtmr_outlook *outlook)
{
    if (end > deadline && outlook->late < 0) {
        outlook->late = i;
        outlook->late_end = end;
    }
}

/* Nonzero if planning may stop behind job i: somebody is late, and the candidate has its end or
 * can have none. */
/*@ requires valid: \valid_read(k) && \valid_read(outlook);
    assigns \nothing;
    ensures known:  \result != 0 <==> outlook->late >= 0 && (i >= place || k->map.usable == 0 || k->reduce.usable == 0);
*/
static int32_t is_decided(const struct rtmr *k, int32_t i, int32_t place, const struct rtmr_outlook *outlook)
{
    return outlook->late >= 0 && (i >= place || k->map.usable == 0 || k->reduce.usable == 0);
}

void rtmr_plan_jobs(struct rtmr *k, int32_t from, int32_t place, const struct rtmr_row *candidate,
                    struct rtmr_outlook *outlook) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    outlook->late = -1;
    outlook->late_end = RTMR_NEVER;
    outlook->candidate.map_end = RTMR_NEVER;
    outlook->candidate.end = RTMR_NEVER;
    //@ ghost rtmr_waiting_grows(&k->map, k->promised);
    //@ ghost rtmr_waiting_grows(&k->reduce, k->promised);
    /*@ loop invariant range:   from <= i <= k->promised + 1;
        loop invariant late:    outlook->late == -1 || from <= outlook->late < i;
        loop invariant early:   outlook->late >= 0 ==> i <= place && k->map.usable > 0 && k->reduce.usable > 0;
        loop invariant nothing: candidate->map.waiting == 0 && candidate->reduce.waiting == 0
                                && k->now <= candidate->deadline ==> outlook->late != place;
        loop invariant miss:    outlook->late >= 0 ==>
                                outlook->late_end > IN_ORDER(outlook->late, place, candidate->deadline, k->deadline);
        loop invariant map_done: g->map.draft.tasks == (i <= place ? Sum(k->map.waiting, i)
                                                        : Sum(k->map.waiting, i - 1) + candidate->map.waiting)
                                - Sum(k->map.waiting, from);
        loop invariant reduce_done: g->reduce.draft.tasks == (i <= place ? Sum(k->reduce.waiting, i)
                                                              : Sum(k->reduce.waiting,
                                        i - 1) + candidate->reduce.waiting)
                                - Sum(k->reduce.waiting, from);
        loop invariant skipped: SKIPPED(g->map.draft, from) && SKIPPED(g->reduce.draft, from);
        loop invariant vectors: VECTOR(k->map) && VECTOR(k->reduce);
        BOTH_STAGES(invariant, shape, DRAFT_SHAPE, *g, i)
        BOTH_PLANS(invariant, times, DRAFT_TIMES, *k, *g, k->now)
        loop invariant release: DRAFT_RELEASE(*g);
        loop invariant now:     i > place ==> k->now <= outlook->candidate.end;
        loop invariant in_time: outlook->late == -1 ==> \forall integer j; from <= j < i ==>
                                g->reduce.draft.end[j] <= IN_ORDER(j, place, candidate->deadline, k->deadline);
        loop invariant ends:    \forall integer j; from <= j < i ==> NOTED(*k, *g, place, *outlook, j);
        loop invariant rows:    \forall integer j; from <= j < i ==>
                                g->map.draft.waiting[j] == IN_ORDER(j, place, candidate->map.waiting, k->map.waiting)
                                && g->map.draft.estimate[j] == IN_ORDER(j, place, candidate->map.estimate,
                                    k->map.estimate)
                                && g->reduce.draft.waiting[j]
                                == IN_ORDER(j, place, candidate->reduce.waiting, k->reduce.waiting)
                                && g->reduce.draft.estimate[j]
                                == IN_ORDER(j, place, candidate->reduce.estimate, k->reduce.estimate);
        loop invariant floors:  \forall integer p; from <= p < k->promised ==>
                                \at(k->map.draft, Pre)[p] <= k->map.draft[p]
                                && \at(k->reduce.draft, Pre)[p] <= k->reduce.draft[p];
        loop invariant front:   \forall integer p; 0 <= p < from ==>
                                k->map.draft[p] == \at(k->map.draft, Pre)[p]
                                && k->reduce.draft[p] == \at(k->reduce.draft, Pre)[p];
        loop invariant coming:  \forall integer p; (i <= place ? i : i - 1) <= p < k->promised ==>
                                k->map.draft[p] == \at(k->map.draft, Pre)[p]
                                && k->reduce.draft[p] == \at(k->reduce.draft, Pre)[p];
        BOTH_PLANS(invariant, balance, BALANCE, *k, *g)
        loop invariant planned: g->planned == i;
        EXACT(invariant, map_, \true, k->map, g->map, i)
        EXACT(invariant, reduce_, \true, k->reduce, g->reduce, i)
        loop invariant served:  \forall integer j; from <= j < i ==> SERVED(*k, place, *candidate, j);
        loop invariant releases: \forall integer j; from <= j < i ==> RELEASES(*k, *g, j);
        loop invariant floored: \forall integer j; from <= j < i ==> FLOORED(*k, Pre, *g, place, j);
        loop invariant before:  outlook->late >= 0 ==> \forall integer j; from <= j < outlook->late ==>
                                g->reduce.draft.end[j] <= IN_ORDER(j, place, candidate->deadline, k->deadline);
        loop invariant late_end: outlook->late >= 0 ==> outlook->late_end == g->reduce.draft.end[outlook->late];
        loop invariant unknown: i <= place ==> outlook->candidate.end == RTMR_NEVER;
        loop assigns i, k->map.free_at, k->reduce.free_at,
            k->map.draft[0 .. RTMR_JOBS - 1], k->reduce.draft[0 .. RTMR_JOBS - 1], *outlook, GHOST_DRAFTED(*g);
        loop variant k->promised + 1 - i;
    */
    for (int32_t i = from; i <= k->promised; i++) {
        struct rtmr_span span;
        /*@ assert next: i != place ==>
                (\forall integer p; p == (i < place ? i : i - 1) ==>
                 Sum(k->map.waiting, p + 1) == Sum(k->map.waiting, p) + k->map.waiting[p]
                && Sum(k->reduce.waiting, p + 1) == Sum(k->reduce.waiting, p) + k->reduce.waiting[p]); */
        const rtmr_ticks deadline = plan_next(k, i, place, candidate, &span, outlook) /*@ ghost (g, from) */;
        //@ assert planned: i <= g->planned <= i + 1;
        //@ assert served: \forall integer j; from <= j < g->planned ==> SERVED(*k, place, *candidate, j);
        //@ assert rows_kept: \forall integer j; from <= j < i ==> ROW_PLANNED(*k, *g, place, *candidate, j);
        //@ assert rows_own: g->planned > i ==> ROW_PLANNED(*k, *g, place, *candidate, i);
        //@ ghost rtmr_one_row_more(k, g, candidate, from, place, i);
        //@ assert ends_own: g->planned > i ==> NOTED(*k, *g, place, *outlook, i);
        //@ assert ends: \forall integer j; from <= j < g->planned ==> NOTED(*k, *g, place, *outlook, j);
        //@ assert releases_kept: \forall integer j; from <= j < i ==> RELEASES(*k, *g, j);
        //@ assert releases_own: g->planned > i ==> RELEASES(*k, *g, i);
        //@ assert releases: \forall integer j; from <= j < g->planned ==> RELEASES(*k, *g, j);
        //@ assert floored_kept: \forall integer j; from <= j < i ==> FLOORED(*k, Pre, *g, place, j);
        //@ assert floored_own: g->planned > i ==> FLOORED(*k, Pre, *g, place, i);
        //@ assert floored: \forall integer j; from <= j < g->planned ==> FLOORED(*k, Pre, *g, place, j);

        note_late(i, span.end, deadline, outlook);
        if (is_decided(k, i, place, outlook) != 0) {
            break;
        }
    }
}

void rtmr_project(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    rtmr_pool_snapshot(&k->map, k->promised, k->now) /*@ ghost (k->jobs) */;
    rtmr_pool_snapshot(&k->reduce, k->promised, k->now) /*@ ghost (k->jobs) */;
    /*@ ghost
      rtmr_begin_draft(&k->map, &g->map, 0);
      rtmr_begin_draft(&k->reduce, &g->reduce, 0);
      g->planned = 0;
    */
}
