/*
 * The reservation-based dispatcher, Algorithm IV, and what a dispatch and a finish do to the table.
 */
#ifndef RTMR_DISPATCH_H
#define RTMR_DISPATCH_H

#include "rtmr.h"

/* The place of the job whose task may start now, or -1. A ready task may start only if more slots are idle than are
 * reserved: one for every waiting, not yet ready task of an earlier job. (Line 10 as printed lets a task take the
 * last reserved slot; the test here is reserved >= idle, slip 1.) Serves the map stage too: there every job is ready.
 * O(jobs). */
int32_t rtmr_offer_place(const struct rtmr_pool *pool, int32_t jobs);

/* With dispatch latency: keeps since when the stage has had something to offer. To be called after every change. */
void rtmr_note_offers(struct rtmr *k);

/* Starts the first waiting task of the job at `place` on an idle slot of the stage. */
void rtmr_start(struct rtmr *k, enum rtmr_stage stage, int32_t place, int32_t slot);

/* The task on a busy or late slot has ended: counts, readiness, feedback, retirement. */
void rtmr_complete(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_report *report);

#endif
