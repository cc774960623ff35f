/*
 * What a search for unpublished numbers prints: the nearest sets beside the one in use, what they give, and what it takes to meet
 * the claim of the paper that none of them meets.
 */
#ifndef HARNESS_CLI_CALIBRATION_REPORT_H
#define HARNESS_CLI_CALIBRATION_REPORT_H

#include "harness/cli/calibration.h"
#include "harness/report/table.h"

enum { CALIBRATION_COLUMNS = 17, CALIBRATION_HEADINGS = 3, CLAIM_STEPS = 5, CLAIM_VALUES = 4 };

/* A claim: of the sets in which what it speaks of is at least so much, the nearest one is shown. */
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
    const char *explanation;
    size_t columns; /* of what the sets give, the label and the distance among them */
    const char *headings[CALIBRATION_HEADINGS][CALIBRATION_COLUMNS];
    void (*add)(struct table *table, const struct candidate *candidate); /* all columns but those two */
    struct calibration_claim claim;
};

/* Tries so many sets beside the one in use, and prints what comes of it. Returns 0; or the status of a run that failed, *error
 * saying why, and nothing is printed. */
int calibration_print(const struct calibration *calibration, const struct calibration_report *report,
                      void (*numbers_in_use)(double *number), size_t sets, struct input_error *error);

#endif
