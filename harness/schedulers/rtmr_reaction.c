#include "harness/schedulers/rtmr_reaction.h"

#include "harness/invariants/context_copy.h"
#include "harness/invariants/context_memory.h"
#include "harness/invariants/slot_state.h"
#include "harness/schedulers/rtmr_scheduler.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>

/* An extension is refused at last when this many halves of it are. */
enum { HALVINGS = 5 };

/* A job that is accepted at a risk would be late by this part of a task's estimate, at most:
 * RISK_PARTS / RISK_OF. Of the parts that were tried on the sample trace, from a quarter to all of
 * it, the one with which fewest mixes of `rtmr faults` have fewer jobs in time than rtmr-unaware.
 */
enum { RISK_PARTS = 2, RISK_OF = 5 };

void reaction_init(struct reaction *r, const struct scheduler_setup *setup, const struct rtmr *kernel,
                   struct checked *checked, const void *scheduler, enum rtmr_feedback feedback)
{
    const struct scheduler_options *options = setup->options;
    *r = (struct reaction){.on_overrun = options->on_overrun,
                           .renews = options->renew == OPTION_ON,
                           .takes_risks = options->renew == OPTION_ON && options->at_risk == OPTION_ON,
                           .checked = checked,
                           .kernel = kernel,
                           .scheduler = scheduler,
                           .feedback = feedback,
                           .soonest = RTMR_NEVER,
                           .all_promised = true};
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        r->slots[stage] = setup->slots[stage] > 0 ? setup->slots[stage] : 1;
        r->start[stage] = alloc_zeroed((size_t)r->slots[stage], sizeof *r->start[stage]);
        r->first_bound[stage] = alloc_zeroed((size_t)r->slots[stage], sizeof *r->first_bound[stage]);
        if (r->renews) {
            r->seen[stage] = alloc_zeroed((size_t)setup->job_count, sizeof *r->seen[stage]);
        }
        if (r->on_overrun == OVERRUN_KILL) {
            r->kills[stage] = alloc_zeroed((size_t)setup->job_count, sizeof *r->kills[stage]);
        }
    }
    if (r->renews) {
        r->copy = alloc_checked(context_new(feedback));
        r->trial = checked_new(r->copy, false);
    }
}

void reaction_free(struct reaction *r)
{
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        free(r->start[stage]);
        free(r->first_bound[stage]);
        free(r->seen[stage]);
        free(r->kills[stage]);
    }
    checked_free(r->trial);
    context_free(r->copy, r->feedback);
    free(r->list);
}

void reaction_task_started(struct reaction *r, enum rtmr_stage stage, int32_t slot, ticks bound)
{
    r->start[stage][slot] = rtmr_now(r->kernel);
    r->first_bound[stage][slot] = bound;
    r->soonest = bound < r->soonest ? bound : r->soonest;
}

static void see(struct durations *seen, ticks took, bool over)
{
    seen->ended++;
    seen->over += over;
    seen->longest = took > seen->longest ? took : seen->longest;
}

void reaction_task_ends(struct reaction *r, const struct scheduler_job *job, enum rtmr_stage stage, int32_t slot)
{
    if (r->renews) {
        ticks now = rtmr_now(r->kernel);
        see(&r->seen[stage][job->id], now - r->start[stage][slot], now > r->first_bound[stage][slot]);
    }
}

void reaction_changed(struct reaction *r)
{
    r->changed = true;
}

void reaction_violated(struct reaction *r, rtmr_handle last)
{
    r->changed = true;
    r->all_promised = false;
    r->last_violated = last;
}

/* --- Overruns --------------------------------------------------------------------------------- */

/* When a task that has reached its bound is expected to end. */
static ticks longer_bound(const struct reaction *r, enum rtmr_stage stage, int32_t slot)
{
    ticks now = rtmr_now(r->kernel);
    ticks more = (now - r->start[stage][slot]) / 2;
    more = more < 1 ? 1 : more;
    return more < RTMR_TIME_MAX - now ? now + more : RTMR_TIME_MAX;
}

/* The task on the slot, which has reached its bound, may run on for a while. */
static bool extends(struct reaction *r, enum rtmr_stage stage, int32_t slot)
{
    ticks now = rtmr_now(r->kernel);
    ticks bound = longer_bound(r, stage, slot);
    struct rtmr_decision decision;
    for (int i = 0; i <= HALVINGS && bound > now; i++) {
        if (checked_extend(r->checked, (enum rtmr_stage)stage, slot, bound, &decision) == RTMR_OK) {
            r->soonest = bound < r->soonest ? bound : r->soonest;
            return true;
        }
        bound = now + (bound - now) / 2;
    }
    return false;
}

/* Finds the tasks at their bounds, which have not ended, if any may have reached it. */
static void settle_overruns(struct reaction *r)
{
    ticks now = rtmr_now(r->kernel);
    if (r->on_overrun != OVERRUN_EXTEND || now < r->soonest) {
        return;
    }
    r->soonest = RTMR_NEVER;
    r->refused = false;
    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        struct rtmr_slot_info slot;
        for (int32_t i = 0; rtmr_slot_info(r->kernel, (enum rtmr_stage)stage, i, &slot) == RTMR_OK; i++) {
            if (slot_in_time(slot.state) && slot.bound == now) {
                bool runs_on = extends(r, (enum rtmr_stage)stage, i);
                r->refused |= !runs_on;
                r->changed = true;
            } else if (slot_in_time(slot.state) && slot.bound < r->soonest) {
                r->soonest = slot.bound;
            }
        }
    }
}

bool reaction_kills(struct reaction *r, enum rtmr_stage *stage, int32_t *slot)
{
    ticks now = rtmr_now(r->kernel);
    if (r->on_overrun != OVERRUN_KILL || now < r->soonest) {
        return false;
    }
    for (int s = RTMR_MAP; s <= RTMR_REDUCE; s++) {
        struct rtmr_slot_info info;
        for (int32_t i = 0; rtmr_slot_info(r->kernel, (enum rtmr_stage)s, i, &info) == RTMR_OK; i++) {
            const struct scheduler_job *job =
                slot_in_time(info.state) && info.bound == now ? rtmr_scheduler_job(r->scheduler, info.job) : NULL;
            if (job != NULL && r->kills[s][job->id] < job->tasks[s]) {
                r->kills[s][job->id]++;
                *stage = (enum rtmr_stage)s;
                *slot = i;
                return true;
            }
        }
    }
    return false;
}

ticks reaction_wakes_at(const struct reaction *r)
{
    ticks now = rtmr_now(r->kernel);
    ticks first = NO_INSTANT;
    if (r->on_overrun == OVERRUN_FLAG) {
        return NO_INSTANT;
    }
    if (r->refused) {
        return now + 1;
    }
    if (r->soonest > now) {
        return r->soonest == RTMR_NEVER ? NO_INSTANT : r->soonest;
    }
    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        struct rtmr_slot_info slot;
        for (int32_t i = 0; rtmr_slot_info(r->kernel, (enum rtmr_stage)stage, i, &slot) == RTMR_OK; i++) {
            first = slot_in_time(slot.state) && slot.bound > now && slot.bound < first ? slot.bound : first;
        }
    }
    return first;
}

/* --- Renewal ---------------------------------------------------------------------------------- */

static int by_deadline(const void *x, const void *y)
{
    const struct unpromised *a = x;
    const struct unpromised *b = y;
    if (a->deadline != b->deadline) {
        return a->deadline < b->deadline ? -1 : 1;
    }
    return (a->job > b->job) - (a->job < b->job);
}

/* A job's own deadline. */
static ticks deadline_of(const struct reaction *r, rtmr_handle job)
{
    ticks deadline = rtmr_scheduler_job(r->scheduler, job)->deadline;
    return deadline == NO_DEADLINE ? RTMR_TIME_MAX : deadline;
}

/* Lists the jobs without the promise for their own deadline. Returns how many. */
static size_t list_unpromised(struct reaction *r)
{
    struct rtmr_job_info info;
    size_t count = 0;
    for (int32_t place = 0; rtmr_job_at(r->kernel, place, &info) == RTMR_OK; place++) {
        ticks deadline = deadline_of(r, info.job);
        if (info.flagged != 0 || deadline < info.deadline) {
            r->list = alloc_grow(r->list, &r->room, count + 1, sizeof *r->list);
            r->list[count++] = (struct unpromised){
                .job = info.job, .deadline = deadline, .promised = info.flagged != 0 ? RTMR_NEVER : info.deadline};
        }
    }
    if (count > 1) {
        qsort(r->list, count, sizeof *r->list, by_deadline);
    }
    return count;
}

/* Extends the job's tasks that no plan counts on, on the kernel or the copy. False: one may not
 * be. */
static bool extend_late(struct reaction *r, struct checked *on, rtmr_handle job)
{
    struct rtmr_decision decision;
    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        struct rtmr_slot_info slot;
        for (int32_t i = 0; rtmr_slot_info(r->kernel, (enum rtmr_stage)stage, i, &slot) == RTMR_OK; i++) {
            if (slot_late(slot.state) && slot.job == job) {
                bool over = slot.bound <= rtmr_now(r->kernel);
                ticks bound = over ? longer_bound(r, (enum rtmr_stage)stage, i) : slot.bound;
                if (checked_extend(on, (enum rtmr_stage)stage, i, bound, &decision) != RTMR_OK) {
                    return false;
                }
                r->soonest = bound < r->soonest ? bound : r->soonest;
            }
        }
    }
    return true;
}

/* Raises the job's estimate of the stage, on the kernel or the copy, if it is known to be wrong:
 * most of the tasks that ended, or run on, took longer. */
static void correct_estimate(struct reaction *r, struct checked *on, rtmr_handle job, enum rtmr_stage stage)
{
    struct durations seen = r->seen[stage][rtmr_scheduler_job(r->scheduler, job)->id];
    struct rtmr_job_info info;
    struct rtmr_slot_info slot;
    struct rtmr_decision decision;
    ticks now = rtmr_now(r->kernel);
    for (int32_t i = 0; rtmr_slot_info(r->kernel, stage, i, &slot) == RTMR_OK; i++) {
        if (slot_runs(slot.state) && slot.job == job && now >= r->first_bound[stage][i]) {
            see(&seen, longer_bound(r, stage, i) - r->start[stage][i], true);
        }
    }
    if (seen.over > seen.ended - seen.over && rtmr_job_info(r->kernel, job, &info) == RTMR_OK &&
        seen.longest > (stage == RTMR_MAP ? info.map_estimate : info.reduce_estimate)) {
        (void)checked_set_estimate(on, job, stage, seen.longest, &decision);
    }
}

/* Prepares the renewal of the job, on the kernel or the copy. False: it cannot be renewed. */
static bool prepare(struct reaction *r, struct checked *on, rtmr_handle job)
{
    correct_estimate(r, on, job, RTMR_MAP);
    correct_estimate(r, on, job, RTMR_REDUCE);
    return extend_late(r, on, job);
}

/* The job can be promised by the deadline, with its tasks that no plan counts on extended. If not,
 * *earliest is, if it is asked for, the earliest deadline that would do, or RTMR_NEVER. */
static bool can_renew(struct reaction *r, rtmr_handle job, ticks deadline, bool asks, ticks *earliest)
{
    struct rtmr_decision decision;
    *earliest = RTMR_NEVER;
    context_copy(r->copy, r->kernel);
    if (!prepare(r, r->trial, job)) {
        return false;
    }
    r->copy->counter_offer = asks;
    enum rtmr_status status = checked_renew(r->trial, job, deadline, &decision);
    if (status == RTMR_REJECTED) {
        *earliest = decision.earliest_deadline;
    }
    return status == RTMR_OK;
}

static void renew(struct reaction *r, const struct unpromised *job)
{
    ticks now = rtmr_now(r->kernel);
    ticks deadline = job->deadline > now ? job->deadline : now;
    struct rtmr_decision decision;
    ticks earliest;
    if (!can_renew(r, job->job, deadline, job->promised == RTMR_NEVER, &earliest)) {
        deadline = earliest;
    }
    if (deadline < job->promised && prepare(r, r->checked, job->job)) {
        (void)checked_renew(r->checked, job->job, deadline, &decision);
    }
}

static void settle_promises(struct reaction *r)
{
    if (!r->renews || !r->changed || r->all_promised) {
        return;
    }
    size_t count = list_unpromised(r);
    for (size_t i = 0; i < count; i++) {
        renew(r, &r->list[i]);
    }
    r->all_promised = count == 0;
    r->changed = false;
}

void reaction_settle(struct reaction *r)
{
    settle_overruns(r);
    settle_promises(r);
}

bool reaction_step_aside(struct reaction *r)
{
    size_t count = r->renews && !r->all_promised ? list_unpromised(r) : 0;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (r->list[i].promised != RTMR_NEVER) {
            (void)checked_suspend(r->checked, r->list[i].job);
            any = true;
        }
    }
    r->changed |= any;
    return any;
}

/* --- Risk ------------------------------------------------------------------------------------- */

/* A job that was there at the last violation is unfinished. */
static bool disturbed(const struct reaction *r)
{
    struct rtmr_job_info info;
    for (int32_t place = 0; rtmr_job_at(r->kernel, place, &info) == RTMR_OK; place++) {
        if (info.job <= r->last_violated) {
            return true;
        }
    }
    return false;
}

bool reaction_takes_risk(struct reaction *r, const struct rtmr_job *job, struct rtmr_decision *decision)
{
    struct rtmr_job later = *job;
    struct rtmr_decision taken;
    ticks task = job->map_tasks > 0 ? job->map_estimate : job->reduce_estimate;
    if (!r->takes_risks || decision->reason != RTMR_REASON_LATE || decision->late_by > task / RISK_OF * RISK_PARTS ||
        !disturbed(r)) {
        return false;
    }
    later.deadline = RTMR_TIME_MAX;
    if (checked_submit(r->checked, &later, &taken) != RTMR_OK) {
        return false;
    }
    (void)checked_suspend(r->checked, taken.job);
    *decision = taken;
    r->changed = true;
    r->all_promised = false;
    return true;
}
