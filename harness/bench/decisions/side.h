/*
 * One of several kernels in one program: other sources, capacities or parts. Contexts are opaque:
 * their size is the side's. Arguments and answers are the same for all.
 */
#ifndef HARNESS_BENCH_DECISIONS_SIDE_H
#define HARNESS_BENCH_DECISIONS_SIDE_H

#include "kernel/rtmr.h"

#include <stddef.h>

struct side {
    size_t size; /* of a context */
    enum rtmr_status (*init)(struct rtmr *k, const struct rtmr_setup *setup);
    enum rtmr_status (*submit)(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision);
    enum rtmr_status (*what_if)(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision);
    enum rtmr_status (*withdraw)(struct rtmr *k, rtmr_handle job);
    enum rtmr_status (*suspend)(struct rtmr *k, rtmr_handle job);
    enum rtmr_status (*dispatch)(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_offer *offer);
    enum rtmr_status (*finish)(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_report *report);
    enum rtmr_status (*advance)(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm);
    enum rtmr_status (*extend)(struct rtmr *k, enum rtmr_stage stage, int32_t slot, rtmr_ticks bound,
                               struct rtmr_decision *decision);
    enum rtmr_status (*job_at)(const struct rtmr *k, int32_t place, struct rtmr_job_info *info);

    /* Jobs that are suspended are promised again, all at once. VIOLATION_WAITING: not all fit. */
    enum rtmr_status (*promise_all)(struct rtmr *k);
};

/* Room for 10,240 slots, 1,024 jobs and 2^20 tasks: the kernel, and the one before. */
extern const struct side side_now;
extern const struct side side_before;

/* The same with the default capacities. */
extern const struct side side_small_now;
extern const struct side side_small_before;

#endif
