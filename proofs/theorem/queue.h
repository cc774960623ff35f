/*
 * Jobs with a promise stand in the order that was set up, whatever is called: what each change of
 * the job table does to it.
 *
 * Lemma functions: ghost code, never compiled. Source: section IV.B.
 */
#ifndef PROOFS_QUEUE_H
#define PROOFS_QUEUE_H

#include "proofs/lemmas/state.h"
#include "spec/calls.acsl"
#include "spec/queue.acsl"
#include "spec/suspension_calls.acsl"

/* The job at place p of K is called as the one at place q of B, and due when that is. */
#define SAME_JOB(K, p, B, q) ((K).handle[p] == (B).handle[q] && (K).deadline[p] == (B).deadline[q])

/* No job has a promise yet. */
/*@ ghost
  /@ requires valid:   \valid_read(k);
     requires no_job:  k->promised == 0;
     assigns \nothing;
     ensures queued:   QUEUED(*k);
  @/
  void rtmr_empty_queue(const struct rtmr *k);
*/

/* Nothing that matters here has changed. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(b);
     requires same:    k->order == b->order && k->promised == b->promised && k->deadline == b->deadline
                       && k->handle == b->handle;
     assigns \nothing;
     ensures queued:   QUEUED(*b) ==> QUEUED(*k);
  @/
  void rtmr_queue_stays(const struct rtmr *k, const struct rtmr \ghost *b);
*/

/* A job has been put at `put`, where its deadline puts it, under the handle that came next. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(b);
     TOGETHER(requires, given,
              CLAUSE(conjunct, jobs, k->jobs == b->jobs + 1 && k->promised == b->promised + 1 && k->order == b->order
                                     && 0 <= put <= b->promised <= b->jobs < RTMR_JOBS)
              CLAUSE(conjunct, place, PLACE(*b, k->deadline[put], put))
              CLAUSE(conjunct, name, k->handle[put] == b->next_handle && Handles(b->jobs, b->handle, b->next_handle))
              CLAUSE(conjunct, others, OthersSame(*k, *b, put)))
     assigns \nothing;
     ensures queued:   QUEUED(*b) ==> QUEUED(*k);
  @/
  void rtmr_queue_with(const struct rtmr *k, const struct rtmr \ghost *b, int32_t put);
*/

/* The job at `gone` has left, or has no promise any more. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(b);
     requires jobs:    k->promised == b->promised - (gone < b->promised ? 1 : 0) && k->order == b->order
                       && 0 <= gone < b->jobs <= RTMR_JOBS && 0 <= b->promised <= b->jobs;
     requires others:  (\forall integer p; 0 <= p < gone && p < k->promised ==> SAME_JOB(*k, p, *b, p))
                       && \forall integer p; gone <= p < k->promised ==> SAME_JOB(*k, p, *b, p + 1);
     assigns \nothing;
     ensures queued:   QUEUED(*b) ==> QUEUED(*k);
  @/
  void rtmr_queue_without(const struct rtmr *k, const struct rtmr \ghost *b, int32_t gone);
*/

/* The job at `gone`, called `job`, has lost its promise: the others stand as they stood, and if it
 * had none, it does too. No job has a name that none had before. */
#define HAS_STEPPED_BACK(clause, K, B, gone, name) \
    CLAUSE(clause, jobs, (K).jobs == (B).jobs && (K).promised == (B).promised - ((gone) < (B).promised ? 1 : 0)) \
    CLAUSE(clause, front, \forall integer p; 0 <= p < (gone) && p < (K).promised ==> SAME_JOB(K, p, B, p)) \
    CLAUSE(clause, behind, \forall integer p; (gone) <= p < (K).promised ==> SAME_JOB(K, p, B, p + 1)) \
    CLAUSE(clause, stands, (gone) >= (B).promised ==> \forall integer p; 0 <= p < (K).jobs ==> SAME_JOB(K, p, B, p)) \
    CLAUSE(clause, away, (\forall integer p; 0 <= p < (B).jobs ==> (B).handle[p] != (name)) ==> \
                         \forall integer p; 0 <= p < (K).jobs ==> (K).handle[p] != (name))
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(b);
     requires range:   0 <= gone < b->jobs <= RTMR_JOBS && 0 <= b->promised <= b->jobs && b->handle[gone] == job;
     requires names:   Handles(b->jobs, b->handle, b->next_handle);
     requires moved:   \exists integer from, to; 0 <= from < b->jobs && b->handle[from] == job
                       && Suspended(*k, *b, from, to);
     assigns \nothing;
     HAS_STEPPED_BACK(ensures, *k, *b, gone, name)
  @/
  void rtmr_steps_back(const struct rtmr *k, const struct rtmr \ghost *b, int32_t gone, rtmr_handle job,
                       rtmr_handle name);
*/
/* The same when it was aborted while a task of it ran. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(b);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range,
                     0 <= gone < b->jobs <= RTMR_JOBS && 0 <= b->promised <= b->jobs && b->handle[gone] == job)
              CLAUSE(conjunct, names, Handles(b->jobs, b->handle, b->next_handle))
              CLAUSE(conjunct, moved, \exists integer from, to; 0 <= from < b->jobs && b->handle[from] == job
                                      && Aborted(*k, *b, from, to)))
     assigns \nothing;
     HAS_STEPPED_BACK(ensures, *k, *b, gone, name)
  @/
  void rtmr_runs_out(const struct rtmr *k, const struct rtmr \ghost *b, int32_t gone, rtmr_handle job,
                     rtmr_handle name);
*/

/* A slot has reported, or has not; if that was the last task of its job, the job has left. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(b) && \valid_read(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, order, k->order == b->order)
              CLAUSE(conjunct, refused, status != RTMR_OK ==>
                                        k->promised == b->promised && k->deadline == b->deadline
                                        && k->handle == b->handle)
              CLAUSE(conjunct, range, status == RTMR_OK ==>
                                      0 <= slot < RTMR_SLOTS && 0 <= PLACE_ON(*b, stage, slot) < b->jobs <= RTMR_JOBS
                                      && 0 <= b->promised <= b->jobs)
              CLAUSE(conjunct, worked,
                     status == RTMR_OK && done == 0 ==> OneTaskLess(*k, *b, stage, PLACE_ON(*b, stage, slot)))
              CLAUSE(conjunct, left, status == RTMR_OK && done != 0 ==> k->jobs == b->jobs - 1
                                     && k->promised == b->promised - (PLACE_ON(*b, stage, slot) < b->promised ? 1 : 0)
                                     && OneTaskLess(g->retired.reported, *b, stage, PLACE_ON(*b, stage, slot))
                                     && PlanningSame(g->retired.corrected, g->retired.reported)
                                     && OthersLeft(*k, g->retired.corrected, PLACE_ON(*b, stage, slot))))
     assigns \nothing;
     ensures left:    status == RTMR_OK && done != 0 ==>
                      (\forall integer q; 0 <= q < PLACE_ON(*b, stage, slot) && q < k->jobs ==>
                       k->handle[q] == b->handle[q])
                      && (\forall integer q; PLACE_ON(*b, stage, slot) <= q < k->jobs ==>
                          k->handle[q] == b->handle[q + 1]);
     ensures queued:   QUEUED(*b) ==> QUEUED(*k);
  @/
  void rtmr_queue_after(const struct rtmr *k, const struct rtmr \ghost *b, const struct rtmr_ghost \ghost *g,
                        enum rtmr_stage stage, int32_t slot,
                        enum rtmr_status status, int32_t done);
*/

/* If a violation was returned, jobs may have been flagged, and went behind the others; if not,
 * nothing that matters here has changed. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(b) && \valid_read(g);
     requires calm:    0 <= k->promised <= RTMR_JOBS && k->order == b->order
                       && (status <= 0 ==>
                           k->promised == b->promised && k->deadline == b->deadline && k->handle == b->handle);
     requires from:    status > 0 ==> PromisedFrom(*k, *b, g->order.from) && \forall integer p; 0 <= p < k->promised ==>
                       0 <= g->order.from[p] < RTMR_JOBS && SAME_JOB(*k, p, *b, g->order.from[p]);
     assigns \nothing;
     ensures queued:   QUEUED(*b) ==> QUEUED(*k);
  @/
  void rtmr_queue_among(const struct rtmr *k, const struct rtmr \ghost *b, const struct rtmr_ghost \ghost *g,
                        enum rtmr_status status);
*/
#endif
