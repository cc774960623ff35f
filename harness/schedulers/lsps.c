/*
 * LsPS: Yao, Tai, Sheng, Mi, "Scheduling Heterogeneous MapReduce Jobs for Efficiency Improvement in
 * Enterprise Clusters" (2013), Algorithm 1. Every job is accepted. Slots go to users first, then to
 * a job of the user.
 *
 *  - When a job arrives: for maps and reduces separately, the mean phase size S of each active
 *    user's current jobs (Eq. 7: tasks * mean task time, the time measured from the job's own
 *    finished tasks, otherwise from the user's finished jobs), and the users' shares of the slots,
 *    inverse to S (Eq. 8, alpha). Then the user of the arriving job is tuned: the jobs of this user
 *    go in order of submission if the variation of the finished jobs (CV) and that of the current
 *    ones (CV', their sizes from the user's mean task times) are both below 1, otherwise in equal
 *    parts; if one is above and the other below 1, a new window of collection begins.
 *  - When a slot is idle: shares that a user cannot use go to the others in proportion to their
 *    shares (end of section II.B), and the user with the largest deficit, share - slots held, gets
 *    the slot if a job of the user has a task for it. (Line 4a sorts by held - share; the prose
 *    says the opposite, and is right.)
 *
 * Where the paper is silent:
 *  - Eq. 8 divides by S, which is unknown for a user without a finished task: then tasks take
 *    lsps_prior.
 *  - Users without a task of the stage in their current jobs have no share of it.
 *  - Without a finished job in the window there is no CV: equal parts.
 *  - Shares change when a user's last job finishes, too.
 *  - Task times are of the tasks' own work, without the time that an early reduce waits for maps.
 *  - "Fairly among jobs": the job that holds the fewest slots, equal ones in order of submission.
 *    Equal deficits: the user with the earliest first job.
 *  - A node's report: as with the Fair Scheduler a node runs at most its share of the load
 *    (node_load.h), and gets one task, a map if there is one, or with assign-multiple all that
 *    fits.
 *
 * Costs: a decision goes through the active users, not through their jobs; after a change of the
 * demand of one of them, all their shares are capped again (end of section II.B). The jobs that
 * arrive together divide the slots once, among the active users (Eq. 8). That goes through the jobs
 * of a user only if a task or a job of that user has ended since, because then the sizes of Eq. 7
 * change.
 */
#include "harness/schedulers/fair_share.h"
#include "harness/schedulers/idle_time.h"
#include "harness/schedulers/job_groups.h"
#include "harness/schedulers/job_rankings.h"
#include "harness/schedulers/node_load.h"
#include "harness/schedulers/report_count.h"
#include "harness/schedulers/schedulers.h"
#include "harness/schedulers/user_statistics.h"
#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>

/* Ends a list of jobs. */
#define NONE (-1)

/* The two orders of a user's jobs. */
enum lsps_order { ORDER_FAIR = 0, ORDER_SUBMISSION = 1, ORDERS };

/* Mean phase size of a user's current jobs. */
struct phase {
    double sum; /* over those jobs, in order of arrival */
    bool stale; /* the sum is to be computed again */
};

struct lsps_user {
    struct user_statistics finished;
    struct user_statistics current; /* sizes of the current jobs, in order of arrival */
    bool current_stale;
    bool in_order; /* the jobs go in order of submission */
    int32_t first; /* the current jobs, in order of arrival; NONE */
    int32_t last;
    struct ranking jobs[STAGES][ORDERS];
    struct phase phase[STAGES];
    double share[STAGES]; /* SU; 0 if the user is not active in the stage */
};

struct lsps_job {
    int32_t tasks[STAGES];    /* of the job, for the walks through the jobs of a user */
    double time[STAGES];      /* sum over its finished tasks, ticks */
    int32_t finished[STAGES]; /* those tasks: reported by task_finished() */
    int32_t previous;         /* of the same user */
    int32_t next;
};

struct lsps {
    const struct scheduler_setup *setup;
    struct job_groups users;
    struct lsps_user *user; /* by group */
    size_t user_capacity;
    struct ranking_members user_members;
    struct ranking active; /* users with a job, in order of their first jobs ever */
    struct lsps_job *jobs; /* by job id */
    struct job_rankings rankings[STAGES][ORDERS];
    bool division_due;            /* shares are to be computed, of the jobs as they are */
    bool capped[STAGES];          /* claims are up to date with shares and demands */
    struct claim *claims[STAGES]; /* of the active users in their order */
    size_t claim_capacity[STAGES];
    struct node_load load;
    struct report_count report;
};

static void *lsps_create(const struct scheduler_setup *setup)
{
    struct lsps *lsps = alloc_zeroed(1, sizeof *lsps);
    lsps->setup = setup;
    job_groups_init(&lsps->users, setup->job_count);
    node_load_init(&lsps->load, setup);
    lsps->active = ranking_empty();
    lsps->jobs = alloc_zeroed((size_t)setup->job_count, sizeof *lsps->jobs);
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        for (int order = 0; order < ORDERS; order++) {
            job_rankings_init(&lsps->rankings[stage][order], setup, stage, false);
        }
    }
    return lsps;
}

static void lsps_destroy(void *self)
{
    struct lsps *lsps = self;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        for (int order = 0; order < ORDERS; order++) {
            job_rankings_free(&lsps->rankings[stage][order]);
        }
        free(lsps->claims[stage]);
    }
    ranking_members_free(&lsps->user_members);
    job_groups_free(&lsps->users);
    node_load_free(&lsps->load);
    free(lsps->user);
    free(lsps->jobs);
    free(lsps);
}

/* --- Sizes ------------------------------------------------------------------------------------ */

/* Mean task time of a user's jobs. */
static double user_task_time(const struct lsps *lsps, int32_t user, enum stage stage)
{
    double known = lsps->user[user].finished.task_time[stage];
    return known > 0.0 ? known : (double)lsps->setup->options->lsps_prior;
}

/* Mean time of the job's finished tasks; there is one. */
static double job_task_time(const struct lsps_job *job, enum stage stage)
{
    return job->time[stage] / job->finished[stage];
}

/* Tasks * mean task time; without a finished task, that of the jobs of the user. */
static double job_size(const struct lsps_job *job, enum stage stage, double user_time)
{
    return job->tasks[stage] * (job->finished[stage] > 0 ? job_task_time(job, stage) : user_time);
}

/* Eq. 7. O(jobs of the user) if it is stale. */
static double phase_size(struct lsps *lsps, int32_t user, enum stage stage)
{
    struct phase *phase = &lsps->user[user].phase[stage];
    if (phase->stale) {
        double user_time = user_task_time(lsps, user, stage);
        phase->sum = 0.0;
        for (int32_t id = lsps->user[user].first; id != NONE; id = lsps->jobs[id].next) {
            phase->sum += job_size(&lsps->jobs[id], stage, user_time);
        }
        phase->stale = false;
    }
    int64_t jobs = lsps->users.group[user].count.jobs;
    return jobs > 0 ? phase->sum / (double)jobs : 0.0;
}

/* Eq. 8-10. O(active users), and the phase sizes. */
static void divide_slots(struct lsps *lsps, enum stage stage)
{
    const struct ranking_members *members = &lsps->user_members;
    double alpha = lsps->setup->options->lsps_alpha;
    double active = 0.0;
    double inverse = 0.0;
    for (int32_t i = ranking_first(&lsps->active); i != RANKING_NONE; i = ranking_next(members, i)) {
        double size = phase_size(lsps, i, stage);
        lsps->user[i].share[stage] = size > 0.0 ? 1.0 / size : 0.0;
        active += size > 0.0;
        inverse += lsps->user[i].share[stage];
    }
    for (int32_t i = ranking_first(&lsps->active); i != RANKING_NONE; i = ranking_next(members, i)) {
        double *share = &lsps->user[i].share[stage];
        if (*share > 0.0) {
            double fair = lsps->setup->slots[stage] / active;
            *share = fair * (alpha * active * *share / inverse + 1.0 - alpha);
        }
    }
    lsps->capped[stage] = false;
}

/* At most one user is active: that user gets every slot, whatever the shares are. */
static bool needs_no_shares(const struct lsps *lsps)
{
    int32_t first = ranking_first(&lsps->active);
    return first == RANKING_NONE || ranking_next(&lsps->user_members, first) == RANKING_NONE;
}

/* Call it before any change except an arrival: of arrivals at one instant, the division of the last
 * one counts. */
static void divide_if_due(struct lsps *lsps)
{
    if (lsps->division_due && !needs_no_shares(lsps)) {
        divide_slots(lsps, STAGE_MAP);
        divide_slots(lsps, STAGE_REDUCE);
    }
    lsps->division_due = false;
}

/* The jobs from this one on, as their user's finished jobs let expect. */
static void add_to_current(struct lsps *lsps, int32_t user, int32_t first)
{
    const double time[STAGES] = {user_task_time(lsps, user, STAGE_MAP), user_task_time(lsps, user, STAGE_REDUCE)};
    for (int32_t id = first; id != NONE; id = lsps->jobs[id].next) {
        const int32_t *tasks = lsps->jobs[id].tasks;
        user_statistics_add_size(&lsps->user[user].current,
                                 tasks[STAGE_MAP] * time[STAGE_MAP] + tasks[STAGE_REDUCE] * time[STAGE_REDUCE]);
    }
}

/* Section II.C. The newest job is the last on the user's list. O(1), and O(jobs of the user) if one
 * of them has finished since. */
static void tune(struct lsps *lsps, int32_t user)
{
    struct lsps_user *u = &lsps->user[user];
    if (u->current_stale) {
        u->current = (struct user_statistics){0};
    }
    add_to_current(lsps, user, u->current_stale ? u->first : u->last);
    u->current_stale = false;
    double past = user_statistics_variation(&u->finished); /* NaN: in no order below */
    double present = user_statistics_variation(&u->current);
    u->in_order = past < 1.0 && present < 1.0;
    if ((past > 1.0 && present < 1.0) || (past < 1.0 && present > 1.0)) {
        user_statistics_reset(&u->finished);
    }
}

/* --- Jobs ------------------------------------------------------------------------------------- */

static int32_t user_named(struct lsps *lsps, const char *name)
{
    int32_t known = lsps->users.count;
    int32_t user = job_groups_find(&lsps->users, GROUP_NONE, name);
    if (user == known) {
        const struct ranking none = ranking_empty();
        lsps->user = alloc_grow(lsps->user, &lsps->user_capacity, (size_t)known + 1, sizeof *lsps->user);
        lsps->user[user] = (struct lsps_user){.first = NONE, .last = NONE, .jobs = {{none, none}, {none, none}}};
        ranking_members_add(&lsps->user_members);
    }
    return user;
}

/* Puts the job where it belongs in the orders of its user. */
static void rank_job(struct lsps *lsps, const struct scheduler_job *job)
{
    struct lsps_user *u = &lsps->user[lsps->users.of_job[job->id]];
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        struct rank rank = {.tie = job->id};
        job_rankings_list(&lsps->rankings[stage][ORDER_SUBMISSION], &u->jobs[stage][ORDER_SUBMISSION], job, rank);
        rank.value = job->occupied[stage];
        job_rankings_list(&lsps->rankings[stage][ORDER_FAIR], &u->jobs[stage][ORDER_FAIR], job, rank);
    }
}

/* The slots that the job holds or wants have changed. */
static void note_change(struct lsps *lsps, const struct scheduler_job *job)
{
    const struct job_count before = lsps->users.all;
    job_groups_recount(&lsps->users, job);
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        lsps->capped[stage] &= lsps->users.all.demand[stage] == before.demand[stage];
    }
    rank_job(lsps, job);
}

static void append_job(struct lsps *lsps, struct lsps_user *u, const struct scheduler_job *job)
{
    lsps->jobs[job->id] = (struct lsps_job){
        .tasks = {job->tasks[STAGE_MAP], job->tasks[STAGE_REDUCE]}, .previous = u->last, .next = NONE};
    if (u->last == NONE) {
        u->first = job->id;
    } else {
        lsps->jobs[u->last].next = job->id;
    }
    u->last = job->id;
}

static void remove_job(struct lsps *lsps, struct lsps_user *u, const struct lsps_job *leaving)
{
    if (leaving->previous == NONE) {
        u->first = leaving->next;
    } else {
        lsps->jobs[leaving->previous].next = leaving->next;
    }
    if (leaving->next == NONE) {
        u->last = leaving->previous;
    } else {
        lsps->jobs[leaving->next].previous = leaving->previous;
    }
}

static void lsps_job_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    (void)verdict;
    struct lsps *lsps = self;
    int32_t user = user_named(lsps, job->user);
    struct lsps_user *u = &lsps->user[user];
    append_job(lsps, u, job);
    job_groups_join(&lsps->users, user, job);
    ranking_put(&lsps->user_members, &lsps->active, user, (struct rank){.tie = user});
    rank_job(lsps, job);
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        if (!u->phase[stage].stale) {
            u->phase[stage].sum += job_size(&lsps->jobs[job->id], stage, user_task_time(lsps, user, stage));
        }
    }
    lsps->division_due = true;
    tune(lsps, user);
}

static void lsps_job_finished(void *self, const struct scheduler_job *job)
{
    struct lsps *lsps = self;
    divide_if_due(lsps);
    int32_t user = lsps->users.of_job[job->id];
    struct lsps_user *u = &lsps->user[user];
    double size = 0.0;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        if (job->tasks[stage] > 0) {
            user_statistics_add_task_time(&u->finished, stage, job_task_time(&lsps->jobs[job->id], stage));
            size += lsps->jobs[job->id].time[stage];
        }
        u->phase[stage].stale = true;
        lsps->capped[stage] = false;
    }
    user_statistics_add_size(&u->finished, size);
    u->current_stale = true;
    remove_job(lsps, u, &lsps->jobs[job->id]);
    job_groups_leave(&lsps->users, job);
    if (lsps->users.group[user].count.jobs == 0) {
        ranking_drop(&lsps->user_members, &lsps->active, user);
        lsps->division_due = true;
    }
}

static void lsps_advance(void *self, ticks now)
{
    (void)now;
    divide_if_due(self);
}

/* --- Slots ------------------------------------------------------------------------------------ */

/* The shares of the active users, as far as they can use them, in claims[].share. O(active users *
 * 100) if a share or a demand has changed since. */
static void cap_shares(struct lsps *lsps, enum stage stage)
{
    if (lsps->capped[stage]) {
        return;
    }
    const struct ranking_members *members = &lsps->user_members;
    size_t count = 0;
    for (int32_t i = ranking_first(&lsps->active); i != RANKING_NONE; i = ranking_next(members, i)) {
        double share = lsps->user[i].share[stage];
        lsps->claims[stage] =
            alloc_grow(lsps->claims[stage], &lsps->claim_capacity[stage], count + 1, sizeof *lsps->claims[stage]);
        lsps->claims[stage][count++] = (struct claim){
            .weight = share, .demand = share > 0.0 ? (double)lsps->users.group[i].count.demand[stage] : 0.0};
    }
    fair_share_capped(lsps->claims[stage], count, lsps->setup->slots[stage]);
    lsps->capped[stage] = true;
}

/* The first job, in the user's order, that has something for the slot. */
static const struct scheduler_job *first_of_user(const struct lsps *lsps, int32_t user, enum stage stage, int32_t slot)
{
    const struct lsps_user *u = &lsps->user[user];
    enum lsps_order order = u->in_order ? ORDER_SUBMISSION : ORDER_FAIR;
    return job_rankings_first(&lsps->rankings[stage][order], &u->jobs[stage][order], slot, NULL, NULL);
}

/* A job of the user with the largest deficit among the users with a job for the slot. O(active
 * users). */
static const struct scheduler_job *first_by_deficit(const struct lsps *lsps, enum stage stage, int32_t slot)
{
    const struct ranking_members *members = &lsps->user_members;
    const struct scheduler_job *best = NULL;
    double largest = 0.0;
    size_t place = 0;
    for (int32_t i = ranking_first(&lsps->active); i != RANKING_NONE; i = ranking_next(members, i), place++) {
        double deficit = lsps->claims[stage][place].share - (double)lsps->users.group[i].count.occupied[stage];
        if (best == NULL || deficit > largest) {
            const struct scheduler_job *job = first_of_user(lsps, i, stage, slot);
            best = job != NULL ? job : best;
            largest = job != NULL ? deficit : largest;
        }
    }
    return best;
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
    if (lsps->report.reporting &&
        node_load_has_share(&lsps->load, stage, lsps->setup->node_of[stage][slot], lsps->users.all.demand[stage])) {
        return NULL;
    }
    divide_if_due(lsps);
    if (needs_no_shares(lsps)) {
        int32_t only = ranking_first(&lsps->active);
        return only == RANKING_NONE ? NULL : first_of_user(lsps, only, stage, slot);
    }
    cap_shares(lsps, stage);
    return first_by_deficit(lsps, stage, slot);
}

static void lsps_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    struct lsps *lsps = self;
    report_count_add(&lsps->report, stage);
    node_load_take(&lsps->load, stage, slot);
    note_change(lsps, job);
}

static void lsps_slot_released(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    struct lsps *lsps = self;
    node_load_release(&lsps->load, stage, slot);
    note_change(lsps, job);
}

static void lsps_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot, ticks took)
{
    struct lsps *lsps = self;
    divide_if_due(lsps);
    lsps->jobs[job->id].time[stage] += (double)took;
    lsps->jobs[job->id].finished[stage]++;
    lsps->user[lsps->users.of_job[job->id]].phase[stage].stale = true;
    lsps_slot_released(self, job, stage, slot);
}

const struct scheduler_class lsps_scheduler = {
    .name = "lsps",
    .summary = "LsPS: slots to users inversely to their jobs' sizes, their jobs in order or fairly",
    .create = lsps_create,
    .destroy = lsps_destroy,
    .job_arrives = lsps_job_arrives,
    .pick = lsps_pick,
    .advance = lsps_advance,
    .report_begins = lsps_report_begins,
    .stirs_at = only_events_stir,
    .task_started = lsps_task_started,
    .task_finished = lsps_task_finished,
    .task_failed = lsps_slot_released,
    .attempt_dropped = lsps_slot_released,
    .job_finished = lsps_job_finished,
};
