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
    /*@ loop invariant range:  place <= i <= k->jobs;
        loop invariant before: \forall integer p; 0 <= p <= i && p < k->jobs ==> HEAD_KEPT(*k, p, Pre, p);
        loop invariant behind: \forall integer p; i < p <= k->jobs ==> HEAD_KEPT(*k, p, Pre, p - 1);
        loop assigns i, k->handle[0 .. RTMR_JOBS - 1], k->deadline[0 .. RTMR_JOBS - 1], k->started[0 .. RTMR_JOBS - 1];
        loop variant i;
    */
    for (int32_t i = k->jobs; i > place; i--) {
        copy_head(k, i - 1, i);
    }
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

/* The job at `place` goes to the last place, those behind it one place down. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires range:   0 <= place < k->jobs <= RTMR_JOBS && -1 <= g->watched < k->jobs;
    requires handles: Handles(k->jobs, k->handle, k->next_handle);
    requires due:     Deadlines(k->jobs, k->deadline);
    assigns k->handle[0 .. RTMR_JOBS - 1], k->deadline[0 .. RTMR_JOBS - 1], k->started[0 .. RTMR_JOBS - 1], g->watched;
    ensures handles:  Handles(k->jobs, k->handle, k->next_handle);
    ensures due:      Deadlines(k->jobs, k->deadline);
    ensures watch:    WATCH_LEFT(*g, place);
    ensures seen:     g->watched >= 0 ==> HEAD_KEPT(*k, g->watched, Pre, \old(g->watched));
    ensures before:   \forall integer p; 0 <= p < place ==> HEAD_KEPT(*k, p, Pre, p);
    ensures behind:   \forall integer p; place <= p < k->jobs - 1 ==> HEAD_KEPT(*k, p, Pre, p + 1);
    ensures last:     HEAD_KEPT(*k, \at(k->jobs - 1, Pre), Pre, \at(place, Pre));
*/
static void move_last(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const rtmr_handle handle = k->handle[place];
    const rtmr_ticks deadline = k->deadline[place];
    const uint8_t started = k->started[place];

    /*@ loop invariant range:  place <= i < k->jobs;
        loop invariant before: \forall integer p; 0 <= p < place ==> HEAD_KEPT(*k, p, Pre, p);
        loop invariant moved:  \forall integer p; place <= p < i ==> HEAD_KEPT(*k, p, Pre, p + 1);
        loop invariant coming: \forall integer p; i < p < k->jobs ==> HEAD_KEPT(*k, p, Pre, p);
        loop assigns i, k->handle[0 .. RTMR_JOBS - 1], k->deadline[0 .. RTMR_JOBS - 1], k->started[0 .. RTMR_JOBS - 1];
        loop variant k->jobs - i;
    */
    for (int32_t i = place; i + 1 < k->jobs; i++) {
        copy_head(k, i + 1, i);
    }
    k->handle[k->jobs - 1] = handle;
    k->deadline[k->jobs - 1] = deadline;
    k->started[k->jobs - 1] = started;
    //@ ghost g->watched = g->watched == place ? -1 : g->watched > place ? g->watched - 1 : g->watched;
}

/* The job at `place` goes to the last place, and what is remembered of it is forgotten. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires range:   0 <= place < k->jobs <= RTMR_JOBS && -1 <= g->watched < k->jobs
                      && 0 <= k->map.usable <= RTMR_SLOTS
                      && 0 <= k->reduce.usable <= RTMR_SLOTS && (k->plans_from_slots == 0 ==> k->promised == k->jobs);
    requires handles: Handles(k->jobs, k->handle, k->next_handle);
    requires due:     Deadlines(k->jobs, k->deadline);
    BOTH_ROWS(requires, rows, k->plans_from_slots == 0 ==> ROWS_COVER, *k, *g, k->promised, k->now)
    requires map_finishes: k->plans_from_slots == 0 ==> Ended(k->promised, k->now, k->map_memory, k->started);
    requires reduce_finishes: k->plans_from_slots == 0 ==> Ended(k->promised, k->now, k->reduce_memory, k->started);
    assigns k->handle[0 .. RTMR_JOBS - 1], k->deadline[0 .. RTMR_JOBS - 1], k->started[0 .. RTMR_JOBS - 1], MEMORY(*k),
            g->watched;
    ensures handles:  Handles(k->jobs, k->handle, k->next_handle);
    ensures due:      Deadlines(k->jobs, k->deadline);
    ensures watch:    WATCH_LEFT(*g, place);
    ensures seen:     g->watched >= 0 ==> HEAD_KEPT(*k, g->watched, Pre, \old(g->watched));
    ensures before:   \forall integer p; 0 <= p < place ==> HEAD_KEPT(*k, p, Pre, p);
    ensures behind:   \forall integer p; place <= p < k->jobs - 1 ==> HEAD_KEPT(*k, p, Pre, p + 1);
    BOTH_ROWS(ensures, rows, k->plans_from_slots == 0 ==> ROWS_WITHOUT, *k, *g, place, k->promised - 1, k->now)
    ensures map_finishes: k->plans_from_slots == 0 ==> Ended(k->promised - 1, k->now, k->map_memory, k->started);
    ensures reduce_finishes: k->plans_from_slots == 0 ==> Ended(k->promised - 1, k->now, k->reduce_memory, k->started);
    ensures map_begun: k->plans_from_slots == 0 ==> \forall integer p; 0 <= p < k->promised - 1 ==>
                      k->map_memory.of[p].ended.n == \old(k->map_memory).of[p < place ? p : p + 1].ended.n;
    ensures reduce_begun: k->plans_from_slots == 0 ==> \forall integer p; 0 <= p < k->promised - 1 ==>
                      k->reduce_memory.of[p].ended.n == \old(k->reduce_memory).of[p < place ? p : p + 1].ended.n;
    BOTH_MEMORIES(ensures, finish_times, k->plans_from_slots == 0 ==> TimesMoved, *k, place, k->promised - 1)
    BOTH_MEMORIES(ensures, moved, k->plans_from_slots == 0 ==> RowsMoved, *k, place, k->promised - 1)
*/
static void move_out(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    move_last(k, place) /*@ ghost (g) */;
    if (k->plans_from_slots == 0) {
        rtmr_stored_job_left(k, place) /*@ ghost (g) */;
    }
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
            ROWS_COVER(k->map, k->map_memory, g->map, k->promised - 1, k->now); */
    /*@ assert reduce_rows: k->plans_from_slots == 0 ==>
            ROWS_COVER(k->reduce, k->reduce_memory, g->reduce, k->promised - 1, k->now); */
    //@ ghost rtmr_watch_moves(&k->map, &before.map, &g->job.map, watched, g->watched);
    //@ ghost rtmr_watch_moves(&k->reduce, &before.reduce, &g->job.reduce, watched, g->watched);
    //@ ghost rtmr_tasks_move_up(k, &before, place);
    //@ ghost rtmr_watched_row_left(k, &before, g, watched, place);
    //@ ghost rtmr_started_left(k, &before, place, k->jobs);
    count_out(k, place);
}

void rtmr_table_flag(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost struct rtmr before = *k;
    //@ ghost int32_t watched = g->watched;
    move_last(k, place) /*@ ghost (g) */;
    rtmr_stage_move_last(&k->map, place, k->jobs) /*@ ghost (k->now) */;
    //@ assert maps: \forall integer p; 0 <= p < k->jobs ==> k->map.ready[p] != 0;
    rtmr_stage_move_last(&k->reduce, place, k->jobs) /*@ ghost (k->now) */;
    //@ ghost rtmr_counts_rotated(k, &before, place, k->jobs);
    //@ ghost rtmr_watch_moves(&k->map, &before.map, &g->job.map, watched, g->watched);
    //@ ghost rtmr_watch_moves(&k->reduce, &before.reduce, &g->job.reduce, watched, g->watched);
    k->promised--;
    /*@ assert reduces: \forall integer p; 0 <= p < k->jobs ==>
            (k->reduce.ready[p] != 0 <==> k->map.unfinished[p] == 0); */
}
