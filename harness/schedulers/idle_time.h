/*
 * For schedulers that do not depend on time itself: after an empty pick() they pick nothing until
 * the next event.
 */
#ifndef HARNESS_SCHEDULERS_IDLE_TIME_H
#define HARNESS_SCHEDULERS_IDLE_TIME_H

#include "harness/engine/scheduler.h"

/* For scheduler_class.stirs_at: never. */
ticks only_events_stir(const void *self);

#endif
