/* The steps of one instant. Every function returns at once when the run's error is raised. */
#include "harness/engine/engine_state.h"

void execute_finishes(struct engine *e)
{
    while (!e->error->raised && e->finishes.count > 0 && finish_queue_first(&e->finishes)->noticed == e->now) {
        struct finish_event event = finish_queue_pop(&e->finishes);
        e->reports_in_vain = 0;
        e->outages_in_vain = 0;
        struct task_run run = attempt_record(e, event.stage, event.slot);
        attempt_finish(e, &run);
    }
}

void execute_kills(struct engine *e)
{
    enum stage stage;
    int32_t slot;
    while (!e->error->raised && e->scheduler->kills != NULL && e->scheduler->kills(e->self, &stage, &slot)) {
        if (!e->slot[stage][slot].busy) {
            run_error_raise(e->error, "scheduler '%s' killed an attempt on an idle slot, at %lld", e->scheduler->name,
                            (long long)e->now);
            return;
        }
        e->reports_in_vain = 0;
        attempt_fail(e, stage, slot);
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
    e->reports_in_vain = 0;
    e->counts.decisions++;
    if (e->error->raised || !audit_arrival(e->audit, e->now, job, verdict.accepted)) {
        return;
    }
    outcome->arrived = true;
    outcome->accepted = verdict.accepted;
    outcome->estimated_finish = verdict.estimated_finish;
    outcome->earliest_deadline = verdict.earliest_deadline;
    outcome->reason = verdict.reason;
    outcome->room = verdict.room;
    if (!verdict.accepted) {
        return;
    }
    task_choice_begin(e, job);
    e->waiting[STAGE_MAP] += view->tasks[STAGE_MAP];
    e->waiting[STAGE_REDUCE] += view->tasks[STAGE_REDUCE];
    if (view->tasks[STAGE_MAP] == 0 && view->tasks[STAGE_REDUCE] == 0) {
        execute_job_end(e, job);
    }
}

void execute_arrivals(struct engine *e)
{
    while (!e->error->raised && (size_t)e->arrived < e->workload->count &&
           e->workload->jobs[e->arrived].arrival == e->now) {
        arrive(e, e->arrived++);
    }
}

/* Offers this idle slot to the scheduler. Returns the number of a job of which a task may start, or
 * NONE; a job that may not run is an error. */
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
        attempt_start(e, job, stage, slot);
    }
}

/* Instant mode: offers all idle slots of a stage in order of their numbers. Where it matters on
 * which node a task runs, the slots behind one that gets nothing are offered, too. */
static void fill_cluster(struct engine *e, enum stage stage)
{
    bool nodes_differ = e->places != NULL || e->options.speculation;
    int32_t slot = idle_slots_next(&e->idle[stage], 0);
    while (slot >= 0 && may_start(e, stage) && !e->error->raised) {
        int32_t job = ask(e, stage, slot);
        if (job != NONE) {
            attempt_start(e, job, stage, slot);
        } else if (!nodes_differ) {
            return;
        }
        slot = idle_slots_next(&e->idle[stage], slot + 1);
    }
}

static void serve_reports(struct engine *e)
{
    if (heartbeats_next_instant(&e->beats) < e->now) {
        e->reports_in_vain = 0; /* some were passed over */
    }
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
    if (engine_instant_mode(e)) {
        fill_cluster(e, STAGE_MAP);
        fill_cluster(e, STAGE_REDUCE);
    } else {
        serve_reports(e);
    }
    reports = e->counts.heartbeats - reports;
    bool in_vain = e->counts.dispatches == dispatches;
    e->quiet_reports = in_vain ? e->quiet_reports + (reports > 0 ? reports : 1) : 0;
    e->reports_in_vain = in_vain ? e->reports_in_vain + (engine_instant_mode(e) ? 1 : reports) : 0;
}
