/*
 * Violations, and who loses a promise: time that passes over a bound, tasks that fail, slots that
 * are lost, and promises that are given up.
 */
#include "harness/audit/recheck_state.h"

#include "harness/invariants/dues.h"
#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- Who loses a promise ---------------------------------------------------------------------- */

static void loses(struct recheck *a, rtmr_handle job)
{
    for (int32_t i = 0; i < a->lost_count; i++) {
        if (a->lost[i] == job) {
            return;
        }
    }
    a->lost = alloc_grow(a->lost, &a->lost_room, (size_t)a->lost_count + 1, sizeof *a->lost);
    a->lost[a->lost_count++] = job;
}

/* The job at `place` loses its promise. Its new e is known if no job before it is late: behind a
 * late job the plan is of no use. The others are planned again. */
static void flag(struct recheck *a, int32_t place)
{
    struct shadow_job *const job = shadow_at(&a->books, place);

    job->end[RTMR_REDUCE] = place <= a->plan.late ? a->plan.job[place].end[RTMR_REDUCE] : RTMR_NEVER;
    loses(a, job->handle);
    shadow_flag(&a->books, place);
    plan_all(&a->plan, &a->books, NULL, 0, false);
}

/* After a violation: every promise is planned again. If a job no longer fits, the job at `suspect`
 * (-1: none), whose task was lost, gives up its promise; then each job in turn that still does not
 * fit. */
static void recover(struct recheck *a, int32_t suspect)
{
    dues_forget(&a->books.stage[RTMR_MAP]);
    dues_forget(&a->books.stage[RTMR_REDUCE]);
    plan_all(&a->plan, &a->books, NULL, 0, false);
    if (a->plan.late >= 0 && suspect >= 0 && suspect < a->books.promised) {
        flag(a, suspect);
    }
    while (a->plan.late >= 0) {
        flag(a, a->plan.late);
    }
    adopt_plan(a);
}

static int ascending(const void *a, const void *b)
{
    const rtmr_handle x = *(const rtmr_handle *)a;
    const rtmr_handle y = *(const rtmr_handle *)b;

    return (x > y) - (x < y);
}

/* "jobs 3, 5", "no job". The list is put in order. */
static char *jobs_text(rtmr_handle *jobs, int32_t count)
{
    char *text = NULL;
    size_t length = 0;

    if (count == 0) {
        return alloc_print("no job loses its promise");
    }
    qsort(jobs, (size_t)count, sizeof *jobs, ascending);
    FILE *const out = alloc_stream(&text, &length);
    for (int32_t i = 0; i < count; i++) {
        fprintf(out, "%s%" PRId64, i == 0 ? "promises lost: job " : ", ", jobs[i]);
    }
    fclose(out);
    return text;
}

/* The record names exactly the jobs that lose their promise. */
static void compare_lost(struct recheck *a)
{
    const struct call_record *const call = a->call;
    const size_t size = (size_t)call->flagged_count * sizeof *call->flagged;
    rtmr_handle *const recorded = alloc_zeroed((size_t)call->flagged_count, sizeof *recorded);

    if (size > 0) {
        memcpy(recorded, call->flagged, size);
    }
    char *const text = jobs_text(recorded, call->flagged_count);
    char *const right = jobs_text(a->lost, a->lost_count);
    free(recorded);
    if (strcmp(text, right) != 0) {
        finding_add(a, text, right);
    } else {
        free(text);
        free(right);
    }
    a->counts.flagged += a->lost_count;
    explain_losses(a);
}

/* --- The clock -------------------------------------------------------------------------------- */

/* By `to`, an idle slot has let an offer to a promised job wait longer than the latency allows. */
static bool waited(const struct shadow *books, enum rtmr_stage stage, rtmr_ticks to)
{
    if (to <= books->now || shadow_offer(books, stage, books->promised) < 0) {
        return false;
    }
    for (int32_t i = 0; i < books->stage[stage].slots; i++) {
        const struct shadow_slot *const slot = &books->stage[stage].slot[i];

        if (slot->state == RTMR_SLOT_IDLE && (books->latency == 0 || slot->due < to)) {
            return true;
        }
    }
    return false;
}

/* The jobs of tasks that are over their bounds by `to` lose their promise. Returns how many such
 * tasks there are. */
static int32_t overrun(struct recheck *a, rtmr_ticks to)
{
    for (int stage = 0; stage < SHADOW_STAGES; stage++) {
        for (int32_t i = 0; i < a->books.stage[stage].slots; i++) {
            const struct shadow_slot *const slot = &a->books.stage[stage].slot[i];

            if (slot_in_time(slot->state) && slot->bound < to &&
                shadow_find(&a->books, slot->job) < a->books.promised) {
                loses(a, slot->job);
            }
        }
    }
    return shadow_overrun(&a->books, to);
}

/* The clock goes to the tick of the call. The status that tells it. */
static enum rtmr_status move(struct recheck *a, int32_t *tasks)
{
    const rtmr_ticks to = a->call->tick;
    const bool waiting = waited(&a->books, RTMR_MAP, to) || waited(&a->books, RTMR_REDUCE, to);

    a->books.now = to;
    *tasks = overrun(a, to);
    return *tasks > 0 ? RTMR_VIOLATION_OVERRUN : waiting ? RTMR_VIOLATION_WAITING : RTMR_OK;
}

void recheck_clock(struct recheck *a)
{
    int32_t tasks;
    const rtmr_ticks from = a->books.now;
    const enum rtmr_status status = move(a, &tasks);

    if (status == RTMR_OK) {
        return;
    }
    finding_add(a, alloc_print("no violation from %" PRId64 " to %" PRId64, from, a->call->tick),
                status == RTMR_VIOLATION_OVERRUN
                    ? alloc_print("%d tasks ran over their bounds", tasks)
                    : alloc_print("a task of a promised job was offered, and kept waiting too long"));
    recover(a, -1);
    a->lost_count = 0;
    shadow_note_offers(&a->books);
}

static const char *status_text(enum rtmr_status status)
{
    switch (status) {
    case RTMR_OK: return "no violation";
    case RTMR_REJECTED: return "a refusal";
    case RTMR_VIOLATION_OVERRUN: return "tasks over their bounds";
    case RTMR_VIOLATION_WAITING: return "an offered task that waited";
    case RTMR_VIOLATION_LOST: return "a lost slot";
    default: return "a failed task";
    }
}

/* What the violation is, how many tasks it found, and who loses a promise. */
static void compare_violation(struct recheck *a, enum rtmr_status status, int32_t tasks)
{
    if (a->call->status != status) {
        finding_add(a, alloc_print("%s", status_text(a->call->status)), alloc_print("%s", status_text(status)));
    }
    if (a->call->overrun_tasks != tasks) {
        finding_number(a, "tasks over their bounds:", a->call->overrun_tasks, tasks);
    }
    compare_lost(a);
}

void recheck_advance(struct recheck *a)
{
    int32_t tasks;
    const enum rtmr_status status = move(a, &tasks);

    a->counts.overruns += tasks;
    a->counts.waits += status == RTMR_VIOLATION_WAITING;
    if (status != RTMR_OK) {
        recover(a, -1);
    }
    compare_violation(a, status, tasks);
}

void recheck_restore(struct recheck *a)
{
    a->books.now = a->call->tick;
    const int32_t tasks = overrun(a, a->call->tick);

    a->counts.restores++;
    a->counts.overruns += tasks;
    recover(a, -1);
    compare_violation(a,
                      tasks > 0           ? RTMR_VIOLATION_OVERRUN
                      : a->lost_count > 0 ? RTMR_VIOLATION_WAITING
                                          : RTMR_OK,
                      tasks);
}

/* --- Tasks and slots that are lost ------------------------------------------------------------ */

void recheck_fail(struct recheck *a)
{
    const struct shadow_slot *const slot = called_task(a);

    a->counts.failures++;
    if (slot == NULL) {
        return;
    }
    task_becomes(a, slot, TASK_WAITS);
    recover(a, shadow_fail(&a->books, a->call->stage, a->call->slot));
    compare_violation(a, RTMR_VIOLATION_FAILED, 0);
}

void recheck_slot_lost(struct recheck *a)
{
    const struct shadow_slot *slot = called_slot(a);

    a->counts.losses++;
    if (slot != NULL && shadow_runs(slot)) {
        slot = called_task(a);
        task_becomes(a, slot, TASK_WAITS);
    }
    if (slot != NULL) {
        recover(a, shadow_lose(&a->books, a->call->stage, a->call->slot));
        compare_violation(a, RTMR_VIOLATION_LOST, 0);
    }
}

void recheck_slot_add(struct recheck *a)
{
    const enum rtmr_stage stage = a->call->stage;
    const int32_t slots = a->books.stage[stage].slots;
    const struct shadow_slot *const slot = shadow_slot(&a->books, stage, a->call->slot);

    if (slot != NULL ? slot->state != RTMR_SLOT_ABSENT : a->call->slot != slots || slots >= a->setup.slots_capacity) {
        finding_add(a, alloc_print("%s slot %d joins", journal_stage_name(stage), a->call->slot),
                    slot != NULL ? alloc_print("it is there") : alloc_print("the next one is %d", slots));
        return;
    }
    shadow_add(&a->books, stage, a->call->slot);
}

/* --- Promises that are given up --------------------------------------------------------------- */

void recheck_suspend(struct recheck *a)
{
    const int32_t place = called_job(a);

    if (place < 0) {
        return;
    }
    if (place < a->books.promised) {
        loses(a, a->call->job);
    }
    shadow_suspend(&a->books, place);
    compare_lost(a);
}

void recheck_abort(struct recheck *a)
{
    const int32_t place = called_job(a);

    if (place < 0) {
        return;
    }
    const int32_t index = a->books.table[place];
    const bool promised = place < a->books.promised;

    if (!a->job[index].aborted) {
        a->counts.aborted++;
        a->job[index].aborted = true;
        a->job[index].aborted_at = a->books.now;
    }
    if (shadow_abort(&a->books, place)) {
        tasks_forget(a, index);
    } else if (promised) { /* it stays, without a promise, until the last of its tasks has ended */
        loses(a, a->call->job);
    }
    compare_lost(a);
}
