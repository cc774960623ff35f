/* The units of times in tables and charts: one for each quantity, chosen from the largest value. A
 * sentence may tell a much shorter time in a unit of its own. */
#ifndef HARNESS_REPORT_TIME_UNITS_H
#define HARNESS_REPORT_TIME_UNITS_H

#include "harness/report/results.h"

struct time_unit {
    double ms; /* of one */
    const char *name;
};

struct time_units {
    struct time_unit span;    /* how long a job takes, waits, or is late */
    struct time_unit instant; /* since the first arrival: axes, arrivals, finishes, the makespan */
};

/* The unit for times up to this many ms: milliseconds, seconds, minutes, hours or days. */
struct time_unit time_unit_for(double most);

/* Decimals that are worth printing of times in this unit. */
int time_unit_decimals(struct time_unit unit);

/* The units for the figures of these series. O(runs). */
struct time_units time_units_of(const struct series *series, size_t count);

/* The unit of a figure; of one ms without a name if it is no time. */
struct time_unit time_units_for(const struct time_units *units, enum metric metric);

#endif
