/*
 * The runs behind `rtmr paper asrpt`.
 */
#ifndef HARNESS_STUDIES_ASRPT_EXPERIMENT_H
#define HARNESS_STUDIES_ASRPT_EXPERIMENT_H

#include "harness/slotted/comparison.h"
#include "harness/studies/deadline_study.h"
#include "harness/workload/input_error.h"

#include <stddef.h>
#include <stdint.h>

/* The paper's four workloads, and the one on which Theorem 4 fails. */
enum { ASRPT_COUNTEREXAMPLE = SLOTTED_PROFILES, ASRPT_SETS };

enum { ASRPT_SLOTS_LEAST = 50, ASRPT_SLOTS_MOST = 1000000 };

struct asrpt_options {
    uint64_t first_seed;
    size_t seeds;
    int32_t slots;  /* T, ASRPT_SLOTS_LEAST .. ASRPT_SLOTS_MOST */
    size_t threads; /* 1 .. PARALLEL_THREADS_MOST; changes only the time */
};

struct asrpt_experiment {
    struct comparison_set sets[ASRPT_SETS];
    struct deadline_study deadlines;
    struct asrpt_piece *pieces;
    size_t piece_count;
};

/* Runs everything; *e is zeroed before. Returns an exit status; unless it is 0, *error says why.
 * Free it in any case. */
int asrpt_experiment_run(struct asrpt_experiment *e, const struct asrpt_options *options, struct input_error *error);

void asrpt_experiment_free(struct asrpt_experiment *e);

#endif
