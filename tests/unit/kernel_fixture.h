/*
 * Short words for the tests of the kernel: build, submit, dispatch, finish, and fail the test if
 * the kernel says anything but what the word says.
 */
#ifndef KERNEL_FIXTURE_H
#define KERNEL_FIXTURE_H

#include "rtmr.h"

/* The least number of ticks, or handle, there is; RTMR_NEVER and RTMR_LAST_HANDLE are the
 * greatest. */
#define TICKS_LEAST (-RTMR_NEVER - 1)

/* A setup with these slots and policies; everything else zero. */
struct rtmr_setup kernel_setup(int32_t map_slots, int32_t reduce_slots, enum rtmr_feedback feedback,
                               enum rtmr_order order);

/* Initialises *k, whose memory is filled with rubbish first. The setup is legal. */
void kernel_start(struct rtmr *k, const struct rtmr_setup *setup);

/* A job of M maps and R reduces with these estimates. */
struct rtmr_job kernel_job(rtmr_ticks deadline, int32_t maps, rtmr_ticks map_estimate, int32_t reduces,
                           rtmr_ticks reduce_estimate);

/* Submits: the job is accepted with this e. Returns its handle. */
rtmr_handle kernel_accept(struct rtmr *k, struct rtmr_job job, rtmr_ticks estimated_finish);

/* Submits: the job is rejected because `late_job` (RTMR_NO_JOB: it itself) would be late by so
 * much, its own e being estimated_finish. The state is as it was. */
void kernel_reject(struct rtmr *k, struct rtmr_job job, rtmr_handle late_job, rtmr_ticks late_by,
                   rtmr_ticks estimated_finish);

/* Dispatches on this slot: a task of this job starts. */
void kernel_dispatch(struct rtmr *k, enum rtmr_stage stage, int32_t slot, rtmr_handle job);

/* Dispatches, map stage first, each task on the first idle slot, until nothing is offered. Returns
 * how many. */
int32_t kernel_dispatch_all(struct rtmr *k);

/* Nothing is offered in this stage. */
void kernel_expect_nothing(const struct rtmr *k, enum rtmr_stage stage);

/* Finishes the task on this slot. */
struct rtmr_report kernel_finish(struct rtmr *k, enum rtmr_stage stage, int32_t slot);

/* Moves the clock without a violation. */
void kernel_advance(struct rtmr *k, rtmr_ticks to);

/* Moves the clock; the outcome is this violation with so many overrun tasks and flagged jobs. */
void kernel_violate(struct rtmr *k, rtmr_ticks to, enum rtmr_status violation, int32_t overrun_tasks,
                    int32_t flagged_jobs);

/* The slot is lost, or its task fails: so many jobs are flagged. */
void kernel_lose(struct rtmr *k, enum rtmr_stage stage, int32_t slot, int32_t flagged_jobs);
void kernel_fail(struct rtmr *k, enum rtmr_stage stage, int32_t slot, int32_t flagged_jobs);

/* The slot may drain; it may not, as that would make this job so late, and the state is as it
 * was. */
void kernel_drain(struct rtmr *k, enum rtmr_stage stage, int32_t slot);
void kernel_refuse_drain(struct rtmr *k, enum rtmr_stage stage, int32_t slot, rtmr_handle late_job, rtmr_ticks late_by);

/* The job is promised by this deadline from now on, with this e; it may not be, as that would make
 * this job so late, another deadline is offered, and the state is as it was. */
void kernel_renew(struct rtmr *k, rtmr_handle job, rtmr_ticks deadline, rtmr_ticks estimated_finish);
void kernel_refuse_renewal(struct rtmr *k, rtmr_handle job, rtmr_ticks deadline, rtmr_handle late_job,
                           rtmr_ticks late_by, rtmr_ticks earliest_deadline);

/* The task on the slot may run until this bound; it may not, as that would make this job so late,
 * and the state is as it was. */
void kernel_extend(struct rtmr *k, enum rtmr_stage stage, int32_t slot, rtmr_ticks bound);
void kernel_refuse_extension(struct rtmr *k, enum rtmr_stage stage, int32_t slot, rtmr_ticks bound,
                             rtmr_handle late_job, rtmr_ticks late_by);

/* The job's tasks of the stage that wait take so long; they may not, as that would make this job so
 * late, and the state is as it was. */
void kernel_set_estimate(struct rtmr *k, rtmr_handle job, enum rtmr_stage stage, rtmr_ticks estimate);
void kernel_refuse_estimate(struct rtmr *k, rtmr_handle job, enum rtmr_stage stage, rtmr_ticks estimate,
                            rtmr_handle late_job, rtmr_ticks late_by);

/* The promise is given up; the job ends. */
void kernel_suspend(struct rtmr *k, rtmr_handle job);
void kernel_abort(struct rtmr *k, rtmr_handle job);

/* The slot joins. */
void kernel_add(struct rtmr *k, enum rtmr_stage stage, int32_t slot);

/* The slot is in this state and runs a task of this job (RTMR_NO_JOB: none). */
void kernel_slot_is(const struct rtmr *k, enum rtmr_stage stage, int32_t slot, enum rtmr_slot_state state,
                    rtmr_handle job);

/* The job's last recorded e; whether it is flagged; its place. The job is in the table. */
rtmr_ticks kernel_estimated_finish(const struct rtmr *k, rtmr_handle job);
int32_t kernel_flagged(const struct rtmr *k, rtmr_handle job);
int32_t kernel_place(const struct rtmr *k, rtmr_handle job);

/* The job is not in the table. */
void kernel_gone(const struct rtmr *k, rtmr_handle job);

/* Keeps the whole state, padding included, in a buffer of the fixture. */
void kernel_remember(const struct rtmr *k);

/* Nonzero if the state is what kernel_remember() kept, but for the scratch of planning. */
int32_t kernel_unchanged(const struct rtmr *k);

/* A pseudo-random integer in low .. high (splitmix64). */
int64_t kernel_random(uint64_t *state, int64_t low, int64_t high);

/* The number in this variable of the environment, or another one if there is none. */
uint64_t kernel_setting(const char *name, uint64_t otherwise);

#endif
