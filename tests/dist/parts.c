/*
 * Uses of the kernel nothing but what every build has, over and over, and prints all that is
 * answered: the same in a build without some part, or without all of them, as in a whole one. Then,
 * that what is left out is refused. What is built in of the rest is used where it must not change
 * an answer.
 */
#include "rtmr.h"

#include <inttypes.h>
#include <stdio.h>

enum { RUNS = 300, INSTANTS = 40, SLOTS = 3 };

static struct rtmr kernel;
static uint64_t state;
static int wrong; /* a part that is built in did what it should not */
#if RTMR_WITH_TOKENS
static uint32_t token[2][SLOTS]; /* by stage: of the last dispatch on each slot */
#endif

/* A number from 0 to below `limit`: xorshift. */
static int32_t draw(int32_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int32_t)(state % (uint64_t)limit);
}

static void submit(void)
{
    const struct rtmr_job job = {.map_tasks = draw(4),
                                 .reduce_tasks = draw(3),
                                 .map_estimate = 1 + draw(5),
                                 .reduce_estimate = 1 + draw(5),
                                 .deadline = rtmr_now(&kernel) + draw(25)};
    struct rtmr_decision d;
    const enum rtmr_status status = rtmr_submit(&kernel, &job, &d);

    printf(" s%d:%d,%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64, (int)status, (int)d.reason,
           (int64_t)d.job, d.estimated_finish == RTMR_NEVER ? -1 : (int64_t)d.estimated_finish, (int64_t)d.late_job,
           d.late_by == RTMR_NEVER ? -1 : (int64_t)d.late_by,
           d.earliest_deadline == RTMR_NEVER ? -1 : (int64_t)d.earliest_deadline);
}

/* The task on the slot has ended: its token, if there is one, makes no difference, and another is
 * none. */
static enum rtmr_status finish(enum rtmr_stage stage, int32_t s, struct rtmr_report *r)
{
#if RTMR_WITH_TOKENS
    wrong |= rtmr_finish_with(&kernel, stage, s, token[stage][s] + 1, r) != RTMR_E_TOKEN;
    if (s != 0) {
        return rtmr_finish_with(&kernel, stage, s, token[stage][s], r);
    }
#endif
    return rtmr_finish(&kernel, stage, s, r);
}

/* Of the slots that run something, those at their bounds report, but for some that overrun; others
 * do by chance. */
static void report(enum rtmr_stage stage, int32_t slots)
{
    for (int32_t s = 0; s < slots; s++) {
        struct rtmr_slot_info slot;
        struct rtmr_report r;

        if (rtmr_slot_info(&kernel, stage, s, &slot) == RTMR_OK && slot.job != RTMR_NO_JOB &&
            (slot.bound <= rtmr_now(&kernel) ? draw(20) != 0 : draw(4) == 0)) {
            const enum rtmr_status status = finish(stage, s, &r);

            printf(" f%d:%" PRId64 ",%d%d%d,%" PRId64, (int)status, (int64_t)r.job, r.stage_done != 0, r.job_done != 0,
                   r.flagged != 0, (int64_t)r.estimated_finish);
        }
    }
}

/* Whatever is offered starts, but for a chance that it waits. */
static void dispatch(enum rtmr_stage stage, int32_t slots)
{
    struct rtmr_offer offer;

    while (rtmr_offer(&kernel, stage, &offer) == RTMR_OK && draw(60) != 0) {
        int32_t s = draw(slots);

        while (rtmr_dispatch(&kernel, stage, s, &offer) != RTMR_OK) {
            s = (s + 1) % slots;
        }
#if RTMR_WITH_TOKENS
        wrong |= offer.token == token[stage][s];
        token[stage][s] = offer.token;
#endif
        printf(" d%" PRId64 ",%" PRId64, (int64_t)offer.job, (int64_t)offer.bound);
    }
}

static void one_run(void)
{
    const enum rtmr_order orders[] = {RTMR_ORDER_EDF, RTMR_ORDER_FLOOR, RTMR_ORDER_FIFO};
    const struct rtmr_setup setup = {
        .map_slots = 1 + draw(SLOTS), .reduce_slots = 1 + draw(SLOTS), .order = orders[draw(3)]};

    printf("init %d\n", (int)rtmr_init(&kernel, &setup));
    for (int32_t i = 0; i < INSTANTS; i++) {
        struct rtmr_alarm alarm;

        report(RTMR_MAP, setup.map_slots);
        report(RTMR_REDUCE, setup.reduce_slots);
        submit();
        if (draw(8) == 0) {
            printf(" w%d", (int)rtmr_withdraw(&kernel, 1 + draw(i + 1)));
        }
        dispatch(RTMR_MAP, setup.map_slots);
        dispatch(RTMR_REDUCE, setup.reduce_slots);
#if RTMR_WITH_RESTORE
        wrong |= rtmr_check(&kernel) != RTMR_OK;
#endif
        const enum rtmr_status status = rtmr_advance(&kernel, rtmr_now(&kernel) + 1, &alarm);
        printf(" a%d,%d,%d %d\n", (int)status, (int)alarm.overrun_tasks, (int)alarm.flagged_jobs,
               (int)rtmr_job_count(&kernel));
    }
}

/* What is not built is refused at once; what is built is not. */
static int refusals(void)
{
    const struct rtmr_setup satu = {.map_slots = 1, .reduce_slots = 1, .feedback = RTMR_FEEDBACK_SATU};
    const struct rtmr_setup none = {.map_slots = 1, .reduce_slots = 1, .feedback = RTMR_FEEDBACK_NONE};
    const struct rtmr_setup latent = {.map_slots = 1, .reduce_slots = 1, .latency = 1};

    return rtmr_init(&kernel, &satu) == (RTMR_WITH_STORED_VECTORS ? RTMR_OK : RTMR_E_FEEDBACK) &&
           rtmr_init(&kernel, &none) == (RTMR_WITH_STORED_VECTORS ? RTMR_OK : RTMR_E_FEEDBACK) &&
           rtmr_init(&kernel, &latent) == (RTMR_WITH_LATENCY ? RTMR_OK : RTMR_E_LATENCY) &&
           rtmr_init_as(&kernel, &latent, RTMR_CONTEXT_TAG ^ 1) == RTMR_E_CONFIGURATION;
}

int main(void)
{
    for (int32_t run = 1; run <= RUNS; run++) {
        state = (uint64_t)run * 2654435761U;
        one_run();
    }
    return refusals() && !wrong ? 0 : 1;
}
