#include "job_table.h"

#include "slot_pool.h"
#include "stored_vectors.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/job_rows.h"
#endif

int32_t rtmr_table_floor(const struct rtmr *k)
{
    int32_t place = k->promised;

    if (k->order == RTMR_ORDER_EDF) {
        return 0;
    }
    if (k->order == RTMR_ORDER_FLOOR) {
        /*@ loop invariant range: 0 <= place <= k->promised;
            loop invariant floor: LastStarted(k->started, k->promised) == LastStarted(k->started, place);
            loop assigns place;
            loop variant place;
        */
        while (place > 0 && k->started[place - 1] == 0) {
            place--;
        }
    }
    return place;
}

int32_t rtmr_table_place(const struct rtmr *k, rtmr_ticks deadline)
{
    int32_t place = rtmr_table_floor(k);

    /*@ loop invariant range:  Floor(k->order, k->promised, k->started) <= place <= k->promised && 0 <= place;
        loop invariant passed: \forall integer p; Floor(k->order, k->promised, k->started) <= p < place ==>
                               k->deadline[p] <= deadline;
        loop assigns place;
        loop variant k->promised - place;
    */
    while (place < k->promised && k->deadline[place] <= deadline) {
        place++;
    }
    return place;
}

int32_t rtmr_table_find(const struct rtmr *k, rtmr_handle handle)
{
    /*@ loop invariant range: 0 <= place <= k->jobs;
        loop invariant none:  \forall integer p; 0 <= p < place ==> k->handle[p] != handle;
        loop assigns place;
        loop variant k->jobs - place;
    */
    for (int32_t place = 0; place < k->jobs; place++) {
        if (k->handle[place] == handle) {
            return place;
        }
    }
    return -1;
}

/* The columns of both stages together: the job at `from` goes to `to`. */
/*@ requires valid: \valid(k);
    requires range: 0 <= from < RTMR_JOBS && 0 <= to < RTMR_JOBS;
    assigns k->handle[to], k->deadline[to], k->started[to];
    ensures moved:  HEAD_KEPT(*k, to, Pre, from);
*/
static void copy_head(struct rtmr *k, int32_t from, int32_t to)
{
    k->handle[to] = k->handle[from];
    k->deadline[to] = k->deadline[from];
    k->started[to] = k->started[from];
}

/* The rows behind `from`, up to `to`, go one place down. O(jobs). */
/*@ requires valid: \valid(k);
    requires range: 0 <= from <= to < RTMR_JOBS;
    assigns k->handle[0 .. RTMR_JOBS - 1], k->deadline[0 .. RTMR_JOBS - 1], k->started[0 .. RTMR_JOBS - 1];
    ensures before: \forall integer p; 0 <= p < from ==> HEAD_KEPT(*k, p, Pre, p);
    ensures moved:  \forall integer p; from <= p < to ==> HEAD_KEPT(*k, p, Pre, p + 1);
    ensures behind: \forall integer p; to < p < RTMR_JOBS ==> HEAD_KEPT(*k, p, Pre, p);
*/
static void lower_heads(struct rtmr *k, int32_t from, int32_t to)
{
    /*@ loop invariant range:  from <= i <= to;
        loop invariant before: \forall integer p; 0 <= p < from ==> HEAD_KEPT(*k, p, Pre, p);
        loop invariant moved:  \forall integer p; from <= p < i ==> HEAD_KEPT(*k, p, Pre, p + 1);
        loop invariant coming: \forall integer p; i < p < RTMR_JOBS ==> HEAD_KEPT(*k, p, Pre, p);
        loop assigns i, k->handle[0 .. RTMR_JOBS - 1], k->deadline[0 .. RTMR_JOBS - 1], k->started[0 .. RTMR_JOBS - 1];
        loop variant to - i;
    */
    for (int32_t i = from; i < to; i++) {
        copy_head(k, i + 1, i);
    }
}

/* The rows from `to` on, before `from`, go one place up. O(jobs). */
/*@ requires valid: \valid(k);
    requires range: 0 <= to <= from < RTMR_JOBS;
    assigns k->handle[0 .. RTMR_JOBS - 1], k->deadline[0 .. RTMR_JOBS - 1], k->started[0 .. RTMR_JOBS - 1];
    ensures before: \forall integer p; 0 <= p < to ==> HEAD_KEPT(*k, p, Pre, p);
    ensures moved:  \forall integer p; to < p <= from ==> HEAD_KEPT(*k, p, Pre, p - 1);
    ensures behind: \forall integer p; from < p < RTMR_JOBS ==> HEAD_KEPT(*k, p, Pre, p);
*/
static void raise_heads(struct rtmr *k, int32_t from, int32_t to)
{
    /*@ loop invariant range:  to <= i <= from;
        loop invariant coming: \forall integer p; 0 <= p < i ==> HEAD_KEPT(*k, p, Pre, p);
        loop invariant moved:  \forall integer p; i < p <= from ==> HEAD_KEPT(*k, p, Pre, p - 1);
        loop invariant behind: \forall integer p; from < p < RTMR_JOBS ==> HEAD_KEPT(*k, p, Pre, p);
        loop assigns i, k->handle[0 .. RTMR_JOBS - 1], k->deadline[0 .. RTMR_JOBS - 1], k->started[0 .. RTMR_JOBS - 1];
        loop variant i;
    */
    for (int32_t i = from; i > to; i--) {
        copy_head(k, i - 1, i);
    }
}

/* A job with the next handle is put at `place`, those behind it one place up. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires range:   0 <= place <= k->promised <= k->jobs < RTMR_JOBS && k->next_handle < RTMR_LAST_HANDLE
                      && 0 <= deadline <= RTMR_TIME_MAX;
    requires handles: Handles(k->jobs, k->handle, k->next_handle);
    requires due:     Deadlines(k->jobs, k->deadline);
    requires watched: WATCHED_ROW(*k, *g, k->promised);
    assigns k->handle[0 .. RTMR_JOBS - 1], k->deadline[0 .. RTMR_JOBS - 1], k->started[0 .. RTMR_JOBS - 1],
            k->next_handle, g->watched;
    ensures handles:  Handles(k->jobs + 1, k->handle, k->next_handle);
    ensures due:      Deadlines(k->jobs + 1, k->deadline);
    ensures watched:  WATCHED_ROW(*k, *g, k->promised + 1);
    ensures watch:    g->watched == \old(g->watched) + (\old(g->watched) >= place ? 1 : 0);
    ensures next:     k->next_handle == \old(k->next_handle) + 1;
    ensures before:   \forall integer p; 0 <= p < place ==> HEAD_KEPT(*k, p, Pre, p);
    ensures put:      k->handle[place] == \old(k->next_handle) && k->deadline[place] == deadline
                      && k->started[place] == 0;
    ensures behind:   \forall integer p; place < p <= k->jobs ==> HEAD_KEPT(*k, p, Pre, p - 1);
*/
static void insert_head(struct rtmr *k, int32_t place, rtmr_ticks deadline) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    raise_heads(k, k->jobs, place);
    k->handle[place] = k->next_handle;
    k->deadline[place] = deadline;
    k->started[place] = 0;
    k->next_handle++;
    //@ ghost if (g->watched >= place) g->watched++;
}

void rtmr_table_insert(struct rtmr *k, int32_t place, const struct rtmr_row *row)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost struct rtmr before = *k;
    //@ ghost int32_t watched = g->watched;
    insert_head(k, place, row->deadline) /*@ ghost (g) */;
    rtmr_stage_insert(&k->map, place, k->jobs, &row->map, 1) /*@ ghost (k->promised, k->now) */;
    rtmr_stage_insert(&k->reduce, place, k->jobs, &row->reduce, row->map.waiting == 0)
        /*@ ghost (k->promised, k->now) */;
    //@ ghost rtmr_counts_with(k, &before, place, k->jobs);
    //@ ghost rtmr_watch_moves(&k->map, &before.map, &g->job.map, watched, g->watched);
    //@ ghost rtmr_watch_moves(&k->reduce, &before.reduce, &g->job.reduce, watched, g->watched);
    //@ ghost rtmr_tasks_move_down(k, &before, place);
    k->jobs++;
    k->promised++;
}

/* The row of the job at `from` goes to `to`, those between one place the other way. O(jobs). */
/*@ requires valid:   \valid(k) && \valid(g);
    requires range:   0 <= from < k->jobs && 0 <= to < k->jobs && k->jobs <= RTMR_JOBS && -1 <= g->watched < k->jobs;
    requires handles: Handles(k->jobs, k->handle, k->next_handle);
    requires due:     Deadlines(k->jobs, k->deadline);
    assigns k->handle[0 .. RTMR_JOBS - 1], k->deadline[0 .. RTMR_JOBS - 1], k->started[0 .. RTMR_JOBS - 1], g->watched;
    ensures handles:  Handles(k->jobs, k->handle, k->next_handle);
    ensures due:      Deadlines(k->jobs, k->deadline);
    ensures rows:     \forall integer p; 0 <= p < RTMR_JOBS ==> HEAD_KEPT(*k, p, Pre, STOOD(p, from, to));
    ensures watch:    g->watched == STOOD(\old(g->watched), to, from);
*/
static void move_head(struct rtmr *k, int32_t from, int32_t to) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const rtmr_handle handle = k->handle[from];
    const rtmr_ticks deadline = k->deadline[from];
    const uint8_t started = k->started[from];

    if (from < to) {
        lower_heads(k, from, to);
    } else {
        raise_heads(k, from, to);
    }
    k->handle[to] = handle;
    k->deadline[to] = deadline;
    k->started[to] = started;
    /*@ ghost
      if (g->watched == from) {
          g->watched = to;
      } else if (g->watched > from && g->watched <= to) {
          g->watched--;
      } else if (g->watched < from && g->watched >= to) {
          g->watched++;
      }
    */
}

/* The job at `place` goes to the last place, and what is remembered of it is forgotten. */
/*@ requires valid:   \valid(k) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range,
                    0 <= place < k->jobs <= RTMR_JOBS && -1 <= g->watched < k->jobs
                    && 0 <= k->map.usable <= RTMR_SLOTS
                    && 0 <= k->reduce.usable <= RTMR_SLOTS && (k->plans_from_slots == 0 ==> k->promised == k->jobs))
             CLAUSE(conjunct, handles, Handles(k->jobs, k->handle, k->next_handle))
             CLAUSE(conjunct, due, Deadlines(k->jobs, k->deadline))
             BOTH_ROWS(conjunct, rows, k->plans_from_slots == 0 ==> ROWS_COVER, *k, *g, k->promised, k->now)
             CLAUSE(conjunct, map_finishes,
                    k->plans_from_slots == 0 ==> Ended(k->promised, k->now, MAP_MEMORY(*k), k->started))
             CLAUSE(conjunct, reduce_finishes,
                    k->plans_from_slots == 0 ==> Ended(k->promised, k->now, REDUCE_MEMORY(*k), k->started)))
    PLANS_BUILT(requires, *k)
    assigns k->handle[0 .. RTMR_JOBS - 1], k->deadline[0 .. RTMR_JOBS - 1], k->started[0 .. RTMR_JOBS - 1], MEMORY(*k),
            g->watched;
    ensures handles:  Handles(k->jobs, k->handle, k->next_handle);
    ensures due:      Deadlines(k->jobs, k->deadline);
    ensures watch:    WATCH_LEFT(*g, place);
    ensures seen:     g->watched >= 0 ==> HEAD_KEPT(*k, g->watched, Pre, \old(g->watched));
    ensures before:   \forall integer p; 0 <= p < place ==> HEAD_KEPT(*k, p, Pre, p);
    ensures behind:   \forall integer p; place <= p < k->jobs - 1 ==> HEAD_KEPT(*k, p, Pre, p + 1);
    BOTH_ROWS(ensures, rows, k->plans_from_slots == 0 ==> ROWS_WITHOUT, *k, *g, place, k->promised - 1, k->now)
    ensures map_finishes: k->plans_from_slots == 0 ==> Ended(k->promised - 1, k->now, MAP_MEMORY(*k), k->started);
    ensures reduce_finishes: k->plans_from_slots == 0 ==> Ended(k->promised - 1, k->now, REDUCE_MEMORY(*k), k->started);
    ensures map_begun: k->plans_from_slots == 0 ==> \forall integer p; 0 <= p < k->promised - 1 ==>
                      MAP_MEMORY(*k).of[p].ended.n == \old(MAP_MEMORY(*k)).of[p < place ? p : p + 1].ended.n;
    ensures reduce_begun: k->plans_from_slots == 0 ==> \forall integer p; 0 <= p < k->promised - 1 ==>
                      REDUCE_MEMORY(*k).of[p].ended.n == \old(REDUCE_MEMORY(*k)).of[p < place ? p : p + 1].ended.n;
    BOTH_MEMORIES(ensures, finish_times, k->plans_from_slots == 0 ==> TimesMoved, *k, place, k->promised - 1)
    BOTH_MEMORIES(ensures, moved, k->plans_from_slots == 0 ==> RowsMoved, *k, place, k->promised - 1)
*/
static void move_out(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    move_head(k, place, k->jobs - 1) /*@ ghost (g) */;
    //@ ghost if (g->watched == k->jobs - 1) g->watched = -1;
#if RTMR_WITH_STORED_VECTORS
    if (k->plans_from_slots == 0) {
        rtmr_stored_job_left(k, place) /*@ ghost (g) */;
    }
#endif
}

/* There is one job less; if there is none left, the setup decides again how plans are made. */
/*@ requires valid:   \valid(k);
    requires range:   0 <= place < k->jobs <= RTMR_JOBS && 0 <= k->promised <= k->jobs;
    assigns k->jobs, k->promised, k->plans_from_slots;
    ensures count:    k->jobs == \old(k->jobs) - 1 && k->promised == \old(k->promised)
                      - (place < \old(k->promised) ? 1 : 0);
    ensures afresh:   k->jobs == 0 ==> (k->plans_from_slots != 0 <==> k->feedback == RTMR_FEEDBACK_EXACT);
    ensures same:     k->jobs > 0 ==> k->plans_from_slots == \old(k->plans_from_slots);
*/
static void count_out(struct rtmr *k, int32_t place)
{
    k->jobs--;
    if (place < k->promised) {
        k->promised--;
    }
    if (k->jobs == 0) {
        k->plans_from_slots = k->feedback == RTMR_FEEDBACK_EXACT;
    }
}

void rtmr_table_remove(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost struct rtmr before = *k;
    //@ ghost int32_t watched = g->watched;
    move_out(k, place) /*@ ghost (g) */;
    rtmr_stage_remove(&k->map, place, k->jobs) /*@ ghost (&g->map, k->promised, k->now) */;
    rtmr_stage_remove(&k->reduce, place, k->jobs) /*@ ghost (&g->reduce, k->promised, k->now) */;
    /*@ assert map_rows: k->plans_from_slots == 0 ==>
            ROWS_COVER(k->map, MAP_MEMORY(*k), g->map, k->promised - 1, k->now); */
    /*@ assert reduce_rows: k->plans_from_slots == 0 ==>
            ROWS_COVER(k->reduce, REDUCE_MEMORY(*k), g->reduce, k->promised - 1, k->now); */
    //@ ghost rtmr_watch_moves(&k->map, &before.map, &g->job.map, watched, g->watched);
    //@ ghost rtmr_watch_moves(&k->reduce, &before.reduce, &g->job.reduce, watched, g->watched);
    //@ ghost rtmr_tasks_move_up(k, &before, place);
    //@ ghost rtmr_watched_row_left(k, &before, g, watched, place);
    //@ ghost rtmr_started_left(k, &before, place, k->jobs);
    count_out(k, place);
}

void rtmr_table_move(struct rtmr *k, int32_t from, int32_t to) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost struct rtmr before = *k;
    //@ ghost int32_t watched = g->watched;
    move_head(k, from, to) /*@ ghost (g) */;
    rtmr_stage_move(&k->map, from, to) /*@ ghost (k->jobs, k->now) */;
    rtmr_stage_move(&k->reduce, from, to) /*@ ghost (k->jobs, k->now) */;
    //@ ghost rtmr_counts_turned(k, &before, from, to, k->jobs);
    //@ ghost rtmr_tasks_turned(k, &before, from, to);
    //@ ghost rtmr_watch_turns(&k->map, &before.map, &g->job.map, watched, from, to, k->jobs);
    //@ ghost rtmr_watch_turns(&k->reduce, &before.reduce, &g->job.reduce, watched, from, to, k->jobs);
}

/* The place among the flagged jobs of the job at `place` < promised, when it has left its own:
 * behind those whose deadline is not later. O(jobs). */
/*@ requires valid:  \valid_read(k);
    requires range:  0 <= place < k->promised <= k->jobs <= RTMR_JOBS;
    assigns \nothing;
    ensures flagged: k->promised - 1 <= \result < k->jobs;
    ensures queued:  \forall integer p; k->promised <= p <= \result ==> k->deadline[p] <= k->deadline[place];
    ensures sooner:  \result + 1 < k->jobs ==> k->deadline[place] < k->deadline[\result + 1];
*/
static int32_t place_when_flagged(const struct rtmr *k, int32_t place)
{
    int32_t to = k->promised - 1;

    /*@ loop invariant range:  k->promised - 1 <= to < k->jobs;
        loop invariant queued: \forall integer p; k->promised <= p <= to ==> k->deadline[p] <= k->deadline[place];
        loop assigns to;
        loop variant k->jobs - to;
    */
    while (to + 1 < k->jobs && k->deadline[to + 1] <= k->deadline[place]) {
        to++;
    }
    return to;
}

int32_t rtmr_table_flag(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const int32_t to = place_when_flagged(k, place);

    //@ ghost struct rtmr before = *k;
    //@ ghost int32_t watched = g->watched;
    rtmr_table_move(k, place, to) /*@ ghost (g) */;
    k->promised--;
    //@ ghost rtmr_watch_flagged(k, &before, g, watched, place, to);
    return to;
}
