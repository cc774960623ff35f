/*
 * A program of somebody who has installed the kernel: it knows the settings with which that was
 * done.
 */
#include <rtmr.h>
#include <rtmr_estimator.h>

#ifndef EXPECTED_JOBS
#define EXPECTED_JOBS 16
#endif

#if RTMR_VERSION_MAJOR != 0 || RTMR_JOBS != EXPECTED_JOBS
#error "not the version or the settings that were installed"
#endif

static struct rtmr kernel;

int main(void)
{
    const struct rtmr_setup setup = {.map_slots = 1, .reduce_slots = 1};
    const struct rtmr_ratio rate = {2, 1};
    struct rtmr_estimator estimator;
    struct rtmr_job job = {.map_tasks = 2, .deadline = 10};
    struct rtmr_decision decision;

    /* The last condition holds only if library and header agree on where the reduce slots are. */
    return rtmr_init(&kernel, &setup) != RTMR_OK ||
           rtmr_estimator_init(&estimator, rate, rate, rate) != RTMR_ESTIMATOR_OK ||
           rtmr_estimate_map(&estimator, 2, &job.map_estimate) != RTMR_ESTIMATOR_OK ||
           rtmr_submit(&kernel, &job, &decision) != RTMR_OK || decision.estimated_finish != 8 ||
           kernel.reduce.slots != 1;
}
