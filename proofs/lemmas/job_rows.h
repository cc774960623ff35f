/*
 * Rows of the job table while one comes, leaves or goes behind all others: the clauses about each
 * job hold for the rows as they stand then.
 *
 * Lemma functions: ghost code whose contract is the lemma. Never compiled.
 */
#ifndef PROOFS_JOB_ROWS_H
#define PROOFS_JOB_ROWS_H

#include "kernel/rtmr.h"
#include "spec/calls.acsl"

/* The statements about each job's counts hold with one more job that has not started. */
/*@ ghost
  /@ requires valid:    \valid_read(k) && \valid_read(before);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= place <= jobs < RTMR_JOBS)
              CLAUSE(conjunct, ready, Readiness(jobs, before->map.ready, before->reduce.ready, before->map.unfinished))
              CLAUSE(conjunct, started,
                     Started(jobs, before->started, before->map.waiting, before->map.unfinished)
                     && Started(jobs, before->started, before->reduce.waiting, before->reduce.unfinished))
              CLAUSE(conjunct, pending, Pending(jobs, before->map.unfinished, before->reduce.unfinished))
              CLAUSE(conjunct, put, k->started[place] == 0 && k->map.ready[place] != 0
                                    && (k->reduce.ready[place] != 0 <==> k->map.unfinished[place] == 0)
                                    && k->map.waiting[place] == k->map.unfinished[place]
                                    && k->reduce.waiting[place] == k->reduce.unfinished[place]
                                    && k->map.unfinished[place] + k->reduce.unfinished[place] > 0)
              CLAUSE(conjunct, others, \forall integer p; 0 <= p <= jobs && p != place ==>
                                       COUNTS_SAME(*k, p, *before, p < place ? p : p - 1)))
     assigns \nothing;
     ensures readiness: Readiness(jobs + 1, k->map.ready, k->reduce.ready, k->map.unfinished);
     ensures started:   Started(jobs + 1, k->started, k->map.waiting, k->map.unfinished)
                        && Started(jobs + 1, k->started, k->reduce.waiting, k->reduce.unfinished);
     ensures pending:   Pending(jobs + 1, k->map.unfinished, k->reduce.unfinished);
  @/
  void rtmr_counts_with(const struct rtmr *k, const struct rtmr \ghost *before, int32_t place, int32_t jobs);
*/

/* The statements about each job's counts hold when one of them has gone from `from` to `to`. */
/*@ ghost
  /@ requires valid:    \valid_read(k) && \valid_read(before);
     requires range:    0 <= from < jobs && 0 <= to < jobs && jobs <= RTMR_JOBS;
     requires ready:    Readiness(jobs, before->map.ready, before->reduce.ready, before->map.unfinished);
     requires started:  Started(jobs, before->started, before->map.waiting, before->map.unfinished)
                        && Started(jobs, before->started, before->reduce.waiting, before->reduce.unfinished);
     requires pending:  Pending(jobs, before->map.unfinished, before->reduce.unfinished);
     requires rows:     \forall integer p; 0 <= p < jobs ==> COUNTS_SAME(*k, p, *before, STOOD(p, from, to));
     assigns \nothing;
     ensures readiness: Readiness(jobs, k->map.ready, k->reduce.ready, k->map.unfinished);
     ensures started:   Started(jobs, k->started, k->map.waiting, k->map.unfinished)
                        && Started(jobs, k->started, k->reduce.waiting, k->reduce.unfinished);
     ensures pending:   Pending(jobs, k->map.unfinished, k->reduce.unfinished);
  @/
  void rtmr_counts_turned(const struct rtmr *k, const struct rtmr \ghost *before, int32_t from, int32_t to,
                          int32_t jobs);
*/

/* A job that has not started has no running task. This stays true when one job has left. */
/*@ ghost
  /@ requires valid:    \valid_read(k) && \valid_read(before);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= place < jobs <= RTMR_JOBS)
              CLAUSE(conjunct, started,
                     Started(jobs, before->started, before->map.waiting, before->map.unfinished)
                     && Started(jobs, before->started, before->reduce.waiting, before->reduce.unfinished))
              CLAUSE(conjunct, front, \forall integer p; 0 <= p < place ==> COUNTS_SAME(*k, p, *before, p))
              CLAUSE(conjunct, behind, \forall integer p; place <= p < jobs - 1 ==> COUNTS_SAME(*k, p, *before, p + 1)))
     assigns \nothing;
     ensures started:   Started(jobs - 1, k->started, k->map.waiting, k->map.unfinished)
                        && Started(jobs - 1, k->started, k->reduce.waiting, k->reduce.unfinished);
  @/
  void rtmr_started_left(const struct rtmr *k, const struct rtmr \ghost *before, int32_t place, int32_t jobs);
*/

/* The job at `place` has left, and those behind it stand one place further in front. The watched
 * job is still known, unless it is the one that left. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(before) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= place < before->jobs <= RTMR_JOBS && 0 <= before->promised <= before->jobs)
              CLAUSE(conjunct, handles, Handles(before->jobs, before->handle, before->next_handle))
              CLAUSE(conjunct, known,
                     Watched(watched, g->job.handle, g->job.deadline, before->promised, before->next_handle,
                     before->handle, before->deadline))
              CLAUSE(conjunct, left, g->watched == (watched == place ? -1 : watched - (watched > place ? 1 : 0)))
              CLAUSE(conjunct, seen, g->watched >= 0 ==> k->deadline[g->watched] == before->deadline[watched])
              CLAUSE(conjunct, front, \forall integer p; 0 <= p < place ==> k->handle[p] == before->handle[p])
              CLAUSE(conjunct, behind,
                     \forall integer p; place <= p < before->jobs - 1 ==> k->handle[p] == before->handle[p + 1]))
     assigns \nothing;
     ensures known:    Watched(g->watched, g->job.handle, g->job.deadline,
                               before->promised - (place < before->promised ? 1 : 0),
                               before->next_handle, k->handle, k->deadline);
  @/
  void rtmr_watched_row_left(const struct rtmr *k, const struct rtmr \ghost *before, struct rtmr_ghost \ghost *g,
                             int32_t watched, int32_t place);
*/

/* The job at `place` has gone to `to`, and has no promise any more: no other job is forgotten. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(before) && \valid(g);
     requires range:   0 <= place < before->promised && k->promised <= to < k->jobs && k->jobs <= RTMR_JOBS;
     requires counts:  k->promised == before->promised - 1 && k->next_handle == before->next_handle;
     requires handles: Handles(k->jobs, k->handle, k->next_handle);
     requires rows:    \forall integer p; 0 <= p < k->jobs ==> k->handle[p] == before->handle[STOOD(p, place, to)]
                       && k->deadline[p] == before->deadline[STOOD(p, place, to)];
     requires known:   Watched(watched, g->job.handle, g->job.deadline, before->promised, before->next_handle,
                               before->handle, before->deadline);
     requires moved:   g->watched == STOOD(watched, to, place);
     requires maps:    WATCHED_STAGE(k->map, g->watched, g->job.map);
     requires reduces: WATCHED_STAGE(k->reduce, g->watched, g->job.reduce);
     assigns g->watched;
     WATCHED(ensures, *k, *g)
     ensures watch:    g->watched == (watched == place ? -1 : watched - (watched > place ? 1 : 0));
  @/
  void rtmr_watch_flagged(const struct rtmr *k, const struct rtmr \ghost *before, struct rtmr_ghost \ghost *g,
                          int32_t watched, int32_t place, int32_t to);
*/

/* Every job has a task left, if the one at `place` has, and every other one. */
/*@ ghost
  /@ requires valid:   \valid_read(k);
     requires own:     k->map.unfinished[place] + k->reduce.unfinished[place] > 0;
     requires others:  \forall integer p; 0 <= p < k->jobs && p != place ==>
                       k->map.unfinished[p] + k->reduce.unfinished[p] > 0;
     assigns \nothing;
     ensures pending:  Pending(k->jobs, k->map.unfinished, k->reduce.unfinished);
  @/
  void rtmr_all_pending(const struct rtmr *k, int32_t place);
*/

/* Every job that is left has the row and the plan that it had when the vectors had been
 * corrected. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(b);
     requires setting: SETTING_SAME(*k, *b);
     requires before:  \forall integer p; 0 <= p < place && p < k->jobs ==> ROW_SAME(*k, p, *b, p);
     requires behind:  \forall integer p; place <= p < k->jobs ==> ROW_SAME(*k, p, *b, p + 1);
     assigns \nothing;
     ensures setting:  SettingSame(*k, *b);
     ensures others:   OthersLeft(*k, *b, place);
  @/
  void rtmr_others_left(const struct rtmr *k, const struct rtmr \ghost *b, int32_t place);
*/

/* What has become of the jobs is the same after it is noted when a task is due on an idle slot. */
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid_read(done) && \valid_read(before) && \valid_read(corrected);
     requires jobs:   JOBS_SAME(*k, *done);
     requires same:   SETTING_SAME(*k, *done);
     assigns \nothing;
     ensures worked:  \forall integer stage, p; OneTaskLess(*done, *before, stage, p) ==>
                      OneTaskLess(*k, *before, stage, p);
     ensures left:    \forall integer p; OthersLeft(*done, *corrected, p) ==> OthersLeft(*k, *corrected, p);
     ensures setting: SettingSame(*done, *corrected) ==> SettingSame(*k, *corrected);
  @/
  void rtmr_jobs_noted(const struct rtmr *k, const struct rtmr \ghost *done, const struct rtmr \ghost *before,
                       const struct rtmr \ghost *corrected);
*/

/* No job but the admitted one has changed. */
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid_read(before);
     requires same:   k->jobs == before->jobs ==> \forall integer p; 0 <= p < k->jobs ==>
                      PARAMETERS_SAME(*k, p, *before, p);
     requires front:  k->jobs > before->jobs ==> \forall integer p; 0 <= p < admitted ==>
                      PARAMETERS_SAME(*k, p, *before, p);
     requires behind: k->jobs > before->jobs ==> \forall integer p; admitted < p < k->jobs ==>
                      PARAMETERS_SAME(*k, p, *before, p - 1);
     requires fresh:  k->jobs > before->jobs ==> k->started[admitted] == 0;
     assigns \nothing;
     ensures others:  OthersSame(*k, *before, admitted);
  @/
  void rtmr_others_same(const struct rtmr *k, const struct rtmr \ghost *before, int32_t admitted);
*/

/* If no job was put in the table, nothing has changed there but the handle that comes next. */
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid_read(before);
     requires same:   admitted < 0 ==> JOBS_SAME(*k, *before);
     assigns \nothing;
     ensures rest:    admitted < 0 ==> JobsSame(*k, *before);
  @/
  void rtmr_rest_same(const struct rtmr *k, const struct rtmr \ghost *before, int32_t admitted);
*/

#endif
