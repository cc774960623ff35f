#include "harness/invariants/checked.h"

#include "harness/invariants/checked_state.h"
#include "harness/invariants/context_copy.h"
#include "harness/invariants/context_memory.h"
#include "harness/invariants/due_clauses.h"
#include "harness/invariants/plan_clauses.h"
#include "harness/invariants/stored_clauses.h"
#include "harness/invariants/table_clauses.h"
#include "harness/invariants/watched_clauses.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>

struct checked *checked_new(struct rtmr *kernel, bool on)
{
    struct checked *c = alloc_zeroed(1, sizeof *c);
    c->kernel = kernel;
    c->on = on;
    return c;
}

static void forget_copies(struct checked *c)
{
    context_free(c->before, c->feedback);
    context_free(c->trial, c->feedback);
}

void checked_free(struct checked *c)
{
    if (c != NULL) {
        shadow_free(&c->shadow);
        free(c->outlook.job);
        forget_copies(c);
        free(c);
    }
}

void checked_report_to(struct checked *c, void (*report)(void *context, const char *text), void *context)
{
    c->report = report;
    c->context = context;
}

const struct judge *checked_judge(const struct checked *c)
{
    return &c->judge;
}

const struct checked_counts *checked_counts(const struct checked *c)
{
    return &c->counts;
}

bool checked_begin(struct checked *c, const char *call)
{
    if (!c->on || c->before == NULL || c->judge.broken) {
        return false;
    }
    c->counts.calls++;
    judge_call(&c->judge, call, c->kernel->now);
    context_copy(c->before, c->kernel);
    return true;
}

enum rtmr_status checked_end(struct checked *c, enum rtmr_status status)
{
    if (c->judge.broken && !c->reported) {
        c->reported = true;
        if (c->report != NULL) {
            c->report(c->context, c->judge.text);
        }
    }
    return status;
}

bool checked_refusal(struct checked *c, enum rtmr_status status, enum rtmr_status error)
{
    judge_clause(&c->judge, CLAUSE_STATUS);
    if (error != RTMR_OK ? status != error : status < 0) {
        return judge_breaks(&c->judge, "status %d (%s), expected %d (%s)", (int)status, rtmr_status_text(status),
                            (int)error, rtmr_status_text(error));
    }
    c->counts.refused += status < 0;
    return status >= 0 || checked_unchanged(c);
}

bool checked_unchanged(struct checked *c)
{
    judge_clause(&c->judge, CLAUSE_UNCHANGED);
    return context_same(c->before, c->kernel) || judge_breaks(&c->judge, "the state has changed");
}

bool checked_unchanged_but_scratch(struct checked *c)
{
    judge_clause(&c->judge, CLAUSE_UNCHANGED);
    return context_same_but_scratch(c->before, c->kernel) ||
           judge_breaks(&c->judge, "more than the scratch of planning has changed");
}

bool checked_state_holds(struct checked *c)
{
    shadow_note_offers(&c->shadow);
    c->judge.vacant = c->shadow.jobs == 0;
    const bool holds = table_clauses_hold(&c->judge, c->kernel, &c->shadow) &&
                       (!c->shadow.planned || plan_clauses_hold(&c->judge, c->kernel, &c->shadow)) &&
                       due_clauses_hold(&c->judge, c->kernel, &c->shadow) &&
                       stored_clauses_hold(&c->judge, c->kernel) &&
                       watched_jobs_hold(&c->judge, c->kernel, &c->shadow) &&
                       books_agree(&c->judge, c->kernel, &c->shadow) && due_ranges_hold(&c->judge, c->kernel);
    c->judge.vacant = false;
    return holds;
}

enum rtmr_status checked_stage_error(enum rtmr_stage stage, const void *result)
{
    if (stage != RTMR_MAP && stage != RTMR_REDUCE) {
        return RTMR_E_STAGE;
    }
    return result == NULL ? RTMR_E_NULL : RTMR_OK;
}

enum rtmr_status checked_slot_error(const struct checked *c, enum rtmr_stage stage, int32_t slot, const void *result)
{
    const enum rtmr_status error = checked_stage_error(stage, result);
    const struct shadow_slot *const found = error == RTMR_OK ? shadow_slot(&c->shadow, stage, slot) : NULL;

    if (error != RTMR_OK) {
        return error;
    }
    return found == NULL ? RTMR_E_SLOT : found->state == RTMR_SLOT_ABSENT ? RTMR_E_SLOT_ABSENT : RTMR_OK;
}

enum rtmr_status checked_task_error(const struct checked *c, enum rtmr_stage stage, int32_t slot, const void *result)
{
    const enum rtmr_status error = checked_slot_error(c, stage, slot, result);

    return error == RTMR_OK && !shadow_runs(shadow_slot(&c->shadow, stage, slot)) ? RTMR_E_SLOT_IDLE : error;
}

bool checked_violation(struct checked *c, enum rtmr_status status, enum rtmr_status expected)
{
    judge_clause(&c->judge, CLAUSE_VIOLATION);
    return status == expected || judge_breaks(&c->judge, "status %d (%s), expected %d (%s)", (int)status,
                                              rtmr_status_text(status), (int)expected, rtmr_status_text(expected));
}

bool checked_alarm(struct checked *c, const struct rtmr_alarm *alarm, int32_t overrun, int32_t flagged)
{
    c->counts.flagged += flagged;
    judge_clause(&c->judge, CLAUSE_VIOLATION);
    return (alarm->overrun_tasks == overrun && alarm->flagged_jobs == flagged) ||
           judge_breaks(&c->judge, "%d tasks overrun, %d jobs flagged; should be %d, %d", alarm->overrun_tasks,
                        alarm->flagged_jobs, overrun, flagged);
}

enum rtmr_status checked_init(struct checked *c, const struct rtmr_setup *setup)
{
    const enum rtmr_status status = rtmr_init(c->kernel, setup);

    if (c->on && !c->judge.broken && status == RTMR_OK) {
        c->counts.calls++;
        forget_copies(c);
        c->feedback = setup->feedback;
        c->before = alloc_checked(context_new(c->feedback));
        c->trial = alloc_checked(context_new(c->feedback));
        judge_call(&c->judge, "init", 0);
        shadow_begin(&c->shadow, setup);
        (void)checked_state_holds(c);
    }
    return checked_end(c, status);
}
