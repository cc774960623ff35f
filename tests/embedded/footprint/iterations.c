/*
 * How often the loops of each call run, in random runs: one line for each call,
 * CALL,WHEN,S,J,W,U,H,ITERATIONS. Linked with a kernel in which every loop counts (bounds.py).
 */
#include "rtmr.h"

#include "tests/campaign/random.h"
#include "tests/embedded/footprint/formula_sizes.h"

#include <stdint.h>
#include <stdio.h>

#define RUNS 300
#define CALLS 200

extern uint64_t rtmr_iterations;
uint64_t rtmr_iterations;

static struct rtmr k;
static uint64_t random_state;
static const char *policy;
static int counter_offer;

static int draw(int low, int high)
{
    return (int)random_draw(&random_state, low, high);
}

static struct formula_sizes look(const struct rtmr_job *job)
{
    const struct formula_sizes sizes = formula_sizes_of(&k, job);

    rtmr_iterations = 0;
    return sizes;
}

static void tell(const char *call, const char *when, const char *more, struct formula_sizes z)
{
    printf("%s;%s%s;%d;%d;%d;%d;%d;%d\n", call, when, more, z.s, z.j, z.w, z.u, z.h, (int)rtmr_iterations);
}

static void begin(void)
{
    static const enum rtmr_feedback feedback[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};
    struct rtmr_setup setup = {.map_slots = draw(1, 20), .reduce_slots = draw(1, 20), .feedback = feedback[draw(0, 2)]};

    setup.order = setup.feedback == RTMR_FEEDBACK_EXACT ? (enum rtmr_order)draw(0, 3) : RTMR_ORDER_DEFAULT;
    setup.latency = draw(0, 3) == 0 ? draw(1, 3) : 0;
    setup.counter_offer = counter_offer = draw(0, 1);
    policy = setup.feedback == RTMR_FEEDBACK_EXACT ? "exact" : "satu, none";
    rtmr_iterations = 0;
    if (rtmr_init(&k, &setup) == RTMR_OK) {
        const uint64_t counted = rtmr_iterations;
        const struct formula_sizes sizes = look(NULL);

        rtmr_iterations = counted;
        tell("rtmr_init_as", "", "", sizes);
    }
}

static void submit(void)
{
    const struct rtmr_job job = {.map_tasks = draw(0, 8),
                                 .reduce_tasks = draw(0, 4),
                                 .map_estimate = draw(1, 20),
                                 .reduce_estimate = draw(1, 20),
                                 .deadline = k.now + draw(0, 300)};
    struct rtmr_decision decision;
    const struct formula_sizes sizes = look(&job);

    if (draw(0, 3) == 0) {
        (void)!rtmr_what_if(&k, &job, &decision);
        tell("rtmr_what_if", "", "", sizes);
    } else {
        (void)!rtmr_submit(&k, &job, &decision);
        tell("rtmr_submit", policy, counter_offer ? ", with a counter offer" : "", sizes);
    }
}

static void dispatch(enum rtmr_stage stage)
{
    const int32_t slots = stage == RTMR_MAP ? k.map.slots : k.reduce.slots;
    struct rtmr_offer offer;

    for (int32_t slot = 0; slot < slots; slot++) {
        struct formula_sizes sizes = look(NULL);

        (void)!rtmr_offer(&k, stage, &offer);
        tell("rtmr_offer", "", "", sizes);
        sizes = look(NULL);
        (void)!rtmr_dispatch(&k, stage, slot, &offer);
        tell("rtmr_dispatch", "", "", sizes);
    }
}

static void finish(void)
{
    struct rtmr_report report;
    const struct formula_sizes sizes = look(NULL);

    (void)!rtmr_finish(&k, draw(0, 1) ? RTMR_MAP : RTMR_REDUCE, draw(0, 19), &report);
    tell("rtmr_finish", policy, "", sizes);
}

static void advance(void)
{
    struct rtmr_alarm alarm;
    const struct formula_sizes sizes = look(NULL);
    const enum rtmr_status status = rtmr_advance(&k, k.now + (draw(0, 40) == 0 ? 30 : draw(0, 1)), &alarm);

    tell("rtmr_advance", status == RTMR_OK ? "nothing broken" : "after a violation", "", sizes);
}

/* A call after which one task more may wait. */
static void lose(void)
{
    struct rtmr_alarm alarm;
    struct formula_sizes sizes = look(NULL);

    sizes.w++;
    if (draw(0, 1)) {
        (void)!rtmr_slot_lost(&k, RTMR_MAP, draw(0, 19), &alarm);
        tell("rtmr_slot_lost", "", "", sizes);
    } else {
        (void)!rtmr_fail(&k, RTMR_MAP, draw(0, 19), &alarm);
        tell("rtmr_fail", "", "", sizes);
    }
}

static void change_slots(void)
{
    struct rtmr_decision decision;
    struct formula_sizes sizes = look(NULL);

    (void)!rtmr_slot_drain(&k, RTMR_MAP, draw(0, 19), &decision);
    tell("rtmr_slot_drain", "", "", sizes);
    sizes = look(NULL);
    (void)!rtmr_slot_add(&k, RTMR_MAP, draw(0, 19));
    tell("rtmr_slot_add", "", "", sizes);
}

static rtmr_handle some_job(void)
{
    return k.next_handle - draw(1, 8);
}

static enum rtmr_stage some_stage(void)
{
    return draw(0, 1) ? RTMR_MAP : RTMR_REDUCE;
}

static void change_promises(void)
{
    struct rtmr_decision decision;
    struct formula_sizes sizes = look(NULL);

    (void)!rtmr_extend(&k, some_stage(), draw(0, 19), k.now + draw(0, 30), &decision);
    tell("rtmr_extend", "", "", sizes);
    for (int i = 0; i < 3; i++) {
        sizes = look(NULL);
        (void)!rtmr_renew(&k, some_job(), k.now + draw(0, 300), &decision);
        tell("rtmr_renew", "", counter_offer ? "with a counter offer" : "", sizes);
    }
    sizes = look(NULL);
    (void)!rtmr_set_estimate(&k, some_job(), some_stage(), draw(1, 20), &decision);
    tell("rtmr_set_estimate", "", "", sizes);
    sizes = look(NULL);
    if (draw(0, 2) > 0) {
        (void)!rtmr_suspend(&k, some_job());
        tell("rtmr_suspend", "", "", sizes);
    } else {
        (void)!rtmr_abort(&k, some_job());
        tell("rtmr_abort", policy, "", sizes);
    }
}

static void report_with_tokens(void)
{
    const enum rtmr_stage stage = some_stage();
    const int32_t slot = draw(0, (stage == RTMR_MAP ? k.map.slots : k.reduce.slots) - 1);
    const uint32_t token = stage == RTMR_MAP ? k.map.token[slot] : k.reduce.token[slot];
    struct rtmr_report report;
    struct rtmr_alarm alarm;
    struct formula_sizes sizes = look(NULL);

    if (draw(0, 3) > 0) {
        (void)!rtmr_finish_with(&k, stage, slot, token, &report);
        tell("rtmr_finish_with", policy, "", sizes);
    } else {
        sizes.w++;
        (void)!rtmr_fail_with(&k, stage, slot, token, &alarm);
        tell("rtmr_fail_with", "", "", sizes);
    }
}

static void look_around(void)
{
    struct rtmr_alarm alarm;
    struct formula_sizes sizes = look(NULL);

    (void)rtmr_next_event(&k);
    tell("rtmr_next_event", "", "", sizes);
    sizes = look(NULL);
    (void)rtmr_next_idle(&k, some_stage(), 0);
    tell("rtmr_next_idle", "", "", sizes);
    sizes = look(NULL);
    (void)!rtmr_check(&k);
    tell("rtmr_check", "", "", sizes);
    if (draw(0, 4) == 0) {
        sizes = look(NULL);
        (void)!rtmr_restore(&k, k.now + draw(0, 10), &alarm);
        tell("rtmr_restore", "", "", sizes);
    }
}

static void rare(void)
{
    struct rtmr_job_info job;
    struct rtmr_slot_info slot;
    struct formula_sizes sizes = look(NULL);

    (void)!rtmr_withdraw(&k, k.next_handle - draw(1, 5));
    tell("rtmr_withdraw", policy, "", sizes);
    sizes = look(NULL);
    (void)!rtmr_job_info(&k, k.next_handle - draw(1, 5), &job);
    tell("rtmr_job_info", "", "", sizes);
    sizes = look(NULL);
    (void)!rtmr_job_at(&k, draw(0, 5), &job);
    tell("rtmr_job_at", "", "", sizes);
    sizes = look(NULL);
    (void)!rtmr_slot_info(&k, RTMR_MAP, draw(0, 5), &slot);
    tell("rtmr_slot_info", "", "", sizes);
    if (draw(0, 2) == 0) {
        lose();
        change_slots();
    }
    if (draw(0, 1) == 0) {
        change_promises();
        report_with_tokens();
    }
    look_around();
}

int main(void)
{
    for (uint64_t run = 0; run < RUNS; run++) {
        random_state = random_begin(1, run);
        begin();
        for (int i = 0; i < CALLS; i++) {
            const int choice = draw(0, 99);

            if (choice < 25) {
                submit();
            } else if (choice < 35) {
                dispatch(RTMR_MAP);
                dispatch(RTMR_REDUCE);
            } else if (choice < 75) {
                finish();
            } else if (choice < 97) {
                advance();
            } else {
                rare();
            }
        }
    }
    return 0;
}
