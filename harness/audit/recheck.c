#include "harness/audit/recheck_state.h"

#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdlib.h>

struct recheck *recheck_new(const struct journal_setup *setup, rtmr_handle explain_job, int64_t explain_call, FILE *out)
{
    struct recheck *const a = alloc_zeroed(1, sizeof *a);

    a->setup = *setup;
    a->explain_job = explain_job;
    a->explain_call = explain_call;
    a->out = out;
    shadow_begin(&a->books, &setup->setup);
    for (int i = 0; i < SHADOW_STAGES; i++) {
        a->slot[i] = alloc_zeroed(RTMR_SLOTS, sizeof *a->slot[i]);
    }
    return a;
}

void recheck_free(struct recheck *a)
{
    for (int32_t i = 0; i < a->books.accepted; i++) {
        tasks_forget(a, i);
    }
    for (size_t i = 0; i < a->kept_findings; i++) {
        free(a->finding[i].recorded);
        free(a->finding[i].right);
    }
    for (int i = 0; i < SHADOW_STAGES; i++) {
        free(a->slot[i]);
    }
    free(a->finding);
    free(a->lost);
    free(a->job);
    offer_search_free(&a->search);
    plan_free(&a->plan);
    shadow_free(&a->books);
    free(a);
}

const struct recheck_counts *recheck_counts(const struct recheck *audit)
{
    return &audit->counts;
}

size_t recheck_findings(const struct recheck *audit)
{
    return audit->findings;
}

const struct recheck_finding *recheck_finding(const struct recheck *audit, size_t i)
{
    return i < audit->kept_findings ? &audit->finding[i] : NULL;
}

bool recheck_explained(const struct recheck *audit)
{
    return audit->explained;
}

/* --- The calls -------------------------------------------------------------------------------- */

static void (*const rechecks[CALL_KINDS])(struct recheck *a) = {
    [CALL_ADVANCE] = recheck_advance,
    [CALL_SUBMIT] = recheck_submit,
    [CALL_WITHDRAW] = recheck_withdraw,
    [CALL_DISPATCH] = recheck_dispatch,
    [CALL_FINISH] = recheck_finish,
    [CALL_FAIL] = recheck_fail,
    [CALL_RENEW] = recheck_renew,
    [CALL_EXTEND] = recheck_extend,
    [CALL_SET_ESTIMATE] = recheck_set_estimate,
    [CALL_SUSPEND] = recheck_suspend,
    [CALL_ABORT] = recheck_abort,
    [CALL_SLOT_ADD] = recheck_slot_add,
    [CALL_SLOT_DRAIN] = recheck_slot_drain,
    [CALL_SLOT_LOST] = recheck_slot_lost,
    [CALL_RESTORE] = recheck_restore,
};

/* The status of a call that neither decides nor tells of a violation. */
static bool always_succeeds(enum call_kind kind)
{
    return kind == CALL_WITHDRAW || kind == CALL_DISPATCH || kind == CALL_FINISH || kind == CALL_SUSPEND ||
           kind == CALL_ABORT || kind == CALL_SLOT_ADD;
}

static bool visit_call(void *target, const struct call_record *call)
{
    struct recheck *const a = target;

    a->call = call;
    a->lost_count = 0;
    a->explains = a->explain_call == call->call || (a->explain_job > 0 && a->explain_job == call->job);
    a->counts.calls++;
    if (call->call != a->last_call + 1) {
        finding_add(a, alloc_print("call %" PRId64 " follows call %" PRId64, call->call, a->last_call),
                    alloc_print("calls are numbered 1, 2, ...: some are missing"));
    }
    a->last_call = call->call;
    if (call->kind == CALL_SLOT_ADD && call->slot >= RTMR_SLOTS && call->slot < a->setup.slots_capacity) {
        a->too_many_slots = true;
        return false;
    }
    if (call->tick < a->books.now) {
        finding_number(a, "tick", call->tick, a->books.now);
        return true;
    }
    if (call->kind != CALL_ADVANCE && call->kind != CALL_RESTORE) {
        recheck_clock(a);
    }
    if (always_succeeds(call->kind) && call->status != RTMR_OK) {
        finding_add(a, alloc_print("a status other than ok"), alloc_print("ok"));
    }
    rechecks[call->kind](a);
    shadow_note_offers(&a->books);
    return true;
}

/* --- The tables beside the calls -------------------------------------------------------------- */

static int32_t index_of(const struct recheck *a, rtmr_handle job)
{
    int32_t low = 0;
    int32_t high = a->books.accepted;

    while (low < high) {
        const int32_t middle = low + (high - low) / 2;

        if (a->books.job[middle].handle < job) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < a->books.accepted && a->books.job[low].handle == job ? low : -1;
}

static void compare_job(struct recheck *a, const struct journal_job *job, const char *what, int64_t recorded,
                        int64_t right)
{
    if (recorded != right) {
        finding_add(a, alloc_print("job %" PRId64 ": %s %s", job->job, what, instant_text(recorded)),
                    alloc_print("by the calls %s", instant_text(right)));
    }
}

/* The end that is shown is that of its last task; the calls have the instant at which that was
 * noticed. */
static void compare_job_end(struct recheck *a, const struct journal_job *job, int32_t index)
{
    const struct shadow_job *const right = &a->books.job[index];

    if (a->job[index].aborted) {
        compare_job(a, job, "ended", job->ended, a->job[index].aborted_at);
    } else if (shadow_find(&a->books, job->job) < 0) {
        compare_job(a, job, "ended", job->ended, job->last_end >= 0 ? job->last_end : right->done_at);
        if (job->ended > right->done_at) {
            compare_job(a, job, "ended", job->ended, right->done_at);
        }
    }
}

/* What users are shown of a job is what the calls say. */
static bool visit_job(void *target, const struct journal_job *job)
{
    struct recheck *const a = target;
    const int32_t index = index_of(a, job->job);

    if (index < 0) {
        finding_add(a, alloc_print("job %" PRId64, job->job), alloc_print("no call has accepted it"));
        return true;
    }
    const struct shadow_job *const right = &a->books.job[index];
    const bool unfinished = shadow_find(&a->books, job->job) >= 0 && !a->job[index].aborted;

    a->job[index].listed = true;
    compare_job(a, job, "deadline", job->deadline, right->deadline);
    compare_job(a, job, "promised by", job->promised, a->job[index].told);
    compare_job(a, job, "active", job->active, unfinished);
    compare_job(a, job, "finished", job->finished, !unfinished && !a->job[index].aborted);
    compare_job_end(a, job, index);
    if (!a->job[index].aborted) {
        compare_job(a, job, "flagged", job->flagged, right->promise == PROMISE_FLAGGED);
    }
    return true;
}

static bool visit_stray_attempt(void *target, int64_t attempt)
{
    finding_add(target, alloc_print("attempt %" PRId64, attempt), alloc_print("no call has started it so"));
    return true;
}

static bool visit_late_attempt(void *target, int64_t attempt)
{
    finding_add(target, alloc_print("attempt %" PRId64, attempt),
                alloc_print("it ended after the call that reports its end"));
    return true;
}

static bool recheck_tables(struct recheck *a, struct journal *journal, struct input_error *error)
{
    int64_t attempts;

    a->call = NULL;
    if (!journal_each_job(journal, visit_job, a, error) || !journal_count_attempts(journal, &attempts, error) ||
        !journal_each_stray_attempt(journal, STRAY_WITHOUT_DISPATCH, visit_stray_attempt, a, error) ||
        !journal_each_stray_attempt(journal, STRAY_ENDED_LATER, visit_late_attempt, a, error)) {
        return false;
    }
    for (int32_t i = 0; i < a->books.accepted; i++) {
        if (!a->job[i].listed) {
            finding_add(a, alloc_print("job %" PRId64 " is not in the table of jobs", a->books.job[i].handle),
                        alloc_print("a call has accepted it"));
        }
    }
    if (attempts != a->counts.dispatches) {
        finding_add(a, alloc_print("%" PRId64 " attempts", attempts),
                    alloc_print("%" PRId64 " dispatches", a->counts.dispatches));
    }
    return true;
}

bool recheck_journal(struct recheck *a, struct journal *journal, struct input_error *error)
{
    if (!journal_each_call(journal, visit_call, a, error)) {
        return false;
    }
    if (a->too_many_slots) {
        return input_error_at(error, (struct place){.source = "calls", .field = "slot"},
                              "this program audits at most %d slots of a stage; call %" PRId64 " adds another",
                              RTMR_SLOTS, a->last_call);
    }
    if (!recheck_tables(a, journal, error)) {
        return false;
    }
    for (int32_t place = 0; place < a->books.jobs; place++) {
        a->counts.unfinished += !a->job[a->books.table[place]].aborted;
    }
    return true;
}
