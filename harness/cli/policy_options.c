#include "harness/cli/policy_options.h"

#include "harness/cli/parse.h"

#include <errno.h>
#include <string.h>

enum { KEY_FEEDBACK = 0x300, KEY_ORDER, KEY_DELTA, KEY_ESTIMATOR, KEY_CHECK };

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "RTMR:", 4},
    {"feedback", KEY_FEEDBACK, "NAME", 0, "none, satu or exact (default)", 4},
    {"order", KEY_ORDER, "NAME", 0, "floor, edf or fifo (default: edf with exact, otherwise floor)", 4},
    {"delta", KEY_DELTA, "MS", 0,
     "satu corrects from this difference on (default 0; with --workload the mean map time)", 4},
    {"estimator", KEY_ESTIMATOR, "NAME", 0, "given: the jobs' own estimates (default); learned: from finished tasks",
     4},
    {"check", KEY_CHECK, NULL, 0,
     "Check rtmr's kernel after every call: its promises and invariants. A broken one ends the run, by name", 4},
    {0},
};

/* The names of an option's values, in the order of their numbers. */
static const char *const feedback_names[] = {"exact", "satu", "none"};
static const char *const order_names[] = {"default", "floor", "edf", "fifo"};
static const char *const estimator_names[] = {"given", "learned"};

/* The number of a name, first .. count - 1, or -1. */
static int number_of(const char *name, const char *const *names, int first, int count)
{
    for (int i = first; i < count; i++) {
        if (strcmp(name, names[i]) == 0) {
            return i;
        }
    }
    return -1;
}

static bool set_option(struct policy_options *policy, int key, const char *value)
{
    struct scheduler_options *s = &policy->scheduler;
    int number;
    switch (key) {
    case KEY_FEEDBACK:
        number = number_of(value, feedback_names, 0, 3);
        s->feedback = (enum rtmr_feedback)(number < 0 ? 0 : number);
        return number >= 0 || cli_unexpected(value, "--feedback", "none, satu or exact", policy->error);
    case KEY_ORDER:
        number = number_of(value, order_names, RTMR_ORDER_FLOOR, 4);
        s->order = (enum rtmr_order)(number < 0 ? 0 : number);
        return number >= 0 || cli_unexpected(value, "--order", "floor, edf or fifo", policy->error);
    case KEY_ESTIMATOR:
        number = number_of(value, estimator_names, 0, 2);
        s->estimator = (enum estimator_kind)(number < 0 ? 0 : number);
        return number >= 0 || cli_unexpected(value, "--estimator", "given or learned", policy->error);
    case KEY_CHECK: s->check = true; return true;
    default:
        policy->delta_given = true;
        return cli_integer(value, "--delta", 0, RTMR_TIME_MAX, &s->delta, policy->error);
    }
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    if (key < KEY_FEEDBACK || key > KEY_CHECK) {
        return ARGP_ERR_UNKNOWN;
    }
    return set_option(state->input, key, value) ? 0 : EINVAL;
}

const struct argp policy_argp = {.options = options, .parser = parse};

struct policy_options policy_options_default(struct input_error *error)
{
    return (struct policy_options){.scheduler = scheduler_options_default(), .error = error};
}

bool policy_options_check(struct policy_options *policy, const struct paper_profile *profile)
{
    struct scheduler_options *s = &policy->scheduler;
    if (s->order == RTMR_ORDER_EDF && s->feedback != RTMR_FEEDBACK_EXACT) {
        return input_error_at(policy->error, (struct place){.source = "--order"},
                              "expected floor or fifo with --feedback %s, found \"edf\"", feedback_names[s->feedback]);
    }
    if (!policy->delta_given && profile != NULL) {
        s->delta = paper_profile_mean_map(profile);
    }
    const char *problem = scheduler_options_problem(s);
    return problem == NULL || input_error_at(policy->error, (struct place){.source = "options"}, "%s", problem);
}

void policy_options_record(const struct policy_options *policy, json_t *object)
{
    const struct scheduler_options *s = &policy->scheduler;
    enum rtmr_order effective = s->order != RTMR_ORDER_DEFAULT       ? s->order
                                : s->feedback == RTMR_FEEDBACK_EXACT ? RTMR_ORDER_EDF
                                                                     : RTMR_ORDER_FLOOR;
    json_object_set_new(object, "feedback", json_string(feedback_names[s->feedback]));
    json_object_set_new(object, "order", json_string(order_names[effective]));
    json_object_set_new(object, "delta", json_integer(s->delta));
    json_object_set_new(object, "estimator", json_string(estimator_names[s->estimator]));
}
