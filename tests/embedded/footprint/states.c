#include "tests/embedded/footprint/states.h"

#include "tests/campaign/random.h"

#include <stddef.h>

#define FAR (RTMR_TIME_MAX / 4)

enum call {
    INIT,
    SUBMIT,
    WHAT_IF,
    WITHDRAW,
    OFFER,
    DISPATCH,
    FINISH,
    ADVANCE,
    SLOT_LOST,
    FAIL,
    SLOT_DRAIN,
    SLOT_ADD,
    RENEW,
    EXTEND,
    SET_ESTIMATE,
    SUSPEND,
    ABORT,
    FINISH_WITH,
    FAIL_WITH,
    NEXT_EVENT,
    NEXT_IDLE,
    CHECK,
    RESTORE,
    JOB_INFO,
    JOB_AT,
    SLOT_INFO
};

const char *const state_calls[] = {"rtmr_init_as",   "rtmr_submit",     "rtmr_what_if",
                                   "rtmr_withdraw",  "rtmr_offer",      "rtmr_dispatch",
                                   "rtmr_finish",    "rtmr_advance",    "rtmr_slot_lost",
                                   "rtmr_fail",      "rtmr_slot_drain", "rtmr_slot_add",
                                   "rtmr_renew",     "rtmr_extend",     "rtmr_set_estimate",
                                   "rtmr_suspend",   "rtmr_abort",      "rtmr_finish_with",
                                   "rtmr_fail_with", "rtmr_next_event", "rtmr_next_idle",
                                   "rtmr_check",     "rtmr_restore",    "rtmr_job_info",
                                   "rtmr_job_at",    "rtmr_slot_info",  NULL};

/* A number as one of low .. high. */
static int32_t scaled(const struct state *state, enum state_number which, int32_t low, int32_t high)
{
    return high <= low ? low : low + (int32_t)((int64_t)state->number[which] * (high - low) / UINT8_MAX);
}

/* A number as a duration: 1 .. some millions, in steps that grow with it. */
static rtmr_ticks duration(const struct state *state, enum state_number which)
{
    const int32_t number = state->number[which];

    return (rtmr_ticks)(8 + number % 8) << number / 12 >> 3;
}

static struct rtmr_setup setup_of(const struct state *state)
{
    static const enum rtmr_order orders[] = {RTMR_ORDER_FLOOR, RTMR_ORDER_FIFO, RTMR_ORDER_EDF};
    struct rtmr_setup setup = {.map_slots = scaled(state, STATE_MAP_SLOTS, 1, RTMR_SLOTS),
                               .reduce_slots = scaled(state, STATE_REDUCE_SLOTS, 1, RTMR_SLOTS),
                               .feedback = (enum rtmr_feedback)(state->number[STATE_FEEDBACK] / 100),
                               .counter_offer = state->number[STATE_COUNTER_OFFER] % 2};

    setup.order = orders[state->number[STATE_ORDER] % (setup.feedback == RTMR_FEEDBACK_EXACT ? 3 : 2)];
    setup.latency = state->number[STATE_LATENCY] < 192 ? 0 : state->number[STATE_LATENCY] - 191;
    return setup;
}

static int32_t sooner(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static void submit_jobs(struct rtmr *k, const struct state *state, uint64_t *random)
{
    const int32_t jobs = scaled(state, STATE_JOBS, 1, RTMR_JOBS);
    const int32_t large = scaled(state, STATE_LARGE_AT, 0, jobs - 1);
    const int32_t most = 2 * RTMR_TASKS / RTMR_JOBS;
    struct rtmr_decision decision;

    for (int32_t i = 0; i < jobs; i++) {
        struct rtmr_job job = {
            .map_tasks = (int32_t)random_draw(random, 0, scaled(state, STATE_MAPS, 0, most)),
            .reduce_tasks = (int32_t)random_draw(random, 0, scaled(state, STATE_REDUCES, 0, most)),
            .map_estimate = duration(state, STATE_MAP_TIME) + i * scaled(state, STATE_MAP_STEP, 0, 99),
            .reduce_estimate = duration(state, STATE_REDUCE_TIME) + i * scaled(state, STATE_REDUCE_STEP, 0, 99),
            .deadline = FAR};

        if (i == large) {
            job.map_tasks = scaled(state, STATE_LARGE_MAPS, 0, RTMR_TASKS);
            job.reduce_tasks = scaled(state, STATE_LARGE_REDUCES, 0, RTMR_TASKS);
        }
        /* Later jobs have room for a task each, at least. */
        job.map_tasks = sooner(job.map_tasks, RTMR_TASKS - k->map.tasks - (jobs - 1 - i));
        job.reduce_tasks = sooner(job.reduce_tasks, RTMR_TASKS - k->reduce.tasks - (jobs - 1 - i));
        if (job.map_tasks < 0 || job.reduce_tasks < 0) {
            break;
        }
        if (state->number[STATE_SLACK] < UINT8_MAX && rtmr_what_if(k, &job, &decision) == RTMR_OK) {
            job.deadline = decision.estimated_finish + duration(state, STATE_SLACK) - 1;
        }
        (void)!rtmr_submit(k, &job, &decision);
    }
}

/* Dispatches what is offered, but leaves so many slots idle. */
static void dispatch(struct rtmr *k, enum rtmr_stage stage, int32_t idle)
{
    const struct rtmr_pool *pool = stage == RTMR_MAP ? &k->map : &k->reduce;
    struct rtmr_offer offer;

    while (pool->idle > idle && rtmr_dispatch(k, stage, rtmr_next_idle(k, stage, 0), &offer) == RTMR_OK) {
    }
}

/* Tasks end one after the other, at an instant each, and others take their slots. */
static void report_tasks(struct rtmr *k, const struct state *state, uint64_t *random)
{
    const int32_t reports = scaled(state, STATE_REPORTS, 0, 4 * RTMR_SLOTS);
    const rtmr_ticks interval = scaled(state, STATE_INTERVAL, 0, 99);
    struct rtmr_report report;
    struct rtmr_alarm alarm;

    for (int32_t i = 0; i < reports; i++) {
        const enum rtmr_stage stage = random_one_in(random, 2) ? RTMR_MAP : RTMR_REDUCE;

        dispatch(k, RTMR_MAP, 0);
        dispatch(k, RTMR_REDUCE, 0);
        if (k->now + interval <= rtmr_next_event(k)) {
            (void)!rtmr_advance(k, k->now + interval, &alarm);
        }
        (void)!rtmr_finish(k, stage, i % (stage == RTMR_MAP ? k->map.slots : k->reduce.slots), &report);
    }
}

void state_build(struct rtmr *k, const struct state *state)
{
    const struct rtmr_setup setup = setup_of(state);
    uint64_t random = random_begin(state->number[STATE_SEED], 0);
    struct rtmr_alarm alarm;

    if (rtmr_init(k, &setup) != RTMR_OK) {
        return;
    }
    submit_jobs(k, state, &random);
    report_tasks(k, state, &random);
    if (state->number[STATE_LATE] > 0) {
        dispatch(k, RTMR_MAP, 0);
        dispatch(k, RTMR_REDUCE, 0);
        (void)!rtmr_advance(k, k->now + duration(state, STATE_LATE), &alarm);
    }
    dispatch(k, RTMR_MAP, scaled(state, STATE_MAP_IDLE, 0, k->map.slots));
    dispatch(k, RTMR_REDUCE, scaled(state, STATE_REDUCE_IDLE, 0, k->reduce.slots));
}

/* The case of bounds.toml that a call with these words belongs to. */
static const char *policy(const struct rtmr *k)
{
    return k->feedback == RTMR_FEEDBACK_EXACT ? "exact" : "satu, none";
}

static const char *policy_and_offer(const struct rtmr *k)
{
    if (k->counter_offer == 0) {
        return policy(k);
    }
    return k->feedback == RTMR_FEEDBACK_EXACT ? "exact, with a counter offer" : "satu, none, with a counter offer";
}

/* A call between the two that measure. */
#define MEASURED(call)                                                                                                 \
    do {                                                                                                               \
        state_call_begins();                                                                                           \
        status = (int32_t)(call);                                                                                      \
        state_call_ends();                                                                                             \
    } while (0)

const char *state_call(struct rtmr *k, const struct state *state, int call, struct formula_sizes *sizes)
{
    static struct rtmr_decision decision;
    static struct rtmr_offer offer;
    static struct rtmr_report report;
    static struct rtmr_alarm alarm;
    static struct rtmr_job_info job_info;
    static struct rtmr_slot_info slot_info;
    const struct rtmr_setup setup = setup_of(state);
    const enum rtmr_stage stage = state->number[STATE_STAGE] % 2 ? RTMR_MAP : RTMR_REDUCE;
    const struct rtmr_pool *pool = stage == RTMR_MAP ? &k->map : &k->reduce;
    const int32_t slot = scaled(state, STATE_SLOT, 0, pool->slots - 1);
    const int32_t place = scaled(state, STATE_JOB, 0, k->jobs - 1);
    const rtmr_handle job = k->jobs > 0 ? k->handle[place] : RTMR_NO_JOB;
    const rtmr_ticks instant = k->now + duration(state, STATE_INSTANT) - 1;
    const struct rtmr_job asked = {.map_tasks = scaled(state, STATE_TASKS, 0, RTMR_TASKS - k->map.tasks),
                                   .reduce_tasks = scaled(state, STATE_TASKS, 0, RTMR_TASKS - k->reduce.tasks),
                                   .map_estimate = duration(state, STATE_MAP_TIME),
                                   .reduce_estimate = duration(state, STATE_REDUCE_TIME),
                                   .deadline = instant};
    const char *when = "";
    int32_t status = 0;

    *sizes = formula_sizes_of(k, call == SUBMIT || call == WHAT_IF ? &asked : NULL);
    sizes->w += call == SLOT_LOST || call == FAIL || call == FAIL_WITH;
    switch ((enum call)call) {
    case INIT: MEASURED(rtmr_init(k, &setup)); break;
    case SUBMIT:
        when = policy_and_offer(k);
        MEASURED(rtmr_submit(k, &asked, &decision));
        break;
    case WHAT_IF: MEASURED(rtmr_what_if(k, &asked, &decision)); break;
    case WITHDRAW:
        when = policy(k);
        MEASURED(rtmr_withdraw(k, job));
        break;
    case OFFER: MEASURED(rtmr_offer(k, stage, &offer)); break;
    case DISPATCH: MEASURED(rtmr_dispatch(k, stage, slot, &offer)); break;
    case FINISH:
        when = policy(k);
        MEASURED(rtmr_finish(k, stage, slot, &report));
        break;
    case ADVANCE:
        MEASURED(rtmr_advance(k, instant, &alarm));
        when = status == RTMR_OK ? "nothing broken" : "after a violation";
        break;
    case SLOT_LOST: MEASURED(rtmr_slot_lost(k, stage, slot, &alarm)); break;
    case FAIL: MEASURED(rtmr_fail(k, stage, slot, &alarm)); break;
    case SLOT_DRAIN: MEASURED(rtmr_slot_drain(k, stage, slot, &decision)); break;
    case SLOT_ADD: MEASURED(rtmr_slot_add(k, stage, pool->slots)); break;
    case RENEW:
        when = k->counter_offer != 0 ? "with a counter offer" : "";
        MEASURED(rtmr_renew(k, job, instant, &decision));
        break;
    case EXTEND: MEASURED(rtmr_extend(k, stage, slot, instant, &decision)); break;
    case SET_ESTIMATE: MEASURED(rtmr_set_estimate(k, job, stage, duration(state, STATE_INSTANT), &decision)); break;
    case SUSPEND: MEASURED(rtmr_suspend(k, job)); break;
    case ABORT:
        when = policy(k);
        MEASURED(rtmr_abort(k, job));
        break;
    case FINISH_WITH:
        when = policy(k);
        MEASURED(rtmr_finish_with(k, stage, slot, pool->token[slot], &report));
        break;
    case FAIL_WITH: MEASURED(rtmr_fail_with(k, stage, slot, pool->token[slot], &alarm)); break;
    case NEXT_EVENT: MEASURED(rtmr_next_event(k)); break;
    case NEXT_IDLE: MEASURED(rtmr_next_idle(k, stage, slot)); break;
    case CHECK: MEASURED(rtmr_check(k)); break;
    case RESTORE: MEASURED(rtmr_restore(k, instant, &alarm)); break;
    case JOB_INFO: MEASURED(rtmr_job_info(k, job, &job_info)); break;
    case JOB_AT: MEASURED(rtmr_job_at(k, place, &job_info)); break;
    case SLOT_INFO: MEASURED(rtmr_slot_info(k, stage, slot, &slot_info)); break;
    }
    return when;
}
