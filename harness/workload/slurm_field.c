#include "harness/workload/slurm_field.h"

#include "harness/workload/field.h"
#include "harness/workload/workload.h"

#include <math.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

static const double seconds_max = (double)(WORKLOAD_TIME_MAX / 1000);

static bool is_unknown(struct span field)
{
    static const char *const words[] = {"", "Unknown", "None", "N/A", "UNLIMITED", "Partition_Limit", "INVALID"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (field.length == strlen(words[i]) && strncasecmp(field.at, words[i], field.length) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether the text is a date and a time with this sign between them. */
static bool parse_instant(const char *text, const char *format, double *seconds)
{
    struct tm date = {0};
    const char *end = strptime(text, format, &date);
    const int day = date.tm_mday;
    if (end == NULL || *end != '\0') {
        return false;
    }
    *seconds = (double)timegm(&date);
    return date.tm_mday == day && *seconds >= 0; /* no 31st of February */
}

bool slurm_instant(struct span field, struct place place, double *seconds, struct input_error *error)
{
    *seconds = -1;
    if (is_unknown(field)) {
        return true;
    }
    if (memchr(field.at, '-', field.length) == NULL) {
        const bool good = field_decimal(field, place, 0, seconds_max, seconds, error);
        *seconds = *seconds > 0 ? *seconds : -1;
        return good;
    }
    char text[32] = "";
    if (field.length < sizeof text) {
        memcpy(text, field.at, field.length);
    }
    return parse_instant(text, "%Y-%m-%dT%T", seconds) || parse_instant(text, "%Y-%m-%d %T", seconds) ||
           parse_instant(text, "%Y/%m/%d-%T", seconds) ||
           input_error_found(error, place, "a time such as 2024-01-31T10:20:30", field);
}

/* Adds the days in front of a '-', if there is one, to *seconds; *rest is the text behind. */
static bool cut_days(struct span *rest, struct place place, double *seconds, struct input_error *error)
{
    struct span text = *rest;
    struct span days;
    bool more;
    int64_t number;
    field_cut(&text, '-', &days, &more);
    if (!more) {
        return true;
    }
    *rest = text;
    if (!field_integer(days, place, 0, WORKLOAD_TIME_MAX / 1000 / DAY, &number, error)) {
        return false;
    }
    *seconds = (double)number * DAY;
    return true;
}

bool slurm_duration(struct span field, struct place place, double *seconds, struct input_error *error)
{
    *seconds = -1;
    if (is_unknown(field)) {
        return true;
    }
    static const double units[] = {1, MINUTE, HOUR};
    struct span parts[3];
    struct span rest = field;
    double sum = 0;
    if (!cut_days(&rest, place, &sum, error)) {
        return false;
    }
    const size_t count = field_split(rest, ':', parts, 3);
    if (count < 2 || count > 3) {
        return input_error_found(error, place, "a duration such as 1-02:30:00", field);
    }
    for (size_t i = 0; i < count; i++) {
        double number;
        if (!field_decimal(parts[i], place, 0, seconds_max, &number, error)) {
            return false;
        }
        sum += number * units[count - 1 - i];
    }
    *seconds = sum;
    return sum <= seconds_max || input_error_found(error, place, "a duration of at most 2^60 ms", field);
}

bool slurm_raw_duration(struct span field, struct place place, double unit, double *seconds, struct input_error *error)
{
    double number = -1;
    const bool good = is_unknown(field) || field_decimal(field, place, 0, seconds_max / unit, &number, error);
    *seconds = number < 0 ? -1 : number * unit;
    return good;
}

bool slurm_number(struct span field, struct place place, int64_t *number, struct input_error *error)
{
    static const char suffixes[] = "KM";
    *number = 0;
    if (is_unknown(field)) {
        return true;
    }
    const char *suffix = memchr(suffixes, field.at[field.length - 1], 2);
    const double unit = suffix == NULL ? 1 : suffix == suffixes ? 1024 : 1024 * 1024;
    double value;
    field.length -= suffix != NULL;
    if (!field_decimal(field, place, 0, (double)INT32_MAX / unit, &value, error)) {
        return false;
    }
    *number = (int64_t)round(value * unit);
    return true;
}

bool slurm_cpus(struct span field, struct place place, int64_t *number, struct input_error *error)
{
    static const char key[] = "cpu=";
    const size_t length = strlen(key);
    bool more = true;
    *number = 0;
    while (more) {
        struct span one;
        field_cut(&field, ',', &one, &more);
        if (one.length > length && memcmp(one.at, key, length) == 0) {
            return slurm_number((struct span){one.at + length, one.length - length}, place, number, error);
        }
    }
    return true;
}
