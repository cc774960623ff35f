#include "tests/campaign/world.h"

#include "harness/invariants/slot_state.h"
#include "tests/campaign/random.h"

#include <stddef.h>

enum { SLOTS_MOST = RTMR_SLOTS, JOBS_MOST = 8, TASKS_MOST = 4, INSTANTS_MOST = 200, WILD_CALLS = 45 };

struct policy {
    const char *name;
    enum rtmr_feedback feedback;
    enum rtmr_order order;
};

static const struct policy policies[WORLD_POLICIES] = {
    {"exact, edf", RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF},   {"exact, floor", RTMR_FEEDBACK_EXACT, RTMR_ORDER_FLOOR},
    {"exact, fifo", RTMR_FEEDBACK_EXACT, RTMR_ORDER_FIFO}, {"satu, floor", RTMR_FEEDBACK_SATU, RTMR_ORDER_FLOOR},
    {"satu, fifo", RTMR_FEEDBACK_SATU, RTMR_ORDER_FIFO},   {"none, floor", RTMR_FEEDBACK_NONE, RTMR_ORDER_FLOOR},
    {"none, fifo", RTMR_FEEDBACK_NONE, RTMR_ORDER_FIFO},
};

struct world {
    uint64_t random;
    struct checked *checked;
    const struct rtmr *kernel;
    struct script *script;
    enum world_kind kind;
    int32_t arrivals; /* jobs yet to come */
    rtmr_ticks next_arrival;
    rtmr_ticks slack;               /* deadlines are drawn up to so far ahead */
    rtmr_ticks longest;             /* estimates are drawn up to this */
    bool passing;                   /* many jobs have no maps, all few reduces and time: reduces pass those of others */
    bool changing;                  /* promises are renewed, moved and given up */
    bool punctual;                  /* tasks take all the time they have */
    rtmr_ticks ends[2][SLOTS_MOST]; /* of the task on a slot */
    bool violated;                  /* a call has reported a violation */
};

const char *world_policy_name(int32_t policy)
{
    return policies[policy].name;
}

static int64_t draw(struct world *w, int64_t low, int64_t high)
{
    return random_draw(&w->random, low, high);
}

static bool one_in(struct world *w, int64_t n)
{
    return random_one_in(&w->random, n);
}

static bool broken(const struct world *w)
{
    return checked_judge(w->checked)->broken;
}

/* Makes a call and writes it down. */
static struct answer play(struct world *w, struct call call)
{
    if (w->script->calls < SCRIPT_CALLS) {
        w->script->call[w->script->calls++] = call;
    }
    const struct answer answer = script_play(w->checked, &call);
    w->violated |= answer.status >= RTMR_VIOLATION_OVERRUN;
    return answer;
}

static enum rtmr_stage any_stage(struct world *w)
{
    return one_in(w, 2) ? RTMR_MAP : RTMR_REDUCE;
}

/* How many slots the stage has now, absent ones included. */
static int32_t slots_of(const struct world *w, enum rtmr_stage stage)
{
    struct rtmr_slot_info info;
    int32_t slots = 0;

    while (rtmr_slot_info(w->kernel, stage, slots, &info) == RTMR_OK) {
        slots++;
    }
    return slots;
}

static struct rtmr_slot_info look(const struct world *w, enum rtmr_stage stage, int32_t slot)
{
    struct rtmr_slot_info info = {.state = RTMR_SLOT_ABSENT};

    (void)!rtmr_slot_info(w->kernel, stage, slot, &info);
    return info;
}

static void finish(struct world *w)
{
    for (int i = 0; i < 2; i++) {
        const enum rtmr_stage stage = i == 0 ? RTMR_MAP : RTMR_REDUCE;

        for (int32_t slot = 0; slot < slots_of(w, stage) && !broken(w); slot++) {
            const struct rtmr_slot_info info = look(w, stage, slot);

            if (slot_runs(info.state) && w->ends[stage][slot] <= rtmr_now(w->kernel)) {
                play(w, (struct call){.kind = CALL_FINISH, .stage = stage, .slot = slot});
            }
        }
    }
}

static struct rtmr_job any_job(struct world *w)
{
    const int32_t most = w->passing ? 2 : TASKS_MOST;

    return (struct rtmr_job){.map_tasks = w->passing && one_in(w, 2) ? 0 : (int32_t)draw(w, 0, most),
                             .reduce_tasks = (int32_t)draw(w, 0, most),
                             .map_estimate = draw(w, 1, w->longest),
                             .reduce_estimate = draw(w, 1, w->longest),
                             .deadline = rtmr_now(w->kernel) + draw(w, 1, w->slack)};
}

static void arrive(struct world *w)
{
    while (w->arrivals > 0 && w->next_arrival <= rtmr_now(w->kernel) && !broken(w)) {
        const struct rtmr_job job = any_job(w);

        if (one_in(w, 8)) {
            play(w, (struct call){.kind = CALL_WHAT_IF, .job = job});
        }
        play(w, (struct call){.kind = CALL_SUBMIT, .job = job});
        w->arrivals--;
        w->next_arrival = rtmr_now(w->kernel) + draw(w, 0, 5);
    }
}

static void withdraw(struct world *w)
{
    struct rtmr_job_info info;

    if (one_in(w, 12) && rtmr_job_at(w->kernel, (int32_t)draw(w, 0, 3), &info) == RTMR_OK) {
        play(w, (struct call){.kind = CALL_WITHDRAW, .handle = info.job});
    }
}

/* The first slot of a stage from this one on, round about, of whose state this is true; this one if
 * there is none. */
static int32_t slot_that(const struct world *w, enum rtmr_stage stage, int32_t slot,
                         bool (*holds)(enum rtmr_slot_state state))
{
    const int32_t slots = slots_of(w, stage);

    for (int32_t i = 0; i < slots; i++) {
        if (holds(look(w, stage, (slot + i) % slots).state)) {
            return (slot + i) % slots;
        }
    }
    return slot;
}

/* The slot is lost, or its task fails. */
static void lose(struct world *w, enum rtmr_stage stage, int32_t slot)
{
    const bool fails = slot_runs(look(w, stage, slot).state) && one_in(w, 3);

    if (look(w, stage, slot).state != RTMR_SLOT_ABSENT) {
        play(w, (struct call){.kind = fails ? CALL_FAIL : CALL_SLOT_LOST, .stage = stage, .slot = slot});
    }
}

static void lose_any(struct world *w)
{
    const enum rtmr_stage stage = any_stage(w);
    const int32_t any = (int32_t)draw(w, 0, slots_of(w, stage) - 1);

    lose(w, stage, one_in(w, 8) ? any : slot_that(w, stage, any, slot_runs));
}

/* What breaks no rule: slots drain, come back, and are new. */
static void change_a_slot(struct world *w)
{
    const enum rtmr_stage stage = any_stage(w);
    const int32_t any = (int32_t)draw(w, 0, slots_of(w, stage));
    const int32_t slot = one_in(w, 3) ? any : slot_that(w, stage, any, one_in(w, 4) ? slot_late : slot_in_time);
    const enum rtmr_slot_state state = look(w, stage, slot).state;

    if (state == RTMR_SLOT_ABSENT) { /* or beyond the last one */
        play(w, (struct call){.kind = CALL_SLOT_ADD, .stage = stage, .slot = slot});
    } else if (state != RTMR_SLOT_IDLE || one_in(w, 3)) {
        play(w, (struct call){.kind = CALL_SLOT_DRAIN, .stage = stage, .slot = slot});
    }
    if (w->kind == WORLD_FAULTY && slot_leaves(look(w, stage, slot).state) && one_in(w, 4) && !broken(w)) {
        lose(w, stage, slot);
    }
}

/* A job in the table, the flagged ones half of the time; false: there is none. */
static bool any_accepted(struct world *w, struct rtmr_job_info *info)
{
    const int32_t jobs = rtmr_job_count(w->kernel);

    if (jobs == 0) {
        return false;
    }
    const int32_t place = one_in(w, 2) ? jobs - 1 : (int32_t)draw(w, 0, jobs - 1);
    return rtmr_job_at(w->kernel, place, info) == RTMR_OK;
}

/* A running task may take longer; one that no plan counts on first. */
static void extend(struct world *w)
{
    const enum rtmr_stage stage = any_stage(w);
    const int32_t slot =
        slot_that(w, stage, (int32_t)draw(w, 0, slots_of(w, stage) - 1), one_in(w, 2) ? slot_late : slot_in_time);
    const struct rtmr_slot_info info = look(w, stage, slot);
    const rtmr_ticks now = rtmr_now(w->kernel);

    play(w, (struct call){.kind = CALL_EXTEND,
                          .stage = stage,
                          .slot = slot,
                          .to = (info.bound > now ? info.bound : now) + draw(w, 0, 4)});
}

/* A promise is renewed or moved; the tasks of the job that no plan counts on are extended first. */
static void renew(struct world *w, const struct rtmr_job_info *job)
{
    const rtmr_ticks now = rtmr_now(w->kernel);
    const rtmr_ticks deadline = job->deadline + draw(w, -6, 12);

    for (int i = 0; i < 2 && !one_in(w, 4); i++) {
        const enum rtmr_stage stage = i == 0 ? RTMR_MAP : RTMR_REDUCE;

        for (int32_t slot = 0; slot < slots_of(w, stage) && !broken(w); slot++) {
            const struct rtmr_slot_info info = look(w, stage, slot);

            if (slot_late(info.state) && info.job == job->job) {
                play(w, (struct call){.kind = CALL_EXTEND,
                                      .stage = stage,
                                      .slot = slot,
                                      .to = (info.bound > now ? info.bound : now) + draw(w, 0, 2)});
            }
        }
    }
    if (!broken(w)) {
        play(w, (struct call){.kind = CALL_RENEW, .handle = job->job, .to = deadline > now ? deadline : now});
    }
}

/* Promises change, which breaks no rule. */
static void change_a_promise(struct world *w)
{
    struct rtmr_job_info job;

    if (broken(w) || !any_accepted(w, &job)) {
        return;
    }
    switch (draw(w, 0, 9)) {
    case 0:
    case 1:
    case 2: renew(w, &job); break;
    case 3:
    case 4:
    case 5: extend(w); break;
    case 6:
    case 7:
        play(w, (struct call){.kind = CALL_SET_ESTIMATE,
                              .handle = job.job,
                              .stage = any_stage(w),
                              .to = draw(w, 1, w->longest + 1)});
        break;
    case 8: play(w, (struct call){.kind = CALL_SUSPEND, .handle = job.job}); break;
    default:
        if (one_in(w, 2)) {
            play(w, (struct call){.kind = CALL_ABORT, .handle = job.job});
        }
        break;
    }
}

/* When a task that starts now ends, if it must by `bound`. */
static rtmr_ticks end_of_task(struct world *w, rtmr_ticks bound)
{
    if (w->kind == WORLD_FAULTY && one_in(w, 16)) {
        return bound + draw(w, 1, 4);
    }
    return w->punctual ? bound : draw(w, rtmr_now(w->kernel) + 1, bound);
}

/* Starts a task on an idle slot. Returns whether there was one to start. */
static bool dispatch_on(struct world *w, enum rtmr_stage stage, int32_t slot)
{
    const struct answer answer = play(w, (struct call){.kind = CALL_DISPATCH, .stage = stage, .slot = slot});

    if (answer.status == RTMR_OK) {
        w->ends[stage][slot] = end_of_task(w, answer.offer.bound);
    }
    return answer.status == RTMR_OK;
}

/* Starts tasks on the idle slots of a stage until nothing is offered, each time (in a hurry) or
 * half of the time. */
static void dispatch_stage(struct world *w, enum rtmr_stage stage, bool hurry)
{
    const int32_t slots = slots_of(w, stage);
    const int32_t first = (int32_t)draw(w, 0, slots - 1);

    if (one_in(w, 8)) {
        play(w, (struct call){.kind = CALL_OFFER, .stage = stage});
    }
    for (int32_t i = 0; i < slots && !broken(w); i++) {
        const int32_t slot = (first + i) % slots;

        if (look(w, stage, slot).state == RTMR_SLOT_IDLE && (hurry || one_in(w, 2)) && !dispatch_on(w, stage, slot)) {
            return;
        }
    }
}

static void dispatch(struct world *w, bool hurry)
{
    const enum rtmr_stage first = any_stage(w);

    dispatch_stage(w, first, hurry);
    dispatch_stage(w, first == RTMR_MAP ? RTMR_REDUCE : RTMR_MAP, hurry);
}

/* The kernel would report a violation if the clock moved by one now. */
static bool must_not_wait(const struct world *w)
{
    static struct rtmr trial;
    struct rtmr_alarm alarm;

    trial = *w->kernel;
    return rtmr_advance(&trial, rtmr_now(w->kernel) + 1, &alarm) == RTMR_VIOLATION_WAITING;
}

/* With dispatch latency offers wait for as long as the kernel puts up with it. */
static void dispatch_what_must_be(struct world *w)
{
    dispatch(w, false);
    for (int i = 0; i < 2 * SLOTS_MOST && !broken(w) && must_not_wait(w); i++) {
        dispatch(w, i >= SLOTS_MOST);
    }
}

/* The next instant at which something happens; now if nothing will. */
static rtmr_ticks next_instant(const struct world *w)
{
    const rtmr_ticks now = rtmr_now(w->kernel);
    rtmr_ticks next = w->arrivals > 0 ? w->next_arrival : RTMR_NEVER;

    for (int i = 0; i < 2; i++) {
        const enum rtmr_stage stage = i == 0 ? RTMR_MAP : RTMR_REDUCE;

        for (int32_t slot = 0; slot < slots_of(w, stage); slot++) {
            const struct rtmr_slot_info info = look(w, stage, slot);

            if (slot_runs(info.state) && w->ends[stage][slot] < next) {
                next = w->ends[stage][slot];
            }
        }
    }
    if (rtmr_job_count(w->kernel) > 0 && (w->script->setup.latency > 0 || next == RTMR_NEVER)) {
        return now + 1;
    }
    return next == RTMR_NEVER ? now : next > now ? next : now + 1;
}

static void orderly(struct world *w)
{
    struct answer answer = {.status = RTMR_OK};

    for (int i = 0; i < INSTANTS_MOST && !broken(w) && answer.status >= 0; i++) {
        const bool faulty = w->kind == WORLD_FAULTY;

        finish(w);
        arrive(w);
        withdraw(w);
        if (one_in(w, 5)) {
            change_a_slot(w);
        }
        if (w->changing && one_in(w, 2)) {
            change_a_promise(w);
        }
        if (faulty && one_in(w, 6) && !broken(w)) {
            lose_any(w);
        }
        if (!(faulty && one_in(w, 20))) {
            if (w->script->setup.latency > 0) {
                dispatch_what_must_be(w);
            } else {
                dispatch(w, true);
            }
        }
        const rtmr_ticks next = next_instant(w);
        if (next == rtmr_now(w->kernel)) {
            return;
        }
        answer = play(w, (struct call){.kind = CALL_ADVANCE, .to = next});
    }
}

/* Mostly low .. high, sometimes an extreme value. */
static int64_t wild(struct world *w, int64_t low, int64_t high)
{
    static const int64_t extremes[] = {INT64_MIN,         -1,       0, 1, RTMR_TIME_MAX - 1, RTMR_TIME_MAX,
                                       RTMR_TIME_MAX + 1, INT64_MAX};

    return one_in(w, 40) ? extremes[draw(w, 0, 7)] : draw(w, low, high);
}

static int32_t wild32(struct world *w, int32_t low, int32_t high)
{
    static const int32_t extremes[] = {INT32_MIN, -1, 0, 1, RTMR_TASKS, RTMR_TASKS + 1, INT32_MAX};

    return one_in(w, 60) ? extremes[draw(w, 0, 6)] : (int32_t)draw(w, low, high);
}

static enum call_kind wild_kind(struct world *w)
{
    static const struct {
        int32_t share;
        enum call_kind kind;
    } shares[] = {{16, CALL_SUBMIT},   {4, CALL_WHAT_IF},      {3, CALL_WITHDRAW}, {4, CALL_OFFER},
                  {30, CALL_DISPATCH}, {18, CALL_FINISH},      {10, CALL_ADVANCE}, {1, CALL_SLOT_LOST},
                  {1, CALL_FAIL},      {2, CALL_SLOT_DRAIN},   {2, CALL_SLOT_ADD}, {2, CALL_RENEW},
                  {2, CALL_EXTEND},    {2, CALL_SET_ESTIMATE}, {1, CALL_SUSPEND},  {1, CALL_ABORT},
                  {1, CALL_RESTORE}};
    int64_t choice = draw(w, 0, 99);
    size_t i = 0;

    while (choice >= shares[i].share) {
        choice -= shares[i].share;
        i++;
    }
    return shares[i].kind;
}

static void any_call(struct world *w)
{
    const rtmr_ticks now = rtmr_now(w->kernel);
    const rtmr_ticks step = one_in(w, 4) ? w->longest : 1;

    play(w, (struct call){.kind = wild_kind(w),
                          .null = one_in(w, 100),
                          .stage = one_in(w, 100) ? (enum rtmr_stage)2 : any_stage(w),
                          .slot = wild32(w, 0, SLOTS_MOST - 1),
                          .handle = wild(w, 1, JOBS_MOST),
                          .to = wild(w, now, now + step),
                          .job = {.map_tasks = wild32(w, 0, TASKS_MOST),
                                  .reduce_tasks = wild32(w, 0, TASKS_MOST),
                                  .map_estimate = wild(w, 1, w->longest),
                                  .reduce_estimate = wild(w, 1, w->longest),
                                  .deadline = wild(w, now, now + w->slack)}});
}

static void begin(struct world *w, int32_t policy)
{
    const int64_t latent = policies[policy].feedback == RTMR_FEEDBACK_EXACT ? 4 : 8; /* one in so many runs */

    w->script->calls = 0;
    w->script->setup = (struct rtmr_setup){.map_slots = (int32_t)draw(w, 1, SLOTS_MOST),
                                           .reduce_slots = (int32_t)draw(w, 1, SLOTS_MOST),
                                           .feedback = policies[policy].feedback,
                                           .order = policies[policy].order,
                                           .delta = draw(w, 0, 2),
                                           .latency = one_in(w, latent) ? draw(w, 1, 3) : 0,
                                           .reduces_per_node = (int32_t)draw(w, 0, 2),
                                           .counter_offer = (int32_t)draw(w, 0, 1)};
    w->arrivals = (int32_t)draw(w, 2, JOBS_MOST);
    w->passing = w->script->setup.latency > 0 && one_in(w, 2);
    w->slack = draw(w, 4, 32) + (w->passing ? 24 : 8) * w->script->setup.latency;
    w->longest = draw(w, 1, 6);
    w->punctual = one_in(w, 3);
    w->changing = one_in(w, 2);
    if (w->kind == WORLD_WILD && one_in(w, 10)) { /* up to the last instant */
        w->slack = RTMR_TIME_MAX / 2;
        w->longest = RTMR_TIME_MAX / 6;
    }
}

struct world_report world_run(struct checked *c, const struct rtmr *kernel, uint64_t seed, uint64_t run,
                              struct script *script)
{
    static const enum world_kind kinds[] = {WORLD_LAWFUL, WORLD_LAWFUL, WORLD_LAWFUL, WORLD_FAULTY, WORLD_WILD};
    struct world w = {.random = random_begin(seed, run), .checked = c, .kernel = kernel, .script = script};
    struct world_report report = {.policy = (int32_t)draw(&w, 0, WORLD_POLICIES - 1), .kind = kinds[draw(&w, 0, 4)]};

    w.kind = report.kind;
    begin(&w, report.policy);
    (void)checked_init(c, &script->setup);
    if (w.kind == WORLD_WILD) {
        for (int i = 0; i < WILD_CALLS && !broken(&w); i++) {
            any_call(&w);
        }
    } else {
        orderly(&w);
    }
    if (w.kind == WORLD_LAWFUL && !broken(&w)) {
        report.broken = w.violated                   ? "a violation was reported though every rule was kept"
                        : rtmr_job_count(kernel) > 0 ? "accepted jobs are left though every rule was kept"
                                                     : NULL;
    }
    return report;
}
