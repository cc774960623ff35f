#include "tests/campaign/shrink.h"

#include <stdlib.h>
#include <string.h>

/* What every smaller script must show, too. */
struct wanted {
    enum clause clause;
    bool violations; /* may be reported on the way */
};

static bool shows(const struct script *script, struct wanted *wanted)
{
    struct judge judge;
    int64_t violations;

    if (!script_replay(script, &judge, &violations, NULL) || judge.clause != wanted->clause ||
        (violations > 0 && !wanted->violations)) {
        return false;
    }
    wanted->violations = violations > 0;
    return true;
}

/* Leaves out `count` calls from `at` on, if it can. */
static bool without(struct script *script, struct script *trial, int32_t at, int32_t count, struct wanted *wanted)
{
    memcpy(trial, script, sizeof *trial);
    memmove(&trial->call[at], &trial->call[at + count], (size_t)(trial->calls - at - count) * sizeof trial->call[0]);
    trial->calls -= count;
    if (!shows(trial, wanted)) {
        return false;
    }
    memcpy(script, trial, sizeof *script);
    return true;
}

static bool leave_out_calls(struct script *script, struct script *trial, struct wanted *wanted)
{
    bool smaller = false;

    for (int32_t count = script->calls; count >= 1; count /= 2) {
        for (int32_t at = 0; at + count <= script->calls;) {
            if (without(script, trial, at, count, wanted)) {
                smaller = true;
            } else {
                at++;
            }
        }
    }
    return smaller;
}

/* Lowers a number of the script, if it can, towards the least: by all, by half, by a quarter .. by
 * one. The number has 64 bits (wide) or 32 (narrow; the other pointer is NULL). */
static bool lower(const struct script *script, int64_t *wide, int32_t *narrow, int64_t least, struct wanted *wanted)
{
    const int64_t begun = wide != NULL ? *wide : *narrow;
    int64_t now = begun; /* the lowest that shows it */
    int64_t step = begun > least ? begun - least : 0;

    while (step > 0) {
        const int64_t trial = now - step;

        if (wide != NULL) {
            *wide = trial;
        } else {
            *narrow = (int32_t)trial;
        }
        if (shows(script, wanted)) {
            now = trial;
            step = step < now - least ? step : now - least;
        } else {
            step /= 2;
        }
    }
    if (wide != NULL) {
        *wide = now;
    } else {
        *narrow = (int32_t)now;
    }
    return now < begun;
}

static bool lower64(const struct script *script, int64_t *number, int64_t least, struct wanted *wanted)
{
    return lower(script, number, NULL, least, wanted);
}

static bool lower32(const struct script *script, int32_t *number, int32_t least, struct wanted *wanted)
{
    return lower(script, NULL, number, least, wanted);
}

/* Exact projection in its default order, if that shows it, too. */
static bool simplify_policy(struct script *script, struct wanted *wanted)
{
    const struct rtmr_setup setup = script->setup;

    script->setup.feedback = RTMR_FEEDBACK_EXACT;
    script->setup.order = RTMR_ORDER_DEFAULT;
    if (setup.feedback == script->setup.feedback && setup.order == script->setup.order) {
        return false;
    }
    if (shows(script, wanted)) {
        return true;
    }
    script->setup = setup;
    return false;
}

static bool lower_numbers(struct script *script, struct wanted *wanted)
{
    struct rtmr_setup *const setup = &script->setup;
    bool smaller = lower32(script, &setup->counter_offer, 0, wanted);

    smaller |= lower64(script, &setup->delta, 0, wanted);
    smaller |= lower64(script, &setup->latency, 0, wanted);
    smaller |= lower32(script, &setup->reduces_per_node, 0, wanted);
    smaller |= lower32(script, &setup->map_slots, 1, wanted);
    smaller |= lower32(script, &setup->reduce_slots, 1, wanted);
    for (int32_t i = 0; i < script->calls; i++) {
        struct call *const call = &script->call[i];

        if (call->kind == CALL_SUBMIT || call->kind == CALL_WHAT_IF) {
            smaller |= lower32(script, &call->job.map_tasks, 0, wanted);
            smaller |= lower32(script, &call->job.reduce_tasks, 0, wanted);
            smaller |= lower64(script, &call->job.map_estimate, 1, wanted);
            smaller |= lower64(script, &call->job.reduce_estimate, 1, wanted);
            smaller |= lower64(script, &call->job.deadline, 1, wanted);
        }
        if (call->kind == CALL_ADVANCE) {
            smaller |= lower64(script, &call->to, 1, wanted);
        }
    }
    return smaller;
}

void shrink(struct script *script)
{
    struct script *const trial = malloc(sizeof *trial);
    struct judge judge;
    int64_t violations;

    if (trial == NULL || !script_replay(script, &judge, &violations, NULL)) {
        free(trial);
        return;
    }
    struct wanted wanted = {.clause = judge.clause, .violations = violations > 0};
    bool smaller = true;
    while (smaller) {
        smaller = leave_out_calls(script, trial, &wanted);
        smaller |= simplify_policy(script, &wanted);
        smaller |= lower_numbers(script, &wanted);
    }
    free(trial);
}
