/* The table of all schedulers: a new one adds its declaration to schedulers.h and a line here. */
#include "harness/schedulers/schedulers.h"

#include <string.h>

/* clang-format off */
static const struct scheduler_class *const all_schedulers[] = {
    &rtmr_scheduler,
    &dc_scheduler,
    &edf_scheduler,
    &asrpt_scheduler,
    &fifo_scheduler,
    &fair_scheduler,
    &capacity_scheduler,
    &srt_fair_scheduler,
    &srt_capacity_scheduler,
    &lsps_scheduler,
};
/* clang-format on */

size_t scheduler_count(void)
{
    return sizeof all_schedulers / sizeof all_schedulers[0];
}

const struct scheduler_class *scheduler_at(size_t index)
{
    return all_schedulers[index];
}

const struct scheduler_class *scheduler_find(const char *name)
{
    for (size_t i = 0; i < scheduler_count(); i++) {
        if (strcmp(all_schedulers[i]->name, name) == 0) {
            return all_schedulers[i];
        }
    }
    return NULL;
}
