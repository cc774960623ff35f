/*
 * The constants of Theorems 2 and 3 (Eqs. 8 to 11): the bounds of section V on the efficiency ratio
 * of every work-conserving scheduler, for reduce workloads bounded by Rmax.
 */
#ifndef HARNESS_SLOTTED_CONSTANTS_H
#define HARNESS_SLOTTED_CONSTANTS_H

#include "harness/workload/work_distribution.h"

#include <stdint.h>

/* The system of the theorems. */
struct slotted_system {
    int32_t machines; /* N */
    double rate;      /* lambda, of Poisson arrivals */
    struct work_distribution maps;
    struct work_distribution reduces;
    int32_t reduce_most; /* Rmax >= 1 */
};

struct slotted_constants {
    double b1;       /* E[K_j] is at most this */
    double b2;       /* E[K_j^2] */
    double theorem2; /* the efficiency ratio, preemptive */
    double theorem3; /* non-preemptive */
};

/* l(a) of Eq. 10: the supremum over theta >= 0 of theta a - log E[exp(theta W)], W being the work
 * that arrives in a slot; 0 for a at or below its mean. */
double slotted_rate_function(const struct slotted_system *system, double a);

/* The minima of Eqs. 8 and 9, exact to rounding, and the constants that follow. All NaN if the load
 * is not below 1. */
struct slotted_constants slotted_constants_of(const struct slotted_system *system);

#endif
