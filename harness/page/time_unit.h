/* The unit in which a time is easiest to read. */
#ifndef HARNESS_PAGE_TIME_UNIT_H
#define HARNESS_PAGE_TIME_UNIT_H

struct time_unit {
    double ms; /* of one */
    const char *name;
};

/* The unit for times up to this many ms: milliseconds, seconds, minutes, hours or days. */
struct time_unit time_unit_for(double most);

#endif
