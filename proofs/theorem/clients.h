/*
 * What a client may rely on: short programs over the interface's cores, whose contracts follow from
 * those of the calls.
 */
#ifndef PROOFS_CLIENTS_H
#define PROOFS_CLIENTS_H

#include "kernel/dispatch.h"
#include "kernel/offer.h"
#include "kernel/requests.h"
#include "kernel/rtmr.h"
#include "kernel/suspension.h"
#include "kernel/work_changes.h"
#include "proofs/lemmas/schedule_lemmas.h"
#include "spec/calls.acsl"

/* A job that is submitted and taken back leaves no trace but its handle: the same jobs stand in
 * the same order, with the same deadlines, tasks and estimates, and as many have a promise.
 * (Their recorded ends may be others: there is a new plan.) */
/*@ requires valid:   \valid(k) && \valid_read(job) && \valid(g);
    requires state:   State(*k, *g);
    assigns SUBMITTED(*k), k->plans_from_slots, GHOST_SUBMITTED(*g);
    ensures state:    State(*k, *g);
    ensures same:     k->jobs == \old(k->jobs) && \forall integer p; 0 <= p < k->jobs ==>
                      PARAMETERS_KEPT(*k, p, Pre, p);
    ensures promised: k->promised == \old(k->promised);
    ensures back:     \result == RTMR_OK || k->next_handle == \old(k->next_handle)
                      || (job->map_tasks == 0 && job->reduce_tasks == 0);
*/
enum rtmr_status rtmr_submit_and_withdraw(struct rtmr *k, const struct rtmr_job *job)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#if RTMR_WITH_WHAT_IF
/* What-if says what submit then does: the same status and the same reason, the same estimated
 * finish, the same late job and the same lateness. */
/*@ requires valid:   \valid(k) && \valid_read(job) && \valid(said) && \valid(opinion) && \valid(decision) && \valid(g)
                      && \valid(before) && \valid(asked);
    requires state:   State(*k, *g);
    assigns SUBMITTED(*k), *said, *opinion, *decision, GHOST_SUBMITTED(*g), *before, *asked;
    ensures status:   *said == \result;
    ensures same:     \result >= 0 ==> opinion->reason == decision->reason;
    ensures finish:   \result >= 0 ==> opinion->estimated_finish == decision->estimated_finish;
    ensures late:     \result >= 0 ==> opinion->late_by == decision->late_by && opinion->late_job == decision->late_job;
*/
enum rtmr_status rtmr_ask_then_submit(struct rtmr *k, const struct rtmr_job *job, enum rtmr_status *said,
                                      struct rtmr_decision *opinion, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr \ghost *before, struct rtmr_ghost_trial \ghost *asked) */;

/* And it names the same earliest deadline: it never happens that both refuse, and one of them
 * names `due` where the other names a later one, or none. Nonzero if it did. (`due` is
 * arbitrary: the proof's g->doubted may be any instant, and no call changes it.) */
/*@ requires valid:   \valid(k) && \valid_read(job) && \valid(g) && \valid(before)
                      && \valid(offered) && \valid(refused);
    requires state:   State(*k, *g);
    requires offers:  k->counter_offer != 0;
    requires due:     job->deadline <= due <= RTMR_TIME_MAX && g->doubted == due;
    assigns SUBMITTED(*k), GHOST_SUBMITTED(*g), *before, *offered, *refused;
    ensures never:    \result == 0;
*/
int32_t rtmr_offers_differ(struct rtmr *k, const struct rtmr_job *job, rtmr_ticks due)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr \ghost *before, struct rtmr_ghost_trial \ghost *offered,
               struct rtmr_ghost_trial \ghost *refused) */;

/* A counter offer is good: it never happens that a client is refused, comes back at once with
 * the earliest deadline that he was told, and is refused again. Nonzero if it did. */
/*@ requires valid:   \valid(k) && \valid_read(job) && \valid(g) && \valid(before) && \valid(offered);
    requires state:   State(*k, *g);
    requires offers:  k->counter_offer != 0;
    assigns SUBMITTED(*k), GHOST_SUBMITTED(*g), *before, *offered;
    ensures never:    \result == 0;
*/
int32_t rtmr_offer_fails(struct rtmr *k, const struct rtmr_job *job)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr \ghost *before, struct rtmr_ghost_trial \ghost *offered) */;

/* And it is the earliest: it never happens that a client is refused, comes back at once with
 * another deadline, `due`, not before his own but before the one that he was told (any, if he
 * was told that none would do), and is accepted. Nonzero if it did. (`due` is arbitrary: the
 * proof's g->doubted may be any instant, and no call changes it.) */
/*@ requires valid:   \valid(k) && \valid_read(job) && \valid(g) && \valid(before) && \valid(refused);
    requires state:   State(*k, *g);
    requires offers:  k->counter_offer != 0;
    requires due:     job->deadline <= due <= RTMR_TIME_MAX && g->doubted == due;
    assigns SUBMITTED(*k), GHOST_SUBMITTED(*g), *before, *refused;
    ensures never:    \result == 0;
*/
int32_t rtmr_earlier_succeeds(struct rtmr *k, const struct rtmr_job *job, rtmr_ticks due)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr \ghost *before, struct rtmr_ghost_trial \ghost *refused) */;
#endif

/* What is offered is what is dispatched: on an idle slot, whichever the client names, a task
 * starts exactly if one was offered; it is one of the job that the offer named, until the bound
 * that it named. */
/*@ requires valid:   \valid(k) && \valid(said) && \valid(seen) && \valid(offer) && \valid(g);
    requires state:   State(*k, *g);
    assigns DISPATCHED(*k, k->map), *said, *seen, *offer, GHOST_STARTS(g->map), JOB_STARTS(g->job.map);
    ensures idle:     0 <= slot < k->map.slots && \old(k->map.state)[slot] == RTMR_SLOT_IDLE ==> \result == *said;
    ensures offered:  \result == RTMR_OK ==> *said == RTMR_OK && offer->job == seen->job && offer->bound == seen->bound;
*/
enum rtmr_status rtmr_find_offer_then_dispatch_map(struct rtmr *k, int32_t slot, enum rtmr_status *said,
                                                   struct rtmr_offer *seen, struct rtmr_offer *offer)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;
/* The same of reduces. */
/*@ requires valid:   \valid(k) && \valid(said) && \valid(seen) && \valid(offer) && \valid(g);
    requires state:   State(*k, *g);
    assigns DISPATCHED(*k, k->reduce), *said, *seen, *offer, GHOST_STARTS(g->reduce), JOB_STARTS(g->job.reduce);
    ensures idle:     0 <= slot < k->reduce.slots && \old(k->reduce.state)[slot] == RTMR_SLOT_IDLE ==> \result == *said;
    ensures offered:  \result == RTMR_OK ==> *said == RTMR_OK && offer->job == seen->job && offer->bound == seen->bound;
*/
enum rtmr_status rtmr_find_offer_then_dispatch_reduce(struct rtmr *k, int32_t slot, enum rtmr_status *said,
                                                      struct rtmr_offer *seen, struct rtmr_offer *offer)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#if RTMR_WITH_PROMISE_CHANGES
/* An extension that is refused leaves everything but scratch as it was; what was offered in the
 * stage before is offered then. Returns what the extension did. */
/*@ requires valid:   \valid(k) && \valid(said) && \valid(seen) && \valid(again) && \valid(offer) && \valid(g);
    requires state:   State(*k, *g);
    assigns EXTENDED(*k), *said, *seen, *again, *offer, GHOST_EXTENDED(*g);
    ensures state:    State(*k, *g);
    ensures unchanged: \result != RTMR_OK ==> Unchanged(*k, \old(*k)) && g->watched == \old(g->watched);
    ensures offered:  \result != RTMR_OK ==> *again == *said;
    ensures same:     \result != RTMR_OK && *said == RTMR_OK ==> offer->job == seen->job && offer->bound == seen->bound;
*/
enum rtmr_status rtmr_extend_and_find_offer(struct rtmr *k, enum rtmr_stage stage, int32_t slot, rtmr_ticks bound,
                                            enum rtmr_status *said, struct rtmr_offer *seen, enum rtmr_status *again,
                                            struct rtmr_offer *offer) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* A job of which nothing runs is exchanged for another, or for itself with other parameters: it
 * goes at once, the others keep their rows, recorded ends among them, and the answer to the
 * submission is that of the table without it. */
/*@ requires valid:   \valid(k) && \valid_read(job) && \valid(decision) && \valid(g) && \valid(without);
    requires state:   State(*k, *g);
    requires place:   0 <= place < k->jobs && k->handle[place] == handle && NOTHING_RUNS(*k, place);
    assigns ABORTED(*k), GHOST_ABORTED(*g), SUBMITTED(*k), *decision, GHOST_SUBMITTED(*g), *without;
    ensures state:    State(*k, *g);
    ensures without:  AbortedAtOnce(*without, \old(*k), place);
    ensures invalid:  \result < 0 <==> !JOB_VALID(*job, without->now);
    ensures others:   OthersSame(*k, *without, g->admitted);
    ANSWER(ensures, \result >= 0, *without, *job, *decision, *g)
*/
enum rtmr_status rtmr_abort_and_submit(struct rtmr *k, rtmr_handle handle, int32_t place, const struct rtmr_job *job,
                                       struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr \ghost *without) */;
#endif

#endif
