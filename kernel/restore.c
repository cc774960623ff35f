#include "restore.h"

#if RTMR_WITH_RESTORE

#include "access.h"
#include "clock.h"
#include "runs.h"
#include "slot_state.h"

/* The setting is one that the state allows; what latency adds to the stages is not too much. (Of
 * latencies rtmr_init() asks more.) */
/*@ requires valid:  \valid_read(k);
    assigns \nothing;
    ensures setting: \result != 0 <==> SETTING_CHECKED(*k) && PADS_SMALL(k->map) && PADS_SMALL(k->reduce);
*/
static int32_t setting_fits(const struct rtmr *k)
{
    if (rtmr_check_policy(k->feedback, k->order) != RTMR_OK || k->order == RTMR_ORDER_DEFAULT) {
        return 0;
    }
    if (k->delta < 0 || k->delta > RTMR_TIME_MAX) {
        return 0;
    }
    if (k->feedback == RTMR_FEEDBACK_EXACT && k->plans_from_slots == 0) {
        return 0;
    }
#if RTMR_WITH_LATENCY
    if (k->latency < 0 || k->latency > RTMR_TIME_MAX / 4 || k->reduce.wait_pad < 0 ||
        k->reduce.wait_pad > RTMR_TIME_MAX / 4) {
        return 0;
    }
    return k->map.notice_pad == k->latency && k->map.release_pad == k->latency && k->map.wait_pad == 0 &&
           k->reduce.notice_pad == k->latency && k->reduce.release_pad == 0;
#else
    return 1;
#endif
}

/* The counters of the slot table are what they say. */
/*@ requires valid: \valid_read(pool);
    assigns \nothing;
    ensures table:  \result != 0 <==> SLOT_TABLE(*pool);
*/
static int32_t slots_counted(const struct rtmr_pool *pool)
{
    int32_t idle = 0;
    int32_t busy = 0;

    if (pool->slots < 1 || pool->slots > RTMR_SLOTS) {
        return 0;
    }
    /*@ loop invariant range: 0 <= s <= pool->slots && 0 <= idle && 0 <= busy && idle + busy <= s;
        loop invariant count: idle == Idle(pool->state, s) && busy == Busy(pool->state, s);
        loop assigns s, idle, busy;
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        idle += pool->state[s] == RTMR_SLOT_IDLE;
        busy += pool->state[s] == RTMR_SLOT_BUSY;
    }
    return pool->idle == idle && pool->usable == idle + busy;
}

/* Every slot is in a state that there is, and what runs is a task of one of the jobs. */
/*@ requires valid: \valid_read(pool);
    requires range: 0 <= pool->slots <= RTMR_SLOTS && 0 <= jobs <= RTMR_JOBS;
    assigns \nothing;
    ensures named:  \result != 0 <==> KnownStates(pool->slots, pool->state) && SLOT_JOBS(*pool, jobs);
*/
static int32_t slots_named(const struct rtmr_pool *pool, int32_t jobs)
{
    /*@ loop invariant range: 0 <= s <= pool->slots;
        loop invariant known: KnownStates(s, pool->state);
        loop invariant named: SlotJobs(s, jobs, pool->state, pool->place);
        loop assigns s;
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] > RTMR_SLOT_ABSENT) {
            return 0;
        }
        if (rtmr_slot_runs(pool->state[s]) && (pool->place[s] < 0 || pool->place[s] >= jobs)) {
            return 0;
        }
    }
    return 1;
}

/* Whatever runs in time has a bound that has not passed. */
/*@ requires valid: \valid_read(pool);
    requires range: 0 <= pool->slots <= RTMR_SLOTS;
    requires jobs:  SLOT_JOBS(*pool, jobs);
    assigns \nothing;
    ensures bounds: \result != 0 <==> SLOT_BOUNDS(*pool, 0, now);
*/
static int32_t slots_bounded(const struct rtmr_pool *pool, rtmr_ticks now) /*@ ghost (int32_t jobs) */
{
    /*@ loop invariant range:  0 <= s <= pool->slots;
        loop invariant bounds: SlotBounds(s, 0, now, pool->soonest, pool->state, pool->place, pool->bound, pool->end);
        loop assigns s;
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        if (rtmr_slot_timely(pool->state[s]) &&
            (pool->bound[s] < now || pool->bound[s] > 4 * RTMR_TIME_MAX || pool->bound[s] < pool->soonest)) {
            return 0;
        }
    }
    return 1;
}

/* What is known of when tasks are due on idle slots is so. */
/*@ requires valid: \valid_read(pool);
    requires range: 0 <= pool->slots <= RTMR_SLOTS;
    assigns \nothing;
    ensures due:    \result != 0 <==> DUE_RANGE(*pool);
*/
static int32_t dues_fit(const struct rtmr_pool *pool)
{
#if RTMR_WITH_LATENCY
    /*@ loop invariant range: 0 <= s <= pool->slots;
        loop invariant due:   DueRange(pool->due_first, pool->due_last, s, pool->state, pool->bound);
        loop assigns s;
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_IDLE && (pool->bound[s] < pool->due_first || pool->bound[s] > pool->due_last)) {
            return 0;
        }
    }
#else
    (void)pool;
#endif
    return 1;
}

/* How many tasks of the job at `place` run. */
/*@ requires valid: \valid_read(pool);
    requires range: 0 <= pool->slots <= RTMR_SLOTS;
    assigns \nothing;
    ensures tasks:  \result == TasksOf(pool->state, pool->place, pool->slots, place);
    ensures range:  0 <= \result <= pool->slots;
*/
static int32_t running_tasks(const struct rtmr_pool *pool, int32_t place)
{
    int32_t tasks = 0;

    /*@ loop invariant range: 0 <= s <= pool->slots && 0 <= tasks <= s;
        loop invariant tasks: tasks == TasksOf(pool->state, pool->place, s, place);
        loop assigns s, tasks;
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        tasks += rtmr_slot_runs(pool->state[s]) && pool->place[s] == place;
    }
    return tasks;
}

/* The tasks of the job at `place` that are not finished wait or run, and take some time. */
/*@ requires valid: \valid_read(pool);
    requires range: 0 <= pool->slots <= RTMR_SLOTS && 0 <= place < RTMR_JOBS;
    assigns \nothing;
    ensures tasks:  \result != 0 <==> TASKS_FIT(*pool, place);
*/
static int32_t tasks_fit(const struct rtmr_pool *pool, int32_t place)
{
    const int32_t waiting = pool->waiting[place];
    const int32_t unfinished = pool->unfinished[place];
    const rtmr_ticks estimate = pool->estimate[place];
    const int32_t running = running_tasks(pool, place);

    if (waiting < 0 || waiting > unfinished || unfinished > RTMR_TASKS) {
        return 0;
    }
    if (estimate < 0 || estimate > RTMR_TIME_MAX + RTMR_TIME_MAX / 2 || (unfinished > 0 && estimate == 0)) {
        return 0;
    }
    return unfinished - waiting == running;
}

/* The same of all jobs, and there are as many tasks as is said. */
/*@ requires valid: \valid_read(pool);
    requires range: 0 <= pool->slots <= RTMR_SLOTS && 0 <= jobs <= RTMR_JOBS;
    assigns \nothing;
    ensures counts: \result != 0 <==> JOB_COUNTS(*pool, jobs) && pool->tasks == Sum(pool->unfinished, jobs)
                                      && 0 <= pool->tasks <= RTMR_TASKS;
*/
static int32_t jobs_counted(const struct rtmr_pool *pool, int32_t jobs)
{
    int64_t tasks = 0;

    /*@ loop invariant range:  0 <= place <= jobs && 0 <= tasks <= place * RTMR_TASKS;
        loop invariant counts: JOB_COUNTS(*pool, place);
        loop invariant sum:    tasks == Sum(pool->unfinished, place);
        loop assigns place, tasks;
        loop variant jobs - place;
    */
    for (int32_t place = 0; place < jobs; place++) {
        if (!tasks_fit(pool, place)) {
            return 0;
        }
        tasks += pool->unfinished[place];
    }
    return tasks == pool->tasks && tasks <= RTMR_TASKS;
}

/* The search for an offer has passed no job that has a ready task that waits, and counted the
 * waiting tasks of those that it has passed. */
/*@ requires valid: \valid_read(pool);
    requires range: 0 <= pool->slots <= RTMR_SLOTS && 0 <= jobs <= RTMR_JOBS;
    requires counts: JOB_COUNTS(*pool, jobs);
    assigns \nothing;
    ensures cursor: \result != 0 <==> CURSOR(*pool, jobs);
*/
static int32_t cursor_fits(const struct rtmr_pool *pool, int32_t jobs)
{
    int64_t waiting = 0;

    if (pool->first < 0 || pool->first > jobs) {
        return 0;
    }
    /*@ loop invariant range:  0 <= place <= pool->first && 0 <= waiting <= place * RTMR_TASKS;
        loop invariant sum:    waiting == Sum(pool->waiting, place);
        loop invariant passed: \forall integer q; 0 <= q < place ==> pool->ready[q] == 0 || pool->waiting[q] == 0;
        loop assigns place, waiting;
        loop variant pool->first - place;
    */
    for (int32_t place = 0; place < pool->first; place++) {
        if (pool->ready[place] != 0 && pool->waiting[place] > 0) {
            return 0;
        }
        waiting += pool->waiting[place];
    }
    return pool->reserved == waiting;
}

/*@ requires valid: \valid_read(pool);
    requires range: 0 <= jobs <= RTMR_JOBS;
    assigns \nothing;
    ensures pool:   \result != 0 <==> POOL_FITS(*pool, jobs, now);
*/
static int32_t pool_fits(const struct rtmr_pool *pool, int32_t jobs, rtmr_ticks now)
{
    return slots_counted(pool) && slots_named(pool, jobs) && slots_bounded(pool, now) /*@ ghost (jobs) */ &&
           dues_fit(pool) && jobs_counted(pool, jobs) && cursor_fits(pool, jobs);
}

/* The job at `place` has a deadline, and something left to do; whether it has started, and what is
 * ready, is what its tasks say. */
/*@ requires valid: \valid_read(k);
    requires range: 0 <= place < RTMR_JOBS;
    assigns \nothing;
    ensures job:    \result != 0 <==> JOB_FITS(*k, place);
*/
static int32_t job_fits(const struct rtmr *k, int32_t place)
{
    if (k->deadline[place] < 0 || k->deadline[place] > RTMR_TIME_MAX) {
        return 0;
    }
    if (k->map.ready[place] == 0 || (k->reduce.ready[place] != 0) != (k->map.unfinished[place] == 0)) {
        return 0;
    }
    if (k->started[place] == 0 && (k->map.waiting[place] != k->map.unfinished[place] ||
                                   k->reduce.waiting[place] != k->reduce.unfinished[place])) {
        return 0;
    }
    return k->map.unfinished[place] > 0 || k->reduce.unfinished[place] > 0;
}

/* The handle at `place` has been given out, and to no job before that place. */
/*@ requires valid:   \valid_read(k);
    requires range:   0 <= place < RTMR_JOBS;
    assigns \nothing;
    ensures handle:   \result != 0 <==> HANDLE_FITS(*k, place);
*/
static int32_t handle_fits(const struct rtmr *k, int32_t place)
{
    if (k->handle[place] <= RTMR_NO_JOB || k->handle[place] >= k->next_handle) {
        return 0;
    }
    /*@ loop invariant range: 0 <= q <= place;
        loop invariant other: \forall integer p; 0 <= p < q ==> k->handle[p] != k->handle[place];
        loop assigns q;
        loop variant place - q;
    */
    for (int32_t q = 0; q < place; q++) {
        if (k->handle[q] == k->handle[place]) {
            return 0;
        }
    }
    return 1;
}

/*@ requires valid: \valid_read(k);
    requires range: 0 <= k->jobs <= RTMR_JOBS;
    requires tasks: \forall integer p; 0 <= p < k->jobs ==> 0 <= k->map.unfinished[p] && 0 <= k->reduce.unfinished[p];
    assigns \nothing;
    ensures jobs:   \result != 0 <==> JOBS_FIT(*k, k->jobs);
*/
static int32_t jobs_fit(const struct rtmr *k)
{
    if (k->next_handle <= RTMR_NO_JOB) {
        return 0;
    }
    /*@ loop invariant range:  0 <= place <= k->jobs;
        loop invariant jobs:   JOBS_FIT(*k, place);
        loop assigns place;
        loop variant k->jobs - place;
    */
    for (int32_t place = 0; place < k->jobs; place++) {
        if (!job_fits(k, place) || !handle_fits(k, place)) {
            return 0;
        }
    }
    return 1;
}

int32_t rtmr_tables_fit(const struct rtmr *k)
{
    if (k->now < 0 || k->now > RTMR_TIME_MAX || k->promised < 0 || k->promised > k->jobs || k->jobs > RTMR_JOBS) {
        return 0;
    }
    return setting_fits(k) && pool_fits(&k->map, k->jobs, k->now) && pool_fits(&k->reduce, k->jobs, k->now) &&
           jobs_fit(k);
}

#if RTMR_WITH_RUNS
/* `busy` is what the slot table says, whatever it was. O(slots * log slots), and runs move. */
/*@ requires valid: \valid(pool);
    requires table: SLOT_TABLE(*pool);
    assigns pool->busy;
    POOL_BUSY(ensures, , *pool)
*/
static void count_busy(struct rtmr_pool *pool)
{
    rtmr_runs_clear(&pool->busy);
    /*@ loop invariant range:   0 <= s <= pool->slots;
        loop invariant ordered: RUNS_ORDERED(pool->busy);
        loop invariant size:    pool->busy.n == Busy(pool->state, s) && pool->busy.n <= s;
        loop invariant counted: \forall integer x; RUNS_ABOVE(pool->busy, x)
                                  == BusyAbove(pool->state, pool->bound, s, x);
        loop assigns s, pool->busy;
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_BUSY) {
            rtmr_runs_insert(&pool->busy, pool->bound[s], 1);
        }
    }
}
#else
/*@ assigns \nothing; */
static void count_busy(struct rtmr_pool *pool)
{
    (void)pool;
}
#endif

enum rtmr_status rtmr_take_up(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost struct rtmr found = *k;
    count_busy(&k->map);
    count_busy(&k->reduce);
    //@ ghost struct rtmr counted = *k;
    //@ ghost g->watched = -1;
    //@ ghost g->job.handle = RTMR_NO_JOB;
    alarm->overrun_tasks = 0;
    alarm->flagged_jobs = 0;
    rtmr_react(k, to, alarm) /*@ ghost (g) */;
    //@ ghost rtmr_order_lost(k, &counted, &found, &g->order, -1, -1);
    //@ ghost rtmr_recovery_lost(k, &counted, &found, g, -1, -1);
    if (alarm->overrun_tasks != 0) {
        return RTMR_VIOLATION_OVERRUN;
    }
    return alarm->flagged_jobs != 0 ? RTMR_VIOLATION_WAITING : RTMR_OK;
}

#endif
