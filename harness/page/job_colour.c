#include "harness/page/job_colour.h"

#include <math.h>

static uint32_t channel(double value)
{
    return (uint32_t)lround(255 * value);
}

uint32_t job_colour(int32_t row)
{
    /* steps of the golden ratio around the circle of hues keep neighbours apart; three shades tell
     * more jobs apart */
    static const double saturations[] = {0.62, 0.45, 0.75};
    static const double values[] = {0.88, 0.72, 0.62};
    double hue = 6 * fmod(0.58 + row * 0.6180339887498949, 1);
    double saturation = saturations[row % 3];
    double value = values[row % 3];
    double rest = hue - floor(hue);
    double p = value * (1 - saturation);
    double q = value * (1 - saturation * rest);
    double t = value * (1 - saturation * (1 - rest));
    const double red[] = {value, q, p, p, t, value};
    const double green[] = {t, value, value, q, p, p};
    const double blue[] = {p, p, t, value, value, q};
    int sector = (int)hue % 6;
    return channel(red[sector]) << 16 | channel(green[sector]) << 8 | channel(blue[sector]);
}
