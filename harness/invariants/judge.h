/*
 * Reports the first clause found broken, by name, with the details. Also counts the evaluations of
 * each clause on at least one object, which shows clauses that no run has exercised.
 */
#ifndef HARNESS_INVARIANTS_JUDGE_H
#define HARNESS_INVARIANTS_JUDGE_H

#include "harness/invariants/clause.h"
#include "kernel/rtmr.h"

#include <stdbool.h>
#include <stdint.h>

struct judge {
    int64_t evaluated[CLAUSES];
    const char *call;   /* the call after which the clauses are evaluated */
    rtmr_ticks now;     /* its instant */
    enum clause clause; /* being evaluated; after a failure: the broken one */
    bool vacant;        /* there is no job: a clause that holds now proves little */
    bool broken;
    char text[400]; /* after a failure: clause, instant, call, details; one line */
};

/* A call begins. */
void judge_call(struct judge *judge, const char *call, rtmr_ticks now);

/* The evaluation of a clause begins. */
void judge_clause(struct judge *judge, enum clause clause);

/* The clause does not hold; the text names the values that show it. False, so that a predicate
 * can return it. */
bool judge_breaks(struct judge *judge, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
