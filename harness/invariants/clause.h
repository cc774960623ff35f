/*
 * The clauses that the checker evaluates: the predicates of spec/state.acsl and of its parts
 * (spec/slots.acsl, spec/promise.acsl, spec/latency.acsl, spec/offer.acsl and spec/stored.acsl),
 * under their names there, the guarantees of the watched jobs, and the guarantees of rtmr.h for a
 * single call.
 */
#ifndef HARNESS_INVARIANTS_CLAUSE_H
#define HARNESS_INVARIANTS_CLAUSE_H

enum clause {
    /* The job table and the slot tables: table_clauses.h. */
    CLAUSE_POLICY,
    CLAUSE_CLOCK,
    CLAUSE_SIZES,
    CLAUSE_SLOT_TABLE,
    CLAUSE_SLOT_JOBS,
    CLAUSE_SLOT_BOUNDS,
    CLAUSE_BUSY_RUNS,
    CLAUSE_JOB_COUNTS,
    CLAUSE_CURSOR,
    CLAUSE_UNFINISHED,
    CLAUSE_PADS,
    CLAUSE_LATE_FLAGGED,
    CLAUSE_READINESS,
    CLAUSE_STARTED,
    CLAUSE_PENDING,
    CLAUSE_HANDLES,
    CLAUSE_DEADLINES,
    CLAUSE_IN_TIME,

    /* The plan in force: plan_clauses.h. */
    CLAUSE_PLAN_SHAPE,
    CLAUSE_PLAN_TIMES,
    CLAUSE_PLAN_ROOM,
    CLAUSE_RESERVED,
    CLAUSE_PLAN_RELEASE,

    /* Idle slots that are kept waiting: due_clauses.h. */
    CLAUSE_DUE_SOON,
    CLAUSE_NOT_YET,
    CLAUSE_RESERVED_IN_TIME,
    CLAUSE_ROOM_IN_TIME,
    CLAUSE_DUE_RANGE,
    CLAUSE_ANNOUNCED,

    /* The stored vectors of `none` and `satu`: stored_clauses.h. */
    CLAUSE_RUNNING,
    CLAUSE_ROWS_COVER,
    CLAUSE_FEW_BEFORE,
    CLAUSE_ENDED,

    /* The table against the calls so far: watched_clauses.h. */
    CLAUSE_WATCHED,
    CLAUSE_KEPT,
    CLAUSE_PLAN_ORDER,
    CLAUSE_TASKS,
    CLAUSE_SLOTS,
    CLAUSE_DUE,
    CLAUSE_RECORDED,

    /* One call: checked.h. */
    CLAUSE_STATUS,
    CLAUSE_UNCHANGED,
    CLAUSE_DECISION,
    CLAUSE_VIOLATION,
    CLAUSE_OFFER,
    CLAUSE_AGREEMENT,
    CLAUSE_DISPATCH,
    CLAUSE_REPORT,

    /* Laws that connect calls: laws.h. */
    CLAUSE_WHAT_IF,
    CLAUSE_COUNTER_OFFER,
    CLAUSE_WITHDRAWAL,
    CLAUSE_DRAIN,

    CLAUSES
};

/* A clause's name, and its meaning in one sentence. */
const char *clause_name(enum clause clause);
const char *clause_sentence(enum clause clause);

#endif
