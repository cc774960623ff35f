/* The table of all time-slotted schedulers: a new one adds its declaration to slotted_schedulers.h
 * and a line here. */
#include "harness/slotted/slotted_schedulers.h"

static const struct slotted_class *const classes[] = {
    &slotted_srpt, &slotted_dsrpt, &slotted_asrpt, &slotted_fair, &slotted_fifo, &slotted_lrpt,
};

size_t slotted_class_count(void)
{
    return sizeof classes / sizeof classes[0];
}

const struct slotted_class *slotted_class_at(size_t index)
{
    return classes[index];
}
