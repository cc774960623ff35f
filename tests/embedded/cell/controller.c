#include "controller.h"

#include "print.h"

void controller_begin(struct controller *c, rtmr_ticks margin)
{
    const struct rtmr_setup setup = {.map_slots = CAMERAS, .reduce_slots = ARMS, .counter_offer = 1};

    *c = (struct controller){.margin = margin};
    c->surprises += rtmr_init(&c->kernel, &setup) != RTMR_OK;
}

void controller_clock(struct controller *c, rtmr_ticks now)
{
    struct rtmr_alarm alarm;
    const enum rtmr_status status = rtmr_advance(&c->kernel, now, &alarm);

    c->overruns += status == RTMR_VIOLATION_OVERRUN;
    c->waits += status == RTMR_VIOLATION_WAITING;
    c->surprises += status < 0;
}

/* The line of the books with this job, or -1. */
static int32_t line_of(const struct controller *c, rtmr_handle job)
{
    for (int32_t i = 0; i < RTMR_JOBS; i++) {
        if (c->job[i] == job) {
            return i;
        }
    }
    return -1;
}

void controller_done(struct controller *c, enum rtmr_stage stage, int32_t slot)
{
    struct rtmr_report report;
    int32_t line;

    if (rtmr_finish(&c->kernel, stage, slot, &report) != RTMR_OK) {
        c->surprises++;
        return;
    }
    if (!report.job_done) {
        return;
    }
    line = line_of(c, report.job);
    if (line < 0) {
        c->surprises++;
        return;
    }
    c->job[line] = RTMR_NO_JOB;
    c->finished++;
    if (report.flagged) {
        c->flagged++;
    } else {
        c->late += rtmr_now(&c->kernel) > c->due[line];
    }
}

static void enter(struct controller *c, rtmr_handle job, rtmr_ticks due)
{
    const int32_t line = line_of(c, RTMR_NO_JOB);

    c->accepted++;
    if (line < 0) {
        c->surprises++;
        return;
    }
    c->job[line] = job;
    c->due[line] = due;
}

void controller_batch(struct controller *c, const struct batch *batch)
{
    const struct rtmr_job job = {.map_tasks = batch->parcels,
                                 .reduce_tasks = batch->bins,
                                 .map_estimate = batch->scan + c->margin,
                                 .reduce_estimate = batch->move + c->margin,
                                 .deadline = batch->due};
    struct rtmr_decision decision;

    switch (rtmr_submit(&c->kernel, &job, &decision)) {
    case RTMR_OK: enter(c, decision.job, batch->due); break;
    case RTMR_REJECTED:
        c->refused++;
        c->surprises += decision.reason == RTMR_REASON_LATE && decision.earliest_deadline <= batch->due;
        break;
    default: c->surprises++; break;
    }
}

static void dispatch_stage(struct controller *c, struct plant *p, enum rtmr_stage stage, int32_t slots)
{
    const rtmr_ticks now = rtmr_now(&c->kernel);
    struct rtmr_slot_info info;
    struct rtmr_offer offer;

    for (int32_t slot = 0; slot < slots; slot++) {
        if (rtmr_slot_info(&c->kernel, stage, slot, &info) == RTMR_OK && info.state == RTMR_SLOT_IDLE &&
            rtmr_dispatch(&c->kernel, stage, slot, &offer) == RTMR_OK) {
            plant_start(p, stage, slot, now, offer.bound - now - c->margin);
        }
    }
}

void controller_dispatch(struct controller *c, struct plant *p)
{
    dispatch_stage(c, p, RTMR_MAP, CAMERAS);
    dispatch_stage(c, p, RTMR_REDUCE, ARMS);
}

void controller_report(const struct controller *c, const char *name)
{
    print("%s: %d accepted, %d refused, %d finished, %d late, %d flagged, %d overruns, %d waits, %d surprises\n", name,
          (int)c->accepted, (int)c->refused, (int)c->finished, (int)c->late, (int)c->flagged, (int)c->overruns,
          (int)c->waits, (int)c->surprises);
}

int32_t controller_kept_all(const struct controller *c)
{
    return c->accepted > 0 && c->refused > 0 && c->late == 0 && c->flagged == 0 && c->overruns == 0 && c->waits == 0 &&
           c->surprises == 0;
}
