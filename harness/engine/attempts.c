/*
 * Attempts of tasks from start to end: the slot that an attempt holds, the instant at which its end
 * is known, the effect of its end on the task, and the calls of the scheduler. Every function
 * returns at once when the run's error is raised.
 */
#include "harness/engine/engine_state.h"

/* The most attempts of one task; a count of them fits in 16 bits. */
#define ATTEMPTS_MOST 10000

static void open_reduces(struct engine *e, struct scheduler_job *view)
{
    view->reduces_open =
        (int64_t)view->finished[STAGE_MAP] * SLOWSTART_BARRIER >= (int64_t)view->tasks[STAGE_MAP] * e->slowstart;
}

static bool all_finished(const struct scheduler_job *view, enum stage stage)
{
    return view->finished[stage] == view->tasks[stage];
}

/* The task on this slot begins its own work now: its end becomes known. */
static void begin_work(struct engine *e, enum stage stage, int32_t slot)
{
    struct slot_run *run = &e->slot[stage][slot];
    int32_t node = e->node_of[stage][slot];
    ticks took = cluster_time_at_speed(run->fate.duration, e->cluster->nodes[node].speed[stage]);
    ticks noticed = INT64_MAX;
    if (e->slowness[node] > 1.0) {
        took = fault_scale(took, e->slowness[node]);
    }
    if (took <= ENGINE_TIME_MAX - e->now) {
        run->work_start = e->now;
        run->end = e->now + took;
        noticed = engine_instant_mode(e) ? run->end : heartbeats_notice(&e->beats, node, run->end);
    }
    if (noticed > ENGINE_TIME_MAX) {
        run_error_raise(e->error, "job '%s': a task would end after the last instant of a run, %lld",
                        e->views[run->job].name, (long long)ENGINE_TIME_MAX);
        return;
    }
    finish_queue_push(&e->finishes, (struct finish_event){
                                        .noticed = noticed, .sequence = run->sequence, .slot = slot, .stage = stage});
}

/* Puts the slot on the list of those that the job holds. */
static void hold_slot(struct engine *e, int32_t job, enum stage stage, int32_t slot)
{
    int32_t *first = &e->runs[job].busy[stage];
    struct slot_run *run = &e->slot[stage][slot];
    run->previous = NONE;
    run->next = *first;
    if (*first != NONE) {
        e->slot[stage][*first].previous = slot;
    }
    *first = slot;
    e->views[job].occupied[stage]++;
}

static void release_slot(struct engine *e, int32_t job, enum stage stage, int32_t slot)
{
    const struct slot_run *run = &e->slot[stage][slot];
    if (run->previous == NONE) {
        e->runs[job].busy[stage] = run->next;
    } else {
        e->slot[stage][run->previous].next = run->next;
    }
    if (run->next != NONE) {
        e->slot[stage][run->next].previous = run->previous;
    }
    e->views[job].occupied[stage]--;
}

/* How far the map is from its data on this slot's node. */
static enum locality distance_of(const struct engine *e, int32_t job, enum stage stage, int32_t task, int32_t slot)
{
    return stage == STAGE_MAP && e->places != NULL
               ? data_places_distance(e->places, job, task, e->node_of[STAGE_MAP][slot])
               : LOCALITY_NODE;
}

/* Sets up an attempt of the task on the slot. */
static void begin_attempt(struct engine *e, int32_t job, enum stage stage, int32_t task, int32_t slot)
{
    const struct job_spec *spec = &e->workload->jobs[job];
    int32_t number = e->runs[job].attempts[stage][task]++;
    ticks duration = task_times_at(stage == STAGE_MAP ? &spec->map_times : &spec->reduce_times, task);
    enum locality locality = distance_of(e, job, stage, task, slot);
    if (e->places != NULL && stage == STAGE_MAP) {
        duration = data_places_time(e->places, locality, duration);
    }
    struct attempt attempt = {.row = spec->row, .stage = stage, .task = task, .number = number, .start = e->now};
    e->slot[stage][slot] = (struct slot_run){.busy = true,
                                             .job = job,
                                             .task = task,
                                             .attempt = number,
                                             .twin = NONE,
                                             .locality = locality,
                                             .start = e->now,
                                             .sequence = e->sequence++,
                                             .fate = faults_of(e->faults, attempt, duration)};
    e->outages_in_vain = 0;
    idle_slots_take(&e->idle[stage], slot);
    hold_slot(e, job, stage, slot);
    e->counts.dispatches++;
    if (stage == STAGE_MAP && e->places != NULL) {
        e->counts.maps_at[locality]++;
    }
}

static void note_start(struct engine *e, int32_t job, enum stage stage)
{
    struct job_outcome *outcome = &e->outcomes[job];
    if (outcome->first_start == NO_INSTANT) {
        outcome->first_start = e->now;
    }
    if (outcome->stage_start[stage] == NO_INSTANT) {
        outcome->stage_start[stage] = e->now;
    }
}

/* Nodes may be lost faster than a task can run on them. */
static bool has_attempt_left(struct engine *e, int32_t job, enum stage stage, int32_t task)
{
    if (e->runs[job].attempts[stage][task] == ATTEMPTS_MOST) {
        run_error_raise(e->error, "job '%s': a task was started %d times and never finished", e->views[job].name,
                        ATTEMPTS_MOST);
        return false;
    }
    return true;
}

void attempt_start(struct engine *e, int32_t job, enum stage stage, int32_t slot)
{
    struct scheduler_job *view = &e->views[job];
    int32_t original = speculation_candidate(e, job, stage, slot); /* NONE while a task waits */
    int32_t task =
        original != NONE ? e->slot[stage][original].task : task_choice_take(e, job, stage, e->node_of[stage][slot]);
    if (!audit_start(e->audit, e->now, job, stage, task, slot) || !has_attempt_left(e, job, stage, task)) {
        return;
    }
    begin_attempt(e, job, stage, task, slot);
    if (original != NONE) {
        e->slot[stage][slot].twin = original;
        e->slot[stage][slot].duplicate = true;
        e->slot[stage][original].twin = slot;
        e->counts.duplicates++;
    } else {
        e->waiting[stage]--;
        view->waiting[stage]--;
        view->running[stage]++;
        note_start(e, job, stage);
    }
    if (stage == STAGE_MAP || all_finished(view, STAGE_MAP)) {
        begin_work(e, stage, slot);
    }
    if (e->scheduler->task_started != NULL) {
        e->scheduler->task_started(e->self, view, stage, slot);
    }
}

void execute_job_end(struct engine *e, int32_t job)
{
    struct job_outcome *outcome = &e->outcomes[job];
    outcome->promised = e->scheduler->promises != NULL && e->scheduler->promises(e->self, &e->views[job]);
    if (!audit_job_finished(e->audit, e->now, job, outcome->promised)) {
        return;
    }
    task_choice_end(e, job);
    outcome->finished = true;
    outcome->finish = e->now;
    outcome->met = e->now <= e->workload->jobs[job].deadline;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        outcome->longest_wait[stage] = audit_longest_wait(e->audit, job, stage);
    }
    if (e->scheduler->job_finished != NULL) {
        e->scheduler->job_finished(e->self, &e->views[job]);
    }
}

/* The last map has ended: the reduces that hold slots begin their own work. */
static void begin_held_reduces(struct engine *e, int32_t job)
{
    for (int32_t slot = e->runs[job].busy[STAGE_REDUCE]; slot != NONE && !e->error->raised;
         slot = e->slot[STAGE_REDUCE][slot].next) {
        begin_work(e, STAGE_REDUCE, slot);
    }
}

/* Another attempt of this slot's task has ended first: kills this one, at once or at its node's
 * next report. */
static void kill_attempt(struct engine *e, enum stage stage, int32_t slot)
{
    struct slot_run *run = &e->slot[stage][slot];
    run->killed = true;
    run->twin = NONE;
    ticks noticed = engine_instant_mode(e) ? e->now : heartbeats_notice(&e->beats, e->node_of[stage][slot], e->now);
    if (noticed < run->end) {
        run->end = noticed;
    }
    finish_queue_advance(&e->finishes, stage, slot, noticed);
}

/* One of two attempts has ended without an effect; the other attempt, if it still runs, continues
 * alone. */
static void drop_attempt(struct engine *e, const struct task_run *run)
{
    struct slot_run *slot = &e->slot[run->stage][run->slot];
    if (slot->twin != NONE) {
        e->slot[run->stage][slot->twin].twin = NONE;
        e->slot[run->stage][slot->twin].duplicate = false;
    }
    if (run->lost && e->scheduler->slot_lost != NULL) {
        e->scheduler->slot_lost(e->self, NULL, run->stage, run->slot);
    } else if (e->scheduler->attempt_dropped != NULL) {
        e->scheduler->attempt_dropped(e->self, &e->views[run->job], run->stage, run->slot);
    }
}

static void fail_task(struct engine *e, const struct task_run *run)
{
    struct scheduler_job *view = &e->views[run->job];
    view->running[run->stage]--;
    view->waiting[run->stage]++;
    e->waiting[run->stage]++;
    task_choice_give_back(e, run->job, run->stage, run->task);
    if (run->lost && e->scheduler->slot_lost != NULL) {
        e->scheduler->slot_lost(e->self, view, run->stage, run->slot);
    } else if (e->scheduler->task_failed != NULL) {
        e->scheduler->task_failed(e->self, view, run->stage, run->slot);
    }
}

static void finish_task(struct engine *e, const struct task_run *run)
{
    struct scheduler_job *view = &e->views[run->job];
    view->running[run->stage]--;
    view->finished[run->stage]++;
    e->outcomes[run->job].slot_time[run->stage] += run->end - run->start;
    int32_t twin = e->slot[run->stage][run->slot].twin;
    if (twin != NONE) {
        kill_attempt(e, run->stage, twin);
    }
    if (run->stage == STAGE_MAP) {
        open_reduces(e, view);
        if (all_finished(view, STAGE_MAP)) {
            begin_held_reduces(e, run->job);
        }
    }
    if (e->scheduler->task_finished != NULL) {
        e->scheduler->task_finished(e->self, view, run->stage, run->slot, run->end - run->work_start);
    }
    if (!e->error->raised && all_finished(view, STAGE_MAP) && all_finished(view, STAGE_REDUCE)) {
        execute_job_end(e, run->job);
    }
}

struct task_run attempt_record(const struct engine *e, enum stage stage, int32_t slot)
{
    const struct slot_run *run = &e->slot[stage][slot];
    return (struct task_run){.job = run->job,
                             .stage = stage,
                             .task = run->task,
                             .attempt = run->attempt,
                             .node = e->node_of[stage][slot],
                             .slot = slot,
                             .start = run->start,
                             .work_start = run->work_start,
                             .end = run->end,
                             .noticed = e->now,
                             .locality = run->locality,
                             .failed = run->fate.fails && !run->killed,
                             .killed = run->killed};
}

/* The attempt as it is when it ends now, before its time, in vain. */
static struct task_run cut_short(struct engine *e, enum stage stage, int32_t slot)
{
    struct task_run run = attempt_record(e, stage, slot);
    bool worked = run.end > 0;
    if (worked) {
        finish_queue_remove(&e->finishes, stage, slot);
    } else {
        run.work_start = e->now; /* it has done nothing of its own */
    }
    if (!worked || run.end > e->now) {
        run.end = e->now;
    }
    run.failed = !run.killed;
    return run;
}

/* Books the end of an attempt, whose slot is idle or lost, and tells the scheduler and the
 * observer. */
static void end_attempt(struct engine *e, const struct task_run *run)
{
    e->slot[run->stage][run->slot].busy = false;
    e->counts.finishes++;
    if (!audit_task_end(e->audit, e->now, run)) {
        return;
    }
    if (e->options.task_observer != NULL) {
        e->options.task_observer(e->options.observer_context, run);
    }
    release_slot(e, run->job, run->stage, run->slot);
    e->outcomes[run->job].failed_attempts += run->failed;
    e->outcomes[run->job].lost_time += run->failed ? run->end - run->start : 0;
    if (run->killed || (run->failed && e->slot[run->stage][run->slot].twin != NONE)) {
        drop_attempt(e, run);
    } else if (run->failed) {
        fail_task(e, run);
    } else {
        finish_task(e, run);
    }
}

void attempt_finish(struct engine *e, const struct task_run *run)
{
    bool draining = e->stay[run->stage][run->slot].draining;
    if (!draining) {
        idle_slots_add(&e->idle[run->stage], run->slot);
    }
    end_attempt(e, run);
    if (draining) {
        slot_end_drain(e, run->stage, run->slot);
    }
}

void attempt_lose(struct engine *e, enum stage stage, int32_t slot)
{
    struct task_run run = cut_short(e, stage, slot);
    run.lost = true;
    end_attempt(e, &run);
}

void attempt_fail(struct engine *e, enum stage stage, int32_t slot)
{
    struct task_run run = cut_short(e, stage, slot);
    attempt_finish(e, &run);
}
