#include "harness/report/time_units.h"

#include <math.h>

struct time_unit time_unit_for(double most)
{
    static const struct {
        struct time_unit unit;
        double limit; /* of the unit, in itself */
    } units[] = {{{1, "ms"}, 2000}, {{1000, "s"}, 600}, {{60000, "min"}, 300}, {{3600000, "h"}, 100}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (most <= units[i].limit * units[i].unit.ms) {
            return units[i].unit;
        }
    }
    return (struct time_unit){86400000, "days"};
}

int time_unit_decimals(struct time_unit unit)
{
    static const double day = 86400000;
    return unit.ms <= 1 ? 0 : unit.ms <= 1000 ? 1 : unit.ms < day ? 2 : 3;
}

struct time_units time_units_of(const struct series *series, size_t count)
{
    static const enum metric spans[] = {METRIC_RESPONSE_P95, METRIC_RESPONSE_MEAN, METRIC_LONGEST_WAIT};
    double span = 0;
    double instant = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t m = 0; m < sizeof spans / sizeof spans[0]; m++) {
            span = fmax(span, series_spread(&series[i], spans[m]).mean);
        }
        instant = fmax(instant, series_spread(&series[i], METRIC_MAKESPAN).mean);
    }
    return (struct time_units){.span = time_unit_for(span), .instant = time_unit_for(instant)};
}

struct time_unit time_units_for(const struct time_units *units, enum metric metric)
{
    switch (metric_table[metric].unit) {
    case METRIC_UNIT_SPAN: return units->span;
    case METRIC_UNIT_INSTANT: return units->instant;
    default: return (struct time_unit){1, ""};
    }
}
