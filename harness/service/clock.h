/*
 * The service's time. A *tick* is a millisecond since the store was made, of CLOCK_BOOTTIME: it
 * goes on while the machine sleeps, and cannot be set. After a reboot it goes on from the last
 * tick on record, and the time that the machine was off is that of the wall clock (none if that
 * went back).
 *
 * The wall clock is only shown: an instant is converted when it is printed or asked for. A stepped
 * wall clock moves no promise.
 */
#ifndef SERVICE_CLOCK_H
#define SERVICE_CLOCK_H

#include "kernel/rtmr.h"

#include <stdint.h>

struct service_clock {
    int64_t boottime_of_tick_0; /* ms of CLOCK_BOOTTIME of this boot; may be negative */
};

/* Instants of the clocks of this machine, in ms. */
int64_t clock_boottime(void);
int64_t clock_wall(void);

/* Writes the id of this boot, 36 characters and a zero. */
void clock_boot_id(char id[37]);

/* Now, in ticks. */
rtmr_ticks clock_now(const struct service_clock *clock);

/* Ticks of an instant of CLOCK_BOOTTIME, at least 0. */
rtmr_ticks clock_ticks_of(const struct service_clock *clock, int64_t boottime);

/* Ticks and ms since 1970, by what the wall clock shows now. */
int64_t clock_wall_of(const struct service_clock *clock, rtmr_ticks at);
rtmr_ticks clock_ticks_of_wall(const struct service_clock *clock, int64_t wall);

#endif
