/*
 * For tests of the engine under faults: a script in a simulation's options, and attempts of its
 * tasks.
 */
#ifndef TESTS_FAULT_FIXTURE_H
#define TESTS_FAULT_FIXTURE_H

#include "tests/unit/sim.h"

enum { SCRIPTED_MOST = 16 };

struct scripted {
    struct fault_event events[SCRIPTED_MOST];
    struct fault_script script;
};

/* Appends an event, in order of time, to a script that begins zeroed. */
void scripted_node(struct scripted *x, ticks at, enum fault_kind kind, int32_t node);
void scripted_slow(struct scripted *x, ticks at, int32_t node, double factor);
void scripted_slot(struct scripted *x, ticks at, enum fault_kind kind, enum stage stage, int32_t slot);
void scripted_map(struct scripted *x, ticks at, enum fault_kind kind, int32_t task, double factor);

/* The simulation runs with it. */
void scripted_use(struct scripted *x, struct sim *s);

/* Attempt n of a task, lost and failed ones included. */
const struct task_run *scripted_attempt(const struct sim *s, enum stage stage, int32_t task, int32_t n);

/* Attempt n of a map ran from start to end, and was lost with its slot, or not. */
void scripted_expect(const struct sim *s, int32_t task, int32_t n, ticks start, ticks end, bool lost);

#endif
