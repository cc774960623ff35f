#include "harness/invariants/naive_plan.h"

#include "harness/invariants/dues.h"
#include "harness/workload/alloc.h"

static rtmr_ticks later(rtmr_ticks a, rtmr_ticks b)
{
    return a > b ? a : b;
}

static struct naive_job *add_job(struct naive_outlook *outlook)
{
    outlook->job = alloc_grow(outlook->job, &outlook->room, (size_t)outlook->jobs + 1, sizeof *outlook->job);
    return &outlook->job[outlook->jobs++];
}

/* When the running tasks of a job end at the latest; now if none runs. */
static rtmr_ticks running_end(const struct shadow *s, const struct shadow_stage *stage, rtmr_handle job)
{
    rtmr_ticks end = s->now;

    for (int32_t i = 0; i < stage->slots; i++) {
        if (slot_in_time(stage->slot[i].state) && stage->slot[i].job == job) {
            end = later(end, stage->slot[i].bound);
        }
    }
    return end;
}

static void list_promised(const struct shadow *s, int32_t place, struct naive_outlook *outlook)
{
    const struct shadow_job *const job = shadow_at(s, place);
    struct naive_job *const listed = add_job(outlook);

    listed->handle = job->handle;
    listed->deadline = job->deadline;
    for (int i = 0; i < SHADOW_STAGES; i++) {
        listed->estimate[i] = job->estimate[i];
        listed->waiting[i] = job->waiting[i];
        listed->end[i] = running_end(s, &s->stage[i], job->handle);
    }
}

static void list_candidate(const struct shadow *s, const struct rtmr_job *candidate, struct naive_outlook *outlook)
{
    *add_job(outlook) = (struct naive_job){.handle = RTMR_NO_JOB,
                                           .deadline = candidate->deadline,
                                           .estimate = {candidate->map_tasks > 0 ? candidate->map_estimate : 0,
                                                        candidate->reduce_tasks > 0 ? candidate->reduce_estimate : 0},
                                           .waiting = {candidate->map_tasks, candidate->reduce_tasks},
                                           .end = {s->now, s->now}};
}

/* Puts an entry where it belongs among the n sorted ones. */
static void insert(rtmr_ticks *sorted, int32_t n, rtmr_ticks entry)
{
    int32_t i = n;

    while (i > 0 && sorted[i - 1] > entry) {
        sorted[i] = sorted[i - 1];
        i--;
    }
    sorted[i] = entry;
}

/* When the usable slots of a stage are available: idle ones now, busy ones from their bound on.
 * Returns how many. */
static int32_t availability(const struct shadow *s, struct shadow_stage *stage)
{
    int32_t n = 0;

    for (int32_t i = 0; i < stage->slots; i++) {
        if (slot_usable(stage->slot[i].state)) {
            insert(stage->free_at, n, stage->slot[i].state == RTMR_SLOT_IDLE ? s->now : stage->slot[i].bound);
            n++;
        }
    }
    return n;
}

static void push(struct shadow_plan *plan, struct shadow_task task)
{
    plan->task = alloc_grow(plan->task, &plan->room, (size_t)plan->tasks + 1, sizeof *plan->task);
    plan->task[plan->tasks] = task;
    plan->tasks++;
}

/* Every task takes the slot that is available first, from the release on. Returns the end of the
 * stage. */
static rtmr_ticks plan_stage(struct shadow_stage *stage, int32_t usable, const struct naive_job *job,
                             enum rtmr_stage which, rtmr_ticks release, rtmr_ticks end)
{
    const rtmr_ticks takes = job->estimate[which] + stage->notice_pad + stage->wait_pad;

    if (job->waiting[which] > 0 && usable == 0) {
        return RTMR_NEVER;
    }
    for (int32_t i = 0; i < job->waiting[which]; i++) {
        const rtmr_ticks least = stage->free_at[0];
        const rtmr_ticks start = later(least, release);
        const rtmr_ticks finish = start == RTMR_NEVER || start + takes > RTMR_TIME_MAX ? RTMR_NEVER : start + takes;

        push(&stage->draft, (struct shadow_task){job->handle, true, least, start, finish});
        for (int32_t j = 1; j < usable; j++) { /* the first entry goes, the finish comes */
            stage->free_at[j - 1] = stage->free_at[j];
        }
        insert(stage->free_at, usable - 1, finish);
        end = later(end, finish);
    }
    return end;
}

static void plan_job(struct shadow *s, const int32_t usable[SHADOW_STAGES], struct naive_job *job)
{
    struct shadow_stage *const map = &s->stage[RTMR_MAP];
    struct shadow_stage *const reduce = &s->stage[RTMR_REDUCE];
    const rtmr_ticks map_end =
        plan_stage(map, usable[RTMR_MAP], job, RTMR_MAP, s->now + map->release_pad, job->end[RTMR_MAP]);

    job->end[RTMR_MAP] = map_end;
    job->end[RTMR_REDUCE] =
        plan_stage(reduce, usable[RTMR_REDUCE], job, RTMR_REDUCE, map_end, later(map_end, job->end[RTMR_REDUCE]));
}

void naive_plan(struct shadow *s, const struct rtmr_job *candidate, int32_t place, struct naive_outlook *outlook)
{
    int32_t usable[SHADOW_STAGES];

    outlook->jobs = 0;
    outlook->late = -1;
    for (int i = 0; i < SHADOW_STAGES; i++) {
        usable[i] = availability(s, &s->stage[i]);
        s->stage[i].draft.tasks = 0;
    }
    for (int32_t p = 0; p <= s->promised; p++) {
        if (candidate != NULL && p == place) {
            list_candidate(s, candidate, outlook);
        }
        if (p < s->promised) {
            list_promised(s, p, outlook);
        }
    }
    for (int32_t i = 0; i < outlook->jobs; i++) {
        plan_job(s, usable, &outlook->job[i]);
        if (outlook->late < 0 && outlook->job[i].end[RTMR_REDUCE] > outlook->job[i].deadline) {
            outlook->late = i;
        }
    }
}

void naive_adopt(struct shadow *s, const struct naive_outlook *outlook)
{
    for (int i = 0; i < SHADOW_STAGES; i++) {
        struct shadow_stage *const stage = &s->stage[i];
        const struct shadow_plan former = stage->plan;

        stage->plan = stage->draft;
        stage->draft = former;
        stage->last = 0;
        for (int32_t slot = 0; slot < stage->slots; slot++) {
            stage->slot[slot].position = -1;
        }
        for (int32_t place = 0; place < outlook->jobs; place++) {
            shadow_at(s, place)->end[i] = outlook->job[place].end[i];
        }
    }
    s->planned = true;
}

void naive_project(struct shadow *s, const struct naive_outlook *outlook)
{
    naive_adopt(s, outlook);
    s->plans_from_slots = s->jobs > 0 || s->feedback == RTMR_FEEDBACK_EXACT;
    s->planned = s->plans_from_slots;
}

/* Flags the job at `place`. Its new e is known if no job before it is late; behind a late job the
 * plan is not used. */
static void flag(struct shadow *s, int32_t place, struct naive_outlook *outlook)
{
    shadow_at(s, place)->end[RTMR_REDUCE] = place <= outlook->late ? outlook->job[place].end[RTMR_REDUCE] : RTMR_NEVER;
    shadow_flag(s, place);
    naive_plan(s, NULL, 0, outlook);
}

void naive_recover(struct shadow *s, int32_t suspect, struct naive_outlook *outlook)
{
    dues_forget(&s->stage[RTMR_MAP]); /* every offer is a new one */
    dues_forget(&s->stage[RTMR_REDUCE]);
    naive_plan(s, NULL, 0, outlook);
    if (outlook->late >= 0 && 0 <= suspect && suspect < s->promised) {
        flag(s, suspect, outlook);
    }
    while (outlook->late >= 0) {
        flag(s, outlook->late, outlook);
    }
    naive_project(s, outlook);
}
