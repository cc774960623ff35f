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
    case CALL_RENEW: a.status = checked_renew(c, call->handle, call->to, call->null ? NULL : &a.decision); break;
    case CALL_EXTEND:
        a.status = checked_extend(c, call->stage, call->slot, call->to, call->null ? NULL : &a.decision);
        break;
    case CALL_SET_ESTIMATE:
        a.status = checked_set_estimate(c, call->handle, call->stage, call->to, call->null ? NULL : &a.decision);
        break;
    case CALL_SUSPEND: a.status = checked_suspend(c, call->handle); break;
    case CALL_ABORT: a.status = checked_abort(c, call->handle); break;
    case CALL_RESTORE: a.status = checked_restore(c, call->to, call->null ? NULL : &a.alarm); break;
    }
    return a;
}

bool script_replay(const struct script *script, struct judge *judge, int64_t *violations, FILE *stream)
{
    static struct rtmr kernel;
    struct checked *const c = checked_new(&kernel, true);

    if (stream != NULL) {
        call_print_setup(&script->setup, stream);
    }
    script_spoil(&kernel);
    (void)checked_init(c, &script->setup);
    for (int32_t i = 0; i < script->calls && !checked_judge(c)->broken; i++) {
        if (stream != NULL) {
            fprintf(stream, "%6" PRId64 "  ", rtmr_now(&kernel));
            call_print(&script->call[i], stream);
        }
        const struct answer answer = script_play(c, &script->call[i]);
        if (stream != NULL) {
            call_print_answer(&script->call[i], &answer, stream);
        }
    }
    const struct checked_counts *const counts = checked_counts(c);
    *violations = counts->overruns + counts->waits + counts->losses + counts->failures;
    *judge = *checked_judge(c);
    checked_free(c);
    return judge->broken;
}
