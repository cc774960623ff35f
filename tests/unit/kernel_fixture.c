#include "kernel_fixture.h"
#include "kernel_invariants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct rtmr remembered;

struct rtmr_setup kernel_setup(int32_t map_slots, int32_t reduce_slots, enum rtmr_feedback feedback,
                               enum rtmr_order order)
{
    const struct rtmr_setup setup = {
        .map_slots = map_slots, .reduce_slots = reduce_slots, .feedback = feedback, .order = order};

    return setup;
}

void kernel_start(struct rtmr *k, const struct rtmr_setup *setup)
{
    memset(k, 0x5a, sizeof *k);
    assert_int_equal(rtmr_init(k, setup), RTMR_OK);
}

struct rtmr_job kernel_job(rtmr_ticks deadline, int32_t maps, rtmr_ticks map_estimate, int32_t reduces,
                           rtmr_ticks reduce_estimate)
{
    const struct rtmr_job job = {.map_tasks = maps,
                                 .reduce_tasks = reduces,
                                 .map_estimate = map_estimate,
                                 .reduce_estimate = reduce_estimate,
                                 .deadline = deadline};

    return job;
}

rtmr_handle kernel_accept(struct rtmr *k, struct rtmr_job job, rtmr_ticks estimated_finish)
{
    struct rtmr_decision decision;

    assert_int_equal(rtmr_submit(k, &job, &decision), RTMR_OK);
    assert_int_equal(decision.reason, RTMR_REASON_NONE);
    assert_int_equal(decision.estimated_finish, estimated_finish);
    assert_int_equal(decision.earliest_deadline, job.deadline);
    assert_int_equal(decision.late_job, RTMR_NO_JOB);
    assert_true(decision.job > RTMR_NO_JOB);
    return decision.job;
}

void kernel_reject(struct rtmr *k, struct rtmr_job job, rtmr_handle late_job, rtmr_ticks late_by,
                   rtmr_ticks estimated_finish)
{
    struct rtmr_decision decision;

    kernel_remember(k);
    assert_int_equal(rtmr_submit(k, &job, &decision), RTMR_REJECTED);
    assert_true(kernel_unchanged(k));
    assert_int_equal(decision.reason, RTMR_REASON_LATE);
    assert_int_equal(decision.job, RTMR_NO_JOB);
    assert_int_equal(decision.late_job, late_job);
    assert_int_equal(decision.late_by, late_by);
    assert_int_equal(decision.estimated_finish, estimated_finish);
}

void kernel_dispatch(struct rtmr *k, enum rtmr_stage stage, int32_t slot, rtmr_handle job)
{
    struct rtmr_offer offered;
    struct rtmr_offer started;

    assert_int_equal(rtmr_offer(k, stage, &offered), RTMR_OK);
    assert_int_equal(rtmr_dispatch(k, stage, slot, &started), RTMR_OK);
    assert_int_equal(started.job, job);
    assert_int_equal(offered.job, job);
    assert_int_equal(offered.bound, started.bound);
}

static int32_t dispatch_stage(struct rtmr *k, enum rtmr_stage stage)
{
    struct rtmr_slot_info slot;
    struct rtmr_offer offer;
    int32_t dispatched = 0;

    for (int32_t s = 0; rtmr_slot_info(k, stage, s, &slot) == RTMR_OK; s++) {
        if (slot.state == RTMR_SLOT_IDLE && rtmr_dispatch(k, stage, s, &offer) == RTMR_OK) {
            dispatched++;
        }
    }
    kernel_expect_nothing(k, stage);
    return dispatched;
}

int32_t kernel_dispatch_all(struct rtmr *k)
{
    const int32_t maps = dispatch_stage(k, RTMR_MAP);

    return maps + dispatch_stage(k, RTMR_REDUCE);
}

void kernel_expect_nothing(const struct rtmr *k, enum rtmr_stage stage)
{
    struct rtmr_offer offer;

    assert_int_equal(rtmr_offer(k, stage, &offer), RTMR_NOTHING);
}

struct rtmr_report kernel_finish(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
{
    struct rtmr_report report;

    assert_int_equal(rtmr_finish(k, stage, slot, &report), RTMR_OK);
    return report;
}

void kernel_advance(struct rtmr *k, rtmr_ticks to)
{
    struct rtmr_alarm alarm;

    assert_int_equal(rtmr_advance(k, to, &alarm), RTMR_OK);
    assert_int_equal(alarm.overrun_tasks, 0);
    assert_int_equal(alarm.flagged_jobs, 0);
    assert_int_equal(rtmr_now(k), to);
}

void kernel_violate(struct rtmr *k, rtmr_ticks to, enum rtmr_status violation, int32_t overrun_tasks,
                    int32_t flagged_jobs)
{
    struct rtmr_alarm alarm;

    assert_int_equal(rtmr_advance(k, to, &alarm), violation);
    assert_int_equal(alarm.overrun_tasks, overrun_tasks);
    assert_int_equal(alarm.flagged_jobs, flagged_jobs);
    assert_int_equal(rtmr_now(k), to);
}

static void expect_lost(const struct rtmr *k, const struct rtmr_alarm *alarm, int32_t flagged_jobs)
{
    assert_int_equal(alarm->overrun_tasks, 0);
    assert_int_equal(alarm->flagged_jobs, flagged_jobs);
    assert_null(kernel_broken_invariant(k));
}

void kernel_lose(struct rtmr *k, enum rtmr_stage stage, int32_t slot, int32_t flagged_jobs)
{
    struct rtmr_alarm alarm;

    assert_int_equal(rtmr_slot_lost(k, stage, slot, &alarm), RTMR_VIOLATION_LOST);
    expect_lost(k, &alarm, flagged_jobs);
    kernel_slot_is(k, stage, slot, RTMR_SLOT_ABSENT, RTMR_NO_JOB);
}

void kernel_fail(struct rtmr *k, enum rtmr_stage stage, int32_t slot, int32_t flagged_jobs)
{
    struct rtmr_alarm alarm;

    assert_int_equal(rtmr_fail(k, stage, slot, &alarm), RTMR_VIOLATION_FAILED);
    expect_lost(k, &alarm, flagged_jobs);
}

/* The decision about a change that submits no job. */
static void expect_change(const struct rtmr_decision *decision, enum rtmr_reason reason, rtmr_handle late_job,
                          rtmr_ticks late_by)
{
    assert_int_equal(decision->reason, reason);
    assert_int_equal(decision->job, RTMR_NO_JOB);
    assert_int_equal(decision->estimated_finish, RTMR_NEVER);
    assert_int_equal(decision->late_job, late_job);
    assert_int_equal(decision->late_by, late_by);
    assert_int_equal(decision->earliest_deadline, RTMR_NEVER);
}

void kernel_drain(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
{
    struct rtmr_decision decision;
    const int32_t promised = k->promised;

    assert_int_equal(rtmr_slot_drain(k, stage, slot, &decision), RTMR_OK);
    expect_change(&decision, RTMR_REASON_NONE, RTMR_NO_JOB, 0);
    assert_int_equal(k->promised, promised);
    assert_null(kernel_broken_invariant(k));
}

void kernel_refuse_drain(struct rtmr *k, enum rtmr_stage stage, int32_t slot, rtmr_handle late_job, rtmr_ticks late_by)
{
    struct rtmr_decision decision;

    kernel_remember(k);
    assert_int_equal(rtmr_slot_drain(k, stage, slot, &decision), RTMR_REJECTED);
    assert_true(kernel_unchanged(k));
    expect_change(&decision, RTMR_REASON_LATE, late_job, late_by);
}

void kernel_renew(struct rtmr *k, rtmr_handle job, rtmr_ticks deadline, rtmr_ticks estimated_finish)
{
    struct rtmr_decision decision;
    struct rtmr_job_info info;

    assert_int_equal(rtmr_renew(k, job, deadline, &decision), RTMR_OK);
    assert_int_equal(decision.reason, RTMR_REASON_NONE);
    assert_int_equal(decision.job, job);
    assert_int_equal(decision.estimated_finish, estimated_finish);
    assert_int_equal(decision.late_job, RTMR_NO_JOB);
    assert_int_equal(decision.late_by, 0);
    assert_int_equal(decision.earliest_deadline, deadline);
    assert_int_equal(rtmr_job_info(k, job, &info), RTMR_OK);
    assert_int_equal(info.flagged, 0);
    assert_int_equal(info.deadline, deadline);
    assert_int_equal(info.estimated_finish, estimated_finish);
    assert_null(kernel_broken_invariant(k));
}

void kernel_refuse_renewal(struct rtmr *k, rtmr_handle job, rtmr_ticks deadline, rtmr_handle late_job,
                           rtmr_ticks late_by, rtmr_ticks earliest_deadline)
{
    struct rtmr_decision decision;

    kernel_remember(k);
    assert_int_equal(rtmr_renew(k, job, deadline, &decision), RTMR_REJECTED);
    assert_true(kernel_unchanged(k));
    assert_int_equal(decision.reason, RTMR_REASON_LATE);
    assert_int_equal(decision.job, RTMR_NO_JOB);
    assert_int_equal(decision.late_job, late_job);
    assert_int_equal(decision.late_by, late_by);
    assert_int_equal(decision.earliest_deadline, earliest_deadline);
}

void kernel_extend(struct rtmr *k, enum rtmr_stage stage, int32_t slot, rtmr_ticks bound)
{
    struct rtmr_decision decision;
    struct rtmr_slot_info info;
    const int32_t promised = k->promised;

    assert_int_equal(rtmr_extend(k, stage, slot, bound, &decision), RTMR_OK);
    expect_change(&decision, RTMR_REASON_NONE, RTMR_NO_JOB, 0);
    assert_int_equal(k->promised, promised);
    assert_int_equal(rtmr_slot_info(k, stage, slot, &info), RTMR_OK);
    assert_int_equal(info.bound, bound);
    assert_null(kernel_broken_invariant(k));
}

void kernel_refuse_extension(struct rtmr *k, enum rtmr_stage stage, int32_t slot, rtmr_ticks bound,
                             rtmr_handle late_job, rtmr_ticks late_by)
{
    struct rtmr_decision decision;

    kernel_remember(k);
    assert_int_equal(rtmr_extend(k, stage, slot, bound, &decision), RTMR_REJECTED);
    assert_true(kernel_unchanged(k));
    expect_change(&decision, RTMR_REASON_LATE, late_job, late_by);
}

void kernel_set_estimate(struct rtmr *k, rtmr_handle job, enum rtmr_stage stage, rtmr_ticks estimate)
{
    struct rtmr_decision decision;
    struct rtmr_job_info info;
    const int32_t promised = k->promised;

    assert_int_equal(rtmr_set_estimate(k, job, stage, estimate, &decision), RTMR_OK);
    expect_change(&decision, RTMR_REASON_NONE, RTMR_NO_JOB, 0);
    assert_int_equal(k->promised, promised);
    assert_int_equal(rtmr_job_info(k, job, &info), RTMR_OK);
    assert_int_equal(stage == RTMR_MAP ? info.map_estimate : info.reduce_estimate, estimate);
    assert_null(kernel_broken_invariant(k));
}

void kernel_refuse_estimate(struct rtmr *k, rtmr_handle job, enum rtmr_stage stage, rtmr_ticks estimate,
                            rtmr_handle late_job, rtmr_ticks late_by)
{
    struct rtmr_decision decision;

    kernel_remember(k);
    assert_int_equal(rtmr_set_estimate(k, job, stage, estimate, &decision), RTMR_REJECTED);
    assert_true(kernel_unchanged(k));
    expect_change(&decision, RTMR_REASON_LATE, late_job, late_by);
}

void kernel_suspend(struct rtmr *k, rtmr_handle job)
{
    assert_int_equal(rtmr_suspend(k, job), RTMR_OK);
    assert_int_equal(kernel_flagged(k, job), 1);
    assert_null(kernel_broken_invariant(k));
}

void kernel_abort(struct rtmr *k, rtmr_handle job)
{
    assert_int_equal(rtmr_abort(k, job), RTMR_OK);
    assert_null(kernel_broken_invariant(k));
}

void kernel_add(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
{
    assert_int_equal(rtmr_slot_add(k, stage, slot), RTMR_OK);
    kernel_slot_is(k, stage, slot, RTMR_SLOT_IDLE, RTMR_NO_JOB);
    assert_null(kernel_broken_invariant(k));
}

void kernel_slot_is(const struct rtmr *k, enum rtmr_stage stage, int32_t slot, enum rtmr_slot_state state,
                    rtmr_handle job)
{
    struct rtmr_slot_info info;

    assert_int_equal(rtmr_slot_info(k, stage, slot, &info), RTMR_OK);
    assert_int_equal(info.state, state);
    assert_int_equal(info.job, job);
}

rtmr_ticks kernel_estimated_finish(const struct rtmr *k, rtmr_handle job)
{
    struct rtmr_job_info info;

    assert_int_equal(rtmr_job_info(k, job, &info), RTMR_OK);
    return info.estimated_finish;
}

int32_t kernel_flagged(const struct rtmr *k, rtmr_handle job)
{
    struct rtmr_job_info info;

    assert_int_equal(rtmr_job_info(k, job, &info), RTMR_OK);
    return info.flagged;
}

int32_t kernel_place(const struct rtmr *k, rtmr_handle job)
{
    struct rtmr_job_info info;

    assert_int_equal(rtmr_job_info(k, job, &info), RTMR_OK);
    return info.place;
}

void kernel_gone(const struct rtmr *k, rtmr_handle job)
{
    struct rtmr_job_info info;

    assert_int_equal(rtmr_job_info(k, job, &info), RTMR_E_HANDLE);
}

void kernel_remember(const struct rtmr *k)
{
    memcpy(&remembered, k, sizeof *k);
}

#if RTMR_WITH_RUNS
#define BUSY offsetof(struct rtmr_pool, busy)

static int32_t lies_inside(const struct rtmr_runs *r)
{
    return 0 <= r->first && r->first <= r->end && r->end <= RTMR_RUNS;
}

/* The same runs, wherever they lie; of memory that holds no runs, the same bytes. */
static int32_t same_busy(const struct rtmr_pool *a, const struct rtmr_pool *b)
{
    if (!lies_inside(&a->busy) || !lies_inside(&b->busy)) {
        return memcmp(&a->busy, &b->busy, sizeof a->busy) == 0;
    }
    const int32_t runs = a->busy.end - a->busy.first;

    return a->busy.n == b->busy.n && runs == b->busy.end - b->busy.first &&
           memcmp(&a->busy.at[a->busy.first], &b->busy.at[b->busy.first], (size_t)runs * sizeof(rtmr_ticks)) == 0 &&
           memcmp(&a->busy.count[a->busy.first], &b->busy.count[b->busy.first], (size_t)runs * sizeof(int32_t)) == 0;
}
#else
#define BUSY offsetof(struct rtmr_pool, state)

static int32_t same_busy(const struct rtmr_pool *a, const struct rtmr_pool *b)
{
    return a != NULL && b != NULL;
}
#endif

/* Everything in front of the scratch, which ends the struct. */
static int32_t same_pool(const struct rtmr_pool *a, const struct rtmr_pool *b)
{
    const size_t from = offsetof(struct rtmr_pool, state);

    return memcmp(a, b, BUSY) == 0 && same_busy(a, b) &&
           memcmp((const char *)a + from, (const char *)b + from, offsetof(struct rtmr_pool, draft) - from) == 0;
}

int32_t kernel_unchanged(const struct rtmr *k)
{
    const char *const a = (const char *)&remembered;
    const char *const b = (const char *)k;
    const size_t rest = offsetof(struct rtmr, reduce) + sizeof k->reduce;

    return memcmp(a, b, offsetof(struct rtmr, map)) == 0 && same_pool(&remembered.map, &k->map) &&
           same_pool(&remembered.reduce, &k->reduce) && memcmp(a + rest, b + rest, sizeof *k - rest) == 0;
}

int64_t kernel_random(uint64_t *state, int64_t low, int64_t high)
{
    uint64_t z;

    *state += UINT64_C(0x9e3779b97f4a7c15);
    z = *state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return low + (int64_t)(z % ((uint64_t)(high - low) + 1));
}

uint64_t kernel_setting(const char *name, uint64_t otherwise)
{
    const char *const text = getenv(name);

    return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}
