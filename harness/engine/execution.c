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
    int32_t number = e->attempts[e->runs[job].first_task[stage] + (size_t)task]++;
    ticks duration = (stage == STAGE_MAP ? spec->map_durations : spec->reduce_durations)[task];
    enum locality locality = distance_of(e, job, stage, task, slot);
    if (e->places != NULL && stage == STAGE_MAP) {
        duration = data_places_time(e->places, locality, duration);
    }
    struct attempt attempt = {.row = spec->row, .stage = stage, .task = task, .number = number};
    e->slot[stage][slot] = (struct slot_run){.job = job,
                                             .task = task,
                                             .attempt = number,
                                             .twin = NONE,
                                             .locality = locality,
                                             .start = e->now,
                                             .sequence = e->sequence++,
                                             .fate = faults_of(e->faults, attempt, duration)};
    idle_slots_take(&e->idle[stage], slot);
    hold_slot(e, job, stage, slot);
    e->counts.dispatches++;
    if (stage == STAGE_MAP) {
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

/* Starts the next task of a job that has one waiting on an idle slot, or a second attempt of a running one. */
static void start_task(struct engine *e, int32_t job, enum stage stage, int32_t slot)
{
    struct scheduler_job *view = &e->views[job];
    int32_t original = speculation_candidate(e, job, stage, slot); /* NONE while a task waits */
    int32_t task = original != NONE ? e->slot[stage][original].task
                                    : task_choice_take(e, job, stage, e->node_of[stage][slot]);
    if (!audit_start(e->audit, e->now, job, stage, task, slot)) {
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

static void finish_job(struct engine *e, int32_t job)
{
    struct job_outcome *outcome = &e->outcomes[job];
    if (!audit_job_finished(e->audit, e->now, job)) {
        return;
    }
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

/* Another attempt of this slot's task was first: kills it, at once or at its node's next report. */
static void kill_attempt(struct engine *e, enum stage stage, int32_t slot)
{
    struct slot_run *run = &e->slot[stage][slot];
    run->killed = true;
    run->twin = NONE;
    ticks noticed = instant_mode(e) ? e->now : heartbeats_notice(&e->beats, e->node_of[stage][slot], e->now);
    if (noticed < run->end) {
        run->end = noticed;
    }
    finish_queue_advance(&e->finishes, stage, slot, noticed);
}

/* Of two attempts one has ended without an effect; the other one, if it still runs, goes on alone. */
static void drop_attempt(struct engine *e, const struct task_run *run)
{
    struct slot_run *slot = &e->slot[run->stage][run->slot];
    if (slot->twin != NONE) {
        e->slot[run->stage][slot->twin].twin = NONE;
        e->slot[run->stage][slot->twin].duplicate = false;
    }
    if (e->scheduler->attempt_dropped != NULL) {
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
    if (e->scheduler->task_failed != NULL) {
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
        finish_job(e, run->job);
    }
}

/* Books the end of an attempt and tells the scheduler. */
static void end_attempt(struct engine *e, const struct task_run *run)
{
    release_slot(e, run->job, run->stage, run->slot);
    e->outcomes[run->job].failed_attempts += run->failed;
    if (run->killed || (run->failed && e->slot[run->stage][run->slot].twin != NONE)) {
        drop_attempt(e, run);
    } else if (run->failed) {
        fail_task(e, run);
    } else {
        finish_task(e, run);
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
                               .locality = slot->locality,
                               .failed = slot->fate.fails && !slot->killed,
                               .killed = slot->killed};
        idle_slots_add(&e->idle[event.stage], event.slot);
        e->counts.finishes++;
        if (!audit_task_end(e->audit, e->now, &run)) {
            return;
        }
        if (e->options.task_observer != NULL) {
            e->options.task_observer(e->options.observer_context, &run);
        }
        end_attempt(e, &run);
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
                          : view->waiting[stage] == 0 && speculation_candidate(e, view->id, stage, slot) == NONE
                              ? "it has no task waiting in that stage"
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

static bool may_start(const struct engine *e, enum stage stage)
{
    return e->waiting[stage] > 0 || (e->options.speculation && e->finishes.count > 0);
}

/* Offers idle slots of a stage on a node, until the scheduler has nothing. */
static void fill_node(struct engine *e, enum stage stage, int32_t node)
{
    while (may_start(e, stage) && !e->error->raised) {
        int32_t slot = idle_slots_first(&e->idle[stage], node);
        int32_t job = slot < 0 ? NONE : ask(e, stage, slot);
        if (job == NONE) {
            return;
        }
        start_task(e, job, stage, slot);
    }
}

/* Instant mode: offers all idle slots of a stage in order of their numbers. Where it matters on which node a task runs,
 * the slots behind one that gets nothing are offered, too. */
static void fill_cluster(struct engine *e, enum stage stage)
{
    bool nodes_differ = e->places != NULL || e->options.speculation;
    int32_t slot = idle_slots_next(&e->idle[stage], 0);
    while (slot >= 0 && may_start(e, stage) && !e->error->raised) {
        int32_t job = ask(e, stage, slot);
        if (job != NONE) {
            start_task(e, job, stage, slot);
        } else if (!nodes_differ) {
            return;
        }
        slot = idle_slots_next(&e->idle[stage], slot + 1);
    }
}

static void serve_reports(struct engine *e)
{
    heartbeats_skip_to(&e->beats, e->now);
    while (!e->error->raised && heartbeats_next_instant(&e->beats) == e->now) {
        int32_t node = heartbeats_next_node(&e->beats);
        if (e->scheduler->report_begins != NULL) {
            e->scheduler->report_begins(e->self, node);
        }
        fill_node(e, STAGE_MAP, node);
        fill_node(e, STAGE_REDUCE, node);
        heartbeats_step(&e->beats);
        e->counts.heartbeats++;
    }
}

void execute_dispatch(struct engine *e)
{
    if (!may_start(e, STAGE_MAP) && !may_start(e, STAGE_REDUCE)) {
        return;
    }
    int64_t dispatches = e->counts.dispatches;
    int64_t reports = e->counts.heartbeats;
    if (instant_mode(e)) {
        fill_cluster(e, STAGE_MAP);
        fill_cluster(e, STAGE_REDUCE);
    } else {
        serve_reports(e);
    }
    reports = e->counts.heartbeats - reports;
    e->quiet_reports = e->counts.dispatches > dispatches ? 0 : e->quiet_reports + (reports > 0 ? reports : 1);
}
