/*
 * What every reader and generator promises: no two jobs of a workload have one name.
 */
#ifndef TESTS_UNIT_SAME_NAMES_H
#define TESTS_UNIT_SAME_NAMES_H

#include "harness/workload/workload.h"

/* A name that two jobs have, or NULL. O(jobs log jobs). */
const char *same_name(const struct workload *w);

#endif
