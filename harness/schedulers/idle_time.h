/*
 * Schedulers for which time itself changes nothing: what they left alone they leave alone until something happens.
 */
#ifndef HARNESS_IDLE_TIME_H
#define HARNESS_IDLE_TIME_H

#include "harness/schedulers/scheduler.h"

/* For scheduler_class.stirs_at: never. */
ticks only_events_stir(const void *self);

#endif
