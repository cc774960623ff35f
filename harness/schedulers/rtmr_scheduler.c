/*
 * RTMR: a thin driver of the kernel. Every call of the engine becomes the kernel call of the same
 * meaning; the engine runs the tasks that the kernel offers. Heartbeats are the kernel's dispatch
 * latency, unless the options ask for a longer one; a node gets one reduce per heartbeat.
 *
 * Lost slots and failed attempts are reported to the kernel (E4). The kernel numbers slots in order
 * of joining: a slot that is absent at the start gets the next number when it comes. The kernel has
 * a slot of each stage; where the cluster has none, that slot stays idle, because no job has tasks
 * of the stage.
 */
#include "harness/schedulers/rtmr_scheduler.h"

#include "harness/invariants/checked.h"
#include "harness/invariants/context_memory.h"
#include "harness/schedulers/estimates.h"
#include "harness/schedulers/report_count.h"
#include "harness/schedulers/rtmr_reaction.h"
#include "harness/schedulers/schedulers.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>

/* An accepted job. */
struct known_job {
    rtmr_handle handle;
    const struct scheduler_job *job;
};

struct rtmr_driver {
    struct run_error *error;
    struct estimates estimates;
    struct report_count report;
    struct known_job *known; /* ascending by handle, as the kernel gives them out */
    int32_t known_count;
    bool *promised;          /* by job id: it finished with the promise for its deadline */
    bool *lost;              /* by job id: it was without that promise at some time */
    int32_t *number[STAGES]; /* by slot: its number in the kernel; NOT_YET */
    int32_t numbers[STAGES]; /* given so far */
    struct scheduler_statistics statistics;
    struct rtmr *kernel;
    enum rtmr_feedback feedback; /* that it is made for */
    /* the kernel, under check if the options say so: every call goes through it */
    struct checked *checked;
    bool has_slots[STAGES]; /* of the cluster */
    int64_t open_tasks;     /* of accepted, unfinished jobs */
    int64_t offer_work;     /* steps that counter offers may still take */
    struct reaction reaction;
};

/* A step takes some 6 ns. */
#define SOME_OFFERS_WORK INT64_C(200000000)

#define NOT_YET (-1)

/* The kernel refused a call that must succeed. */
static void refused(struct rtmr_driver *driver, const char *call, enum rtmr_status status)
{
    run_error_raise(driver->error, "scheduler 'rtmr': the kernel refused %s at %lld: %s", call,
                    (long long)rtmr_now(driver->kernel), rtmr_status_text(status));
}

static enum rtmr_stage kernel_stage(enum stage stage)
{
    return stage == STAGE_MAP ? RTMR_MAP : RTMR_REDUCE;
}

/* A clause about the kernel was found broken. */
static void clause_broken(void *self, const char *text)
{
    struct rtmr_driver *driver = self;
    run_error_raise(driver->error, "scheduler 'rtmr': %s", text);
}

static void rtmr_driver_destroy(void *self)
{
    struct rtmr_driver *driver = self;
    reaction_free(&driver->reaction);
    checked_free(driver->checked);
    estimates_free(&driver->estimates);
    context_free(driver->kernel, driver->feedback);
    free(driver->known);
    free(driver->promised);
    free(driver->lost);
    free(driver->number[STAGE_MAP]);
    free(driver->number[STAGE_REDUCE]);
    free(driver);
}

/* The slots that are there. */
static void number_slots(struct rtmr_driver *driver, const struct scheduler_setup *setup, enum stage stage)
{
    driver->number[stage] = alloc_zeroed((size_t)setup->slots[stage], sizeof *driver->number[stage]);
    for (int32_t slot = 0; slot < setup->slots[stage]; slot++) {
        driver->number[stage][slot] = setup->absences[stage][slot] == 0 ? driver->numbers[stage]++ : NOT_YET;
    }
}

/* The slots of a stage that the kernel begins with. */
static int32_t kernel_slots(const struct scheduler_setup *setup, enum stage stage)
{
    return setup->slots[stage] == 0 ? 1 : setup->usable[stage];
}

static void *rtmr_driver_create(const struct scheduler_setup *setup)
{
    const struct scheduler_options *options = setup->options;
    const ticks heartbeat = setup->cluster->heartbeat;
    struct rtmr_setup kernel_setup = {.map_slots = kernel_slots(setup, STAGE_MAP),
                                      .reduce_slots = kernel_slots(setup, STAGE_REDUCE),
                                      .feedback = options->feedback,
                                      .order = options->order,
                                      .delta = options->delta,
                                      .latency = heartbeat > options->latency ? heartbeat : options->latency,
                                      .reduces_per_node = cluster_slots_of_largest_node(setup->cluster, STAGE_REDUCE),
                                      .counter_offer = options->counter_offer};
    struct rtmr_driver *driver = alloc_zeroed(1, sizeof *driver);
    driver->error = setup->error;
    driver->known = alloc_zeroed((size_t)setup->job_count, sizeof *driver->known);
    driver->promised = alloc_zeroed((size_t)setup->job_count, sizeof *driver->promised);
    driver->lost = alloc_zeroed((size_t)setup->job_count, sizeof *driver->lost);
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        number_slots(driver, setup, stage);
        driver->has_slots[stage] = setup->slots[stage] > 0;
    }
    driver->feedback = options->feedback;
    driver->offer_work = options->some_offers && !options->counter_offer ? SOME_OFFERS_WORK : 0;
    driver->kernel = context_new(driver->feedback);
    if (driver->kernel == NULL) {
        run_error_raise(setup->error,
                        "scheduler 'rtmr': feedback satu and none need %zu GiB of address space, though little memory: "
                        "see ulimit -v, and make HARNESS_JOBS=N for fewer",
                        context_size(driver->feedback) >> 30);
        rtmr_driver_destroy(driver);
        return NULL;
    }
    driver->checked = checked_new(driver->kernel, options->check);
    checked_report_to(driver->checked, clause_broken, driver);
    estimates_init(&driver->estimates, setup);
    enum rtmr_status status = checked_init(driver->checked, &kernel_setup);
    if (status != RTMR_OK) {
        run_error_raise(setup->error, "scheduler 'rtmr': %s (map slots: %d, reduce slots: %d, capacity of each: %d)",
                        rtmr_status_text(status), (int)setup->slots[STAGE_MAP], (int)setup->slots[STAGE_REDUCE],
                        RTMR_SLOTS);
        rtmr_driver_destroy(driver);
        return NULL;
    }
    reaction_init(&driver->reaction, setup, driver->kernel, driver->checked, driver, driver->feedback);
    return driver;
}

struct rtmr *rtmr_scheduler_kernel(void *self)
{
    struct rtmr_driver *driver = self;
    return driver->kernel;
}

bool rtmr_scheduler_has_slots(const void *self, enum rtmr_stage stage)
{
    const struct rtmr_driver *driver = self;
    return driver->has_slots[stage == RTMR_MAP ? STAGE_MAP : STAGE_REDUCE];
}

const struct scheduler_job *rtmr_scheduler_job(const void *self, rtmr_handle handle)
{
    const struct rtmr_driver *driver = self;
    int32_t low = 0;
    int32_t high = driver->known_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (driver->known[middle].handle < handle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < driver->known_count && driver->known[low].handle == handle;
    return found ? driver->known[low].job : NULL;
}

struct rtmr_job rtmr_scheduler_submission(const void *self, const struct scheduler_job *job)
{
    const struct rtmr_driver *driver = self;
    ticks estimate[STAGES];
    estimates_of(&driver->estimates, job, estimate);
    return (struct rtmr_job){.map_tasks = job->tasks[STAGE_MAP],
                             .reduce_tasks = job->tasks[STAGE_REDUCE],
                             .map_estimate = estimate[STAGE_MAP],
                             .reduce_estimate = estimate[STAGE_REDUCE],
                             .deadline = job->deadline == NO_DEADLINE ? RTMR_TIME_MAX : job->deadline};
}

/* The job is without the promise for its deadline. */
static void note_lost(struct rtmr_driver *driver, const struct scheduler_job *job)
{
    driver->statistics.flagged_jobs += !driver->lost[job->id];
    driver->lost[job->id] = true;
}

static void note_violation(struct rtmr_driver *driver, const struct rtmr_alarm *alarm)
{
    struct rtmr_job_info info;
    driver->statistics.violations++;
    reaction_violated(&driver->reaction, driver->known_count > 0 ? driver->known[driver->known_count - 1].handle : 0);
    for (int32_t i = rtmr_job_count(driver->kernel) - 1;
         alarm->flagged_jobs > 0 && rtmr_job_at(driver->kernel, i, &info) == RTMR_OK && info.flagged != 0; i--) {
        note_lost(driver, rtmr_scheduler_job(driver, info.job));
    }
}

static void rtmr_driver_advance(void *self, ticks now)
{
    struct rtmr_driver *driver = self;
    struct rtmr_alarm alarm;
    enum rtmr_status status = checked_advance(driver->checked, now, &alarm);
    if (status == RTMR_VIOLATION_OVERRUN || status == RTMR_VIOLATION_WAITING) {
        note_violation(driver, &alarm);
    } else if (status != RTMR_OK) {
        refused(driver, "to move the clock", status);
    }
}

static const char *reason_text(const struct rtmr_decision *decision)
{
    if (decision->reason != RTMR_REASON_LATE) {
        return rtmr_reason_text(decision->reason);
    }
    return decision->late_job == RTMR_NO_JOB ? "it would miss its deadline" : "an accepted job would miss its deadline";
}

static enum want_of_room room_for(enum rtmr_reason reason)
{
    return reason == RTMR_REASON_JOBS_FULL    ? ROOM_FOR_NO_JOB
           : reason == RTMR_REASON_TASKS_FULL ? ROOM_FOR_NO_TASKS
                                              : ROOM_THERE;
}

/* Looks for the earliest deadline of a rejected job, if the steps that this may take
 * (rtmr_submit()) are left. */
static ticks some_offer(struct rtmr_driver *driver, const struct rtmr_job *submission)
{
    struct rtmr_decision decision;
    int64_t jobs = rtmr_job_count(driver->kernel) + 1;
    int64_t work = jobs * (jobs + driver->open_tasks + submission->map_tasks + submission->reduce_tasks);
    if (work > driver->offer_work) {
        return NO_INSTANT;
    }
    driver->offer_work -= work;
    enum rtmr_status status = checked_what_if(driver->checked, submission, &decision);
    return status == RTMR_REJECTED ? decision.earliest_deadline : NO_INSTANT;
}

/* The kernel has accepted the job. */
static void take_in(struct rtmr_driver *driver, const struct scheduler_job *job, const struct rtmr_decision *decision,
                    struct verdict *verdict)
{
    if (driver->known_count > 0 && driver->known[driver->known_count - 1].handle >= decision->job) {
        run_error_raise(driver->error, "scheduler 'rtmr': the kernel's handles do not ascend");
        return;
    }
    driver->known[driver->known_count++] = (struct known_job){.handle = decision->job, .job = job};
    driver->promised[job->id] = job->tasks[STAGE_MAP] == 0 && job->tasks[STAGE_REDUCE] == 0;
    driver->open_tasks += (int64_t)job->tasks[STAGE_MAP] + job->tasks[STAGE_REDUCE];
    verdict->estimated_finish = decision->estimated_finish;
}

static void rtmr_driver_job_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    struct rtmr_driver *driver = self;
    struct rtmr_job submission = rtmr_scheduler_submission(driver, job);
    struct rtmr_decision decision;
    reaction_settle(&driver->reaction);
    enum rtmr_status status = checked_submit(driver->checked, &submission, &decision);
    if (status == RTMR_REJECTED && reaction_step_aside(&driver->reaction)) {
        status = checked_submit(driver->checked, &submission, &decision);
    }
    switch (status) {
    case RTMR_OK: take_in(driver, job, &decision, verdict); break;
    case RTMR_REJECTED:
        if (reaction_takes_risk(&driver->reaction, &submission, &decision)) {
            take_in(driver, job, &decision, verdict);
            note_lost(driver, job);
            break;
        }
        verdict->accepted = false;
        verdict->estimated_finish = decision.estimated_finish;
        verdict->earliest_deadline =
            driver->offer_work > 0 ? some_offer(driver, &submission) : decision.earliest_deadline;
        verdict->reason = reason_text(&decision);
        verdict->room = room_for(decision.reason);
        break;
    case RTMR_E_MAP_TASKS:
    case RTMR_E_REDUCE_TASKS:
        /* More tasks than this build of the kernel can ever plan: the job's misfortune, not a
         * broken run. */
        verdict->accepted = false;
        verdict->reason = rtmr_status_text(status);
        verdict->room = ROOM_FOR_NO_TASKS;
        break;
    default: refused(driver, "a job", status); break;
    }
}

/* When the clock alone makes the kernel do something: the first running task would be over its
 * bound, or now, as an offer must not wait. */
static ticks rtmr_driver_stirs_at(const void *self)
{
    const struct rtmr_driver *driver = self;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        struct rtmr_offer offer;
        if (rtmr_offer(driver->kernel, kernel_stage(stage), &offer) == RTMR_OK) {
            return rtmr_now(driver->kernel);
        }
    }
    ticks event = rtmr_next_event(driver->kernel);
    return event == RTMR_NEVER ? NO_INSTANT : event + 1;
}

static ticks rtmr_driver_wakes_at(const void *self)
{
    const struct rtmr_driver *driver = self;
    return reaction_wakes_at(&driver->reaction);
}

static bool rtmr_driver_kills(void *self, enum stage *stage, int32_t *slot)
{
    struct rtmr_driver *driver = self;
    enum rtmr_stage killed;
    int32_t number;
    reaction_settle(&driver->reaction);
    if (!reaction_kills(&driver->reaction, &killed, &number)) {
        return false;
    }
    *stage = killed == RTMR_MAP ? STAGE_MAP : STAGE_REDUCE;
    *slot = 0;
    while (driver->number[*stage][*slot] != number) {
        ++*slot;
    }
    return true;
}

static void rtmr_driver_report_begins(void *self, int32_t node)
{
    (void)node;
    struct rtmr_driver *driver = self;
    report_count_begin(&driver->report);
}

static const struct scheduler_job *rtmr_driver_pick(void *self, enum stage stage, int32_t slot)
{
    (void)slot;
    struct rtmr_driver *driver = self;
    if (stage == STAGE_REDUCE && report_count_has_reduce(&driver->report)) {
        return NULL;
    }
    struct rtmr_offer offer;
    reaction_settle(&driver->reaction);
    enum rtmr_status status = checked_offer(driver->checked, kernel_stage(stage), &offer);
    if (status == RTMR_NOTHING) {
        return NULL;
    }
    if (status != RTMR_OK) {
        refused(driver, "to make an offer", status);
        return NULL;
    }
    return rtmr_scheduler_job(driver, offer.job);
}

static void rtmr_driver_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    struct rtmr_driver *driver = self;
    report_count_add(&driver->report, stage);
    struct rtmr_offer started;
    enum rtmr_status status =
        checked_dispatch(driver->checked, kernel_stage(stage), driver->number[stage][slot], &started);
    if (status != RTMR_OK) {
        refused(driver, "a dispatch", status);
    } else if (rtmr_scheduler_job(driver, started.job) != job) {
        run_error_raise(driver->error, "scheduler 'rtmr': the kernel started another task than it offered");
    } else {
        reaction_task_started(&driver->reaction, kernel_stage(stage), driver->number[stage][slot], started.bound);
    }
}

static void rtmr_driver_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot,
                                      ticks took)
{
    struct rtmr_driver *driver = self;
    struct rtmr_report report;
    reaction_task_ends(&driver->reaction, job, kernel_stage(stage), driver->number[stage][slot]);
    enum rtmr_status status =
        checked_finish(driver->checked, kernel_stage(stage), driver->number[stage][slot], &report);
    if (status != RTMR_OK) {
        refused(driver, "a finish", status);
        return;
    }
    driver->open_tasks--;
    driver->promised[job->id] = report.job_done && !report.flagged && report.deadline <= job->deadline;
    driver->statistics.renewed_jobs += driver->promised[job->id] && driver->lost[job->id];
    if (report.stage_done != 0) {
        reaction_changed(&driver->reaction);
    }
    estimates_task_finished(&driver->estimates, job, stage, took);
}

static void rtmr_driver_slot_lost(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)job;
    struct rtmr_driver *driver = self;
    struct rtmr_alarm alarm;
    enum rtmr_status status =
        checked_slot_lost(driver->checked, kernel_stage(stage), driver->number[stage][slot], &alarm);
    if (status != RTMR_VIOLATION_LOST) {
        refused(driver, "a lost slot", status);
        return;
    }
    note_violation(driver, &alarm);
}

static void rtmr_driver_slot_back(void *self, enum stage stage, int32_t slot)
{
    struct rtmr_driver *driver = self;
    if (driver->number[stage][slot] == NOT_YET) {
        driver->number[stage][slot] = driver->numbers[stage]++;
    }
    enum rtmr_status status = checked_slot_add(driver->checked, kernel_stage(stage), driver->number[stage][slot]);
    if (status != RTMR_OK) {
        refused(driver, "a slot that came", status);
    }
    reaction_changed(&driver->reaction);
}

static bool rtmr_driver_slot_drains(void *self, enum stage stage, int32_t slot)
{
    struct rtmr_driver *driver = self;
    struct rtmr_decision decision;
    enum rtmr_status status =
        checked_slot_drain(driver->checked, kernel_stage(stage), driver->number[stage][slot], &decision);
    if (status != RTMR_OK && status != RTMR_REJECTED) {
        refused(driver, "to drain a slot", status);
    }
    return status == RTMR_OK;
}

static void rtmr_driver_task_failed(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)job;
    struct rtmr_driver *driver = self;
    struct rtmr_alarm alarm;
    enum rtmr_status status = checked_fail(driver->checked, kernel_stage(stage), driver->number[stage][slot], &alarm);
    if (status != RTMR_VIOLATION_FAILED) {
        refused(driver, "a failed task", status);
        return;
    }
    note_violation(driver, &alarm);
}

static bool rtmr_driver_promises(const void *self, const struct scheduler_job *job)
{
    const struct rtmr_driver *driver = self;
    return driver->promised[job->id];
}

static void rtmr_driver_job_finished(void *self, const struct scheduler_job *job)
{
    struct rtmr_driver *driver = self;
    estimates_job_finished(&driver->estimates, job);
}

static void rtmr_driver_report(const void *self, struct scheduler_statistics *statistics)
{
    const struct rtmr_driver *driver = self;
    statistics->violations += driver->statistics.violations;
    statistics->flagged_jobs += driver->statistics.flagged_jobs;
    statistics->renewed_jobs += driver->statistics.renewed_jobs;
}

const struct scheduler_class rtmr_scheduler = {
    .name = "rtmr",
    .summary = "RTMR: admission control with a deadline guarantee, by the kernel library",
    .tests_deadlines = true,
    .needs_barrier = true,
    .create = rtmr_driver_create,
    .destroy = rtmr_driver_destroy,
    .job_arrives = rtmr_driver_job_arrives,
    .pick = rtmr_driver_pick,
    .advance = rtmr_driver_advance,
    .report_begins = rtmr_driver_report_begins,
    .wakes_at = rtmr_driver_wakes_at,
    .stirs_at = rtmr_driver_stirs_at,
    .task_started = rtmr_driver_task_started,
    .task_finished = rtmr_driver_task_finished,
    .task_failed = rtmr_driver_task_failed,
    .slot_lost = rtmr_driver_slot_lost,
    .slot_back = rtmr_driver_slot_back,
    .slot_drains = rtmr_driver_slot_drains,
    .kills = rtmr_driver_kills,
    .promises = rtmr_driver_promises,
    .job_finished = rtmr_driver_job_finished,
    .report = rtmr_driver_report,
};
