/*
 * The report of a search for unpublished numbers: the nearest sets beside the one in use, their
 * results, and the nearest sets that meet a claim of the paper which the best sets miss.
 */
#ifndef HARNESS_STUDIES_CALIBRATION_REPORT_H
#define HARNESS_STUDIES_CALIBRATION_REPORT_H

#include "harness/report/table.h"
#include "harness/studies/calibration.h"

enum { CALIBRATION_COLUMNS = 17, CALIBRATION_HEADINGS = 3, CLAIM_STEPS = 5, CLAIM_VALUES = 4 };

/* A claim: for each step, the nearest of the sets that reach at least that value is shown. */
struct calibration_claim {
    const char *sentence;
    const char *headings[3 + CLAIM_VALUES]; /* how much, sets, distance, and the values */
    const char *labels[CLAIM_STEPS];
    double least[CLAIM_STEPS];
    int decimals[CLAIM_VALUES];
    double (*reached)(const struct candidate *candidate);
    void (*values)(const struct candidate *candidate, double values[CLAIM_VALUES]);
};

struct calibration_report {
    const struct calibration_number *numbers; /* that are searched for */
    size_t number_count;
    void (*in_use)(double *number); /* sets the numbers that the profile uses */
    /* see struct calibration */
    void (*judge)(struct candidate *candidate, uint64_t first_seed, uint64_t seeds);
    const char *explanation;
    size_t columns; /* of the table of sets, the label and the distance among them */
    const char *headings[CALIBRATION_HEADINGS][CALIBRATION_COLUMNS];
    /* all columns but those two */
    void (*add)(struct table *table, const struct candidate *candidate);
    struct calibration_claim claim;
};

/* Tries `sets` sets beside the one in use and prints the report. Returns 0. If a run fails it
 * returns the status of that run, *error says why, and nothing is printed. */
int calibration_print(const struct calibration_report *report, size_t sets, uint64_t first_seed, uint64_t seeds,
                      size_t threads, struct input_error *error);

#endif
