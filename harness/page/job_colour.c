#include "harness/page/job_colour.h"

#include <math.h>

/* Channels 0 .. 1 of linear light. */
struct light {
    double red, green, blue;
};

static double luminance(struct light c)
{
    return 0.2126 * c.red + 0.7152 * c.green + 0.0722 * c.blue;
}

static double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4);
}

static uint32_t channel(double light)
{
    double value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
    return (uint32_t)lround(255 * fmin(1, fmax(0, value)));
}

/* A full colour of that hue, 0 .. 6 around the circle, with so much of its grey in it. */
static struct light full_colour(double hue, double grey)
{
    double red = fmin(1, fmax(0, fabs(hue - 3) - 1));
    double green = fmin(1, fmax(0, 2 - fabs(hue - 2)));
    double blue = fmin(1, fmax(0, 2 - fabs(hue - 4)));
    return (struct light){linear(red + grey * (1 - red)), linear(green + grey * (1 - green)),
                          linear(blue + grey * (1 - blue))};
}

uint32_t job_colour(int32_t row)
{
    /* steps of the golden ratio around the circle of hues keep neighbours apart; three shades, all
     * of them with a contrast of 3 to white and to black, tell more jobs apart */
    static const double greys[] = {0.2, 0.45, 0.3};
    static const double luminances[] = {0.26, 0.2, 0.15};
    int32_t number = row % JOB_COLOURS;
    double wanted = luminances[number % 3];
    struct light c = full_colour(6 * fmod(0.58 + number * 0.6180339887498949, 1), greys[number % 3]);
    double has = luminance(c);
    if (has >= wanted) {
        double dim = wanted / has;
        c = (struct light){c.red * dim, c.green * dim, c.blue * dim};
    } else {
        double white = (wanted - has) / (1 - has);
        c = (struct light){c.red + white * (1 - c.red), c.green + white * (1 - c.green), c.blue + white * (1 - c.blue)};
    }
    return channel(c.red) << 16 | channel(c.green) << 8 | channel(c.blue);
}
