#include "harness/cli/policy_options.h"

/* The names of an option's values, in the order of their numbers. */
static const char *const feedback_names[] = {"exact", "satu", "none", NULL};
static const char *const order_names[] = {"", "floor", "edf", "fifo", NULL};
static const char *const on_overrun_names[] = {"flag", "extend", "kill", NULL};
static const char *const switch_names[] = {"off", "on", NULL};
static const char *const estimator_names[] = {"given", "learned", "learned-by-task", NULL};

#define AT(member) offsetof(struct policy_options, member)

const struct option_row reaction_rows[] = {
    {"on-overrun", 0, "NAME",
     "At the bound of a task that still runs, rtmr flags its job (default); extend gives the task more time if every "
     "promise allows it, kill runs it again.",
     OPTION_CHOICE, AT(scheduler.on_overrun), .choices = on_overrun_names},
    {"renew", 0, "NAME",
     "on: rtmr renews a promise that was lost as soon as all promises allow it (default); off: it is lost for good.",
     OPTION_CHOICE, AT(scheduler.renew), .choices = switch_names},
    {"at-risk", 0, "NAME",
     "on: while the effects of a fault last, rtmr also accepts a job that would be late by at most two fifths of a "
     "task's estimate, without promise at first (default); off: it rejects it. It needs --renew on.",
     OPTION_CHOICE, AT(scheduler.at_risk), .choices = switch_names},
    OPTION_ROW_END,
};

const struct option_row policy_rows[] = {
    {"feedback", 0, "NAME",
     "The basis of the plans of rtmr: exact plans from the slots as they are (default); satu and none plan from "
     "stored vectors, as in the paper.",
     OPTION_CHOICE, AT(scheduler.feedback), .choices = feedback_names},
    {"order", 0, "NAME",
     "Where rtmr puts a new job: edf by deadline, floor behind every job that has started, fifo last (default edf with "
     "exact, otherwise floor).",
     OPTION_CHOICE, AT(scheduler.order), .choices = order_names},
    {"delta", 0, "MS",
     "With satu, rtmr corrects its plan from a difference of MS milliseconds on (default 0; with --workload I, II and "
     "II-normal the mean map time).",
     OPTION_INTEGER, AT(scheduler.delta), .integer = {0, RTMR_TIME_MAX}},
    {"estimator", 0, "NAME",
     "Where rtmr, dc and asrpt get estimates from: given by the trace (default), learned from finished jobs, as in the "
     "paper, or learned-by-task, from every finished task at once.",
     OPTION_CHOICE, AT(scheduler.estimator), .choices = estimator_names},
    {"estimate-padding", 0, "F", "Multiply learned estimates by F, 1 to 1000 (default 1).", OPTION_DECIMAL,
     AT(scheduler.estimate_padding), .decimal = {1, ESTIMATE_PADDING_MOST}},
    {"check", 0, NULL, "Check rtmr's promises and invariants after every call; a broken one ends the run.", OPTION_FLAG,
     AT(scheduler.check), .set = NULL},
    OPTION_ROW_END,
};

struct policy_options policy_options_default(const struct given_options *given, struct input_error *error)
{
    return (struct policy_options){.scheduler = scheduler_options_default(), .given = given, .error = error};
}

bool policy_options_check(struct policy_options *policy, const struct paper_profile *profile)
{
    struct scheduler_options *s = &policy->scheduler;
    if (s->order == RTMR_ORDER_EDF && s->feedback != RTMR_FEEDBACK_EXACT) {
        return input_error_at(policy->error, (struct place){.source = "--order"},
                              "expected floor or fifo with --feedback %s, found \"edf\"", feedback_names[s->feedback]);
    }
    if (!option_given(policy->given, "delta") && profile != NULL) {
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
    json_object_set_new(object, "on_overrun", json_string(on_overrun_names[s->on_overrun]));
    json_object_set_new(object, "renew", json_string(switch_names[s->renew]));
    json_object_set_new(object, "at_risk", json_string(switch_names[s->at_risk]));
    json_object_set_new(object, "estimator", json_string(estimator_names[s->estimator]));
    json_object_set_new(object, "estimate_padding", json_real(s->estimate_padding));
}
