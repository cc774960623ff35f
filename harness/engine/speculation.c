/*
 * Which running task deserves a second attempt: Hadoop 0.20's rule (TaskInProgress.hasSpeculativeTask()). A job whose
 * tasks of the stage have all been started may duplicate the one dispatched first among those that
 *  - run once, have run for at least 60 s, and on another node than the idle slot's, and
 *  - are behind the average progress of all tasks of the stage by at least 0.2.
 * Progress: of a map, the share of its time that is over. Of a reduce, Hadoop counts a third for the shuffle and a
 * third for the sort; here the shuffle's third grows with the finished maps, the rest with the reduce's own work. A
 * node tells Hadoop the progress at its heartbeats; here it is known at any time.
 */
#include "harness/engine/engine_state.h"

#define SPECULATION_LAG 60000 /* ticks: SPECULATIVE_LAG */
#define SPECULATION_GAP 0.2   /* SPECULATIVE_GAP */
#define LOOK_PERIOD 1000      /* ticks: instant mode has no heartbeats at which to look; ours */

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
    return speculation_candidate(e, job->id, stage, slot) != NONE;
}

ticks speculation_next_look(const struct engine *e)
{
    return (e->now / LOOK_PERIOD + 1) * LOOK_PERIOD;
}
