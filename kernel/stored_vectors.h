/*
 * The policies `none` and `satu`: the papers' stored vectors J.T, Algorithms V and VI.
 *
 * For every promised job the kernel remembers, per stage, when the slots become available once it and the jobs before
 * it have run. A new job is planned from the vectors of the job before its place; since finished jobs retire, that
 * is the last unfinished one. With `satu` a finished job corrects its vectors and those behind it before it retires.
 *
 * After a violation the vectors no longer cover what runs: then these policies plan by exact projection, until no job is
 * left and they start afresh (k->projects). The functions below do nothing meanwhile.
 *
 * Built without RTMR_WITH_STORED_VECTORS, these policies do not exist and the functions do nothing.
 */
#ifndef RTMR_STORED_VECTORS_H
#define RTMR_STORED_VECTORS_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "spec/state.acsl"
#endif

#if RTMR_WITH_STORED_VECTORS

/* From which job on a plan with a job at `place` is made: from that place. The planning vectors become those of the job
 * before it ([0 .. 0] if there is none), the drafts now from there on, and the recorded ends before.
 * With exact projection: from the first job, and nothing changes. Source: Algorithm I lines 1-3. O(jobs + slots). */
/*@ requires exact: k->projects != 0;
    assigns \nothing;
    ensures  all:   \result == 0;
*/
int32_t rtmr_stored_base(struct rtmr *k, int32_t place);

/* The job that was put at `place`, and those behind it, get their vectors.
 * Source: Algorithm I line 23. */
/*@ requires exact: k->projects != 0;
    assigns \nothing;
*/
void rtmr_stored_admitted(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* A task of the job at `place` has ended now. O(slots). */
/*@ requires exact: k->projects != 0;
    assigns \nothing;
*/
void rtmr_stored_task_finished(struct rtmr *k, enum rtmr_stage stage, int32_t place);

/* All tasks of the job at `place` have ended. With `satu`, if its recorded e was off by delta or more or the deadline
 * was missed: its vectors are corrected (Algorithm VI) and the jobs behind it re-estimated from their unfinished
 * tasks (Algorithm V, slips 7 and 8). A re-estimate never raises a recorded e: the old bound holds as well. */
/*@ requires exact: k->projects != 0;
    assigns \nothing;
*/
void rtmr_stored_job_finished(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The job at `place` is about to leave the table: the vectors of those behind it move one place down.
 * O(jobs * slots). */
/*@ requires exact: k->projects != 0;
    assigns \nothing;
*/
void rtmr_stored_job_left(struct rtmr *k, int32_t place);

#else

static inline int32_t rtmr_stored_base(struct rtmr *k, int32_t place)
{
    (void)k;
    (void)place;
    return 0;
}
static inline void rtmr_stored_admitted(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{ (void)k; (void)place; }
static inline void rtmr_stored_task_finished(struct rtmr *k, enum rtmr_stage stage, int32_t place)
{
    (void)k;
    (void)stage;
    (void)place;
}
static inline void rtmr_stored_job_finished(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{ (void)k; (void)place; }
static inline void rtmr_stored_job_left(struct rtmr *k, int32_t place) { (void)k; (void)place; }

#endif

#endif
