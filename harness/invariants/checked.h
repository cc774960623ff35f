/*
 * A kernel under check: every call of rtmr.h that can change it, followed by the evaluation of
 * every clause of clause.h over its state and over the calls so far. The first clause that does not
 * hold is reported by name; from then on the calls are only passed on.
 *
 * The checker is naive and independent of the kernel: it reads the fields of struct rtmr and calls
 * rtmr.h, nothing else. It is slow: O(tasks^2) per call.
 *
 * Scope: the clauses of the table, the slots and the watched jobs hold for every policy; those of
 * the plan, and the prediction of every decision, where plans are made from the slot table (exact
 * projection, and the other policies from a violation or a drain on, or from the first plan after a
 * slot has joined, until no job is left); those of tasks due on idle slots with dispatch latency;
 * those of the stored vectors, where plans are made from them.
 */
#ifndef HARNESS_INVARIANTS_CHECKED_H
#define HARNESS_INVARIANTS_CHECKED_H

#include "harness/invariants/judge.h"
#include "kernel/rtmr.h"

#include <stdbool.h>
#include <stdint.h>

/* Counts of the calls and their results. */
struct checked_counts {
    int64_t calls;
    int64_t refused; /* calls that were errors */
    int64_t accepted;
    int64_t accepted_stored; /* of these: by stored vectors */
    int64_t rejected;
    int64_t full;      /* of these: the table or the tasks were full */
    int64_t questions; /* what-ifs */
    int64_t reordered; /* accepted in front of a job that was accepted earlier */
    /* rejections with a test of their earliest deadline d: d accepted, an earlier one refused */
    int64_t counter_offers;
    int64_t withdrawn;
    int64_t dispatched;
    int64_t dispatched_latent;        /* of these with dispatch latency; */
    int64_t dispatched_flagged;       /* of these of flagged jobs; */
    int64_t dispatched_stored;        /* while plans are made from stored vectors; */
    int64_t dispatched_stored_latent; /* of these with dispatch latency */
    int64_t exchanged;                /* on another slot than the one due first */
    int64_t out_of_order;             /* reduces dispatched while reduces of a job in front wait for its maps */
    int64_t out_of_order_latent;      /* of these with dispatch latency */
    int64_t kept;                     /* jobs done under their promise: */
    int64_t corrected;                /* with satu, early enough for a correction of the stored vectors */
    int64_t lowered;                  /* jobs whose recorded end that lowered */
    int64_t overruns;                 /* violations: E1, */
    int64_t waits;                    /* E2, */
    int64_t waits_latent;             /* of these with dispatch latency, */
    int64_t losses;                   /* E4: slots, */
    int64_t losses_idle;              /* of these that ran nothing, */
    int64_t losses_busy;              /* that ran a task in time, */
    int64_t losses_late;              /* that ran a task over its bound, */
    int64_t losses_draining;          /* that were draining, */
    int64_t losses_all;               /* that were the last usable ones of their stage, */
    int64_t losses_latent;            /* with dispatch latency; */
    int64_t failures;                 /* and tasks that failed, */
    int64_t failures_late;            /* of these over their bound, */
    int64_t failures_draining;        /* on a slot that was draining */
    int64_t tasks_lost;               /* tasks of promised jobs, with their slots or alone: */
    int64_t lost_harmless;            /* no job was flagged, */
    int64_t lost_own;                 /* their own job only, */
    int64_t lost_others;              /* another one, too */
    int64_t drains;                   /* slots that leave: */
    int64_t drains_idle;              /* at once, */
    int64_t drains_busy;              /* when their task has ended, */
    int64_t drains_late;              /* which is over its bound */
    int64_t drains_refused;           /* slots that may not */
    int64_t drained;                  /* draining slots whose task has finished */
    int64_t drains_overrun;           /* draining slots whose task is found over its bound */
    int64_t returns;                  /* slots that came back */
    int64_t additions;                /* slots that were new */
    int64_t revivals;                 /* either: when the stage had no usable one */
    int64_t renewed;                  /* jobs accepted while flagged ones are in the table */
    int64_t flagged;
    int64_t renewals;           /* flagged jobs that are promised again */
    int64_t moves;              /* promised jobs with another deadline */
    int64_t renewals_reordered; /* either, at another place among the promised jobs */
    int64_t renewals_refused;
    int64_t renewal_offers; /* of these that name an earliest deadline */
    int64_t renewals_late;  /* errors: a task of the job runs where no plan counts on it */
    int64_t extensions;
    int64_t extensions_late; /* of these of a task that no plan counted on */
    int64_t extensions_refused;
    int64_t estimates;
    int64_t estimates_refused;
    int64_t suspensions; /* of promised jobs */
    int64_t aborts;
    int64_t aborts_running; /* of these with a task that runs */
    int64_t restored;
    int64_t restored_flagging; /* of these, that flagged a job */
    int64_t changes_stored;    /* changes that were adopted while plans were made from stored vectors */
};

struct checked;

/* Checks this kernel, which the caller owns, or (on = false) only passes its calls on. It is not
 * yet initialised. */
struct checked *checked_new(struct rtmr *kernel, bool on);
void checked_free(struct checked *c);

/* To be called once, when a clause is found broken, with a line of text that names it. */
void checked_report_to(struct checked *c, void (*report)(void *context, const char *text), void *context);

const struct judge *checked_judge(const struct checked *c);
const struct checked_counts *checked_counts(const struct checked *c);

/* The calls of rtmr.h. checked_init() restarts the kernel; the counts and the evaluations
 * continue. */
enum rtmr_status checked_init(struct checked *c, const struct rtmr_setup *setup);
enum rtmr_status checked_submit(struct checked *c, const struct rtmr_job *job, struct rtmr_decision *decision);
enum rtmr_status checked_what_if(struct checked *c, const struct rtmr_job *job, struct rtmr_decision *decision);
enum rtmr_status checked_withdraw(struct checked *c, rtmr_handle job);
enum rtmr_status checked_offer(struct checked *c, enum rtmr_stage stage, struct rtmr_offer *offer);
enum rtmr_status checked_dispatch(struct checked *c, enum rtmr_stage stage, int32_t slot, struct rtmr_offer *offer);
enum rtmr_status checked_finish(struct checked *c, enum rtmr_stage stage, int32_t slot, struct rtmr_report *report);
enum rtmr_status checked_advance(struct checked *c, rtmr_ticks to, struct rtmr_alarm *alarm);
enum rtmr_status checked_slot_lost(struct checked *c, enum rtmr_stage stage, int32_t slot, struct rtmr_alarm *alarm);
enum rtmr_status checked_fail(struct checked *c, enum rtmr_stage stage, int32_t slot, struct rtmr_alarm *alarm);
enum rtmr_status checked_slot_drain(struct checked *c, enum rtmr_stage stage, int32_t slot,
                                    struct rtmr_decision *decision);
enum rtmr_status checked_slot_add(struct checked *c, enum rtmr_stage stage, int32_t slot);
enum rtmr_status checked_renew(struct checked *c, rtmr_handle job, rtmr_ticks deadline, struct rtmr_decision *decision);
enum rtmr_status checked_extend(struct checked *c, enum rtmr_stage stage, int32_t slot, rtmr_ticks bound,
                                struct rtmr_decision *decision);
enum rtmr_status checked_set_estimate(struct checked *c, rtmr_handle job, enum rtmr_stage stage, rtmr_ticks estimate,
                                      struct rtmr_decision *decision);
enum rtmr_status checked_suspend(struct checked *c, rtmr_handle job);
enum rtmr_status checked_abort(struct checked *c, rtmr_handle job);
#if RTMR_WITH_RESTORE
enum rtmr_status checked_restore(struct checked *c, rtmr_ticks now, struct rtmr_alarm *alarm);
#endif

#endif
