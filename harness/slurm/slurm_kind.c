/* The executor of rtmrd-slurm. */
#include "harness/slurm/executor_slurm.h"
#include "harness/slurm/slot_table.h"

#include <slurm/slurm.h>
#include <stdlib.h>

static bool count_slots(const struct executor_options *options, int32_t slots[2], char *error, size_t size)
{
    struct slot_table table;

    /* Slurm's functions end the process if there is no slurm.conf; texts of tasks are not cut */
    if (setenv("SLURM_BITSTR_LEN", "0", 1) != 0) {
        return false;
    }
    slurm_init(NULL);
    if (!slot_table_make(&table, options->partition, options->slots, error, size)) {
        return false;
    }
    slots[0] = table.slots[0];
    slots[1] = table.slots[1];
    slot_table_free(&table);
    return true;
}

const struct executor_kind executor_kind = {.name = "slurm",
                                            .latency = EXECUTOR_SLURM_LATENCY,
                                            .has_partition = true,
                                            .count_slots = count_slots,
                                            .make = executor_slurm};
