/*
 * How the schedulers decide: --feedback, --order, --delta, --estimator; and whether rtmr's kernel
 * is checked: --check.
 */
#ifndef HARNESS_CLI_POLICY_OPTIONS_H
#define HARNESS_CLI_POLICY_OPTIONS_H

#include "harness/cli/option_table.h"
#include "harness/engine/scheduler_options.h"
#include "harness/workload/input_error.h"
#include "harness/workload/paper_profile.h"

#include <jansson.h>
#include <stdbool.h>

struct policy_options {
    struct scheduler_options scheduler;
    const struct given_options *given;
    struct input_error *error;
};

/* Of a struct policy_options. */
extern const struct option_row policy_rows[];

/* The same: how rtmr reacts to faults. */
extern const struct option_row reaction_rows[];

struct policy_options policy_options_default(const struct given_options *given, struct input_error *error);

/* Checks the combination, and settles delta: a paper profile's mean map time unless it was given
 * (profile may be NULL). False: *error is set. */
bool policy_options_check(struct policy_options *policy, const struct paper_profile *profile);

/* Records the options in an object. */
void policy_options_record(const struct policy_options *policy, json_t *object);

#endif
