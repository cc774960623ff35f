#include "harness/report/metrics_table.h"

#include "harness/report/table.h"

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

void metrics_table_print(const struct series *series, size_t count, bool timing, FILE *out)
{
    struct table t = table_new(count + 2, 2);
    table_add(&t, "metric");
    table_add(&t, "unit");
    for (size_t i = 0; i < count; i++) {
        table_add(&t, "%s", series[i].label);
    }
    for (enum metric m = 0; m < METRIC_COUNT; m++) {
        const struct metric_info *info = &metric_table[m];
        if (!series_have(series, count, m)) {
            continue;
        }
        table_add(&t, "%s", info->heading);
        table_add(&t, "%s", info->unit);
        for (size_t i = 0; i < count; i++) {
            bool several = series[i].count > 1;
            int decimals = several && info->decimals == 0 ? 1 : info->decimals;
            add_spread(&t, series_spread(&series[i], m), decimals, several);
        }
    }
    if (timing) {
        add_timing(&t, series, count);
    }
    table_print(&t, out, 0);
    table_free(&t);
}
