#include "harness/client/instant.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

/* Years that are read and shown: four digits. */
enum { YEAR_LEAST = 1970, YEAR_MOST = 9999 };

int64_t wall_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * SECOND + now.tv_nsec / 1000000;
}

/* --- Reading durations ------------------------------------------------------------------------ */

struct unit {
    const char *name;
    int64_t ms;
};

static const struct unit units[] = {{"ms", 1}, {"s", SECOND}, {"min", MINUTE}, {"h", HOUR}, {"d", DAY}};

/* The unit that these letters name; none: seconds; NULL: there is no such unit. */
static const struct unit *unit_of(const char *letters, size_t length)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strlen(units[i].name) == length && memcmp(units[i].name, letters, length) == 0) {
            return &units[i];
        }
    }
    return length == 0 ? &units[1] : NULL;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads one number with its unit; *text is moved behind it. */
static bool read_part(const char **text, const struct unit **unit, int64_t *ms)
{
    const char *at = *text;
    int64_t whole = 0;
    int64_t fraction = 0;
    int64_t scale = 1;
    if (!is_digit(*at)) {
        return false;
    }
    for (; is_digit(*at); at++) {
        whole = whole > DURATION_MOST ? whole : whole * 10 + (*at - '0');
    }
    if (*at == '.') {
        if (!is_digit(*++at)) {
            return false;
        }
        for (; is_digit(*at); at++) {
            if (scale < 1000000000) {
                fraction = fraction * 10 + (*at - '0');
                scale *= 10;
            }
        }
    }
    const size_t letters = strspn(at, "abcdefghijklmnopqrstuvwxyz");
    *unit = unit_of(at, letters);
    *text = at + letters;
    if (*unit == NULL || whole > DURATION_MOST / (*unit)->ms) {
        return false;
    }
    *ms = whole * (*unit)->ms + fraction * (*unit)->ms / scale;
    return true;
}

/* Several parts have units, each smaller than the one before. */
static bool read_duration(const char *text, int64_t *ms)
{
    int64_t unit_before = INT64_MAX;
    *ms = 0;
    do {
        const struct unit *unit;
        int64_t part;
        if (!read_part(&text, &unit, &part) || unit->ms >= unit_before || part > DURATION_MOST - *ms) {
            return false;
        }
        if (is_digit(text[-1]) && (unit_before != INT64_MAX || text[0] != '\0')) {
            return false; /* "1h30", "1 2" */
        }
        *ms += part;
        unit_before = unit->ms;
    } while (text[0] != '\0');
    return true;
}

static bool unexpected(const char *value, const char *name, const char *expected, struct input_error *error)
{
    return input_error_found(error, (struct place){.source = name}, expected, (struct span){value, strlen(value)});
}

bool duration_parse(const char *value, const char *name, int64_t least, int64_t *ms, struct input_error *error)
{
    if (!read_duration(value, ms) || *ms < least) {
        return unexpected(value, name,
                          least > 0 ? "a duration of 1ms to 36525d, such as 500ms, 20s, 10min, 1.5h or 1d"
                                    : "a duration of 0 to 36525d, such as 500ms, 20s, 10min, 1.5h or 1d",
                          error);
    }
    return true;
}

/* --- Reading instants ------------------------------------------------------------------------- */

/* Reads exactly `digits` digits; false: they are not there, or outside least .. most. */
static bool read_number(const char **text, int digits, int least, int most, int *number)
{
    *number = 0;
    for (int i = 0; i < digits; i++) {
        if (!is_digit(**text)) {
            return false;
        }
        *number = *number * 10 + (*(*text)++ - '0');
    }
    return *number >= least && *number <= most;
}

static bool read_char(const char **text, char wanted)
{
    if (**text != wanted) {
        return false;
    }
    ++*text;
    return true;
}

/* HH:MM or HH:MM:SS */
static bool read_clock(const char **text, struct tm *tm)
{
    tm->tm_sec = 0;
    if (!read_number(text, 2, 0, 23, &tm->tm_hour) || !read_char(text, ':') ||
        !read_number(text, 2, 0, 59, &tm->tm_min)) {
        return false;
    }
    return !read_char(text, ':') || read_number(text, 2, 0, 59, &tm->tm_sec);
}

/* The next instant at which clocks here show this. */
static bool next_clock(const char *text, int64_t now, int64_t *at)
{
    const time_t seconds = (time_t)(now / SECOND);
    struct tm today;
    struct tm tm;
    if (localtime_r(&seconds, &today) == NULL) {
        return false;
    }
    tm = today;
    if (!read_clock(&text, &tm) || text[0] != '\0') {
        return false;
    }
    for (int day = 0; day < 2; day++) {
        struct tm then = tm;
        then.tm_mday += day;
        then.tm_isdst = -1;
        const time_t found = mktime(&then);
        *at = (int64_t)found * SECOND;
        if (found != (time_t)-1 && *at > now) {
            return true;
        }
    }
    return false;
}

/* Z, +hh:mm or -hh:mm; *offset in seconds. */
static bool read_zone(const char **text, int *offset)
{
    int hours;
    int minutes;
    *offset = 0;
    if (read_char(text, 'Z')) {
        return true;
    }
    const int sign = **text == '-' ? -1 : 1;
    if ((!read_char(text, '-') && !read_char(text, '+')) || !read_number(text, 2, 0, 14, &hours) ||
        (!read_char(text, ':') && !is_digit(**text)) || !read_number(text, 2, 0, 59, &minutes)) {
        return false;
    }
    *offset = sign * (hours * 60 + minutes) * 60;
    return true;
}

static bool same_fields(const struct tm *a, const struct tm *b)
{
    return a->tm_mon == b->tm_mon && a->tm_mday == b->tm_mday && a->tm_hour == b->tm_hour && a->tm_min == b->tm_min;
}

/* A date that the calendar does not have, or a time that the zone skips, is none. */
static bool read_date(const char *text, int64_t *at)
{
    struct tm tm = {.tm_isdst = -1};
    int offset = 0;
    if (!read_number(&text, 4, YEAR_LEAST, YEAR_MOST, &tm.tm_year) || !read_char(&text, '-') ||
        !read_number(&text, 2, 1, 12, &tm.tm_mon) || !read_char(&text, '-') ||
        !read_number(&text, 2, 1, 31, &tm.tm_mday) || (!read_char(&text, 'T') && !read_char(&text, ' ')) ||
        !read_clock(&text, &tm)) {
        return false;
    }
    tm.tm_year -= 1900;
    tm.tm_mon--;
    const bool local = text[0] == '\0';
    if (!local && (!read_zone(&text, &offset) || text[0] != '\0')) {
        return false;
    }
    struct tm normal = tm;
    const time_t found = local ? mktime(&normal) : timegm(&normal);
    *at = ((int64_t)found - offset) * SECOND;
    return same_fields(&tm, &normal);
}

bool deadline_parse(const char *value, const char *name, int64_t now, struct deadline *deadline,
                    struct input_error *error)
{
    deadline->is_wall = strchr(value, ':') != NULL;
    const bool dated = deadline->is_wall && strchr(value, '-') != NULL && value[2] != ':';
    if (deadline->is_wall ? (dated ? read_date(value, &deadline->ms) : next_clock(value, now, &deadline->ms))
                          : (read_duration(value, &deadline->ms) && deadline->ms > 0)) {
        return !deadline->is_wall || deadline->ms > now ||
               unexpected(value, name, "an instant that is not over", error);
    }
    return unexpected(value, name, "a duration from now (90s, 10min, 2h), 14:30, 14:30:15 or 2026-12-01T14:30[:15][Z]",
                      error);
}

/* --- Showing ---------------------------------------------------------------------------------- */

static int64_t rounded(int64_t ms, int64_t unit, enum rounding rounding)
{
    const int64_t more = rounding == ROUND_UP ? unit - 1 : rounding == ROUND_NEAREST ? unit / 2 : 0;
    return (ms + more) / unit * unit;
}

static struct shown two_units(int64_t ms, int64_t large, const char *large_name, int64_t small, const char *small_name)
{
    struct shown shown;
    const int length = snprintf(shown.text, sizeof shown.text, "%" PRId64 " %s", ms / large, large_name);
    if (ms % large / small != 0) {
        snprintf(shown.text + length, sizeof shown.text - (size_t)length, " %" PRId64 " %s", ms % large / small,
                 small_name);
    }
    return shown;
}

struct shown duration_shown(int64_t ms, enum rounding rounding)
{
    struct shown shown;
    if (ms == NO_MS) {
        return (struct shown){"unknown"};
    }
    if (ms < 0) {
        const struct shown positive = duration_shown(-ms, ROUND_NEAREST);
        snprintf(shown.text, sizeof shown.text, "-%.60s", positive.text);
        return shown;
    }
    if (ms < SECOND) {
        snprintf(shown.text, sizeof shown.text, "%" PRId64 " ms", ms);
        return shown;
    }
    if (rounded(ms, SECOND / 10, rounding) < MINUTE) {
        const int64_t tenths = rounded(ms, SECOND / 10, rounding) / (SECOND / 10);
        snprintf(shown.text, sizeof shown.text, tenths % 10 != 0 ? "%" PRId64 ".%" PRId64 " s" : "%" PRId64 " s",
                 tenths / 10, tenths % 10);
        return shown;
    }
    if (rounded(ms, SECOND, rounding) < HOUR) {
        return two_units(rounded(ms, SECOND, rounding), MINUTE, "min", SECOND, "s");
    }
    if (rounded(ms, MINUTE, rounding) < DAY) {
        return two_units(rounded(ms, MINUTE, rounding), HOUR, "h", MINUTE, "min");
    }
    return two_units(rounded(ms, HOUR, rounding), DAY, "d", HOUR, "h");
}

static bool local_time(int64_t at, struct tm *tm)
{
    const time_t seconds = (time_t)(at / SECOND);
    return at >= 0 && localtime_r(&seconds, tm) != NULL && tm->tm_year + 1900 <= YEAR_MOST;
}

static struct shown formatted(int64_t at, enum rounding rounding, const char *format)
{
    struct shown shown = {"never"};
    struct tm tm;
    if (at != NO_MS && at < INT64_MAX - DAY && local_time(rounded(at, SECOND, rounding), &tm) &&
        strftime(shown.text, sizeof shown.text, format, &tm) == 0) {
        return (struct shown){"never"};
    }
    return shown;
}

struct shown instant_shown(int64_t at, int64_t now, enum rounding rounding)
{
    const struct shown full = formatted(at, rounding, "%Y-%m-%d %H:%M:%S");
    const struct shown today = formatted(now, ROUND_DOWN, "%Y-%m-%d ");
    const size_t date = strlen(today.text);
    struct shown shown = full;
    if (strncmp(full.text, today.text, date) == 0) {
        snprintf(shown.text, sizeof shown.text, "%s", full.text + date);
    }
    return shown;
}

/* Appends " (in 5 s)". An instant and the clock are a few ms apart that mean nothing. */
static struct shown with_distance(struct shown shown, int64_t at, int64_t now)
{
    const size_t length = strlen(shown.text);
    if (at == NO_MS || strcmp(shown.text, "never") == 0) {
        return shown;
    }
    const struct shown distance = duration_shown(at >= now ? at - now : now - at, ROUND_NEAREST);
    snprintf(shown.text + length, sizeof shown.text - length, at >= now ? " (in %s)" : " (%s ago)", distance.text);
    return shown;
}

struct shown instant_and_distance(int64_t at, int64_t now, enum rounding rounding)
{
    return with_distance(instant_shown(at, now, rounding), at, now);
}

struct shown instant_in_full(int64_t at, int64_t now, enum rounding rounding)
{
    return with_distance(formatted(at, rounding, "%Y-%m-%d %H:%M:%S %Z"), at, now);
}
