/*
 * The schedulers of this folder. Each is described at the head of its own file.
 */
#ifndef HARNESS_SLOTTED_SLOTTED_SCHEDULERS_H
#define HARNESS_SLOTTED_SLOTTED_SCHEDULERS_H

#include "harness/slotted/slotted_scheduler.h"

extern const struct slotted_class slotted_srpt;  /* srpt.c */
extern const struct slotted_class slotted_dsrpt; /* dsrpt.c */
extern const struct slotted_class slotted_asrpt; /* asrpt.c */
extern const struct slotted_class slotted_fair;  /* fair.c */
extern const struct slotted_class slotted_fifo;  /* fifo.c */
extern const struct slotted_class slotted_lrpt;  /* lrpt.c */

#endif
