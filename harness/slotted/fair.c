/*
 * Fair (section VII.A): the machines are shared evenly by all waiting jobs, and machines that a job
 * cannot use go to the others. Here: machine by machine, each goes to the job that holds fewest and
 * can use one more, the earliest arrival among equals (the paper does not say which job gets the
 * odd ones). Without preemption a job holds the machines of its running reduces.
 */
#include "harness/slotted/slotted_schedulers.h"

static int32_t held(const struct slotted_view *job)
{
    return job->running + job->give_maps + job->give_reduces;
}

/* Gives the job one machine if it can use one. */
static void give_one(struct slotted_view *job, int32_t *idle)
{
    int32_t one = 1;
    slotted_give_maps(job, 1, &one);
    slotted_give_reduces(job, &one);
    *idle -= 1 - one;
}

static void assign(void *self, int32_t slot, struct slotted_view **jobs, size_t count, int32_t idle)
{
    (void)self;
    (void)slot;
    /* Raise the level of all, until no machine is left or no job can use more. */
    int32_t hungry = 1;
    for (int32_t level = 0; hungry > 0 && idle > 0; level++) {
        hungry = 0;
        for (size_t i = 0; i < count && idle > 0; i++) {
            bool more = jobs[i]->give_maps < jobs[i]->maps || jobs[i]->give_reduces < jobs[i]->reduces_ready;
            hungry += more;
            if (more && held(jobs[i]) == level) {
                give_one(jobs[i], &idle);
            }
        }
    }
}

const struct slotted_class slotted_fair = {
    .name = "fair",
    .summary = "machines shared evenly by the jobs that can use them",
    .promise = SLOTTED_WORK_CONSERVING,
    .assign = assign,
};
