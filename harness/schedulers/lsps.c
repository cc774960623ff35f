/*
 * LsPS: Yao, Tai, Sheng, Mi, "Scheduling Heterogeneous MapReduce Jobs for Efficiency Improvement in Enterprise
 * Clusters" (2013), Algorithm 1. Every job is accepted. Slots go to users first, then to a job of the user.
 *
 *  - When a job arrives: for maps and reduces separately, the mean phase size S of each active user's current jobs (Eq.
 *    7: tasks * mean task time, the time measured from the job's own finished tasks, otherwise from the user's finished
 *    jobs), and the users' shares of the slots, inverse to S (Eq. 8, alpha). Then the arriving job's user is tuned: his
 *    jobs go in order of submission if the variation of his finished jobs (CV) and that of his current ones (CV', their
 *    sizes from the user's mean task times) are both below 1, otherwise in equal parts; if one is above and the other
 *    below 1, a new window of collection begins.
 *  - When a slot is idle: shares that a user cannot use are handed on to the others in proportion to theirs (end of
 *    section II.B), and the user with the largest deficit, share - slots held, gets the slot if he has a task for it.
 *    (Line 4a sorts by held - share; the prose says the opposite, and means it.)
 *
 * Where the paper is silent:
 *  - Eq. 8 divides by S, which is unknown for a user none of whose tasks has finished: his tasks take lsps_prior.
 *  - Users without a task of the stage in their current jobs have no share of it.
 *  - Without a finished job in the window there is no CV: equal parts.
 *  - Shares change when a user's last job finishes, too.
 *  - Task times are of the tasks' own work, without the time that an early reduce waits for maps.
 *  - "Fairly among jobs": the job that holds the fewest slots, equal ones in order of submission. Equal deficits: the
 *    user who came first.
 *  - A node's report: as with the Fair Scheduler a node runs at most its share of the load (node_load.h), and gets one
 *    task, a map if there is one, or with assign-multiple all that fits.
 */
#include "harness/schedulers/fair_share.h"
#include "harness/schedulers/idle_time.h"
#include "harness/schedulers/job_groups.h"
#include "harness/schedulers/node_load.h"
#include "harness/schedulers/report_count.h"
#include "harness/schedulers/schedulers.h"
#include "harness/schedulers/user_statistics.h"
#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>

struct lsps_user {
    struct user_statistics finished;
    bool in_order;        /* his jobs go in order of submission */
    double share[STAGES]; /* SU; 0 if he is not active in the stage */
};

/* What was measured of a job: its finished tasks. */
struct lsps_job {
    double time[STAGES]; /* sum, ticks */
};

struct lsps {
    const struct scheduler_setup *setup;
    struct job_list jobs;
    struct job_groups users;
    struct lsps_user *user; /* by group */
    size_t user_capacity;
    struct lsps_job *measured; /* by job id */
    struct claim *claims;      /* scratch, by group */
    size_t claim_capacity;
    struct node_load load;
    struct report_count report;
};

static void *lsps_create(const struct scheduler_setup *setup)
{
    struct lsps *lsps = alloc_zeroed(1, sizeof *lsps);
    lsps->setup = setup;
    job_list_init(&lsps->jobs, setup->job_count);
    job_groups_init(&lsps->users, setup->job_count);
    node_load_init(&lsps->load, setup);
    lsps->measured = alloc_zeroed((size_t)setup->job_count, sizeof *lsps->measured);
    return lsps;
}

static void lsps_destroy(void *self)
{
    struct lsps *lsps = self;
    job_list_free(&lsps->jobs);
    job_groups_free(&lsps->users);
    node_load_free(&lsps->load);
    free(lsps->user);
    free(lsps->measured);
    free(lsps->claims);
    free(lsps);
}

/* --- Sizes ------------------------------------------------------------------------------------------- */

/* Mean task time of a user's jobs. */
static double user_task_time(const struct lsps *lsps, int32_t user, enum stage stage)
{
    double known = lsps->user[user].finished.task_time[stage];
    return known > 0.0 ? known : (double)lsps->setup->options->lsps_prior;
}

/* Mean time of the job's finished tasks; there is one. */
static double job_task_time(const struct lsps *lsps, const struct scheduler_job *job, enum stage stage)
{
    return lsps->measured[job->id].time[stage] / job->finished[stage];
}

/* Eq. 7 */
static double phase_size(const struct lsps *lsps, int32_t user, enum stage stage)
{
    double sum = 0.0;
    double jobs = 0.0;
    for (int32_t i = 0; i < lsps->jobs.count; i++) {
        const struct scheduler_job *job = lsps->jobs.jobs[i];
        if (lsps->users.of_job[job->id] == user) {
            double time =
                job->finished[stage] > 0 ? job_task_time(lsps, job, stage) : user_task_time(lsps, user, stage);
            sum += job->tasks[stage] * time;
            jobs += 1.0;
        }
    }
    return jobs > 0.0 ? sum / jobs : 0.0;
}

/* Eq. 8-10. */
static void divide_slots(struct lsps *lsps, enum stage stage)
{
    double alpha = lsps->setup->options->lsps_alpha;
    double active = 0.0;
    double inverse = 0.0;
    for (int32_t i = 0; i < lsps->users.count; i++) {
        double size = phase_size(lsps, i, stage);
        lsps->user[i].share[stage] = size > 0.0 ? 1.0 / size : 0.0;
        active += size > 0.0;
        inverse += lsps->user[i].share[stage];
    }
    for (int32_t i = 0; i < lsps->users.count; i++) {
        double *share = &lsps->user[i].share[stage];
        if (*share > 0.0) {
            double fair = lsps->setup->slots[stage] / active;
            *share = fair * (alpha * active * *share / inverse + 1.0 - alpha);
        }
    }
}

/* Section II.C */
static void tune(struct lsps *lsps, int32_t user)
{
    struct user_statistics current = {0};
    for (int32_t i = 0; i < lsps->jobs.count; i++) {
        const struct scheduler_job *job = lsps->jobs.jobs[i];
        if (lsps->users.of_job[job->id] == user) {
            user_statistics_add_size(&current, job->tasks[STAGE_MAP] * user_task_time(lsps, user, STAGE_MAP) +
                                                   job->tasks[STAGE_REDUCE] * user_task_time(lsps, user, STAGE_REDUCE));
        }
    }
    double past = user_statistics_variation(&lsps->user[user].finished); /* NaN: in no order below */
    double present = user_statistics_variation(&current);
    lsps->user[user].in_order = past < 1.0 && present < 1.0;
    if ((past > 1.0 && present < 1.0) || (past < 1.0 && present > 1.0)) {
        user_statistics_reset(&lsps->user[user].finished);
    }
}

/* --- Jobs -------------------------------------------------------------------------------------------- */

static void lsps_job_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    (void)verdict;
    struct lsps *lsps = self;
    int32_t known = lsps->users.count;
    int32_t user = job_groups_find(&lsps->users, GROUP_NONE, job->user);
    if (user == known) {
        lsps->user = alloc_grow(lsps->user, &lsps->user_capacity, (size_t)known + 1, sizeof *lsps->user);
        lsps->user[user] = (struct lsps_user){.in_order = false};
        lsps->claims = alloc_grow(lsps->claims, &lsps->claim_capacity, (size_t)known + 1, sizeof *lsps->claims);
    }
    lsps->users.of_job[job->id] = user;
    job_list_add(&lsps->jobs, job);
    divide_slots(lsps, STAGE_MAP);
    divide_slots(lsps, STAGE_REDUCE);
    tune(lsps, user);
}

static void lsps_job_finished(void *self, const struct scheduler_job *job)
{
    struct lsps *lsps = self;
    int32_t user = lsps->users.of_job[job->id];
    double size = 0.0;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        if (job->tasks[stage] > 0) {
            user_statistics_add_task_time(&lsps->user[user].finished, stage, job_task_time(lsps, job, stage));
            size += lsps->measured[job->id].time[stage];
        }
    }
    user_statistics_add_size(&lsps->user[user].finished, size);
    job_list_remove(&lsps->jobs, job);
    job_groups_count(&lsps->users, &lsps->jobs);
    if (lsps->users.group[user].jobs == 0) {
        divide_slots(lsps, STAGE_MAP);
        divide_slots(lsps, STAGE_REDUCE);
    }
}

/* --- Slots ------------------------------------------------------------------------------------------- */

/* The deficits of all users, in claims[].share; the groups have been counted. */
static void compute_deficits(struct lsps *lsps, enum stage stage)
{
    for (int32_t i = 0; i < lsps->users.count; i++) {
        double share = lsps->user[i].share[stage];
        lsps->claims[i] =
            (struct claim){.weight = share, .demand = share > 0.0 ? lsps->users.group[i].demand[stage] : 0.0};
    }
    fair_share_capped(lsps->claims, (size_t)lsps->users.count, lsps->setup->slots[stage]);
    for (int32_t i = 0; i < lsps->users.count; i++) {
        lsps->claims[i].share -= lsps->users.group[i].occupied[stage];
    }
}

static bool before(const struct lsps *lsps, const struct scheduler_job *a, const struct scheduler_job *b,
                   enum stage stage)
{
    int32_t x = lsps->users.of_job[a->id];
    int32_t y = lsps->users.of_job[b->id];
    if (x != y) {
        double deficit = lsps->claims[x].share;
        double other = lsps->claims[y].share;
        return deficit != other ? deficit > other : x < y;
    }
    if (!lsps->user[x].in_order && a->occupied[stage] != b->occupied[stage]) {
        return a->occupied[stage] < b->occupied[stage];
    }
    return a->id < b->id;
}

static int64_t demand_of_all(const struct lsps *lsps, enum stage stage)
{
    int64_t demand = 0;
    for (int32_t i = 0; i < lsps->users.count; i++) {
        demand += lsps->users.group[i].demand[stage];
    }
    return demand;
}

static void lsps_report_begins(void *self, int32_t node)
{
    (void)node;
    struct lsps *lsps = self;
    report_count_begin(&lsps->report);
}

static const struct scheduler_job *lsps_pick(void *self, enum stage stage, int32_t slot)
{
    struct lsps *lsps = self;
    if (!scheduler_options_assign_multiple(lsps->setup->options) &&
        lsps->report.given[STAGE_MAP] + lsps->report.given[STAGE_REDUCE] > 0) {
        return NULL;
    }
    job_groups_count(&lsps->users, &lsps->jobs);
    if (lsps->report.reporting &&
        node_load_has_share(&lsps->load, stage, lsps->setup->node_of[stage][slot], demand_of_all(lsps, stage))) {
        return NULL;
    }
    compute_deficits(lsps, stage);
    const struct scheduler_job *best = NULL;
    for (int32_t i = 0; i < lsps->jobs.count; i++) {
        const struct scheduler_job *job = lsps->jobs.jobs[i];
        if (job_runs_on(lsps->setup, job, stage, slot) && (best == NULL || before(lsps, job, best, stage))) {
            best = job;
        }
    }
    return best;
}

static void lsps_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)job;
    struct lsps *lsps = self;
    report_count_add(&lsps->report, stage);
    node_load_take(&lsps->load, stage, slot);
}

static void lsps_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot, ticks took)
{
    struct lsps *lsps = self;
    node_load_release(&lsps->load, stage, slot);
    lsps->measured[job->id].time[stage] += (double)took;
}

static void lsps_slot_released(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)job;
    struct lsps *lsps = self;
    node_load_release(&lsps->load, stage, slot);
}

const struct scheduler_class lsps_scheduler = {
    .name = "lsps",
    .summary = "LsPS: slots to users inversely to their jobs' sizes, their jobs in order or fairly",
    .create = lsps_create,
    .destroy = lsps_destroy,
    .job_arrives = lsps_job_arrives,
    .pick = lsps_pick,
    .report_begins = lsps_report_begins,
    .stirs_at = only_events_stir,
    .task_started = lsps_task_started,
    .task_finished = lsps_task_finished,
    .task_failed = lsps_slot_released,
    .attempt_dropped = lsps_slot_released,
    .job_finished = lsps_job_finished,
};
