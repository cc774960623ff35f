/*
 * The state of a kernel by the calls alone: the jobs, the task of every slot, and the plan in
 * force, which is the proof's ghost state (struct rtmr_ghost in spec/plan.acsl). Jobs are named by
 * their handles here, so no entry moves when the places of the kernel's table do.
 *
 * The functions below only keep the books; they do not check their arguments, but index nothing out
 * of range.
 */
#ifndef HARNESS_INVARIANTS_SHADOW_H
#define HARNESS_INVARIANTS_SHADOW_H

#include "harness/invariants/shadow_state.h"
#include "kernel/rtmr.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The pool of a stage. */
static inline const struct rtmr_pool *pool_of(const struct rtmr *k, enum rtmr_stage stage)
{
    return stage == RTMR_MAP ? &k->map : &k->reduce;
}

const char *shadow_stage_name(enum rtmr_stage stage);

/* A zeroed *s becomes the shadow of an empty system; a used one keeps its memory. The setup is
 * legal. */
void shadow_begin(struct shadow *s, const struct rtmr_setup *setup);
void shadow_free(struct shadow *s);

/* The place of a job in the table, or -1. O(jobs). */
int32_t shadow_find(const struct shadow *s, rtmr_handle handle);
struct shadow_job *shadow_at(const struct shadow *s, int32_t place);

/* The slot, or NULL if there is none. */
struct shadow_slot *shadow_slot(const struct shadow *s, enum rtmr_stage stage, int32_t slot);
bool shadow_runs(const struct shadow_slot *slot);

/* Slots that are idle or busy within their bounds. O(slots). */
int32_t shadow_usable(const struct shadow *s, enum rtmr_stage stage);

/* Where the order of the setup puts a job with this deadline. */
int32_t shadow_place(const struct shadow *s, rtmr_ticks deadline);

/* The same for the job at the last promised place, which is renewed. */
int32_t shadow_renewed_place(const struct shadow *s, int32_t last);

/* A job goes from one place to another, those between move up. */
void shadow_move(struct shadow *s, int32_t from, int32_t to);

/* The place of the job, among the first so many, whose task the corrected Algorithm IV would start
 * now, or -1. */
int32_t shadow_offer(const struct shadow *s, enum rtmr_stage stage, int32_t jobs);

/* A job was accepted at a place; without tasks it is done at once. */
void shadow_accept(struct shadow *s, const struct rtmr_job *job, rtmr_handle handle, int32_t place);

/* A job leaves the table. */
void shadow_leave(struct shadow *s, int32_t place, enum promise promise);

/* The first waiting task of the job at `place` starts, until `bound`. */
void shadow_start(struct shadow *s, enum rtmr_stage stage, int32_t slot, int32_t place, rtmr_ticks bound);

/* The task on a slot has ended. The job leaves the table with its last task. */
void shadow_finish(struct shadow *s, enum rtmr_stage stage, int32_t slot);

/* The clock moves: slots over their bound become late, and their jobs are flagged. Returns how many
 * slots. */
int32_t shadow_overrun(struct shadow *s, rtmr_ticks to);

/* A slot is lost: its task waits again. Returns the place of that task's job, or -1. */
int32_t shadow_lose(struct shadow *s, enum rtmr_stage stage, int32_t slot);

/* A slot's task has failed and waits again. Returns the place of its job. */
int32_t shadow_fail(struct shadow *s, enum rtmr_stage stage, int32_t slot);

/* A slot that is there drains. */
void shadow_drain(struct shadow *s, enum rtmr_stage stage, int32_t slot);

/* Records the offers of both stages, for the due instants (dues.h); called after every call. O(jobs
 * + slots). */
void shadow_note_offers(struct shadow *s);

/* A slot joins: one that is absent, or the next one. */
void shadow_add(struct shadow *s, enum rtmr_stage stage, int32_t slot);

/* A promise is lost: the job goes behind all promised ones, by deadline among the flagged. */
void shadow_flag(struct shadow *s, int32_t place);

/* A promise is given up, if there is one: the same, and the plan in force no longer has its tasks.
 */
void shadow_suspend(struct shadow *s, int32_t place);

/* A job's waiting tasks vanish. True: it has left the table. */
bool shadow_abort(struct shadow *s, int32_t place);

#endif
