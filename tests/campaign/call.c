#include "tests/campaign/call.h"

#include <inttypes.h>
#include <stddef.h>

#if RTMR_TICK_BITS == 64
#define PRI_TICKS PRId64
#else
#define PRI_TICKS PRId32
#endif

/* The name of an enumerator; a setup may hold another number. */
static const char *name_of(int number, const char *const names[], size_t count)
{
    return 0 <= number && (size_t)number < count ? names[number] : "no such policy";
}

void call_print_setup(const struct rtmr_setup *setup, FILE *stream)
{
    static const char *const feedback[] = {"exact", "satu", "none"};
    static const char *const order[] = {"default order", "floor", "edf", "fifo"};

    fprintf(stream,
            "%d map slots, %d reduce slots, %s, %s, delta %" PRI_TICKS ", latency %" PRI_TICKS
            ", %d reduces per node, counter offers %s\n",
            setup->map_slots, setup->reduce_slots, name_of((int)setup->feedback, feedback, 3),
            name_of((int)setup->order, order, 4), setup->delta, setup->latency, setup->reduces_per_node,
            setup->counter_offer != 0 ? "on" : "off");
}

static const char *stage_name(enum rtmr_stage stage)
{
    return stage == RTMR_MAP ? "map" : stage == RTMR_REDUCE ? "reduce" : "no such stage";
}

void call_print(const struct call *call, FILE *stream)
{
    static const char *const name[] = {"submit",  "what_if",      "withdraw", "offer",      "dispatch", "finish",
                                       "advance", "slot_lost",    "fail",     "slot_drain", "slot_add", "renew",
                                       "extend",  "set_estimate", "suspend",  "abort",      "restore"};

    fprintf(stream, "%s", name[call->kind]);
    switch (call->kind) {
    case CALL_SUBMIT:
    case CALL_WHAT_IF:
        fprintf(stream, " %d maps of %" PRI_TICKS ", %d reduces of %" PRI_TICKS ", deadline %" PRI_TICKS,
                call->job.map_tasks, call->job.map_estimate, call->job.reduce_tasks, call->job.reduce_estimate,
                call->job.deadline);
        break;
    case CALL_WITHDRAW:
    case CALL_SUSPEND:
    case CALL_ABORT: fprintf(stream, " job %" PRI_TICKS, call->handle); break;
    case CALL_RENEW: fprintf(stream, " job %" PRI_TICKS " by %" PRI_TICKS, call->handle, call->to); break;
    case CALL_EXTEND:
        fprintf(stream, " %s slot %d until %" PRI_TICKS, stage_name(call->stage), call->slot, call->to);
        break;
    case CALL_SET_ESTIMATE:
        fprintf(stream, " job %" PRI_TICKS " %s %" PRI_TICKS, call->handle, stage_name(call->stage), call->to);
        break;
    case CALL_OFFER: fprintf(stream, " %s", stage_name(call->stage)); break;
    case CALL_RESTORE:
    case CALL_ADVANCE: fprintf(stream, " to %" PRI_TICKS, call->to); break;
    default: fprintf(stream, " %s slot %d", stage_name(call->stage), call->slot); break;
    }
    fprintf(stream, "%s", call->null ? ", NULL" : "");
}

static void print_ticks(const char *label, rtmr_ticks ticks, FILE *stream)
{
    if (ticks == RTMR_NEVER) {
        fprintf(stream, "%snever", label);
    } else {
        fprintf(stream, "%s%" PRI_TICKS, label, ticks);
    }
}

static void print_decision(const struct rtmr_decision *d, FILE *stream)
{
    if (d->reason == RTMR_REASON_NONE) {
        fprintf(stream, "accepted, job %" PRI_TICKS "; ", d->job);
    } else {
        fprintf(stream, "rejected, %s", rtmr_reason_text(d->reason));
        print_ticks("; late by ", d->late_by, stream);
        fprintf(stream, ": job %" PRI_TICKS "; ", d->late_job);
    }
    print_ticks("e ", d->estimated_finish, stream);
    print_ticks(", earliest deadline ", d->earliest_deadline, stream);
}

void call_print_answer(const struct call *call, const struct answer *a, FILE *stream)
{
    fprintf(stream, " -> ");
    if (a->status < 0 || a->status == RTMR_NOTHING) {
        fprintf(stream, "%s\n", rtmr_status_text(a->status));
        return;
    }
    switch (call->kind) {
    case CALL_SUBMIT:
    case CALL_WHAT_IF:
    case CALL_RENEW: print_decision(&a->decision, stream); break;
    case CALL_OFFER:
    case CALL_DISPATCH: fprintf(stream, "job %" PRI_TICKS " until %" PRI_TICKS, a->offer.job, a->offer.bound); break;
    case CALL_FINISH:
        fprintf(stream, "job %" PRI_TICKS "%s%s%s", a->report.job, a->report.stage_done != 0 ? ", stage done" : "",
                a->report.job_done != 0 ? ", job done" : "", a->report.flagged != 0 ? ", flagged" : "");
        break;
    case CALL_SLOT_DRAIN:
    case CALL_EXTEND:
    case CALL_SET_ESTIMATE:
        fprintf(stream, "%s", rtmr_status_text(a->status));
        if (a->status == RTMR_REJECTED) {
            print_ticks("; late by ", a->decision.late_by, stream);
            fprintf(stream, ": job %" PRI_TICKS, a->decision.late_job);
        }
        break;
    case CALL_ADVANCE:
    case CALL_RESTORE:
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
