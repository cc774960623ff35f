/*
 * Which running task deserves a second attempt: Hadoop 0.20's rule
 * (TaskInProgress.hasSpeculativeTask()). A job whose tasks of the stage have all been started may
 * duplicate the one dispatched first among those that
 *  - run once, have run for at least 60 s, and on another node than the idle slot's, and
 *  - are behind the average progress of all tasks of the stage by at least 0.2.
 * Progress: of a map, the share of its time that is over. Of a reduce, Hadoop counts a third for
 * the shuffle and a third for the sort; here the shuffle's third grows with the finished maps, the
 * rest with the reduce's own work. A node tells Hadoop the progress at its heartbeats; here it is
 * known at any time.
 */
#include "harness/engine/engine_state.h"

#include <math.h>

#define SPECULATION_LAG 60000 /* ticks: SPECULATIVE_LAG */
#define SPECULATION_GAP 0.2   /* SPECULATIVE_GAP */
/* Ticks, chosen by this simulator: instant mode has no heartbeats at which to look. */
#define LOOK_PERIOD 1000

static double progress_of(const struct engine *e, const struct scheduler_job *view, enum stage stage,
                          const struct slot_run *run)
{
    bool maps_done = view->finished[STAGE_MAP] == view->tasks[STAGE_MAP];
    if (stage == STAGE_REDUCE && !maps_done) {
        return (double)view->finished[STAGE_MAP] / (double)view->tasks[STAGE_MAP] / 3.0;
    }
    double worked = (double)(e->now - run->work_start) / (double)(run->end - run->work_start);
    worked = worked < 1.0 ? worked : 1.0; /* the end is not noticed yet */
    return stage == STAGE_MAP ? worked : (1.0 + 2.0 * worked) / 3.0;
}

static double average_progress(const struct engine *e, const struct scheduler_job *view, enum stage stage)
{
    double sum = (double)view->finished[stage];
    for (int32_t slot = e->runs[view->id].busy[stage]; slot != NONE; slot = e->slot[stage][slot].next) {
        const struct slot_run *run = &e->slot[stage][slot];
        if (!run->duplicate && !run->killed) {
            sum += progress_of(e, view, stage, run);
        }
    }
    return sum / (double)view->tasks[stage];
}

int32_t speculation_candidate(const struct engine *e, int32_t job, enum stage stage, int32_t slot)
{
    const struct scheduler_job *view = &e->views[job];
    if (!e->options.speculation || view->waiting[stage] > 0 || view->running[stage] == 0) {
        return NONE;
    }
    int32_t node = e->node_of[stage][slot];
    int32_t found = NONE;
    double average = average_progress(e, view, stage);
    for (int32_t i = e->runs[job].busy[stage]; i != NONE; i = e->slot[stage][i].next) {
        const struct slot_run *run = &e->slot[stage][i];
        bool behind = run->twin == NONE && !run->killed && e->now - run->start >= SPECULATION_LAG &&
                      e->node_of[stage][i] != node && average - progress_of(e, view, stage, run) >= SPECULATION_GAP;
        if (behind && (found == NONE || run->sequence < e->slot[stage][found].sequence)) {
            found = i;
        }
    }
    return found;
}

bool speculation_may_duplicate(const struct engine *e, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    /* asked very often */
    return e->options.speculation && speculation_candidate(e, job->id, stage, slot) != NONE;
}

ticks speculation_look(ticks from)
{
    return (from + LOOK_PERIOD - 1) / LOOK_PERIOD * LOOK_PERIOD;
}

/* How fast the progress of an attempt grows, per tick. */
static double pace_of(const struct scheduler_job *view, enum stage stage, const struct slot_run *run)
{
    bool maps_done = view->finished[STAGE_MAP] == view->tasks[STAGE_MAP];
    if (stage == STAGE_REDUCE && !maps_done) {
        return 0.0;
    }
    return (stage == STAGE_MAP ? 1.0 : 2.0 / 3.0) / (double)(run->end - run->work_start);
}

/* The earliest instant at which an attempt may be duplicated if no event occurs, when it is behind
 * the average by `behind` and loses `pace` per tick. Never, if it could be duplicated a heartbeat
 * ago: it has been offered to every node. The pace does not grow, because attempts that end make no
 * more progress. */
static ticks attempt_stirs_at(const struct engine *e, const struct slot_run *run, double behind, double pace)
{
    double wait = pace > 0.0 ? (SPECULATION_GAP - behind) / pace : behind >= SPECULATION_GAP ? -INFINITY : INFINITY;
    double old_enough = (double)(run->start + SPECULATION_LAG - e->now);
    wait = wait * (1.0 - 1e-9) > old_enough ? wait * (1.0 - 1e-9) : old_enough;
    if (wait + (double)e->cluster->heartbeat < 0.0 || wait >= (double)(WORKLOAD_TIME_MAX - e->now)) {
        return NO_INSTANT;
    }
    return wait > 0.0 ? e->now + (ticks)wait : e->now;
}

/* The same for all attempts of a stage of a job. An end that is not noticed yet will be soon. */
static ticks stage_stirs_at(const struct engine *e, const struct scheduler_job *view, enum stage stage)
{
    double pace = 0.0;
    for (int32_t i = e->runs[view->id].busy[stage]; i != NONE; i = e->slot[stage][i].next) {
        const struct slot_run *run = &e->slot[stage][i];
        if (run->end > 0 && run->end <= e->now) {
            return e->now;
        }
        pace += run->duplicate || run->killed ? 0.0 : pace_of(view, stage, run);
    }
    pace /= (double)view->tasks[stage];
    double average = average_progress(e, view, stage);
    ticks first = NO_INSTANT;
    for (int32_t i = e->runs[view->id].busy[stage]; i != NONE; i = e->slot[stage][i].next) {
        const struct slot_run *run = &e->slot[stage][i];
        if (run->twin == NONE && !run->killed) {
            ticks then =
                attempt_stirs_at(e, run, average - progress_of(e, view, stage, run), pace - pace_of(view, stage, run));
            first = then < first ? then : first;
        }
    }
    return first;
}

ticks speculation_stirs_at(const struct engine *e)
{
    ticks first = NO_INSTANT;
    for (enum stage stage = STAGE_MAP; e->options.speculation && stage < STAGES; stage++) {
        for (int32_t slot = 0; slot < e->slots[stage]; slot++) {
            const struct slot_run *run = &e->slot[stage][slot];
            const struct scheduler_job *view = &e->views[run->job];
            if (run->busy && run->previous == NONE && view->waiting[stage] == 0) {
                /* the first of its job */
                ticks then = stage_stirs_at(e, view, stage);
                first = then < first ? then : first;
            }
        }
    }
    return first;
}
