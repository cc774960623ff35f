/*
 * Who says which clause does not hold: the first one found, by name, with the details. Also counts evaluations while
 * there is something to evaluate a clause of, so that a clause that nothing ever exercised is seen.
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
    enum clause clause; /* being evaluated; once broken: the one that is */
    bool vacant;        /* there is no job: nothing that holds now tells much */
    bool broken;
    char text[400]; /* once broken: clause, instant, call, details; one line */
};

/* A call begins. */
void judge_call(struct judge *judge, const char *call, rtmr_ticks now);

/* The evaluation of a clause begins. */
void judge_clause(struct judge *judge, enum clause clause);

/* The clause does not hold; the text says in which values that shows. False, so that a predicate can return it. */
bool judge_breaks(struct judge *judge, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
