#include "harness/service/clock.h"

#include <stdio.h>
#include <time.h>

static int64_t now_of(clockid_t id)
{
    struct timespec t;

    /* fails only for a clock that there is not */
    if (clock_gettime(id, &t) != 0) {
        return 0;
    }
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t clock_boottime(void)
{
    return now_of(CLOCK_BOOTTIME);
}

int64_t clock_wall(void)
{
    return now_of(CLOCK_REALTIME);
}

void clock_boot_id(char id[37])
{
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");

    if (file == NULL || fscanf(file, "%36s", id) != 1) {
        (void)snprintf(id, 37, "%s", "unknown");
    }
    if (file != NULL) {
        (void)fclose(file);
    }
}

rtmr_ticks clock_now(const struct service_clock *clock)
{
    return clock_ticks_of(clock, clock_boottime());
}

/* a + b, held within the range of the type. */
static int64_t sum(int64_t a, int64_t b)
{
    int64_t result = 0;

    if (__builtin_add_overflow(a, b, &result)) {
        result = b > 0 ? INT64_MAX : INT64_MIN;
    }
    return result;
}

static int64_t difference(int64_t a, int64_t b)
{
    int64_t result = 0;

    if (__builtin_sub_overflow(a, b, &result)) {
        result = b < 0 ? INT64_MAX : INT64_MIN;
    }
    return result;
}

rtmr_ticks clock_ticks_of(const struct service_clock *clock, int64_t boottime)
{
    const int64_t ticks = difference(boottime, clock->boottime_of_tick_0);

    return ticks < 0 ? 0 : ticks;
}

int64_t clock_wall_of(const struct service_clock *clock, rtmr_ticks at)
{
    return sum(clock_wall(), difference(at, clock_now(clock)));
}

rtmr_ticks clock_ticks_of_wall(const struct service_clock *clock, int64_t wall)
{
    return sum(clock_now(clock), difference(wall, clock_wall()));
}
