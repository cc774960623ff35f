/*
 * Wall time and medians. Wall time on a shared machine is noisy: everything here is repeated, and
 * quoted as the median and as a ratio of medians taken in the same run.
 */
#ifndef HARNESS_BENCH_STOPWATCH_H
#define HARNESS_BENCH_STOPWATCH_H

/* Seconds on a clock that never goes back. */
double stopwatch_now(void);

/* The number of measurements, and their result. */
#define SAMPLES_MOST 101
struct samples {
    int count;
    double seconds[SAMPLES_MOST];
};

/* True while more rounds are wanted: at least 3, then until `budget` seconds have passed since
 * `began`. */
int samples_wanted(const struct samples *s, double began, double budget);

/* count < SAMPLES_MOST. */
void samples_add(struct samples *s, double seconds);

/* The median; sorts the samples. count >= 1. */
double samples_median(struct samples *s);

#endif
