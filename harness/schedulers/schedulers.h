/*
 * The schedulers of this folder. Each is described at the head of its own file.
 */
#ifndef HARNESS_SCHEDULERS_SCHEDULERS_H
#define HARNESS_SCHEDULERS_SCHEDULERS_H

#include "harness/engine/scheduler.h"

extern const struct scheduler_class rtmr_scheduler;         /* rtmr_scheduler.c */
extern const struct scheduler_class dc_scheduler;           /* dc.c */
extern const struct scheduler_class edf_scheduler;          /* edf.c */
extern const struct scheduler_class asrpt_scheduler;        /* asrpt.c */
extern const struct scheduler_class fifo_scheduler;         /* fifo.c */
extern const struct scheduler_class fair_scheduler;         /* fair.c */
extern const struct scheduler_class capacity_scheduler;     /* capacity.c */
extern const struct scheduler_class srt_fair_scheduler;     /* srt_fair.c */
extern const struct scheduler_class srt_capacity_scheduler; /* srt_capacity.c */
extern const struct scheduler_class lsps_scheduler;         /* lsps.c */

/* Not in the table of registry.c, so the command line cannot name it. */
extern const struct scheduler_class rtmr_unaware_scheduler; /* rtmr_unaware.c */

/* The schedulers by name. O(schedulers). */
const struct scheduler_class *scheduler_find(const char *name); /* NULL if there is none */
size_t scheduler_count(void);
/* index < scheduler_count(), in order of listing */
const struct scheduler_class *scheduler_at(size_t index);

#endif
