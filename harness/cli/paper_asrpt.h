/*
 * The experiments of "A New Analytical Technique for Designing Provably Efficient MapReduce Schedulers": Figs. 5 to 13
 * and the paper's theorems, beside what is measured.
 */
#ifndef HARNESS_CLI_PAPER_ASRPT_H
#define HARNESS_CLI_PAPER_ASRPT_H

#include "harness/workload/input_error.h"

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

struct paper_asrpt_options {
    uint64_t first_seed;
    size_t seeds;
    int32_t slots;     /* T, PAPER_ASRPT_SLOTS_LEAST .. PAPER_ASRPT_SLOTS_MOST */
    size_t threads;    /* 1 .. PARALLEL_THREADS_MOST; changes nothing but the time */
    const char *plots; /* directory for pictures, made if it does not exist; NULL: none */
};

enum { PAPER_ASRPT_SLOTS_LEAST = 50, PAPER_ASRPT_SLOTS_MOST = 1000000 };

/* Runs them and prints the tables. If report is not NULL, *report becomes an object with the figures. Returns an exit
 * status; unless it is 0, *error says why. */
int paper_asrpt(const struct paper_asrpt_options *options, json_t **report, struct input_error *error);

#endif
