#include "harness/page/time_unit.h"

#include <stddef.h>

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
