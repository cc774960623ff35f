#include "renewal.h"

#if RTMR_WITH_PROMISE_CHANGES

#include "admission.h"
#include "adoption.h"
#include "job_table.h"
#include "offer.h"
#include "recovery.h"
#include "slot_state.h"
#include "ticks.h"

/* Nonzero if a slot of the stage that no plan counts on runs a task of the job at `place`.
 * O(slots). */
/*@ requires valid: \valid_read(pool);
    requires range: 0 <= pool->slots <= RTMR_SLOTS;
    assigns \nothing;
    ensures runs:   \result != 0 <==> RUNS_UNCOUNTED(*pool, place);
*/
static int32_t runs_uncounted(const struct rtmr_pool *pool, int32_t place)
{
    /*@ loop invariant range: 0 <= s <= pool->slots;
        loop invariant none:  \forall integer q; 0 <= q < s ==> !(OVERDUE(pool->state[q]) && pool->place[q] == place);
        loop assigns s;
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        if (rtmr_slot_late(pool->state[s]) && pool->place[s] == place) {
            return 1;
        }
    }
    return 0;
}

/* Nonzero if the other promised job of number i goes before the one at `from`. */
/*@ requires valid: \valid_read(k);
    requires range: MAY_BE_RENEWED(*k, from) && 0 <= i < OTHERS(*k, from);
    assigns \nothing;
    ensures before: \result != 0 <==> OTHER_PRECEDES(*k, OTHER(i, from), from, deadline);
*/
static int32_t precedes(const struct rtmr *k, int32_t i, int32_t from, rtmr_ticks deadline)
{
    const int32_t other = i < from ? i : i + 1;

    if (k->order == RTMR_ORDER_FIFO || k->deadline[other] == deadline) {
        return k->handle[other] < k->handle[from];
    }
    return k->deadline[other] < deadline;
}

/* How many of the other promised jobs the job at `from` may not pass: with floor those up to the
 * last that has started. O(jobs). */
/*@ requires valid: \valid_read(k);
    requires range: MAY_BE_RENEWED(*k, from);
    assigns \nothing;
    ensures range:  0 <= \result <= OTHERS(*k, from);
    ensures floor:  k->order == RTMR_ORDER_FLOOR ==> \forall integer p;
                    IS_OTHER(*k, p, from) && \result <= NUMBER(p, from) ==> k->started[p] == 0;
    ensures last:   \result > 0 ==> k->order == RTMR_ORDER_FLOOR && k->started[OTHER(\result - 1, from)] != 0;
*/
static int32_t started_others(const struct rtmr *k, int32_t from)
{
    int32_t i = 0;

    if (k->order == RTMR_ORDER_FLOOR) {
        i = k->promised - (from < k->promised ? 1 : 0);
        /*@ loop invariant range: 0 <= i <= OTHERS(*k, from);
            loop invariant floor: \forall integer p;
                                  IS_OTHER(*k, p, from) && i <= NUMBER(p, from) ==> k->started[p] == 0;
            loop assigns i;
            loop variant i;
        */
        while (i > 0 && k->started[i - 1 < from ? i - 1 : i] == 0) {
            i--;
        }
    }
    return i;
}

/* The place among the promised jobs, from `first` on, to which a deadline puts the job at `from`.
 * O(jobs). */
/*@ requires valid: \valid_read(k);
    requires range: MAY_BE_RENEWED(*k, from) && 0 <= first <= OTHERS(*k, from);
    assigns \nothing;
    ensures range:  first <= \result <= OTHERS(*k, from);
    ensures passed: \forall integer p; IS_OTHER(*k, p, from) && first <= NUMBER(p, from) < \result ==>
                    OTHER_PRECEDES(*k, p, from, deadline);
    ensures next:   \forall integer p; IS_OTHER(*k, p, from) && NUMBER(p, from) == \result ==>
                    !OTHER_PRECEDES(*k, p, from, deadline);
*/
static int32_t place_for(const struct rtmr *k, int32_t from, int32_t first, rtmr_ticks deadline)
{
    const int32_t others = k->promised - (from < k->promised ? 1 : 0);
    int32_t place = first;

    /*@ loop invariant range:  first <= place <= others;
        loop invariant passed: \forall integer p; IS_OTHER(*k, p, from) && first <= NUMBER(p, from) < place ==>
                               OTHER_PRECEDES(*k, p, from, deadline);
        loop assigns place;
        loop variant others - place;
    */
    while (place < others && precedes(k, place, from, deadline)) {
        place++;
    }
    return place;
}

/* The job at `from` is promised by `deadline`, at the place to which that puts it, which is
 * returned, and plans are made from the slot table. O(jobs + slots). */
/*@ requires valid:   \valid(k) && \valid(g);
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             CLAUSE(conjunct, range, 0 <= from < k->jobs && 0 <= deadline <= RTMR_TIME_MAX
                                     && -1 <= g->watched < k->jobs)
             CLAUSE(conjunct, watched_maps, WATCHED_STAGE(k->map, g->watched, g->job.map))
             CLAUSE(conjunct, watched_reduces, WATCHED_STAGE(k->reduce, g->watched, g->job.reduce)))
    assigns TABLE_COLUMNS(*k), k->promised, k->plans_from_slots, g->watched;
    TABLE(ensures, *k, 0)
    ensures watched_maps: WATCHED_STAGE(k->map, g->watched, g->job.map);
    ensures watched_reduces: WATCHED_STAGE(k->reduce, g->watched, g->job.reduce);
    ensures watch:    g->watched == STOOD(\old(g->watched), \result, from);
    ensures count:    k->promised == \old(k->promised) + (from < \old(k->promised) ? 0 : 1);
    ensures range:    0 <= \result < k->promised;
    ensures turned:   ColumnsTurned(*k, \old(*k), from, \result);
    ensures due:      k->deadline[\result] == deadline;
    ensures stands:   STANDS_IN_ORDER(*k, \result, deadline);
    ensures plans:    k->plans_from_slots != 0;
    ALL_TASKS_STAY(ensures, *k)
*/
static int32_t promise(struct rtmr *k, int32_t from, rtmr_ticks deadline) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const int32_t first = started_others(k, from);
    const int32_t to = place_for(k, from, first, deadline);

    rtmr_table_move(k, from, to) /*@ ghost (g) */;
    k->deadline[to] = deadline;
    if (from >= k->promised) {
        k->promised++;
    }
    k->plans_from_slots = 1;
    //@ assert started: first > 0 ==> k->order == RTMR_ORDER_FLOOR && k->started[first - 1] != 0;
    /*@ assert behind: \forall integer p; first <= p < to ==>
            Precedes(k->order, k->deadline[p], k->handle[p], deadline, k->handle[to]); */
    /*@ assert passed: \forall integer p; 0 <= p < to ==>
            Precedes(k->order, k->deadline[p], k->handle[p], deadline, k->handle[to])
            || k->order == RTMR_ORDER_FLOOR && \exists integer q; p <= q < to && k->started[q] != 0; */
    //@ assert floor: k->order == RTMR_ORDER_FLOOR ==> \forall integer p; to < p < k->promised ==> k->started[p] == 0;
    /*@ assert next: to + 1 < k->promised ==>
            !Precedes(k->order, k->deadline[to + 1], k->handle[to + 1], deadline, k->handle[to]); */
    return to;
}

/* The job at `from` goes to `to` while a change is tested, and no account is kept of any. O(jobs +
 * slots). */
/*@ requires valid:   \valid(k);
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             CLAUSE(conjunct, range, 0 <= from < k->jobs && 0 <= to < k->jobs))
    assigns TABLE_COLUMNS(*k);
    TABLE(ensures, *k, 0)
    ensures turned:   ColumnsTurned(*k, \old(*k), from, to);
    ensures due:      k->deadline[to] == \old(k->deadline)[from];
*/
static void try_at(struct rtmr *k, int32_t from, int32_t to)
{
    //@ ghost struct rtmr_ghost unwatched;
    //@ ghost unwatched.watched = -1;
    rtmr_table_move(k, from, to) /*@ ghost (&unwatched) */;
}

/* The job at `to`, which stood at `from`, stands there again, with its old deadline; as many jobs
 * are promised, and plans are made, as before. O(jobs + slots). */
/*@ requires valid:   \valid(k) && \valid(g) && \valid_read(before);
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             CLAUSE(conjunct, state, State(*before, *g))
             CLAUSE(conjunct, range, 0 <= from < k->jobs && 0 <= to < k->jobs)
             CLAUSE(conjunct, rest, RestSame(*k, *before))
             CLAUSE(conjunct, turned, ColumnsTurned(*k, *before, from, to))
             CLAUSE(conjunct, values, deadline == before->deadline[from] && promised == before->promised
                                      && plans_from_slots == before->plans_from_slots))
    assigns TABLE_COLUMNS(*k), k->promised, k->plans_from_slots;
    ensures state:    State(*k, *g);
    ensures same:     Unchanged(*k, *before);
    ensures queued:   QUEUED(*before) ==> QUEUED(*k);
    STAY(ensures, *k, *before)
*/
static void take_back(struct rtmr *k, int32_t to, int32_t from, rtmr_ticks deadline, int32_t promised,
                      int32_t plans_from_slots)
/*@ ghost (struct rtmr_ghost \ghost *g, const struct rtmr \ghost *before) */
{
    //@ ghost struct rtmr changed = *k;
    try_at(k, to, from);
    rtmr_seek_offers(k);
    k->deadline[from] = deadline;
    k->promised = promised;
    k->plans_from_slots = plans_from_slots;
    //@ ghost rtmr_rest_kept(k, &changed, before);
    //@ ghost rtmr_columns_turn_back(k, &changed, before, from, to);
    //@ ghost rtmr_state_restored(k, before, g);
}

#if RTMR_WITH_WHAT_IF
/* The last deadline with which the job at `place` of the promised ones goes before the next. */
/*@ requires valid: \valid_read(k);
    requires range: 0 <= place < k->promised <= RTMR_JOBS && Deadlines(k->promised, k->deadline);
    assigns \nothing;
    ensures range:  -1 <= \result <= RTMR_TIME_MAX;
    ensures last:   place + 1 == k->promised || k->order == RTMR_ORDER_FIFO ==> \result == RTMR_TIME_MAX;
    ensures before: place + 1 < k->promised && k->order != RTMR_ORDER_FIFO ==> \forall integer due; due <= \result ==>
                    !Precedes(k->order, k->deadline[place + 1], k->handle[place + 1], due, k->handle[place]);
    ensures behind: place + 1 < k->promised && k->order != RTMR_ORDER_FIFO
                    && k->handle[place + 1] != k->handle[place] ==> \forall integer due; \result < due ==>
                    Precedes(k->order, k->deadline[place + 1], k->handle[place + 1], due, k->handle[place]);
*/
static rtmr_ticks latest_at(const struct rtmr *k, int32_t place)
{
    if (place + 1 == k->promised || k->order == RTMR_ORDER_FIFO) {
        return RTMR_TIME_MAX;
    }
    return k->handle[place + 1] < k->handle[place] ? k->deadline[place + 1] - 1 : k->deadline[place + 1];
}

/* The trial that has just been made, of the deadlines low .. high, on the table as it was `asked`:
 * an offer may rest on it, and it refuses the deadline that is doubted, if that is one of these. */
/*@ ghost
  /@ requires valid: \valid(g) && \valid_read(asked);
     assigns g->offer, g->offered, g->refused, g->denied;
     ensures offer:  g->offer == g->trial && g->offered.at == *asked && g->offered.to == place;
     ensures denied: low <= g->doubted <= high ==>
                     g->refused == g->trial && g->denied.at == *asked && g->denied.to == place;
     ensures others: !(low <= g->doubted <= high) ==> g->refused == \old(g->refused) && g->denied == \old(g->denied);
  @/
  static void note_bid(struct rtmr_ghost \ghost *g, const struct rtmr \ghost *asked, int32_t place, rtmr_ticks low,
                       rtmr_ticks high)
  {
      g->offer = g->trial;
      g->offered.at = *asked;
      g->offered.to = place;
      if (low <= g->doubted && g->doubted <= high) {
          g->refused = g->trial;
          g->denied.at = *asked;
          g->denied.to = place;
      }
  }
*/

/* The smallest of the deadlines low .. high, all of which put the job where it stands, at `place`,
 * with which it would be accepted, or RTMR_NEVER. One plan of all jobs. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid_read(before);
    TABLE(requires, *k, 0)
    requires plans:   g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0;
    requires range:   0 <= place < k->promised && 0 <= low && high <= RTMR_TIME_MAX;
    requires tried:   TRIED_AT(*k, *before, from, place);
    requires order:   BID_RANGE(*k, place, low, high);
    assigns k->deadline[place], SCRATCH(*k), GHOST_SCRATCH(*g), GHOST_BID(*g);
    TOGETHER(ensures, outcome,
             TABLE(conjunct, *k, 0)
             CLAUSE(conjunct, turned, ColumnsTurned(*k, *before, from, place))
             CLAUSE(conjunct, range, \result == RTMR_NEVER || low <= \result <= high)
             CLAUSE(conjunct, offer_accepts, \result != RTMR_NEVER ==> BID_ACCEPTS(g->offered, g->offer, \result))
             CLAUSE(conjunct, others,
                    !(low <= g->doubted <= high) ==> g->refused == \old(g->refused) && g->denied == \old(g->denied)))
    ensures offer_bid: \result != RTMR_NEVER ==> BID(g->offered, g->offer, *before, from, \result);
    ensures denied_bid: DENIED_AT(*g, place, low, high, \result) ==>
                      BID(g->denied, g->refused, *before, from, g->doubted);
    ensures denied_before: DENIED_AT(*g, place, low, high, \result) ==>
                      BID_REFUSES(g->denied, g->refused, g->doubted);
*/
static rtmr_ticks earliest_between(struct rtmr *k, int32_t place, rtmr_ticks low, rtmr_ticks high)
/*@ ghost (struct rtmr_ghost \ghost *g, const struct rtmr \ghost *before, int32_t from) */
{
    struct rtmr_outlook outlook;

    if (low > high) {
        return RTMR_NEVER;
    }
    //@ ghost struct rtmr found = *k;
    k->deadline[place] = RTMR_TIME_MAX;
    //@ ghost struct rtmr asked = *k;
    //@ ghost rtmr_rest_kept(k, &found, before);
    //@ assert turned: ColumnsTurned(*k, *before, from, place);
    //@ ghost rtmr_table_changed(k, before, from, place);
    //@ assert stands: \forall integer d; low <= d <= high ==> STANDS_IN_ORDER(*k, place, d);
    rtmr_plan_promised(k, &outlook) /*@ ghost (g) */;
    //@ assert still: ColumnsTurned(*k, *before, from, place);
    //@ assert verdict: Verdict(asked, g->trial, RTMR_TIME_MAX);
    //@ assert end: outlook.late < 0 ==> k->reduce.draft[place] == g->trial.reduce.end[place];
    //@ ghost note_bid(g, &asked, place, low, high);
    const rtmr_ticks earliest = rtmr_later(low, k->reduce.draft[place]);
    return outlook.late < 0 && earliest <= high ? earliest : RTMR_NEVER;
}

/* The smallest deadline, not below the one that it has, with which the job at `to` would be
 * accepted, or RTMR_NEVER. Leaves it there, with another deadline. One plan for each place from
 * there on. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid_read(before);
    TABLE(requires, *k, 0)
    requires plans:   g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0;
    requires range:   0 <= to < k->promised;
    requires tried:   TRIED_AT(*k, *before, from, to);
    requires stands:  STANDS_IN_ORDER(*k, to, k->deadline[to]);
    assigns TABLE_COLUMNS(*k), SCRATCH(*k), GHOST_SCRATCH(*g), GHOST_BID(*g);
    TABLE(ensures, *k, 0)
    ensures turned:   ColumnsTurned(*k, *before, from, to);
    ensures range:    \result == RTMR_NEVER || \old(k->deadline)[to] <= \result <= RTMR_TIME_MAX;
    ensures offer_bid: \result != RTMR_NEVER ==> BID(g->offered, g->offer, *before, from, \result);
    ensures offer_accepts: \result != RTMR_NEVER ==> BID_ACCEPTS(g->offered, g->offer, \result);
    ensures denied_bid: DENIED_AT(*g, to, \old(k->deadline)[to], RTMR_TIME_MAX, \result) ==>
                      BID(g->denied, g->refused, *before, from, g->doubted);
    ensures denied_before: DENIED_AT(*g, to, \old(k->deadline)[to], RTMR_TIME_MAX, \result) ==>
                      BID_REFUSES(g->denied, g->refused, g->doubted);
*/
static rtmr_ticks earliest_deadline(struct rtmr *k, int32_t to)
/*@ ghost (struct rtmr_ghost \ghost *g, const struct rtmr \ghost *before, int32_t from) */
{
    rtmr_ticks low = k->deadline[to];
    int32_t place = to;

    /*@ TABLE(invariant, *k, 0)
        loop invariant range:  to <= place < k->promised && \at(k->deadline, Pre)[\at(to, Pre)] <= low <= RTMR_TIME_MAX
                               && 0 <= low;
        loop invariant rest:   RestSame(*k, *before);
        loop invariant turned: ColumnsTurned(*k, *before, from, place);
        loop invariant behind: STANDS_BEHIND(*k, place, low);
        loop invariant fifo:   k->order == RTMR_ORDER_FIFO ==> place == to && STANDS_IN_ORDER(*k, place, low);
        loop invariant denied_bid: \at(k->deadline, Pre)[\at(to, Pre)] <= g->doubted < low ==>
                               BID(g->denied, g->refused, *before, from, g->doubted);
        loop invariant denied_before: \at(k->deadline, Pre)[\at(to, Pre)] <= g->doubted < low ==>
                               BID_REFUSES(g->denied, g->refused, g->doubted);
        loop assigns place, low, TABLE_COLUMNS(*k), SCRATCH(*k), GHOST_SCRATCH(*g), GHOST_BID(*g);
        loop variant k->promised - place;
    */
    for (;;) {
        //@ ghost struct rtmr found = *k;
        const rtmr_ticks high = latest_at(k, place);
        //@ assert order: BID_RANGE(*k, place, low, high);
        const rtmr_ticks earliest = earliest_between(k, place, low, high) /*@ ghost (g, before, from) */;

        //@ ghost struct rtmr tried = *k;
        if (earliest != RTMR_NEVER || high == RTMR_TIME_MAX) {
            try_at(k, place, to);
            //@ ghost rtmr_columns_turn_on(k, &tried, before, from, place, to);
            return earliest;
        }
        low = rtmr_later(low, high + 1);
        //@ assert next: Precedes(k->order, k->deadline[place + 1], k->handle[place + 1], low, k->handle[place]);
        try_at(k, place, place + 1);
        //@ ghost rtmr_rest_kept(k, &found, before);
        //@ ghost rtmr_columns_turn_on(k, &tried, before, from, place, place + 1);
        //@ assert started: \forall integer p; 0 <= p < place ==> k->started[p] == found.started[p];
        /*@ assert passed: \forall integer p; 0 <= p <= place ==>
                Precedes(k->order, k->deadline[p], k->handle[p], low, k->handle[place + 1])
                || k->order == RTMR_ORDER_FLOOR && \exists integer q; p <= q < place && k->started[q] != 0; */
        place++;
    }
}
#endif

/* A decision that refuses names the earliest deadline that would do, if the setup asks for it. */
/*@ requires valid:   \valid(k) && \valid(decision) && \valid(g) && \valid_read(before);
    TABLE(requires, *k, 0)
    requires plans:   g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0;
    requires range:   0 <= to < k->promised;
    requires tried:   TRIED_AT(*k, *before, from, to);
    requires stands:  STANDS_IN_ORDER(*k, to, k->deadline[to]);
    requires moved:   g->moved.from == from;
    requires unnamed: decision->earliest_deadline == RTMR_NEVER;
    assigns TABLE_COLUMNS(*k), SCRATCH(*k), GHOST_SCRATCH(*g), GHOST_BID(*g), decision->earliest_deadline;
    TABLE(ensures, *k, 0)
    ensures unasked:  !MAKES_COUNTER_OFFERS(*k) ==> decision->earliest_deadline == RTMR_NEVER;
    RENEWAL_OFFER(ensures, MAKES_COUNTER_OFFERS(*k), *before, \old(k->deadline)[to], decision->earliest_deadline, *g)
    ensures turned:   ColumnsTurned(*k, *before, from, to);
    ensures trial:    g->trial == \old(g->trial);
*/
static void offer_deadline(struct rtmr *k, int32_t to, struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g, const struct rtmr \ghost *before, int32_t from) */
{
#if RTMR_WITH_WHAT_IF
    //@ ghost struct rtmr_ghost_trial trial = g->trial;
    if (k->counter_offer != 0) {
        decision->earliest_deadline = earliest_deadline(k, to) /*@ ghost (g, before, from) */;
    }
    //@ ghost g->trial = trial;
#else
    (void)k;
    (void)to;
    (void)decision;
#endif
}

/* The renewal that has just been tested is adopted: the job, which stood at `from`, is promised at
 * `to`. The watched job was at `was`. O(jobs), with dispatch latency O(jobs + slots). */
/*@ requires valid:   \valid(k) && \valid(g) && \valid_read(before);
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             CLAUSE(conjunct, watched_maps, WATCHED_STAGE(k->map, g->watched, g->job.map))
             CLAUSE(conjunct, watched_reduces, WATCHED_STAGE(k->reduce, g->watched, g->job.reduce))
             BOTH_STAGES(conjunct, late_flagged, LATE_FLAGGED, *k, k->promised)
             CLAUSE(conjunct, from_slots, k->plans_from_slots != 0)
             CLAUSE(conjunct, plans, g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0)
             CLAUSE(conjunct, map_due_soon, NOTICE_PAD(k->map) > 0 ==> DUE_SOON(k->map, k->now))
             CLAUSE(conjunct, reduce_due_soon, NOTICE_PAD(k->reduce) > 0 ==> DUE_SOON(k->reduce, k->now))
             CLAUSE(conjunct, drafts, JUST_DRAFTED(g->trial, *g))
             ALL_PLANNED(conjunct, \true, *k, *g)
             CLAUSE(conjunct, range,
                    0 <= from < before->jobs <= RTMR_JOBS && 0 <= before->promised <= before->jobs
                    && 0 <= to < k->promised && k->promised == before->promised + (from < before->promised ? 0 : 1))
             CLAUSE(conjunct, ends, EndsMovedTo(k->promised, k->jobs, k->map.end, before->map.end, from, to)
                                    && EndsMovedTo(k->promised, k->jobs, k->reduce.end, before->reduce.end, from, to))
             CLAUSE(conjunct, stands, STANDS_IN_ORDER(*k, to, k->deadline[to]) && k->order == before->order)
             CLAUSE(conjunct, named, k->handle[to] == job)
             STAY(conjunct, *k, *before)
             CLAUSE(conjunct, names, Handles(before->jobs, before->handle, before->next_handle))
             CLAUSE(conjunct, was, Watched(was, g->job.handle, g->job.deadline, before->promised, before->next_handle,
                                   before->handle, before->deadline))
             CLAUSE(conjunct, moved, g->watched == STOOD(was, to, from)))
    requires rows:    RowsMovedTo(*k, *before, from, to, k->deadline[to]);
    assigns k->map.end[0 .. RTMR_JOBS - 1], k->reduce.end[0 .. RTMR_JOBS - 1], k->plans_from_slots,
            DUES_OF(k->map), DUES_OF(k->reduce), CURSORS(*k),
            g->map.plan, g->map.last, g->map.position[0 .. RTMR_SLOTS - 1],
            g->reduce.plan, g->reduce.last, g->reduce.position[0 .. RTMR_SLOTS - 1], g->watched, g->job;
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             CHANGE_ADOPTED(conjunct, \true, *k, *g)
             CLAUSE(conjunct, map_adopted, EndsAdopted(0, k->promised, k->map.end, before->map.end, g->trial.map.end))
             CLAUSE(conjunct, reduce_adopted,
                    EndsAdopted(0, k->promised, k->reduce.end, before->reduce.end, g->trial.reduce.end))
             CLAUSE(conjunct, kept, ENDS_STAY(*k, \old(*k), k->promised))
             CLAUSE(conjunct, from_slots, PLANS_FROM_SLOTS(*k))
             BOTH_STAGES(conjunct, slots, OTHER_SLOTS, *k, -1)
             CLAUSE(conjunct, in_time, k->now <= k->reduce.end[to] <= k->deadline[to])
             CLAUSE(conjunct, watch, was >= 0 ==> g->watched == STOOD(was, to, from))
             CLAUSE(conjunct, maps, was >= 0 ==> g->job.map == \old(g->job.map))
             CLAUSE(conjunct, reduces, was >= 0 ==> g->job.reduce == \old(g->job.reduce))
             CLAUSE(conjunct, again, was < 0 ==> g->watched == (job == \old(g->job.handle) ? to : -1))
             CLAUSE(conjunct, other, job != \old(g->job.handle) ==> g->job == \old(g->job))
             CLAUSE(conjunct, rows, RowsMovedTo(*k, *before, from, to, k->deadline[to]))
             CLAUSE(conjunct, map_flagged, EndsMovedTo(k->promised, k->jobs, k->map.end, before->map.end, from, to))
             CLAUSE(conjunct, reduce_flagged,
                    EndsMovedTo(k->promised, k->jobs, k->reduce.end, before->reduce.end, from, to))
             CLAUSE(conjunct, queued, QUEUED(*before) ==> QUEUED(*k))
             STAY(conjunct, *k, *before)
             WAITS_KEPT(conjunct, \true, *k))
    ensures name:     g->job.handle == \old(g->job.handle);
    ensures term:     g->job.deadline == (job == \old(g->job.handle) ? k->deadline[to] : \old(g->job.deadline));
*/
static void adopt(struct rtmr *k)
/*@ ghost (struct rtmr_ghost \ghost *g, const struct rtmr \ghost *before, rtmr_handle job, int32_t was, int32_t from,
           int32_t to) */
{
    //@ ghost int32_t again = g->watched < 0 && g->job.handle == k->handle[to] ? 1 : 0;
    //@ ghost rtmr_queue_renewed(k, before, from, to);
    //@ ghost rtmr_renewal_watched(k, before, g, was, from, to);
    rtmr_adopt_change(k) /*@ ghost (g) */;
    //@ assert moved: RowsMovedTo(*k, *before, from, to, k->deadline[to]);
    //@ assert map_behind: EndsMovedTo(k->promised, k->jobs, k->map.end, before->map.end, from, to);
    //@ assert reduce_behind: EndsMovedTo(k->promised, k->jobs, k->reduce.end, before->reduce.end, from, to);
    //@ assert map_taken: EndsAdopted(0, k->promised, k->map.end, before->map.end, g->trial.map.end);
    //@ assert reduce_taken: EndsAdopted(0, k->promised, k->reduce.end, before->reduce.end, g->trial.reduce.end);
    //@ ghost rtmr_state_ranges(k, g);
    //@ ghost if (again != 0) rtmr_watch(k, g, to);
    //@ ghost rtmr_promise_stands(k, g);
}

/* The job, which stands at `from` and runs on no slot that plans do not count on, is promised by
 * `deadline`: tested, then adopted or taken back. */
/*@ requires valid:   \valid(k) && \valid(decision) && \valid(g);
    requires state:   State(*k, *g);
    requires range:   0 <= from < k->jobs && k->handle[from] == job && k->now <= deadline <= RTMR_TIME_MAX;
    requires counted: !RUNS_UNCOUNTED(k->map, from) && !RUNS_UNCOUNTED(k->reduce, from);
    assigns RENEWS(*k), *decision, GHOST_RENEWS(*g);
    TOGETHER(ensures, effect,
             CLAUSE(conjunct, state, State(*k, *g))
             CLAUSE(conjunct, status, \result == RTMR_OK || \result == RTMR_REJECTED)
             CLAUSE(conjunct, from, g->moved.from == from)
             WAITS_KEPT(conjunct, \result == RTMR_OK, *k))
    RENEWAL_TESTED(ensures, *k, job, deadline, *decision, *g)
*/
static enum rtmr_status test_renewal(struct rtmr *k, rtmr_handle job, int32_t from, rtmr_ticks deadline,
                                     struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const rtmr_ticks old_deadline = k->deadline[from];
    const int32_t promised = k->promised;
    const int32_t plans_from_slots = k->plans_from_slots;
    //@ ghost struct rtmr before = *k;
    //@ ghost int32_t watched = g->watched;
    //@ ghost rtmr_account_same(g);
    //@ ghost rtmr_state_unfold(k, g);
    const int32_t to = promise(k, from, deadline) /*@ ghost (g) */;

    //@ ghost g->moved.from = from;
    //@ ghost g->moved.to = to;
    //@ ghost rtmr_renewal_rest(k, &before);
    //@ ghost rtmr_table_changed(k, &before, from, to);
    //@ assert named: k->handle[to] == job;
    //@ ghost struct rtmr tried = *k;
    //@ assert turned: ColumnsTurned(tried, before, from, to);
    //@ assert map_ends: EndsMovedTo(k->promised, k->jobs, k->map.end, before.map.end, from, to);
    //@ assert reduce_ends: EndsMovedTo(k->promised, k->jobs, k->reduce.end, before.reduce.end, from, to);
    rtmr_decision_clear(decision);
    const enum rtmr_status status = rtmr_test_change(k, decision) /*@ ghost (g) */;
    if (status == RTMR_OK) {
        //@ ghost rtmr_late_stay_flagged(&k->map, &before.map, from, to, promised);
        //@ ghost rtmr_late_stay_flagged(&k->reduce, &before.reduce, from, to, promised);
        adopt(k) /*@ ghost (g, &before, job, watched, from, to) */;
        decision->job = job;
        decision->estimated_finish = k->reduce.end[to];
        decision->earliest_deadline = deadline;
        return RTMR_OK;
    }
    //@ ghost g->watched = watched;
    //@ ghost rtmr_renewal_rest(k, &before);
    //@ ghost rtmr_columns_stay(k, &tried, &before, from, to);
    offer_deadline(k, to, decision) /*@ ghost (g, &before, from) */;
    //@ ghost rtmr_renewal_rest(k, &before);
    //@ ghost rtmr_before_fold(&before, g);
    take_back(k, to, from, old_deadline, promised, plans_from_slots) /*@ ghost (g, &before) */;
    return status;
}

enum rtmr_status rtmr_renew_promise(struct rtmr *k, rtmr_handle job, rtmr_ticks deadline,
                                    struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_ranges(k, g);
    const int32_t place = rtmr_table_find(k, job);

    if (place < 0) {
        return RTMR_E_HANDLE;
    }
    if (deadline < k->now || deadline > RTMR_TIME_MAX) {
        return RTMR_E_DEADLINE;
    }
    if (runs_uncounted(&k->map, place) || runs_uncounted(&k->reduce, place)) {
        return RTMR_E_SLOT_LATE;
    }
    return test_renewal(k, job, place, deadline, decision) /*@ ghost (g) */;
}

#endif
