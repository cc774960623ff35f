#include "harness/schedulers/idle_time.h"

ticks only_events_stir(const void *self)
{
    (void)self;
    return NO_INSTANT;
}
