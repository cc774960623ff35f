/*
 * A time-slotted scheduler that does what it is told: for tests that need a certain schedule, or an
 * illegal one.
 */
#ifndef TESTS_SLOTTED_SCRIPT_H
#define TESTS_SLOTTED_SCRIPT_H

#include "harness/slotted/slotted_scheduler.h"

/* In this slot, so many of the job's maps and reduces. */
struct slotted_line {
    int32_t slot;
    int32_t job;
    int32_t maps;
    int32_t reduces;
};

/* What slotted_scripted does from now on; nothing in slots without a line. The lines must stay. */
void slotted_script_set(const struct slotted_line *lines, size_t count);

extern const struct slotted_class slotted_scripted;         /* machines may idle */
extern const struct slotted_class slotted_scripted_busily;  /* they may not */
extern const struct slotted_class slotted_scripted_relaxed; /* they may not, and it is a bound, no schedule */

#endif
