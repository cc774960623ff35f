#include "harness/report/metrics_table.h"

#include "harness/report/table.h"
#include "harness/report/time_units.h"

#include <math.h>

static void add_spread(struct table *t, struct spread spread, int decimals, bool several)
{
    if (isnan(spread.mean)) {
        table_add(t, "-");
    } else if (several) {
        table_add(t, "%.*f (%.*f)", decimals, spread.mean, decimals, spread.sd);
    } else {
        table_add(t, "%.*f", decimals, spread.mean);
    }
}

/* Rates over all runs of a series; "-" if the clock did not move. */
static void add_rate(struct table *t, double number, double seconds)
{
    if (seconds > 0) {
        table_add(t, "%.0f", number / seconds);
    } else {
        table_add(t, "-");
    }
}

static void add_timing(struct table *t, const struct series *series, size_t count)
{
    table_add(t, "decisions");
    table_add(t, "1/s");
    for (size_t i = 0; i < count; i++) {
        struct engine_counts counts = series_counts(&series[i]);
        add_rate(t, (double)counts.decisions, counts.seconds);
    }
    table_add(t, "events");
    table_add(t, "1/s");
    for (size_t i = 0; i < count; i++) {
        struct engine_counts counts = series_counts(&series[i]);
        add_rate(t, engine_counts_events(&counts), counts.seconds);
    }
}

static bool is_time(enum metric metric)
{
    return metric_table[metric].unit == METRIC_UNIT_SPAN || metric_table[metric].unit == METRIC_UNIT_INSTANT;
}

static void add_metric(struct table *t, const struct series *series, size_t count, enum metric metric,
                       const struct time_units *units)
{
    const struct metric_info *info = &metric_table[metric];
    struct time_unit unit = time_units_for(units, metric);
    table_add(t, "%s", info->heading);
    table_add(t, "%s", info->unit == METRIC_UNIT_PERCENT ? "%" : unit.name);
    for (size_t i = 0; i < count; i++) {
        bool several = series[i].count > 1;
        int decimals = is_time(metric) ? time_unit_decimals(unit) : info->decimals;
        struct spread spread = series_spread(&series[i], metric);
        if (!series_shows(&series[i], metric)) {
            spread.mean = NAN;
        }
        spread.mean /= unit.ms;
        spread.sd /= unit.ms;
        add_spread(t, spread, several && decimals == 0 ? 1 : decimals, several);
    }
}

/* What is not plain from the names. */
static void print_notes(const struct series *series, size_t count, FILE *out)
{
    fputc('\n', out);
    if (series_have(series, count, METRIC_UTILISATION_ALL)) {
        fputs("util: the share of the slots' time that tasks took; util met: that of tasks of met jobs.\n", out);
    }
    fputs("`rtmr help figures' says what each figure is.\n", out);
}

void metrics_table_print(const struct series *series, size_t count, bool timing, FILE *out)
{
    const struct time_units units = time_units_of(series, count);
    struct table t = table_new(count + 2, 2);
    table_add(&t, "metric");
    table_add(&t, "unit");
    for (size_t i = 0; i < count; i++) {
        table_add(&t, "%s", series[i].label);
    }
    for (enum metric m = 0; m < METRIC_COUNT; m++) {
        if (series_have(series, count, m)) {
            add_metric(&t, series, count, m, &units);
        }
    }
    if (timing) {
        add_timing(&t, series, count);
    }
    table_print(&t, out, 0);
    table_free(&t);
    print_notes(series, count, out);
}
