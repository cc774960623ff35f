#include "harness/page/axis.h"

#include <math.h>
#include <stdio.h>

double axis_place(const struct axis *axis, double value)
{
    if (axis->logarithmic) {
        return value > 0 ? log(value / axis->least) / log(axis->most / axis->least) : 0;
    }
    return (value - axis->least) / (axis->most - axis->least);
}

static void add(struct axis_ticks *ticks, double value)
{
    if (ticks->count < AXIS_TICKS_MOST) {
        ticks->value[ticks->count++] = value;
    }
}

static struct axis_ticks linear(const struct axis *axis, size_t about)
{
    struct axis_ticks ticks = {0};
    double raw = (axis->most - axis->least) / (double)about;
    double power = pow(10, floor(log10(raw)));
    double step = raw <= power ? power : raw <= 2 * power ? 2 * power : raw <= 5 * power ? 5 * power : 10 * power;
    double first = ceil(axis->least / step - 1e-9);
    for (size_t i = 0; (first + (double)i) * step <= axis->most + step * 1e-9 && i < AXIS_TICKS_MOST; i++) {
        add(&ticks, (first + (double)i) * step);
    }
    ticks.decimals = (int)fmax(0, -floor(log10(step) + 1e-9));
    return ticks;
}

static struct axis_ticks logarithmic(const struct axis *axis, size_t about)
{
    struct axis_ticks ticks = {.decimals = -1};
    bool few = log10(axis->most / axis->least) * 3 > (double)about * 1.5;
    for (double power = pow(10, floor(log10(axis->least))); power <= axis->most; power *= 10) {
        for (int m = 1; m <= 5; m = m == 2 ? 5 : m + 1) {
            if ((m == 1 || !few) && m * power >= axis->least && m * power <= axis->most) {
                add(&ticks, m * power);
            }
        }
    }
    return ticks;
}

struct axis_ticks axis_ticks_of(const struct axis *axis, size_t about)
{
    struct axis_ticks ticks = axis->logarithmic ? logarithmic(axis, about) : linear(axis, about);
    return ticks.count >= 2 ? ticks : linear(axis, about);
}

void axis_label(const struct axis_ticks *ticks, size_t i, char *text, size_t size)
{
    if (ticks->decimals < 0) {
        snprintf(text, size, "%g", ticks->value[i]);
    } else {
        snprintf(text, size, "%.*f", ticks->decimals, ticks->value[i]);
    }
}
