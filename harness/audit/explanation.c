/*
 * One decision in words, with the schedule that shows it. Instants are those of the store:
 * milliseconds since it was made.
 */
#include "harness/audit/recheck_state.h"
#include "harness/report/table.h"

#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* "job 12"; the job that asks has its number once it is accepted. */
static const char *job_text(const struct recheck *a, rtmr_handle job)
{
    static char buffers[4][32];
    static unsigned next;
    char *const text = buffers[next++ % 4];
    const bool asks = job == RTMR_NO_JOB && a->call->kind == CALL_SUBMIT;

    if (asks && a->call->status != RTMR_OK) {
        return "the new job";
    }
    snprintf(text, sizeof buffers[0], "job %" PRId64, asks ? a->call->job : job);
    return text;
}

static void print_request(const struct recheck *a)
{
    const struct call_record *const c = a->call;

    fprintf(a->out, "call %" PRId64 ", at %" PRId64 ": %s", c->call, c->tick, journal_kind_name(c->kind));
    switch (c->kind) {
    case CALL_SUBMIT:
        fprintf(a->out, ": %d map tasks of %" PRId64 " ms, %d reduce tasks of %" PRId64 " ms, deadline %s", c->maps,
                c->map_estimate, c->reduces, c->reduce_estimate, instant_text(c->value));
        break;
    case CALL_RENEW: fprintf(a->out, ": job %" PRId64 ", deadline %s", c->job, instant_text(c->value)); break;
    case CALL_SET_ESTIMATE:
        fprintf(a->out, ": job %" PRId64 ", %s tasks take %s ms", c->job, journal_stage_name(c->stage),
                instant_text(c->value));
        break;
    case CALL_EXTEND:
        fprintf(a->out, ": the task of job %" PRId64 " on %s slot %d ends by %s", c->job, journal_stage_name(c->stage),
                c->slot, instant_text(c->value));
        break;
    default: fprintf(a->out, ": job %" PRId64 ", %s slot %d", c->job, journal_stage_name(c->stage), c->slot); break;
    }
    fputs(".\n", a->out);
}

static void print_verdict(const struct recheck *a, const struct verdict *right)
{
    if (right->reason == RTMR_REASON_NONE) {
        fputs("Accepted is right: in the schedule below each promised job ends by its deadline.\n", a->out);
        return;
    }
    if (right->reason != RTMR_REASON_LATE) {
        fputs("Refused is right: the service has no room for further jobs or tasks.\n", a->out);
        return;
    }
    fprintf(a->out, "Refused is right: in the schedule below %s is the first that ends after its deadline, by %s ms.\n",
            job_text(a, right->late_job), instant_text(right->late_by));
}

/* What each interval of later deadlines comes to. */
static void print_offer(const struct recheck *a, rtmr_ticks earliest)
{
    for (size_t i = 0; i < a->search.trials; i++) {
        const struct offer_trial *const t = &a->search.trial[i];

        fprintf(a->out, "Deadlines %s to %s put it %s%s: ", instant_text(t->from), instant_text(t->to),
                t->next == RTMR_NO_JOB ? "last" : "before ", t->next == RTMR_NO_JOB ? "" : job_text(a, t->next));
        if (t->late != RTMR_NO_JOB) {
            fprintf(a->out, "%s would then be late, by %s ms.\n", job_text(a, t->late), instant_text(t->late_by));
        } else if (t->end > t->to) {
            fprintf(a->out, "it would end at %s, after all of them.\n", instant_text(t->end));
        } else {
            fprintf(a->out, "it would end at %s, and all others in time.\n", instant_text(t->end));
        }
    }
    if (earliest == RTMR_NEVER && a->search.trials > 0 && a->search.trial[a->search.trials - 1].to < RTMR_TIME_MAX) {
        fputs("The service looks no further: later deadlines may be accepted.\n", a->out);
    } else if (earliest == RTMR_NEVER) {
        fputs("So no deadline would be accepted.\n", a->out);
    } else {
        fprintf(a->out, "So the earliest deadline that would be accepted is %" PRId64 ".\n", earliest);
    }
}

static void print_jobs(const struct recheck *a)
{
    struct table t = table_new(6, 1);

    table_add(&t, "job");
    table_add(&t, "maps");
    table_add(&t, "reduces");
    table_add(&t, "end");
    table_add(&t, "deadline");
    table_add(&t, "to spare");
    for (int32_t i = 0; i < a->plan.jobs; i++) {
        const struct plan_job *const job = &a->plan.job[i];
        const rtmr_ticks end = job->end[RTMR_REDUCE];

        table_add(&t, "%s", job_text(a, job->job));
        table_add(&t, "%d", job->waiting[RTMR_MAP]);
        table_add(&t, "%d", job->waiting[RTMR_REDUCE]);
        table_add(&t, "%s", instant_text(end));
        table_add(&t, "%" PRId64, job->deadline);
        if (end == RTMR_NEVER) {
            table_add(&t, "-");
        } else {
            table_add(&t, "%" PRId64, job->deadline - end);
        }
    }
    fputs("\nPromised jobs in their order, with the tasks that wait:\n", a->out);
    table_print(&t, a->out, 2);
    table_free(&t);
}

/* The tasks that run: what the schedule begins with. */
static void add_running(const struct recheck *a, struct table *t)
{
    for (int stage = 0; stage < SHADOW_STAGES; stage++) {
        for (int32_t i = 0; i < a->books.stage[stage].slots; i++) {
            const struct shadow_slot *const slot = &a->books.stage[stage].slot[i];

            if (shadow_runs(slot)) {
                table_add(t, "job %" PRId64 ", %s %d", slot->job, journal_stage_name((enum rtmr_stage)stage),
                          a->slot[stage][i].task);
                table_add(t, "%s %d", journal_stage_name((enum rtmr_stage)stage), i);
                table_add(t, "runs");
                table_add(t, slot_late(slot->state) ? "not known" : "%" PRId64, slot->bound);
            }
        }
    }
}

static void print_schedule(const struct recheck *a)
{
    struct table t = table_new(4, 2);
    int32_t number = 0;

    table_add(&t, "task");
    table_add(&t, "slot");
    table_add(&t, "start");
    table_add(&t, "end");
    add_running(a, &t);
    for (size_t i = 0; i < a->plan.tasks; i++) {
        const struct plan_task *const task = &a->plan.task[i];
        const bool same = i > 0 && a->plan.task[i - 1].job == task->job && a->plan.task[i - 1].stage == task->stage;

        number = same ? number + 1 : 1;
        table_add(&t, "%s, %s, waiting %d", job_text(a, a->plan.job[task->job].job), journal_stage_name(task->stage),
                  number);
        table_add(&t, "%s %d", journal_stage_name(task->stage), task->slot);
        table_add(&t, "%s", instant_text(task->start));
        table_add(&t, "%s", instant_text(task->end));
    }
    fprintf(a->out, "\nThe schedule, from %" PRId64 " on:\n", a->books.now);
    if (a->books.latency > 0) {
        fprintf(a->out,
                "  (for the latency of %" PRId64 " ms map tasks begin so much later, and take %" PRId64
                " ms longer, reduce tasks %" PRId64 " ms)\n",
                a->books.latency, a->plan.pad[RTMR_MAP], a->plan.pad[RTMR_REDUCE]);
    }
    table_print(&t, a->out, 2);
    table_free(&t);
}

void explain_verdict(struct recheck *a, const struct verdict *right, int32_t asks, rtmr_ticks earliest)
{
    if (!a->explains) {
        return;
    }
    a->explained = true;
    print_request(a);
    print_verdict(a, right);
    if (a->call->status != RTMR_OK && right->reason == RTMR_REASON_LATE && asks >= 0) {
        print_offer(a, earliest);
    }
    if (a->call->kind == CALL_SUBMIT && asks < 0) {
        fputs("A job without tasks ends when it is accepted.\n\n", a->out);
        return;
    }
    print_jobs(a);
    print_schedule(a);
    fputs("\n", a->out);
}

/* Idle slots, and the waiting tasks of jobs before the place for which some are reserved. */
void explain_dispatch(struct recheck *a, int32_t place)
{
    const enum rtmr_stage stage = a->call->stage;
    int32_t idle = 0;
    int32_t reserved = 0;

    if (a->explain_call != a->call->call) {
        return;
    }
    a->explained = true;
    for (int32_t i = 0; i < a->books.stage[stage].slots; i++) {
        idle += a->books.stage[stage].slot[i].state == RTMR_SLOT_IDLE;
    }
    for (int32_t p = 0; p < place; p++) {
        reserved += shadow_at(&a->books, p)->waiting[stage];
    }
    print_request(a);
    fprintf(a->out,
            "%d %s slots are idle; %d are reserved for waiting tasks of jobs before job %" PRId64
            ", whose maps have not all ended. A task of it may start if more are idle than reserved.\n\n",
            idle, journal_stage_name(stage), reserved, a->call->job);
}

void explain_losses(struct recheck *a)
{
    bool named = a->explain_call == a->call->call;

    for (int32_t i = 0; i < a->lost_count; i++) {
        named = named || a->lost[i] == a->explain_job;
    }
    if (!named) {
        return;
    }
    a->explained = true;
    print_request(a);
    fputs(a->lost_count == 0 ? "Every promise can be kept.\n\n" : "Promises that are lost by it: ", a->out);
    for (int32_t i = 0; i < a->lost_count; i++) {
        fprintf(a->out, "%s%" PRId64, i == 0 ? "job " : ", ", a->lost[i]);
    }
    fputs(a->lost_count == 0 ? "" : ".\n\n", a->out);
}
