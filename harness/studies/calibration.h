/*
 * A search for the numbers that a paper does not publish: sets of them are drawn, and each is
 * judged by the distance of its measured figures from those of the paper.
 *
 * The first half of the sets is drawn freely, each number from its list. The others change one or
 * two numbers of one of the nearest sets so far, a batch at a time. The result depends on the seed
 * and the number of sets only.
 */
#ifndef HARNESS_STUDIES_CALIBRATION_H
#define HARNESS_STUDIES_CALIBRATION_H

#include "harness/workload/input_error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CALIBRATION_NUMBERS = 20, CALIBRATION_VALUES = 12, CALIBRATION_MEASURES = 32 };

/* A number that is not published. */
struct calibration_number {
    const char *name;
    size_t count;
    double values[CALIBRATION_VALUES]; /* that are tried */
};

/* A set of numbers, and its results. */
struct candidate {
    double number[CALIBRATION_NUMBERS];
    double measured[CALIBRATION_MEASURES];
    double distance; /* 0: as the paper reports */
    int status;      /* of the runs */
    struct input_error error;
};

struct calibration {
    const struct calibration_number *numbers;
    size_t number_count;
    /* Runs a set over the seeds and fills in the rest of the candidate. May be called on several
     * threads at once. */
    void (*judge)(struct candidate *candidate, uint64_t first_seed, uint64_t seeds);
    uint64_t first_seed;
    uint64_t seeds;
    size_t threads;
};

/* Judges candidates[0], whose numbers are set, and fills in and judges the other count - 1, nearest
 * first. Returns 0; or the status of a run that failed, and *error says why. */
int calibrate(const struct calibration *calibration, struct candidate *candidates, size_t count,
              struct input_error *error);

/* Whether candidate i equals the one before it: sets that are drawn twice come one after
 * another. */
bool candidate_repeats(const struct candidate *candidates, size_t i);

#endif
