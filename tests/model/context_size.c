/*
 * What a program that knows rtmr.h only by its symbols must be told: the size of a context, the
 * capacities with which the library was compiled, and the number of its configuration. Part of the
 * test library, not of the kernel.
 */
#include "rtmr.h"

int64_t rtmr_context_size(void);
int32_t rtmr_slot_capacity(void);
int32_t rtmr_job_capacity(void);
int32_t rtmr_task_capacity(void);
uint32_t rtmr_context_tag(void);

/* Bytes of a struct rtmr. */
int64_t rtmr_context_size(void)
{
    return (int64_t)sizeof(struct rtmr);
}

/* RTMR_SLOTS. */
int32_t rtmr_slot_capacity(void)
{
    return RTMR_SLOTS;
}

/* RTMR_JOBS. */
int32_t rtmr_job_capacity(void)
{
    return RTMR_JOBS;
}

/* RTMR_TASKS. */
int32_t rtmr_task_capacity(void)
{
    return RTMR_TASKS;
}

/* RTMR_CONTEXT_TAG. */
uint32_t rtmr_context_tag(void)
{
    return RTMR_CONTEXT_TAG;
}
