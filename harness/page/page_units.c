#include "harness/page/page_units.h"

#include <math.h>

struct page_units page_units_of(const struct report_data *data, const struct series *series)
{
    static const enum metric spans[] = {METRIC_TURNAROUND_P95, METRIC_TURNAROUND_MEAN, METRIC_LONGEST_WAIT};
    double span = 0;
    double instant = 0;
    for (size_t i = 0; i < data->count; i++) {
        for (size_t m = 0; m < sizeof spans / sizeof spans[0]; m++) {
            span = fmax(span, series_spread(&series[i], spans[m]).mean);
        }
        instant = fmax(instant, (double)(data->series[i].cells.end - data->series[i].cells.begin));
    }
    return (struct page_units){.span = time_unit_for(span), .instant = time_unit_for(instant)};
}

int page_units_decimals(struct time_unit unit)
{
    static const double day = 86400000;
    return unit.ms <= 1 ? 0 : unit.ms <= 1000 ? 1 : unit.ms < day ? 2 : 3;
}
