/*
 * The audit of a store: its journal is gone through call by call, with books of its own, and each
 * answer of the kernel is compared with what the literal algorithms give. No function of the kernel
 * is called.
 */
#ifndef HARNESS_AUDIT_RECHECK_H
#define HARNESS_AUDIT_RECHECK_H

#include "harness/audit/journal.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What was re-checked. */
struct recheck_counts {
    int64_t calls;
    int64_t acceptances; /* of submit */
    int64_t refusals;
    int64_t renewals; /* adopted */
    int64_t renewals_refused;
    int64_t offers;   /* counter offers with a deadline */
    int64_t hopeless; /* refusals that say that no deadline would do */
    int64_t extensions;
    int64_t estimates;
    int64_t drains;
    int64_t changes_refused; /* extensions, estimates and drains */
    int64_t certificates;    /* schedules that were found and checked */
    int64_t dispatches;
    int64_t ends; /* of tasks */
    int64_t failures;
    int64_t losses; /* of slots */
    int64_t overruns;
    int64_t waits;
    int64_t restores;
    int64_t flagged;
    int64_t kept;               /* jobs that ended with their promise */
    int64_t unpromised;         /* that ended without it, */
    int64_t unpromised_in_time; /* and by their deadline all the same */
    int64_t aborted;
    int64_t unfinished;
};

/* Something on record that is not right. The texts say what is recorded, and what is right. */
struct recheck_finding {
    int64_t call;     /* 0: of the store as a whole */
    const char *kind; /* of the call */
    char *recorded;
    char *right;
};

struct recheck;

/* explain_job, explain_call: which decision is explained on `out` as it is met; 0: none. */
struct recheck *recheck_new(const struct journal_setup *setup, rtmr_handle explain_job, int64_t explain_call,
                            FILE *out);
void recheck_free(struct recheck *audit);

/* Goes through the whole journal. False: it cannot be read, *error says why. */
bool recheck_journal(struct recheck *audit, struct journal *journal, struct input_error *error);

const struct recheck_counts *recheck_counts(const struct recheck *audit);
size_t recheck_findings(const struct recheck *audit);                                 /* how many; of the first ones: */
const struct recheck_finding *recheck_finding(const struct recheck *audit, size_t i); /* NULL: too many to keep */
bool recheck_explained(const struct recheck *audit); /* the decision that was to be explained was met */

#endif
