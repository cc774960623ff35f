/*
 * Durations and instants as people write and read them. Instants are ms since 1970, shown in local
 * time.
 */
#ifndef CLIENT_INSTANT_H
#define CLIENT_INSTANT_H

#include "harness/workload/input_error.h"

#include <stdbool.h>
#include <stdint.h>

/* There is no such instant, or duration. */
#define NO_MS INT64_MIN

/* The longest duration: 100 years. */
#define DURATION_MOST (INT64_C(36525) * 24 * 60 * 60 * 1000)

/* Reads a duration, `least` ms or more: 500ms, 20s, 10min, 1.5h, 1d, 1h30min; a number alone is
 * seconds. `name`: the option, with its dashes. False: *error is set. */
bool duration_parse(const char *value, const char *name, int64_t least, int64_t *ms, struct input_error *error);

struct deadline {
    bool is_wall;
    int64_t ms; /* from now, or since 1970 */
};

/* Reads a deadline: a duration from now; HH:MM or HH:MM:SS, the next such instant; or
 * 2026-12-01T14:00, with seconds, Z or an offset if wanted, else in local time. */
bool deadline_parse(const char *value, const char *name, int64_t now, struct deadline *deadline,
                    struct input_error *error);

/* Now, ms since 1970. */
int64_t wall_now(void);

enum { SHOWN_SIZE = 64 };

struct shown {
    char text[SHOWN_SIZE];
};

enum rounding { ROUND_DOWN, ROUND_UP, ROUND_NEAREST };

/* "250 ms", "5.2 s", "1 min 40 s", "2 h 5 min", "3 d 4 h": the two largest units, rounded. */
struct shown duration_shown(int64_t ms, enum rounding rounding);

/* "14:03:20", with the date in front if it is not that of `now`; "never" of NO_MS. */
struct shown instant_shown(int64_t at, int64_t now, enum rounding rounding);

/* The same, and about how far away: "14:03:20 (in 1 min 40 s)", "14:03:20 (5 s ago)". */
struct shown instant_and_distance(int64_t at, int64_t now, enum rounding rounding);

/* Always with the date and the zone: "2026-12-01 14:03:20 CET (in 1 min 40 s)". */
struct shown instant_in_full(int64_t at, int64_t now, enum rounding rounding);

#endif
