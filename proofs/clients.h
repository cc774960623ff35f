/*
 * What a client may rely on: short programs over the interface's cores, whose contracts follow from those of the calls.
 */
#ifndef PROOFS_CLIENTS_H
#define PROOFS_CLIENTS_H

#include "kernel/requests.h"
#include "kernel/rtmr.h"
#include "spec/calls.acsl"

/* A job that is submitted and taken back leaves no trace but its handle: the same jobs stand in the same order, with
 * the same deadlines, tasks and estimates. (Their recorded ends may be others: the plan was made anew.) */
/*@ requires valid:   \valid(k) && \valid_read(job) && \valid(g);
    STATE(requires, *k, *g)
    assigns SUBMITTED(*k), k->projects, GHOST_SUBMITTED(*g);
    STATE(ensures, *k, *g)
    ensures same:     k->jobs == \old(k->jobs) && \forall integer p; 0 <= p < k->jobs ==> PARAMETERS_KEPT(*k, p, Pre, p);
    ensures back:     \result == RTMR_OK || k->next_handle == \old(k->next_handle) || (job->map_tasks == 0 && job->reduce_tasks == 0);
*/
enum rtmr_status rtmr_submit_and_withdraw(struct rtmr *k, const struct rtmr_job *job) /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
