/* What happens at one instant. Every function returns at once when the run's error is raised. */
#include "harness/engine/engine_state.h"

static bool instant_mode(const struct engine *e)
{
    return e->cluster->heartbeat == 0;
}

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
    if (took <= ENGINE_TIME_MAX - e->now) {
        run->work_start = e->now;
        run->end = e->now + took;
        noticed = instant_mode(e) ? run->end : heartbeats_notice(&e->beats, node, run->end);
    }
    if (noticed > ENGINE_TIME_MAX) {
        run_error_raise(e->error, "job '%s': a task would end after the last instant of a run, %lld",
                        e->views[run->job].name, (long long)ENGINE_TIME_MAX);
        return;
    }
    finish_queue_push(&e->finishes, (struct finish_event){.noticed = noticed,
                                                          .sequence = run->sequence,
                                                          .slot = slot,
                                                          .stage = stage});
}

/* Takes the job's next task of the stage: failed ones first. */
static int32_t take_task(struct engine *e, struct job_run *job, enum stage stage)
{
    int32_t task = job->retry[stage];
    if (task == NONE) {
        return job->next_task[stage]++;
    }
    job->retry[stage] = e->next_retry[job->first_task[stage] + (size_t)task];
    return task;
}

static void give_back_task(struct engine *e, struct job_run *job, enum stage stage, int32_t task)
{
    e->next_retry[job->first_task[stage] + (size_t)task] = job->retry[stage];
    job->retry[stage] = task;
}

/* Starts the next task of a job that has one waiting on an idle slot. */
static void start_task(struct engine *e, int32_t job, enum stage stage, int32_t slot)
{
    struct scheduler_job *view = &e->views[job];
    struct job_run *tasks = &e->runs[job];
    const struct job_spec *spec = &e->workload->jobs[job];
    int32_t task = take_task(e, tasks, stage);
    if (!audit_start(e->audit, e->now, job, stage, task, slot)) {
        return;
    }
    int32_t number = e->attempts[tasks->first_task[stage] + (size_t)task]++;
    ticks duration = (stage == STAGE_MAP ? spec->map_durations : spec->reduce_durations)[task];
    struct attempt attempt = {.row = spec->row, .stage = stage, .task = task, .number = number};

    struct slot_run *run = &e->slot[stage][slot];
    *run = (struct slot_run){.job = job,
                             .task = task,
                             .attempt = number,
                             .next_held = NONE,
                             .start = e->now,
                             .sequence = e->sequence++,
                             .fate = faults_of(e->faults, attempt, duration)};
    idle_slots_take(&e->idle[stage], slot);
    e->waiting[stage]--;
    view->waiting[stage]--;
    view->running[stage]++;
    if (e->outcomes[job].first_start == NO_INSTANT) {
        e->outcomes[job].first_start = e->now;
    }
    e->counts.dispatches++;

    if (stage == STAGE_REDUCE && !all_finished(view, STAGE_MAP)) {
        run->next_held = tasks->held;
        tasks->held = slot;
    } else {
        begin_work(e, stage, slot);
    }
    if (e->scheduler->task_started != NULL) {
        e->scheduler->task_started(e->self, view, stage, slot);
    }
}

static void finish_job(struct engine *e, int32_t job)
{
    struct job_outcome *outcome = &e->outcomes[job];
    if (!audit_job_finished(e->audit, e->now, job)) {
        return;
    }
    outcome->finished = true;
    outcome->finish = e->now;
    outcome->met = e->now <= e->workload->jobs[job].deadline;
    if (e->scheduler->job_finished != NULL) {
        e->scheduler->job_finished(e->self, &e->views[job]);
    }
}

/* The last map has ended: the reduces that hold slots begin their own work. */
static void release_held(struct engine *e, struct job_run *job)
{
    int32_t slot = job->held;
    job->held = NONE;
    while (slot != NONE && !e->error->raised) {
        begin_work(e, STAGE_REDUCE, slot);
        slot = e->slot[STAGE_REDUCE][slot].next_held;
    }
}

/* Books the end of an attempt and tells the scheduler. */
static void end_task(struct engine *e, const struct task_run *run)
{
    struct scheduler_job *view = &e->views[run->job];
    view->running[run->stage]--;
    if (run->failed) {
        view->waiting[run->stage]++;
        e->waiting[run->stage]++;
        e->outcomes[run->job].failed_attempts++;
        give_back_task(e, &e->runs[run->job], run->stage, run->task);
        if (e->scheduler->task_failed != NULL) {
            e->scheduler->task_failed(e->self, view, run->stage, run->slot);
        }
        return;
    }
    view->finished[run->stage]++;
    e->outcomes[run->job].slot_time[run->stage] += run->end - run->start;
    if (run->stage == STAGE_MAP) {
        open_reduces(e, view);
        if (all_finished(view, STAGE_MAP)) {
            release_held(e, &e->runs[run->job]);
        }
    }
    if (e->scheduler->task_finished != NULL) {
        e->scheduler->task_finished(e->self, view, run->stage, run->slot, run->end - run->work_start);
    }
    if (!e->error->raised && all_finished(view, STAGE_MAP) && all_finished(view, STAGE_REDUCE)) {
        finish_job(e, run->job);
    }
}

void execute_finishes(struct engine *e)
{
    while (!e->error->raised && e->finishes.count > 0 && finish_queue_first(&e->finishes)->noticed == e->now) {
        struct finish_event event = finish_queue_pop(&e->finishes);
        const struct slot_run *slot = &e->slot[event.stage][event.slot];
        struct task_run run = {.job = slot->job,
                               .stage = event.stage,
                               .task = slot->task,
                               .attempt = slot->attempt,
                               .node = e->node_of[event.stage][event.slot],
                               .slot = event.slot,
                               .start = slot->start,
                               .work_start = slot->work_start,
                               .end = slot->end,
                               .noticed = event.noticed,
                               .failed = slot->fate.fails};
        idle_slots_add(&e->idle[event.stage], event.slot);
        e->counts.finishes++;
        if (!audit_task_end(e->audit, e->now, &run)) {
            return;
        }
        if (e->options.task_observer != NULL) {
            e->options.task_observer(e->options.observer_context, &run);
        }
        end_task(e, &run);
    }
}

static void arrive(struct engine *e, int32_t job)
{
    struct scheduler_job *view = &e->views[job];
    struct job_outcome *outcome = &e->outcomes[job];
    struct verdict verdict = {
        .accepted = true, .estimated_finish = NO_INSTANT, .reason = "", .earliest_deadline = NO_INSTANT};
    e->scheduler->job_arrives(e->self, view, &verdict);
    e->counts.arrivals++;
    e->counts.decisions++;
    if (e->error->raised || !audit_arrival(e->audit, e->now, job, verdict.accepted)) {
        return;
    }
    outcome->arrived = true;
    outcome->accepted = verdict.accepted;
    outcome->estimated_finish = verdict.estimated_finish;
    outcome->earliest_deadline = verdict.earliest_deadline;
    outcome->reason = verdict.reason;
    if (!verdict.accepted) {
        return;
    }
    e->waiting[STAGE_MAP] += view->tasks[STAGE_MAP];
    e->waiting[STAGE_REDUCE] += view->tasks[STAGE_REDUCE];
    if (view->tasks[STAGE_MAP] == 0 && view->tasks[STAGE_REDUCE] == 0) {
        finish_job(e, job);
    }
}

void execute_arrivals(struct engine *e)
{
    while (!e->error->raised && (size_t)e->arrived < e->workload->count &&
           e->workload->jobs[e->arrived].arrival == e->now) {
        arrive(e, e->arrived++);
    }
}

/* Asks the scheduler for this idle slot. The number of a job of which a task may start, or NONE; a job that
 * may not run is an error. */
static int32_t ask(struct engine *e, enum stage stage, int32_t slot)
{
    static const char *const stage_name[STAGES] = {"map", "reduce"};
    const struct scheduler_job *view = e->scheduler->pick(e->self, stage, slot);
    e->counts.decisions++;
    if (view == NULL || e->error->raised) {
        return NONE;
    }
    if (view->id < 0 || view->id >= e->arrived || view != &e->views[view->id]) {
        run_error_raise(e->error, "scheduler '%s' picked a job that has not arrived, at %lld", e->scheduler->name,
                        (long long)e->now);
        return NONE;
    }
    const char *problem = !e->outcomes[view->id].accepted ? "it was rejected"
                          : view->waiting[stage] == 0     ? "it has no task waiting in that stage"
                          : stage == STAGE_REDUCE && !view->reduces_open
                              ? "its stage has not begun: too few maps are finished"
                              : NULL;
    if (problem != NULL) {
        run_error_raise(e->error, "scheduler '%s' picked job '%s' for a %s slot at %lld, but %s", e->scheduler->name,
                        view->name, stage_name[stage], (long long)e->now, problem);
        return NONE;
    }
    return view->id;
}

/* Fills idle slots of a stage (in heartbeat mode: those of the node) with at most `most` tasks. */
static void fill_slots(struct engine *e, enum stage stage, int32_t node, int32_t most)
{
    for (int32_t i = 0; i < most && e->waiting[stage] > 0 && !e->error->raised; i++) {
        int32_t slot = idle_slots_first(&e->idle[stage], node);
        int32_t job = slot < 0 ? NONE : ask(e, stage, slot);
        if (job == NONE) {
            return;
        }
        start_task(e, job, stage, slot);
    }
}

static void serve_reports(struct engine *e)
{
    if (e->waiting[STAGE_MAP] + e->waiting[STAGE_REDUCE] == 0) {
        return;
    }
    heartbeats_skip_to(&e->beats, e->now);
    while (!e->error->raised && heartbeats_next_instant(&e->beats) == e->now) {
        int64_t dispatches = e->counts.dispatches;
        int32_t node = heartbeats_next_node(&e->beats);
        fill_slots(e, STAGE_MAP, node, e->slots[STAGE_MAP]);
        fill_slots(e, STAGE_REDUCE, node, e->cluster->reduces_per_heartbeat);
        heartbeats_step(&e->beats);
        e->counts.heartbeats++;
        e->quiet_reports = e->counts.dispatches == dispatches ? e->quiet_reports + 1 : 0;
    }
}

void execute_dispatch(struct engine *e)
{
    if (!instant_mode(e)) {
        serve_reports(e);
        return;
    }
    fill_slots(e, STAGE_MAP, NONE, e->slots[STAGE_MAP]);
    fill_slots(e, STAGE_REDUCE, NONE, e->slots[STAGE_REDUCE]);
}
