#include "cell.h"

#include <stdatomic.h>

enum { ORDERS = 60, SPACING = 25, PRESS = 20, OVEN = 40 };

/* An estimate covers more than the task: the time from the reading of the clock to the start of the
 * machine, and from its end to the turn that reports it. */
enum { MARGIN = 6 };

struct machine {
    uint32_t token;
    atomic_int left; /* ticks until the end; 0: it stands */
};

static struct rtmr kernel;
static struct machine machines[CELL_MACHINES];
static struct cell_report cell;
static int32_t orders;
static rtmr_ticks next_order;
static uint32_t seed;

static int32_t draw(int32_t from, int32_t to)
{
    seed = seed * 1664525u + 1013904223u;
    return from + (int32_t)((seed >> 16) % (uint32_t)(to - from + 1));
}

static struct machine *machine_of(enum rtmr_stage stage, int32_t slot)
{
    return &machines[stage == RTMR_MAP ? slot : CELL_PRESSES + slot];
}

void cell_tick(void (*post)(const struct cell_end *end))
{
    for (int32_t i = 0; i < CELL_MACHINES; i++) {
        const int left = atomic_load(&machines[i].left);

        if (left > 0) {
            const struct cell_end end = {.stage = i < CELL_PRESSES ? RTMR_MAP : RTMR_REDUCE,
                                         .slot = i < CELL_PRESSES ? i : i - CELL_PRESSES,
                                         .token = machines[i].token};

            atomic_store(&machines[i].left, left - 1);
            if (left == 1) {
                post(&end);
            }
        }
    }
}

int32_t cell_begin(void)
{
    const struct rtmr_setup setup = {.map_slots = CELL_PRESSES, .reduce_slots = CELL_OVENS};

    seed = 1;
    return rtmr_init(&kernel, &setup) == RTMR_OK;
}

void cell_clock(rtmr_ticks now)
{
    struct rtmr_alarm alarm;
    const enum rtmr_status status = rtmr_advance(&kernel, now, &alarm);

    cell.violations += status > 0;
    cell.surprises += status < 0;
}

void cell_ended(const struct cell_end *end)
{
    struct rtmr_report report;

    if (rtmr_finish_with(&kernel, end->stage, end->slot, end->token, &report) != RTMR_OK) {
        cell.surprises++;
    } else if (report.job_done) {
        cell.finished++;
        cell.late += !report.flagged && rtmr_now(&kernel) > report.deadline;
    }
}

/* An order that comes now. */
static void order(void)
{
    const struct rtmr_job job = {.map_tasks = draw(1, 6),
                                 .reduce_tasks = draw(0, 2),
                                 .map_estimate = PRESS + MARGIN,
                                 .reduce_estimate = OVEN + MARGIN,
                                 .deadline = rtmr_now(&kernel) + draw(60, 400)};
    struct rtmr_decision decision;
    const enum rtmr_status status = rtmr_submit(&kernel, &job, &decision);

    cell.accepted += status == RTMR_OK;
    cell.refused += status == RTMR_REJECTED;
    cell.surprises += status < 0;
}

/* Starts what is offered, until nothing is. */
static void dispatch(enum rtmr_stage stage)
{
    struct rtmr_offer offer;

    for (int32_t slot = rtmr_next_idle(&kernel, stage, 0);
         slot >= 0 && rtmr_dispatch(&kernel, stage, slot, &offer) == RTMR_OK;
         slot = rtmr_next_idle(&kernel, stage, slot)) {
        struct machine *const machine = machine_of(stage, slot);

        machine->token = offer.token;
        atomic_store(&machine->left, stage == RTMR_MAP ? draw(PRESS / 2, PRESS) : draw(OVEN / 2, OVEN));
    }
}

void cell_serve(void)
{
    while (orders < ORDERS && next_order <= rtmr_now(&kernel)) {
        orders++;
        next_order += SPACING;
        order();
    }
    dispatch(RTMR_MAP);
    dispatch(RTMR_REDUCE);
}

int32_t cell_done(void)
{
    return orders == ORDERS && rtmr_job_count(&kernel) == 0;
}

rtmr_ticks cell_sleep(void)
{
    const rtmr_ticks now = rtmr_now(&kernel);
    const rtmr_ticks event = rtmr_next_event(&kernel); /* when it has passed, a call says so */
    rtmr_ticks until = now + CELL_LONGEST_SLEEP;

    if (event < until) {
        until = event + 1;
    }
    if (orders < ORDERS && next_order < until) {
        until = next_order;
    }
    return until > now ? until - now : 1;
}

struct cell_report cell_report(void)
{
    return cell;
}

int32_t cell_kept_all(void)
{
    return cell.accepted > 0 && cell.accepted + cell.refused == ORDERS && cell.finished == cell.accepted &&
           cell.late == 0 && cell.surprises == 0;
}
