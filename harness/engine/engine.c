#include "harness/engine/engine.h"
#include "harness/engine/engine_state.h"

#include "harness/workload/alloc.h"
#include "harness/workload/stage_fit.h"

#include <stdlib.h>
#include <time.h>

struct engine_options engine_options_default(void)
{
    return (struct engine_options){.seed = 1,
                                   .slowstart = SLOWSTART_BARRIER,
                                   .faults = fault_options_none(),
                                   .locality = locality_options_default()};
}

const char *engine_options_problem(const struct engine_options *options)
{
    if (options->slowstart < 0 || options->slowstart > SLOWSTART_BARRIER) {
        return "slowstart lies outside 0 .. 1000 thousandths";
    }
    const char *problem = fault_options_problem(&options->faults);
    return problem != NULL ? problem : locality_options_problem(&options->locality);
}

/* --- Building --------------------------------------------------------------------------------- */

static void build_jobs(struct engine *e)
{
    size_t count = e->workload->count;
    e->views = alloc_zeroed(count, sizeof *e->views);
    e->runs = alloc_zeroed(count, sizeof *e->runs);
    e->outcomes = alloc_zeroed(count, sizeof *e->outcomes);
    for (size_t i = 0; i < count; i++) {
        const struct job_spec *spec = &e->workload->jobs[i];
        e->views[i] = (struct scheduler_job){.id = (int32_t)i,
                                             .name = spec->name,
                                             .user = spec->user,
                                             .pool = spec->pool,
                                             .arrival = spec->arrival,
                                             .deadline = spec->deadline,
                                             .estimate = {spec->map_estimate, spec->reduce_estimate},
                                             .bytes = {spec->map_bytes, spec->reduce_bytes},
                                             .tasks = {spec->maps, spec->reduces},
                                             .waiting = {spec->maps, spec->reduces},
                                             .reduces_open = spec->maps == 0 || e->slowstart == 0};
        e->runs[i] = (struct job_run){.retry = {NONE, NONE}, .busy = {NONE, NONE}};
        e->outcomes[i] = (struct job_outcome){.estimated_finish = NO_INSTANT,
                                              .earliest_deadline = NO_INSTANT,
                                              .reason = "",
                                              .first_start = NO_INSTANT,
                                              .stage_start = {NO_INSTANT, NO_INSTANT},
                                              .finish = NO_INSTANT};
    }
}

static void build_slots(struct engine *e, enum stage stage)
{
    const struct cluster *cluster = e->cluster;
    int32_t slots = cluster_slots(cluster, stage);
    e->slots[stage] = slots;
    e->usable[stage] = slots;
    e->first_slot[stage] = alloc_zeroed((size_t)cluster->node_count, sizeof *e->first_slot[stage]);
    e->absences[stage] = alloc_zeroed((size_t)slots, sizeof *e->absences[stage]);
    e->stay[stage] = alloc_zeroed((size_t)slots, sizeof *e->stay[stage]);
    e->node_of[stage] = alloc_zeroed((size_t)slots, sizeof *e->node_of[stage]);
    e->slot[stage] = alloc_zeroed((size_t)slots, sizeof *e->slot[stage]);
    idle_slots_init(&e->idle[stage], slots, e->node_of[stage], cluster->node_count, cluster->heartbeat > 0);
    int32_t slot = 0;
    for (int32_t node = 0; node < cluster->node_count; node++) {
        e->first_slot[stage][node] = slot;
        for (int32_t i = 0; i < cluster->nodes[node].slots[stage]; i++) {
            e->node_of[stage][slot] = node;
            idle_slots_add(&e->idle[stage], slot);
            slot++;
        }
    }
}

/* Slots that the script adds later are absent at first. */
static void leave_out_slots(struct engine *e)
{
    const struct fault_script *script = e->options.faults.script;
    for (size_t i = 0; script != NULL && i < script->count; i++) {
        const struct fault_event *event = &script->events[i];
        if (event->kind == FAULT_SLOT_ADD) {
            e->absences[event->stage][event->number]++;
            e->usable[event->stage]--;
            idle_slots_take(&e->idle[event->stage], event->number);
            audit_slot_lost(e->audit, event->stage, event->number);
        }
    }
}

static void build_outages(struct engine *e)
{
    int32_t nodes = e->cluster->node_count;
    ticks first_arrival = e->workload->count > 0 ? e->workload->jobs[0].arrival : 0;
    e->outages = outages_new(&e->options.faults, nodes, first_arrival, e->options.seed);
    e->slowness = alloc_zeroed((size_t)nodes, sizeof *e->slowness);
    for (int32_t node = 0; node < nodes; node++) {
        e->slowness[node] = outages_slowness(e->outages, node);
    }
}

static bool inputs_fit(const struct workload *workload, const struct cluster *cluster,
                       const struct scheduler_options *scheduler_options, const struct engine_options *options,
                       struct run_error *error)
{
    const char *problem = cluster_problem(cluster);
    if (problem == NULL && stage_fit_first_misfit(workload, cluster) != NULL) {
        problem = "a job has tasks of a stage of which the cluster has no slot";
    }
    if (problem == NULL) {
        problem = scheduler_options_problem(scheduler_options);
    }
    if (problem == NULL) {
        problem = engine_options_problem(options);
    }
    if (problem == NULL && locality_options_on(&options->locality)) {
        problem = data_places_problem(&options->locality, workload, cluster);
    }
    if (problem == NULL && workload->count > INT32_MAX) {
        problem = "the workload has more than 2147483647 jobs";
    }
    for (size_t i = 0; problem == NULL && i < workload->count; i++) {
        ticks earliest = i == 0 ? 0 : workload->jobs[i - 1].arrival;
        if (workload->jobs[i].arrival < earliest || workload->jobs[i].arrival > ENGINE_TIME_MAX) {
            problem = "the jobs of the workload are not sorted by arrival, or one arrives outside 0 .. 2^60";
        }
    }
    if (problem != NULL) {
        run_error_raise(error, "%s", problem);
        return false;
    }
    return true;
}

struct engine *engine_new(const struct workload *workload, const struct cluster *cluster,
                          const struct scheduler_class *scheduler, const struct scheduler_options *scheduler_options,
                          const struct engine_options *options, struct run_error *error)
{
    if (!inputs_fit(workload, cluster, scheduler_options, options, error)) {
        return NULL;
    }
    struct engine *e = alloc_zeroed(1, sizeof *e);
    e->workload = workload;
    e->cluster = cluster;
    e->scheduler = scheduler;
    e->options = *options;
    e->error = error;
    e->slowstart = scheduler->needs_barrier ? SLOWSTART_BARRIER : options->slowstart;

    build_jobs(e);
    build_slots(e, STAGE_MAP);
    build_slots(e, STAGE_REDUCE);
    finish_queue_init(&e->finishes, e->slots[STAGE_MAP] + e->slots[STAGE_REDUCE]);
    if (cluster->heartbeat > 0) {
        heartbeats_init(&e->beats, cluster->heartbeat, cluster->node_count, options->seed);
    }
    e->faults = faults_new(&options->faults, options->seed);
    build_outages(e);
    if (locality_options_on(&options->locality)) {
        e->places = data_places_new(&options->locality, workload, cluster, options->seed);
        e->near = alloc_zeroed(workload->count, sizeof *e->near);
    }
    e->audit = audit_new(workload, e->slots, e->slowstart, options->speculation, error);
    leave_out_slots(e);

    e->setup = (struct scheduler_setup){.cluster = cluster,
                                        .slots = {e->slots[STAGE_MAP], e->slots[STAGE_REDUCE]},
                                        .usable = e->usable,
                                        .absences = {e->absences[STAGE_MAP], e->absences[STAGE_REDUCE]},
                                        .node_of = {e->node_of[STAGE_MAP], e->node_of[STAGE_REDUCE]},
                                        .job_count = (int32_t)workload->count,
                                        .options = scheduler_options,
                                        .error = error,
                                        .speculation = options->speculation,
                                        .engine = e,
                                        .nearest = task_choice_nearest,
                                        .may_duplicate = speculation_may_duplicate};
    e->self = scheduler->create(&e->setup);
    if (e->self == NULL) {
        engine_free(e);
        return NULL;
    }
    return e;
}

void engine_free(struct engine *e)
{
    if (e == NULL) {
        return;
    }
    if (e->self != NULL) {
        e->scheduler->destroy(e->self);
    }
    for (int stage = 0; stage < STAGES; stage++) {
        free(e->node_of[stage]);
        free(e->first_slot[stage]);
        free(e->absences[stage]);
        free(e->stay[stage]);
        free(e->slot[stage]);
        idle_slots_free(&e->idle[stage]);
    }
    finish_queue_free(&e->finishes);
    heartbeats_free(&e->beats);
    faults_free(e->faults);
    outages_free(e->outages);
    free(e->slowness);
    for (size_t i = 0; e->near != NULL && i < e->workload->count; i++) {
        near_maps_free(e->near[i]);
    }
    free(e->near);
    data_places_free(e->places);
    audit_free(e->audit);
    for (size_t i = 0; i < e->workload->count; i++) {
        task_choice_end(e, (int32_t)i);
    }
    free(e->views);
    free(e->runs);
    free(e->outcomes);
    free(e);
}

/* --- Running ---------------------------------------------------------------------------------- */

/* Nothing runs, no job will arrive, and the scheduler starts no waiting task: it never will. */
static bool stalled(struct engine *e)
{
    if (e->finishes.count > 0 || (size_t)e->arrived < e->workload->count) {
        e->quiet_reports = 0;
        return false;
    }
    return e->quiet_reports > (int64_t)REPORTS_IN_VAIN * e->cluster->node_count;
}

static ticks earlier(ticks a, ticks b)
{
    return a < b ? a : b;
}

static ticks wake_of_scheduler(struct engine *e)
{
    ticks wake = e->scheduler->wakes_at(e->self);
    if (wake <= e->now) {
        run_error_raise(e->error, "scheduler '%s' asked at %lld to be woken at %lld", e->scheduler->name,
                        (long long)e->now, (long long)wake);
    }
    return wake;
}

/* If nothing happens, no slot gets a task before this instant. */
static ticks stirs_at(const struct engine *e)
{
    bool heartbeats = e->cluster->heartbeat > 0;
    int64_t round = heartbeats ? e->cluster->node_count : 1;
    if (e->reports_in_vain < round) {
        return e->now;
    }
    ticks stirs = e->scheduler->stirs_at != NULL ? e->scheduler->stirs_at(e->self) : e->now;
    if (stirs <= e->now && e->reports_in_vain >= REPORTS_IN_VAIN * round) {
        stirs = NO_INSTANT;
    }
    return stirs <= e->now ? stirs : earlier(stirs, speculation_stirs_at(e));
}

/* The next report of a node, or look for tasks that fall behind, that may matter; NO_INSTANT: none
 * before the next event. */
static ticks next_look(const struct engine *e, bool looks_for_laggards)
{
    if (e->cluster->heartbeat == 0 && !looks_for_laggards) {
        return NO_INSTANT;
    }
    ticks stirs = stirs_at(e);
    if (stirs > ENGINE_TIME_MAX) {
        return NO_INSTANT;
    }
    if (e->cluster->heartbeat == 0) {
        return speculation_look(stirs > e->now ? stirs : e->now + 1);
    }
    return stirs > e->now ? heartbeats_first_from(&e->beats, stirs) : heartbeats_next_instant(&e->beats);
}

/* The next instant at which something happens; NO_INSTANT if nothing will. */
static ticks next_instant(struct engine *e)
{
    ticks next = NO_INSTANT;
    if (e->finishes.count > 0) {
        next = finish_queue_first(&e->finishes)->noticed;
    }
    if ((size_t)e->arrived < e->workload->count && e->workload->jobs[e->arrived].arrival < next) {
        next = e->workload->jobs[e->arrived].arrival;
    }
    /* Reports of nodes and wakes matter only while a task may start; those of the present instant
     * are over. */
    bool tasks_wait = e->waiting[STAGE_MAP] + e->waiting[STAGE_REDUCE] > 0;
    bool looks_for_laggards = e->options.speculation && e->finishes.count > 0;
    bool may_kill = e->scheduler->kills != NULL && e->finishes.count > 0;
    if ((tasks_wait || looks_for_laggards || may_kill) && !stalled(e)) {
        next = tasks_wait || looks_for_laggards ? earlier(next, next_look(e, looks_for_laggards)) : next;
        ticks wake = (tasks_wait || may_kill) && e->scheduler->wakes_at != NULL ? wake_of_scheduler(e) : NO_INSTANT;
        if (wake <= next) {
            next = wake;
            e->reports_in_vain = 0; /* earlier answers to the nodes are out of date */
        }
    }
    /* A loss matters while a job is unfinished or has yet to arrive. */
    if (tasks_wait || e->finishes.count > 0 || (size_t)e->arrived < e->workload->count) {
        next = earlier(next, outages_next(e->outages));
    }
    return next;
}

static void move_clock(struct engine *e, ticks to)
{
    e->now = to;
    if (e->scheduler->advance != NULL) {
        e->scheduler->advance(e->self, to);
    }
}

/* An instant at which something ends after its dispatch comes again: the loop then repeats steps 1
 * and 4. */
static void process_events(struct engine *e, ticks until)
{
    ticks next = next_instant(e);
    while (!e->error->raised && next <= until) {
        move_clock(e, next);
        execute_finishes(e);
        execute_outages(e);
        execute_kills(e);
        execute_arrivals(e);
        execute_dispatch(e);
        next = next_instant(e);
    }
}

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool engine_run_until(struct engine *e, ticks until)
{
    double begin = seconds_now();
    process_events(e, until < ENGINE_TIME_MAX ? until : ENGINE_TIME_MAX);
    if (!e->error->raised && e->now < until && until <= ENGINE_TIME_MAX) {
        move_clock(e, until);
    }
    e->counts.seconds += seconds_now() - begin;
    return !e->error->raised;
}

bool engine_run(struct engine *e)
{
    double begin = seconds_now();
    process_events(e, ENGINE_TIME_MAX);
    e->counts.end = e->now;
    e->counts.seconds += seconds_now() - begin;
    return !e->error->raised && audit_end(e->audit);
}

/* --- Looking ---------------------------------------------------------------------------------- */

const struct job_outcome *engine_outcomes(const struct engine *e)
{
    return e->outcomes;
}

void *engine_scheduler(const struct engine *e)
{
    return e->self;
}

const struct scheduler_job *engine_job(const struct engine *e, int32_t job)
{
    return &e->views[job];
}

struct engine_counts engine_counts(const struct engine *e)
{
    return e->counts;
}

struct scheduler_statistics engine_statistics(const struct engine *e)
{
    struct scheduler_statistics statistics = {0};
    if (e->scheduler->report != NULL) {
        e->scheduler->report(e->self, &statistics);
    }
    return statistics;
}

ticks engine_now(const struct engine *e)
{
    return e->now;
}
