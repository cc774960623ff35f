#include "tests/campaign/script.h"

#include <inttypes.h>
#include <string.h>

void script_spoil(struct rtmr *kernel)
{
    memset(kernel, 0xa5, sizeof *kernel);
}

struct answer script_play(struct checked *c, const struct call *call)
{
    struct answer a = {0};

    switch (call->kind) {
    case CALL_SUBMIT: a.status = checked_submit(c, &call->job, call->null ? NULL : &a.decision); break;
    case CALL_WHAT_IF: a.status = checked_what_if(c, &call->job, call->null ? NULL : &a.decision); break;
    case CALL_WITHDRAW: a.status = checked_withdraw(c, call->handle); break;
    case CALL_OFFER: a.status = checked_offer(c, call->stage, call->null ? NULL : &a.offer); break;
    case CALL_DISPATCH: a.status = checked_dispatch(c, call->stage, call->slot, call->null ? NULL : &a.offer); break;
    case CALL_FINISH: a.status = checked_finish(c, call->stage, call->slot, call->null ? NULL : &a.report); break;
    case CALL_ADVANCE: a.status = checked_advance(c, call->to, call->null ? NULL : &a.alarm); break;
    case CALL_SLOT_LOST: a.status = checked_slot_lost(c, call->stage, call->slot, call->null ? NULL : &a.alarm); break;
    case CALL_FAIL: a.status = checked_fail(c, call->stage, call->slot, call->null ? NULL : &a.alarm); break;
    case CALL_SLOT_DRAIN:
        a.status = checked_slot_drain(c, call->stage, call->slot, call->null ? NULL : &a.decision);
        break;
    case CALL_SLOT_ADD: a.status = checked_slot_add(c, call->stage, call->slot); break;
    }
    return a;
}

static void print_setup(const struct rtmr_setup *setup, FILE *stream)
{
    static const char *const feedback[] = {"exact", "satu", "none"};
    static const char *const order[] = {"default order", "floor", "edf", "fifo"};

    fprintf(stream,
            "%d map slots, %d reduce slots, %s, %s, delta %" PRId64 ", latency %" PRId64
            ", %d reduces per node, counter offers %s\n",
            setup->map_slots, setup->reduce_slots, feedback[setup->feedback], order[setup->order], setup->delta,
            setup->latency, setup->reduces_per_node, setup->counter_offer != 0 ? "on" : "off");
}

static const char *stage_name(enum rtmr_stage stage)
{
    return stage == RTMR_MAP ? "map" : stage == RTMR_REDUCE ? "reduce" : "no such stage";
}

static void print_call(const struct call *call, FILE *stream)
{
    static const char *const name[] = {"submit",  "what_if",   "withdraw", "offer",      "dispatch", "finish",
                                       "advance", "slot_lost", "fail",     "slot_drain", "slot_add"};

    fprintf(stream, "%s", name[call->kind]);
    switch (call->kind) {
    case CALL_SUBMIT:
    case CALL_WHAT_IF:
        fprintf(stream, " %d maps of %" PRId64 ", %d reduces of %" PRId64 ", deadline %" PRId64, call->job.map_tasks,
                call->job.map_estimate, call->job.reduce_tasks, call->job.reduce_estimate, call->job.deadline);
        break;
    case CALL_WITHDRAW: fprintf(stream, " job %" PRId64, call->handle); break;
    case CALL_OFFER: fprintf(stream, " %s", stage_name(call->stage)); break;
    case CALL_ADVANCE: fprintf(stream, " to %" PRId64, call->to); break;
    default: fprintf(stream, " %s slot %d", stage_name(call->stage), call->slot); break;
    }
    fprintf(stream, "%s", call->null ? ", NULL" : "");
}

static void print_ticks(const char *label, rtmr_ticks ticks, FILE *stream)
{
    if (ticks == RTMR_NEVER) {
        fprintf(stream, "%snever", label);
    } else {
        fprintf(stream, "%s%" PRId64, label, ticks);
    }
}

static void print_decision(const struct rtmr_decision *d, FILE *stream)
{
    if (d->reason == RTMR_REASON_NONE) {
        fprintf(stream, "accepted, job %" PRId64 "; ", d->job);
    } else {
        fprintf(stream, "rejected, %s", rtmr_reason_text(d->reason));
        print_ticks("; late by ", d->late_by, stream);
        fprintf(stream, ": job %" PRId64 "; ", d->late_job);
    }
    print_ticks("e ", d->estimated_finish, stream);
    print_ticks(", earliest deadline ", d->earliest_deadline, stream);
}

static void print_answer(const struct call *call, const struct answer *a, FILE *stream)
{
    fprintf(stream, " -> ");
    if (a->status < 0 || a->status == RTMR_NOTHING) {
        fprintf(stream, "%s\n", rtmr_status_text(a->status));
        return;
    }
    switch (call->kind) {
    case CALL_SUBMIT:
    case CALL_WHAT_IF: print_decision(&a->decision, stream); break;
    case CALL_OFFER:
    case CALL_DISPATCH: fprintf(stream, "job %" PRId64 " until %" PRId64, a->offer.job, a->offer.bound); break;
    case CALL_FINISH:
        fprintf(stream, "job %" PRId64 "%s%s%s", a->report.job, a->report.stage_done != 0 ? ", stage done" : "",
                a->report.job_done != 0 ? ", job done" : "", a->report.flagged != 0 ? ", flagged" : "");
        break;
    case CALL_SLOT_DRAIN:
        fprintf(stream, "%s", rtmr_status_text(a->status));
        if (a->status == RTMR_REJECTED) {
            print_ticks("; late by ", a->decision.late_by, stream);
            fprintf(stream, ": job %" PRId64, a->decision.late_job);
        }
        break;
    case CALL_ADVANCE:
    case CALL_SLOT_LOST:
    case CALL_FAIL:
        fprintf(stream, "%s", rtmr_status_text(a->status));
        if (a->status != RTMR_OK) {
            fprintf(stream, "; %d overrun, %d flagged", a->alarm.overrun_tasks, a->alarm.flagged_jobs);
        }
        break;
    default: fprintf(stream, "%s", rtmr_status_text(a->status)); break;
    }
    fprintf(stream, "\n");
}

bool script_replay(const struct script *script, struct judge *judge, int64_t *violations, FILE *stream)
{
    static struct rtmr kernel;
    struct checked *const c = checked_new(&kernel, true);

    if (stream != NULL) {
        print_setup(&script->setup, stream);
    }
    script_spoil(&kernel);
    (void)checked_init(c, &script->setup);
    for (int32_t i = 0; i < script->calls && !checked_judge(c)->broken; i++) {
        if (stream != NULL) {
            fprintf(stream, "%6" PRId64 "  ", rtmr_now(&kernel));
            print_call(&script->call[i], stream);
        }
        const struct answer answer = script_play(c, &script->call[i]);
        if (stream != NULL) {
            print_answer(&script->call[i], &answer, stream);
        }
    }
    const struct checked_counts *const counts = checked_counts(c);
    *violations = counts->overruns + counts->waits + counts->losses + counts->failures;
    *judge = *checked_judge(c);
    checked_free(c);
    return judge->broken;
}
