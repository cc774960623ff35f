/*
 * Deadline Constraint (Kc and Anyanwu 2010), as section III of "Real-Time Scheduling in MapReduce
 * Clusters" describes it. It assumes that the reduces of a job all start together, after its maps,
 * and take one known time, and that the job's maps run at the least degree of parallelism that is
 * fast enough:
 *   s = A + D - eps_r                     latest start of the reduces (D relative; no reduces:
 *                                         A + D)
 *   n = ceil(M / floor((s - A) / eps_m))  least number of map slots that finishes the maps by s
 * A job is accepted if and only if n map slots are free at its arrival and R reduce slots are
 * expected to be free at s. It then runs at most n maps at a time. Free slots go to jobs by EDF.
 * There is no guarantee: the test counts the reduce slots at s only, not until A + D, so accepted
 * jobs may miss their deadlines.
 *
 * Where the paper is silent:
 *  - "Free at arrival": an accepted job holds min(n, unfinished maps) map slots, dispatched or not.
 *    In instant mode these are the busy slots, except for jobs that arrive at the same instant; in
 *    heartbeat mode the rule reserves the slots of a job between two heartbeats.
 *  - "Expected to be free at s": a running reduce is expected to end eps_r after its start, or now
 *    if that has passed; waiting reduces are expected to run from their job's own s, or from now if
 *    that has passed, for eps_r.
 *  - Reduces start as soon as their job's maps are done and slots are idle; they are not held back
 *    to start together.
 *  - A node gets one reduce per heartbeat, as in Hadoop's FIFO.
 *  - eps_m and eps_r are the job's estimates times dc_map_factor and dc_reduce_factor, rounded up.
 */
#include "harness/schedulers/estimates.h"
#include "harness/schedulers/idle_time.h"
#include "harness/schedulers/ranking.h"
#include "harness/schedulers/ready_queue.h"
#include "harness/schedulers/report_count.h"
#include "harness/schedulers/schedulers.h"
#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>

/* The decision about a job at its arrival. */
struct dc_plan {
    int32_t degree;    /* n; 0 without maps */
    ticks reduces_at;  /* s */
    ticks reduce_time; /* eps_r */
    bool overdue;      /* s has passed */
};

struct dc {
    const struct scheduler_setup *setup;
    struct estimates estimates;
    ticks now;
    struct dc_plan *plan; /* by job id */
    struct ready_queue ready[STAGES];
    struct report_count report;
    int32_t held_map_slots; /* sum over accepted jobs of min(n, unfinished maps) */
    /* Accepted jobs with reduces, until all of these have started; their weights are the reduces
     * that wait. */
    const struct scheduler_job **job; /* by id */
    struct ranking_members starts;    /* by id; in one of the two */
    struct ranking coming;            /* by s */
    struct ranking overdue;           /* those whose s has passed, by eps_r */
    struct ranking_members ends;      /* by id */
    struct ranking coming_ends;       /* by s + eps_r, those that are not overdue */
    struct ranking_members slots;     /* by reduce slot */
    struct ranking busy;              /* by the expected end of its task; weight 1 */
    int64_t busy_count;
};

static void *dc_create(const struct scheduler_setup *setup)
{
    struct dc *dc = alloc_zeroed(1, sizeof *dc);
    dc->setup = setup;
    estimates_init(&dc->estimates, setup);
    dc->plan = alloc_zeroed((size_t)setup->job_count, sizeof *dc->plan);
    ready_queue_init(&dc->ready[STAGE_MAP], STAGE_MAP, setup->job_count);
    ready_queue_init(&dc->ready[STAGE_REDUCE], STAGE_REDUCE, setup->job_count);
    dc->job = alloc_zeroed((size_t)setup->job_count, sizeof *dc->job);
    ranking_members_init(&dc->starts, (size_t)setup->job_count);
    ranking_members_init(&dc->ends, (size_t)setup->job_count);
    ranking_members_init(&dc->slots, (size_t)setup->slots[STAGE_REDUCE]);
    dc->coming = ranking_empty();
    dc->overdue = ranking_empty();
    dc->coming_ends = ranking_empty();
    dc->busy = ranking_empty();
    return dc;
}

static void dc_destroy(void *self)
{
    struct dc *dc = self;
    estimates_free(&dc->estimates);
    free(dc->plan);
    ready_queue_free(&dc->ready[STAGE_MAP]);
    ready_queue_free(&dc->ready[STAGE_REDUCE]);
    free(dc->job);
    ranking_members_free(&dc->starts);
    ranking_members_free(&dc->ends);
    ranking_members_free(&dc->slots);
    free(dc);
}

static void dc_advance(void *self, ticks now)
{
    struct dc *dc = self;
    dc->now = now;
}

/* ceil(estimate * factor), 1 .. WORKLOAD_TIME_MAX */
static ticks scaled(ticks estimate, double factor)
{
    if (factor == 1.0) {
        return estimate; /* exact beyond 2^53, too */
    }
    double product = ceil((double)estimate * factor);
    if (product >= (double)WORKLOAD_TIME_MAX) {
        return WORKLOAD_TIME_MAX;
    }
    return product < 1.0 ? 1 : (ticks)product;
}

/* A rank is exact up to 2^53 only. */
static struct rank by_time(ticks time, int32_t tie)
{
    return (struct rank){.level = (int32_t)(time >> 32), .value = (double)(time & UINT32_MAX), .tie = tie};
}

/* The number of waiting reduces of the job has changed. */
static void list_reduces(struct dc *dc, const struct scheduler_job *job)
{
    const struct dc_plan *plan = &dc->plan[job->id];
    struct ranking *starts = plan->overdue ? &dc->overdue : &dc->coming;
    int64_t waiting = job->waiting[STAGE_REDUCE];
    if (waiting == 0) {
        ranking_drop(&dc->starts, starts, job->id);
        ranking_drop(&dc->ends, &dc->coming_ends, job->id);
        return;
    }
    ticks place = plan->overdue ? plan->reduce_time : plan->reduces_at;
    dc->job[job->id] = job;
    ranking_put_weight(&dc->starts, starts, job->id, by_time(place, job->id), waiting);
    if (!plan->overdue) {
        ranking_put_weight(&dc->ends, &dc->coming_ends, job->id, by_time(plan->reduces_at + plan->reduce_time, job->id),
                           waiting);
    }
}

/* Jobs whose s has passed. Amortised O(log jobs). */
static void note_overdue(struct dc *dc)
{
    for (int32_t id = ranking_first(&dc->coming); id != RANKING_NONE && dc->plan[id].reduces_at < dc->now;
         id = ranking_first(&dc->coming)) {
        ranking_drop(&dc->starts, &dc->coming, id);
        ranking_drop(&dc->ends, &dc->coming_ends, id);
        dc->plan[id].overdue = true;
        list_reduces(dc, dc->job[id]);
    }
}

/* Reduce slots that are expected to be in use at an instant >= now. O(log jobs + log slots). */
static int64_t reduce_slots_used_at(struct dc *dc, ticks instant)
{
    note_overdue(dc);
    struct rank behind = by_time(instant, INT32_MAX);
    int64_t busy = dc->busy_count - (instant == dc->now ? 0 : ranking_weight_before(&dc->slots, &dc->busy, behind));
    int64_t coming = ranking_weight_before(&dc->starts, &dc->coming, behind) -
                     ranking_weight_before(&dc->ends, &dc->coming_ends, behind);
    int64_t overdue = ranking_weight_before(&dc->starts, &dc->overdue, by_time(INT64_MAX, INT32_MAX)) -
                      ranking_weight_before(&dc->starts, &dc->overdue, by_time(instant - dc->now, INT32_MAX));
    return busy + coming + overdue;
}

/* The test. NULL: accepted; else why not. Fills *plan, and *estimated_finish if there is a degree
 * that is fast enough. */
static const char *admission_test(struct dc *dc, const struct scheduler_job *job, struct dc_plan *plan,
                                  ticks *estimated_finish)
{
    ticks estimate[STAGES];
    estimates_of(&dc->estimates, job, estimate);
    ticks deadline = job->deadline < WORKLOAD_TIME_MAX ? job->deadline : WORKLOAD_TIME_MAX;
    ticks map_time = scaled(estimate[STAGE_MAP], dc->setup->options->dc_map_factor);
    int32_t maps = job->tasks[STAGE_MAP];
    int32_t reduces = job->tasks[STAGE_REDUCE];
    plan->reduce_time = reduces > 0 ? scaled(estimate[STAGE_REDUCE], dc->setup->options->dc_reduce_factor) : 0;
    plan->reduces_at = deadline - plan->reduce_time;
    plan->degree = 0;

    ticks window = plan->reduces_at - dc->now;
    if (window < 0 || (maps > 0 && window < map_time)) {
        return "its stages are too long for its deadline";
    }
    *estimated_finish = dc->now + plan->reduce_time;
    if (maps > 0) {
        ticks rounds = window / map_time;
        plan->degree = rounds >= maps ? 1 : (int32_t)((maps - 1) / rounds + 1);
        *estimated_finish += ((maps - 1) / plan->degree + 1) * map_time;
    }
    if (reduces > dc->setup->usable[STAGE_REDUCE]) {
        return "it has more reduce tasks than there are reduce slots";
    }
    if (plan->degree > dc->setup->usable[STAGE_MAP] - dc->held_map_slots) {
        return "too few map slots are free";
    }
    if (reduces > 0 && reduces > dc->setup->usable[STAGE_REDUCE] - reduce_slots_used_at(dc, plan->reduces_at)) {
        return "too few reduce slots are expected to be free";
    }
    return NULL;
}

static void offer(struct dc *dc, const struct scheduler_job *job)
{
    ready_queue_offer(&dc->ready[STAGE_MAP], job, job->deadline);
    ready_queue_offer(&dc->ready[STAGE_REDUCE], job, job->deadline);
}

static void dc_job_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    struct dc *dc = self;
    struct dc_plan *plan = &dc->plan[job->id];
    const char *problem = admission_test(dc, job, plan, &verdict->estimated_finish);
    if (problem != NULL) {
        verdict->accepted = false;
        verdict->reason = problem;
        return;
    }
    dc->held_map_slots += plan->degree;
    list_reduces(dc, job);
    offer(dc, job);
}

static void dc_report_begins(void *self, int32_t node)
{
    (void)node;
    struct dc *dc = self;
    report_count_begin(&dc->report);
}

static const struct scheduler_job *dc_pick(void *self, enum stage stage, int32_t slot)
{
    (void)slot;
    struct dc *dc = self;
    if (stage == STAGE_REDUCE && report_count_has_reduce(&dc->report)) {
        return NULL;
    }
    const struct scheduler_job *job = ready_queue_first(&dc->ready[stage]);
    while (stage == STAGE_MAP && job != NULL && job->running[STAGE_MAP] >= dc->plan[job->id].degree) {
        ready_queue_drop_first(&dc->ready[stage]); /* back when one of its maps ends */
        job = ready_queue_first(&dc->ready[stage]);
    }
    return job;
}

static void release_reduce_slot(struct dc *dc, int32_t slot)
{
    ranking_drop(&dc->slots, &dc->busy, slot);
    dc->busy_count--;
}

static void dc_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    struct dc *dc = self;
    report_count_add(&dc->report, stage);
    if (stage == STAGE_REDUCE) {
        ranking_put_weight(&dc->slots, &dc->busy, slot, by_time(dc->now + dc->plan[job->id].reduce_time, slot), 1);
        dc->busy_count++;
        list_reduces(dc, job);
    }
}

static void dc_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot, ticks took)
{
    struct dc *dc = self;
    estimates_task_finished(&dc->estimates, job, stage, took);
    if (stage == STAGE_REDUCE) {
        release_reduce_slot(dc, slot);
        return;
    }
    if (job->tasks[STAGE_MAP] - job->finished[STAGE_MAP] < dc->plan[job->id].degree) {
        dc->held_map_slots--;
    }
    offer(dc, job);
}

static void dc_task_failed(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    struct dc *dc = self;
    if (stage == STAGE_REDUCE) {
        release_reduce_slot(dc, slot);
        list_reduces(dc, job);
    }
    offer(dc, job);
}

static void dc_job_finished(void *self, const struct scheduler_job *job)
{
    struct dc *dc = self;
    estimates_job_finished(&dc->estimates, job);
}

const struct scheduler_class dc_scheduler = {
    .name = "dc",
    .summary = "Deadline Constraint: an admission test without a guarantee",
    .tests_deadlines = true,
    .needs_barrier = true,
    .create = dc_create,
    .destroy = dc_destroy,
    .job_arrives = dc_job_arrives,
    .pick = dc_pick,
    .report_begins = dc_report_begins,
    .stirs_at = only_events_stir,
    .advance = dc_advance,
    .task_started = dc_task_started,
    .task_finished = dc_task_finished,
    .task_failed = dc_task_failed,
    .job_finished = dc_job_finished,
};
