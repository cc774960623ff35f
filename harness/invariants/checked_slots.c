/*
 * Tasks under check: offer, dispatch, finish.
 */
#include "harness/invariants/checked.h"
#include "harness/invariants/checked_state.h"
#include "harness/invariants/dues.h"
#include "harness/invariants/watched_clauses.h"

#include <inttypes.h>

/* By when a task of the job at `place` must be reported if it starts now (E1). */
static rtmr_ticks bound_of(const struct shadow *s, enum rtmr_stage stage, int32_t place)
{
    return s->now + shadow_at(s, place)->estimate[stage] + s->stage[stage].notice_pad;
}

/* The answer equals the offer of the corrected Algorithm IV: the next task of the job at `place`,
 * or nothing (-1). */
static bool offered_rightly(struct checked *c, enum rtmr_stage stage, int32_t place, rtmr_handle job, rtmr_ticks bound,
                            enum rtmr_status status, const struct rtmr_offer *offer)
{
    const char *const name = shadow_stage_name(stage);

    judge_clause(&c->judge, CLAUSE_OFFER);
    if (status == RTMR_NOTHING) {
        return place < 0 || judge_breaks(&c->judge, "%s stage: nothing; job %" PRId64 "'s task may start", name, job);
    }
    if (place < 0) {
        return judge_breaks(&c->judge, "%s stage: a task of job %" PRId64 "; none may start", name, offer->job);
    }
    return (offer->job == job && offer->bound == bound) ||
           judge_breaks(&c->judge,
                        "%s stage: job %" PRId64 " until %" PRId64 "; should be job %" PRId64 " until %" PRId64, name,
                        offer->job, offer->bound, job, bound);
}

enum rtmr_status checked_offer(struct checked *c, enum rtmr_stage stage, struct rtmr_offer *offer)
{
    const bool checking = checked_begin(c, "offer");
    const enum rtmr_status status = rtmr_offer(c->kernel, stage, offer);

    if (!checking || !checked_refusal(c, status, checked_stage_error(stage, offer)) || status < 0) {
        return checked_end(c, status);
    }
    const int32_t place = shadow_offer(&c->shadow, stage, c->shadow.jobs);
    const rtmr_handle job = place >= 0 ? shadow_at(&c->shadow, place)->handle : RTMR_NO_JOB;
    const rtmr_ticks bound = place >= 0 ? bound_of(&c->shadow, stage, place) : 0;

    (void)(checked_unchanged(c) && offered_rightly(c, stage, place, job, bound, status, offer));
    return checked_end(c, status);
}

static enum rtmr_status dispatch_error(const struct checked *c, enum rtmr_stage stage, int32_t slot,
                                       const struct rtmr_offer *offer)
{
    const enum rtmr_status error = checked_slot_error(c, stage, slot, offer);

    return error == RTMR_OK && shadow_runs(shadow_slot(&c->shadow, stage, slot)) ? RTMR_E_SLOT_BUSY : error;
}

/* A task of the job that was named can start: its stage is ready, and a task of it waits. */
static bool can_start(struct checked *c, enum rtmr_stage stage, rtmr_handle job)
{
    const int32_t place = shadow_find(&c->shadow, job);

    judge_clause(&c->judge, CLAUSE_DISPATCH);
    if (place < 0) {
        return judge_breaks(&c->judge, "job %" PRId64 " is not in the table", job);
    }
    const struct shadow_job *const found = shadow_at(&c->shadow, place);
    if (stage == RTMR_REDUCE && found->unfinished[RTMR_MAP] > 0) {
        return judge_breaks(&c->judge, "a reduce of job %" PRId64 " before its %d last maps have ended", job,
                            found->unfinished[RTMR_MAP]);
    }
    return found->waiting[stage] > 0 ||
           judge_breaks(&c->judge, "no %s task of job %" PRId64 " waits", shadow_stage_name(stage), job);
}

/* A job in front has reduces that wait for its maps. */
static bool passes_reduces(const struct shadow *s, int32_t place)
{
    for (int32_t p = 0; p < place; p++) {
        if (shadow_at(s, p)->waiting[RTMR_REDUCE] > 0) {
            return true;
        }
    }
    return false;
}

/* The kernel has started the task that it would have offered just before. */
static bool agrees(struct checked *c, enum rtmr_stage stage, enum rtmr_status status, const struct rtmr_offer *started)
{
    struct rtmr_offer offer = {0};
    const enum rtmr_status before = rtmr_offer(c->before, stage, &offer);

    judge_clause(&c->judge, CLAUSE_AGREEMENT);
    return (before == status && (status != RTMR_OK || (offer.job == started->job && offer.bound == started->bound))) ||
           judge_breaks(&c->judge,
                        "%s stage: offered with status %d job %" PRId64 ", started with status %d job %" PRId64,
                        shadow_stage_name(stage), (int)before, offer.job, (int)status, started->job);
}

/* A task of the job at `place` is about to start on the slot. */
static void count_dispatch(struct checked *c, enum rtmr_stage stage, int32_t slot, int32_t place)
{
    const struct shadow *const s = &c->shadow;
    const bool passes = stage == RTMR_REDUCE && passes_reduces(s, place);

    c->counts.dispatched++;
    c->counts.dispatched_flagged += place >= s->promised;
    c->counts.dispatched_stored += !s->plans_from_slots;
    c->counts.dispatched_stored_latent += !s->plans_from_slots && s->latency > 0;
    c->counts.out_of_order += passes;
    if (s->latency > 0) {
        c->counts.dispatched_latent++;
        c->counts.exchanged += dues_first(&s->stage[stage], slot) != slot;
        c->counts.out_of_order_latent += passes;
    }
}

enum rtmr_status checked_dispatch(struct checked *c, enum rtmr_stage stage, int32_t slot, struct rtmr_offer *offer)
{
    const bool checking = checked_begin(c, "dispatch");
    const enum rtmr_status status = rtmr_dispatch(c->kernel, stage, slot, offer);

    if (!checking || !checked_refusal(c, status, dispatch_error(c, stage, slot, offer)) || status < 0) {
        return checked_end(c, status);
    }
    struct shadow *const s = &c->shadow;
    const int32_t place = shadow_offer(s, stage, s->jobs);
    const rtmr_handle job = place >= 0 ? shadow_at(s, place)->handle : RTMR_NO_JOB;
    const rtmr_ticks bound = place >= 0 ? bound_of(s, stage, place) : 0;
    bool good;

    if (status == RTMR_NOTHING) {
        good = checked_unchanged(c);
    } else {
        good = can_start(c, stage, offer->job);
        if (good) {
            const int32_t started = shadow_find(s, offer->job);

            count_dispatch(c, stage, slot, started);
            shadow_start(s, stage, slot, started, offer->bound);
            good = checked_state_holds(c);
        }
    }
    (void)(good && offered_rightly(c, stage, place, job, bound, status, offer) && agrees(c, stage, status, offer));
    return checked_end(c, status);
}

/* With satu the job that stood at `from` and was done by `early` before its e may have lowered the
 * ends recorded for those behind it. */
static bool take_lower_ends(struct checked *c, int32_t from, rtmr_ticks early)
{
    struct shadow *const s = &c->shadow;
    const struct rtmr *const k = c->kernel;

    judge_clause(&c->judge, CLAUSE_RECORDED);
    if (early < s->delta) {
        return true; /* nothing may change; the clauses of the state check that */
    }
    c->counts.corrected++;
    for (int32_t place = from; place < s->promised && place < k->promised; place++) {
        rtmr_ticks *const end = shadow_at(s, place)->end;

        c->counts.lowered += k->reduce.end[place] < end[RTMR_REDUCE];
        if (k->map.end[place] > end[RTMR_MAP] || k->reduce.end[place] > end[RTMR_REDUCE]) {
            return judge_breaks(&c->judge,
                                "job %" PRId64 ": feedback raised e_m from %" PRId64 " to %" PRId64
                                " or e from %" PRId64 " to %" PRId64,
                                k->handle[place], end[RTMR_MAP], k->map.end[place], end[RTMR_REDUCE],
                                k->reduce.end[place]);
        }
        end[RTMR_MAP] = k->map.end[place];
        end[RTMR_REDUCE] = k->reduce.end[place];
    }
    return true;
}

/* The report is about this job, as it was just before its task ended. */
static bool reported_rightly(struct checked *c, enum rtmr_stage stage, const struct shadow_job *job,
                             const struct rtmr_report *report)
{
    const bool stage_done = job->unfinished[stage] == 0;
    const bool job_done = stage_done && job->unfinished[RTMR_MAP] == 0 && job->unfinished[RTMR_REDUCE] == 0;
    const bool flagged = job->promise == PROMISE_FLAGGED;

    judge_clause(&c->judge, CLAUSE_REPORT);
    if (report->job != job->handle || report->deadline != job->deadline) {
        return judge_breaks(&c->judge, "job %" PRId64 ", deadline %" PRId64 "; should be %" PRId64 ", %" PRId64,
                            report->job, report->deadline, job->handle, job->deadline);
    }
    if ((report->stage_done != 0) != stage_done || (report->job_done != 0) != job_done ||
        (report->flagged != 0) != flagged) {
        return judge_breaks(&c->judge, "job %" PRId64 ": stage done %d, job done %d, flagged %d; should be %d, %d, %d",
                            job->handle, report->stage_done != 0, report->job_done != 0, report->flagged != 0,
                            stage_done, job_done, flagged);
    }
    return report->estimated_finish == job->end[RTMR_REDUCE] ||
           judge_breaks(&c->judge, "job %" PRId64 ": e %" PRId64 "; should be %" PRId64, job->handle,
                        report->estimated_finish, job->end[RTMR_REDUCE]);
}

enum rtmr_status checked_finish(struct checked *c, enum rtmr_stage stage, int32_t slot, struct rtmr_report *report)
{
    const bool checking = checked_begin(c, "finish");
    const enum rtmr_status status = rtmr_finish(c->kernel, stage, slot, report);

    if (!checking || !checked_refusal(c, status, checked_task_error(c, stage, slot, report)) || status < 0) {
        return checked_end(c, status);
    }
    struct shadow *const s = &c->shadow;
    const int32_t place = shadow_find(s, shadow_slot(s, stage, slot)->job);
    const int32_t index = s->table[place];
    const bool corrected = s->feedback == RTMR_FEEDBACK_SATU && !s->plans_from_slots;

    c->counts.drained += slot_leaves(shadow_slot(s, stage, slot)->state);
    shadow_finish(s, stage, slot);
    const struct shadow_job job =
        s->job[index]; /* taking lower ends does not touch it: it has left, or nothing changes */
    const bool done = job.unfinished[RTMR_MAP] == 0 && job.unfinished[RTMR_REDUCE] == 0;

    c->counts.kept += job.promise == PROMISE_DONE;
    (void)((!done || promise_kept(&c->judge, &job, report->estimated_finish)) &&
           (!done || !corrected || take_lower_ends(c, place, job.end[RTMR_REDUCE] - s->now)) &&
           checked_state_holds(c) && reported_rightly(c, stage, &job, report));
    return checked_end(c, status);
}
