#include "tests/unit/slotted_script.h"

static const struct slotted_line *script;
static size_t script_count;

void slotted_script_set(const struct slotted_line *lines, size_t count)
{
    script = lines;
    script_count = count;
}

static void assign(void *self, int32_t slot, struct slotted_view **jobs, size_t count, int32_t idle)
{
    (void)self;
    (void)idle;
    for (size_t line = 0; line < script_count; line++) {
        for (size_t i = 0; i < count && script[line].slot == slot; i++) {
            if (jobs[i]->job == script[line].job) {
                jobs[i]->give_maps = script[line].maps;
                jobs[i]->give_reduces = script[line].reduces;
            }
        }
    }
}

const struct slotted_class slotted_scripted = {
    .name = "scripted",
    .summary = "",
    .promise = SLOTTED_FEASIBLE,
    .assign = assign,
};

const struct slotted_class slotted_scripted_busily = {
    .name = "scripted busily",
    .summary = "",
    .promise = SLOTTED_WORK_CONSERVING,
    .assign = assign,
};

const struct slotted_class slotted_scripted_relaxed = {
    .name = "scripted bound",
    .summary = "",
    .promise = SLOTTED_RELAXED,
    .preemptive_only = true,
    .assign = assign,
};
