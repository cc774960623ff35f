#include "harness/service/event_text.h"

#define SECOND 1000
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)

static const char *stage_name(const struct call_record *call)
{
    return call->stage == RTMR_MAP ? "map" : "reduce";
}

/* Whole units of two sizes. */
static void two_units(struct text *text, rtmr_ticks ms, rtmr_ticks unit, const char *name, rtmr_ticks part,
                      const char *part_name)
{
    text_format(text, "%lld %s", (long long)(ms / unit), name);
    if (ms % unit / part > 0) {
        text_format(text, " %lld %s", (long long)(ms % unit / part), part_name);
    }
}

void event_text_duration(struct text *text, rtmr_ticks ms)
{
    if (ms < SECOND) {
        text_format(text, "%lld ms", (long long)ms);
    } else if (ms < MINUTE) {
        int decimals = ms % SECOND == 0 ? 0 : ms % 100 == 0 ? 1 : 3;
        text_format(text, "%.*f s", decimals, (double)ms / SECOND);
    } else if (ms < HOUR) {
        two_units(text, ms, MINUTE, "min", SECOND, "s");
    } else if (ms < DAY) {
        two_units(text, ms, HOUR, "h", MINUTE, "min");
    } else {
        two_units(text, ms, DAY, "d", HOUR, "h");
    }
}

/* An instant, as seen from the call. */
static void put_instant(struct text *text, const struct call_record *call, rtmr_ticks at)
{
    if (at == RTMR_NEVER) {
        text_put(text, "never");
    } else if (at >= call->tick) {
        text_put(text, "in ");
        event_text_duration(text, at - call->tick);
    } else {
        event_text_duration(text, call->tick - at);
        text_put(text, " ago");
    }
}

static void put_tasks(struct text *text, const struct call_record *call)
{
    if (call->maps > 0 || call->reduces == 0) {
        text_format(text, "%d map task%s", (int)call->maps, call->maps == 1 ? "" : "s");
    }
    if (call->maps > 0 && call->reduces > 0) {
        text_put(text, " and ");
    }
    if (call->reduces > 0) {
        text_format(text, "%d reduce task%s", (int)call->reduces, call->reduces == 1 ? "" : "s");
    }
}

/* Why a request was refused; `itself`: the words for the job that the request is about. */
static void put_refusal(struct text *text, const struct call_record *call, const char *itself)
{
    if (call->reason != RTMR_REASON_LATE) {
        text_put(text, rtmr_reason_text(call->reason));
        return;
    }
    if (call->late_job == RTMR_NO_JOB || (call->late_job == call->job && call->kind != CALL_SUBMIT)) {
        text_put(text, itself);
    } else {
        text_format(text, "job %lld", (long long)call->late_job);
    }
    if (call->late_by == RTMR_NEVER) {
        text_put(text, " would never end");
        return;
    }
    text_put(text, " would end ");
    event_text_duration(text, call->late_by);
    text_put(text, " after its deadline");
}

static void put_counter_offer(struct text *text, const struct call_record *call)
{
    if (call->earliest_deadline != RTMR_NEVER) {
        text_put(text, "; the earliest deadline that would do is ");
        put_instant(text, call, call->earliest_deadline);
    }
}

static void put_submit(struct text *text, const struct call_record *call)
{
    if (call->status == RTMR_OK) {
        text_format(text, "job %lld accepted: ", (long long)call->job);
        put_tasks(text, call);
        text_put(text, ", done ");
        put_instant(text, call, call->estimated_finish);
        text_put(text, ", deadline ");
        put_instant(text, call, call->value);
        return;
    }
    text_put(text, "a job of ");
    put_tasks(text, call);
    text_put(text, " refused: ");
    put_refusal(text, call, "it");
    put_counter_offer(text, call);
}

static void put_renew(struct text *text, const struct call_record *call)
{
    text_format(text, "job %lld: ", (long long)call->job);
    if (call->status == RTMR_OK) {
        text_put(text, "promised ");
        put_instant(text, call, call->estimated_finish);
        text_put(text, ", deadline ");
        put_instant(text, call, call->value);
        return;
    }
    text_put(text, "not promised by the deadline ");
    put_instant(text, call, call->value);
    text_put(text, ": ");
    put_refusal(text, call, "it");
    put_counter_offer(text, call);
}

static void put_task(struct text *text, const struct call_record *call)
{
    text_format(text, "job %lld: ", (long long)call->job);
    if (call->task >= 0) {
        text_format(text, "%s task %d", stage_name(call), (int)call->task);
    } else {
        text_format(text, "a %s task", stage_name(call));
    }
    const char *verb = call->kind == CALL_DISPATCH ? "starts" : call->kind == CALL_FINISH ? "has ended" : "has failed";
    text_format(text, " %s on %s slot %d", verb, stage_name(call), (int)call->slot);
    if (call->kind == CALL_DISPATCH) {
        text_put(text, ", to end ");
        put_instant(text, call, call->bound);
    }
}

static void put_extend(struct text *text, const struct call_record *call)
{
    text_format(text, "job %lld: the task on %s slot %d ", (long long)call->job, stage_name(call), (int)call->slot);
    text_put(text, call->status == RTMR_OK ? "may run longer, to end " : "may not run longer, to end ");
    put_instant(text, call, call->value);
    if (call->status != RTMR_OK) {
        text_put(text, ": ");
        put_refusal(text, call, "it");
    }
}

static void put_estimate(struct text *text, const struct call_record *call)
{
    text_format(text, "job %lld: the estimate of its %s tasks %s ", (long long)call->job, stage_name(call),
                call->status == RTMR_OK ? "is now" : "cannot become");
    event_text_duration(text, call->value);
    if (call->status != RTMR_OK) {
        text_put(text, ": ");
        put_refusal(text, call, "it");
    }
}

static void put_slot(struct text *text, const struct call_record *call)
{
    const char *what = call->kind == CALL_SLOT_ADD    ? "is there"
                       : call->kind == CALL_SLOT_LOST ? "is lost"
                       : call->status == RTMR_OK      ? "leaves"
                                                      : "cannot leave: ";
    text_format(text, "%s slot %d %s", stage_name(call), (int)call->slot, what);
    if (call->status == RTMR_REJECTED) {
        put_refusal(text, call, "a job");
    }
}

static void put_clock(struct text *text, const struct call_record *call)
{
    if (call->kind == CALL_RESTORE) {
        text_put(text, "the service has come back");
    } else if (call->overrun_tasks > 0) {
        text_format(text, "%d task%s over %s", (int)call->overrun_tasks, call->overrun_tasks == 1 ? " is" : "s are",
                    call->overrun_tasks == 1 ? "its bound" : "their bounds");
    } else {
        text_put(text, "a task that could start has waited too long");
    }
}

static void put_what(struct text *text, const struct call_record *call)
{
    switch (call->kind) {
    case CALL_SUBMIT: put_submit(text, call); break;
    case CALL_RENEW: put_renew(text, call); break;
    case CALL_EXTEND: put_extend(text, call); break;
    case CALL_SET_ESTIMATE: put_estimate(text, call); break;
    case CALL_DISPATCH:
    case CALL_FINISH:
    case CALL_FAIL: put_task(text, call); break;
    case CALL_SLOT_ADD:
    case CALL_SLOT_DRAIN:
    case CALL_SLOT_LOST: put_slot(text, call); break;
    case CALL_WITHDRAW: text_format(text, "job %lld is taken back", (long long)call->job); break;
    case CALL_SUSPEND: text_format(text, "job %lld gives up its promise", (long long)call->job); break;
    case CALL_ABORT: text_format(text, "job %lld is aborted", (long long)call->job); break;
    case CALL_ADVANCE:
    case CALL_RESTORE: put_clock(text, call); break;
    case CALL_KINDS: break;
    }
}

void event_text(const struct call_record *call, struct text *text)
{
    put_what(text, call);
    if (call->flagged_count > 0 && call->kind != CALL_SUSPEND && call->kind != CALL_ABORT) {
        text_format(text, "; %d job%s lost %s promise", (int)call->flagged_count, call->flagged_count == 1 ? "" : "s",
                    call->flagged_count == 1 ? "its" : "their");
    }
    if (call->note != NULL && call->note[0] != '\0') {
        text_format(text, " (%s)", call->note);
    }
}
