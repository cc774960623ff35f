/*
 * SRPT without task dependency (section VI): in each slot the job with the least remaining work,
 * maps and reduces together, gets all the machines that it can use, then the next; a job's maps and
 * reduces may run in the same slot. That is no schedule for MapReduce, but no schedule has fewer
 * unfinished jobs at the end of any slot, so that its total flow time is a lower bound (Lemma 1).
 * ASRPT and DSRPT run it beside themselves.
 *
 * Choices: a job's maps go before its reduces (the paper's Fig. 4; otherwise DSRPT could start
 * reduces before maps); equal remaining work in order of arrival.
 */
#ifndef HARNESS_SLOTTED_VIRTUAL_SRPT_H
#define HARNESS_SLOTTED_VIRTUAL_SRPT_H

#include "harness/slotted/slotted_scheduler.h"

/* A job as SRPT sees it: its own progress, not that of any schedule. */
struct virtual_job {
    struct slotted_view *view;
    int32_t maps; /* remaining work */
    int32_t reduces;
    int32_t given_maps; /* decision of the last step */
    int32_t given_reduces;
};

struct virtual_srpt {
    int32_t machines;
    struct virtual_job *jobs; /* unfinished before this step, least remaining work first */
    size_t count;
    size_t capacity;
    size_t served; /* the step gave machines to jobs[0 .. served - 1], in this order */
};

void virtual_srpt_init(struct virtual_srpt *v, int32_t machines);
void virtual_srpt_free(struct virtual_srpt *v);

/* Applies the last step, adds the jobs that arrive in this slot, and decides the work of the slot.
 * Call it once for every slot in turn, with the unfinished jobs as the engine passes them. O(jobs)
 * if the order has hardly changed. */
void virtual_srpt_step(struct virtual_srpt *v, int32_t slot, struct slotted_view *const *jobs, size_t count);

#endif
