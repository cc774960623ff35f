/*
 * Which executor a program has: each links exactly one definition of `executor_kind`, so that plain
 * rtmrd needs no library of a cluster manager.
 */
#ifndef EXECUTORS_EXECUTOR_KIND_H
#define EXECUTORS_EXECUTOR_KIND_H

#include "harness/executors/executor.h"

/* What an executor is made with. NULL: not said on the command line. */
struct executor_options {
    const char *supervisor; /* local: the path of rtmr-task */
    const char *folder;     /* local: where attempts have their folders */
    const char *store;      /* slurm: the store, where it keeps which slots are where */
    const char *partition;  /* slurm: --partition */
    const char *slots;      /* slurm: --slots, as "n[1-4]=4+1" */
};

/* Removes what an attempt has written, and its folder, unless somebody else has put something
 * there. The attempt does not run. Any thread may call it. */
typedef void discard_output(const char *folder, int64_t attempt);

struct executor_kind {
    const char *name;
    rtmr_ticks latency;
    bool has_supervisor; /* it needs rtmr-task */
    bool has_partition;  /* it takes --partition and --slots instead of numbers of slots */
    /* The slots by stage that a new store gets; NULL: the command line says. False: `error` says
     * why not. */
    bool (*count_slots)(const struct executor_options *options, int32_t slots[2], char *error, size_t size);
    discard_output *discard; /* NULL: it keeps no output */
    /* NULL: `error` says why not. */
    struct executor *(*make)(struct uv_loop_s *loop, const struct executor_options *options,
                             const struct executor_events *events, char *error, size_t size);
};

extern const struct executor_kind executor_kind;

#endif
