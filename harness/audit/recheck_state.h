/*
 * State shared by the parts of the audit; internal.
 *
 * The books (harness/invariants/shadow.h) are kept by the calls alone. Where an answer is wrong,
 * they follow the record in what was accepted, refused, started and ended, since the later calls
 * do, and the rules in who has lost a promise.
 */
#ifndef HARNESS_AUDIT_RECHECK_STATE_H
#define HARNESS_AUDIT_RECHECK_STATE_H

#include "harness/audit/offers.h"
#include "harness/audit/planner.h"
#include "harness/audit/recheck.h"

/* A task of a job. */
enum task_state { TASK_WAITS, TASK_RUNS, TASK_HAS_ENDED };

/* What the books do not have of a job: one for each that was accepted, in the same order. */
struct recheck_job {
    int32_t tasks[SHADOW_STAGES];
    uint8_t *task[SHADOW_STAGES]; /* enum task_state; NULL once it has left */
    rtmr_ticks told;              /* e, as it was answered last */
    bool aborted;                 /* its tasks that run are still to end */
    rtmr_ticks aborted_at;
    bool listed; /* the store's table of jobs has it */
};

/* What the books do not have of a slot: the task that it runs. */
struct recheck_slot {
    int32_t task;
    uint32_t token;
};

/* The answer that is right. */
struct verdict {
    enum rtmr_reason reason; /* NONE: accepted */
    rtmr_handle late_job;
    rtmr_ticks late_by;
};

struct recheck {
    struct journal_setup setup;
    struct shadow books;
    struct plan plan;
    struct offer_search search;
    struct recheck_job *job;
    size_t job_room;
    struct recheck_slot *slot[SHADOW_STAGES];
    rtmr_handle *lost; /* jobs that lose their promise by the call */
    size_t lost_room;
    int32_t lost_count;
    const struct call_record *call;
    int64_t last_call;
    struct recheck_counts counts;
    struct recheck_finding *finding;
    size_t finding_room;
    size_t findings;
    size_t kept_findings;
    rtmr_handle explain_job;
    int64_t explain_call;
    bool explains; /* the present call */
    bool explained;
    bool too_many_slots; /* for the arrays of this program */
    FILE *out;
};

/* findings.c */
/* The present call is not right. The texts are taken over; NULL: what is right is that there is no
 * such call. */
void finding_add(struct recheck *a, char *recorded, char *right);
/* A number on record, `recorded`, that has to be `right`. */
void finding_number(struct recheck *a, const char *what, int64_t recorded, int64_t right);
/* "123", or "never": the text of an instant or duration, in one of a few buffers in turn. */
const char *instant_text(rtmr_ticks instant);

/* tasks.c */
/* The slot that the call names, if it is there; else a finding, and NULL. */
struct shadow_slot *called_slot(struct recheck *a);
/* The same for one that runs a task, which is the one that the call names. */
struct shadow_slot *called_task(struct recheck *a);
/* A job that was accepted has its tasks listed; one that has left has them no longer. */
void tasks_begin(struct recheck *a, const struct rtmr_job *job);
void tasks_forget(struct recheck *a, int32_t index);
/* The task that ran on the slot waits again, or has ended. */
void task_becomes(struct recheck *a, const struct shadow_slot *slot, enum task_state state);
void recheck_dispatch(struct recheck *a);
void recheck_finish(struct recheck *a);

/* verdicts.c */
void recheck_submit(struct recheck *a);
void recheck_withdraw(struct recheck *a);
void recheck_renew(struct recheck *a);
void recheck_extend(struct recheck *a);
void recheck_set_estimate(struct recheck *a);
void recheck_slot_drain(struct recheck *a);
/* The plan's ends are on record from now on. */
void adopt_plan(struct recheck *a);
/* The place of the job that the call names; -1, and a finding: there is no such job. */
int32_t called_job(struct recheck *a);

/* losses.c */
/* The clock goes to the tick of the call, by which no violation is on record. */
void recheck_clock(struct recheck *a);
void recheck_advance(struct recheck *a);
void recheck_restore(struct recheck *a);
void recheck_fail(struct recheck *a);
void recheck_slot_lost(struct recheck *a);
void recheck_slot_add(struct recheck *a);
void recheck_suspend(struct recheck *a);
void recheck_abort(struct recheck *a);

/* explanation.c */
/* Which verdict the plan shows, in words, with its schedule. `asks`: the place of the job that
 * asks; -1: none does. */
void explain_verdict(struct recheck *a, const struct verdict *right, int32_t asks, rtmr_ticks earliest);
void explain_dispatch(struct recheck *a, int32_t place);
void explain_losses(struct recheck *a);

#endif
