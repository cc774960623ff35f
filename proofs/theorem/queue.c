#include "proofs/theorem/queue.h"

/*@ ghost
  void rtmr_empty_queue(const struct rtmr *k)
  {
  }
*/

/*@ ghost
  void rtmr_queue_stays(const struct rtmr *k, const struct rtmr \ghost *b)
  {
  }
*/

/* A job has been put in with the largest handle: with fifo behind the others, with edf behind
 * those with a deadline up to its own. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(b);
     TOGETHER(requires, given,
              CLAUSE(conjunct, jobs,
                     k->promised == b->promised + 1 && k->order == b->order && 0 <= put <= b->promised < RTMR_JOBS)
              CLAUSE(conjunct, front, \forall integer p; 0 <= p < put ==> SAME_JOB(*k, p, *b, p))
              CLAUSE(conjunct, behind, \forall integer p; put < p < k->promised ==> SAME_JOB(*k, p, *b, p - 1))
              CLAUSE(conjunct, name, \forall integer p; 0 <= p < put ==> k->handle[p] < k->handle[put])
              CLAUSE(conjunct, fifo, k->order == RTMR_ORDER_FIFO ==> put == b->promised)
              CLAUSE(conjunct, sooner, k->order == RTMR_ORDER_EDF ==> \forall integer p; 0 <= p < put ==>
                                       k->deadline[p] <= k->deadline[put])
              CLAUSE(conjunct, later,
                     k->order == RTMR_ORDER_EDF && put < b->promised ==> k->deadline[put] < b->deadline[put]))
     assigns \nothing;
     ensures queued:   QUEUED(*b) ==> QUEUED(*k);
  @/
  static void put_in_queue(const struct rtmr *k, const struct rtmr \ghost *b, int32_t put)
  {
      /@ assert least:  QUEUED(*b) && b->order == RTMR_ORDER_EDF ==> \forall integer q; put < q < b->promised ==>
                        b->deadline[put] <= b->deadline[q]; @/
      /@ assert later:  QUEUED(*b) && b->order == RTMR_ORDER_EDF ==> \forall integer q; put < q < k->promised ==>
                        k->deadline[put] < k->deadline[q]; @/
  }
*/

/*@ ghost
  void rtmr_queue_with(const struct rtmr *k, const struct rtmr \ghost *b, int32_t put)
  {
      /@ assert front:  \forall integer p; 0 <= p < put ==> SAME_JOB(*k, p, *b, p); @/
      /@ assert behind: \forall integer p; put < p < k->promised ==> SAME_JOB(*k, p, *b, p - 1); @/
      put_in_queue(k, b, put);
  }
*/

/*@ ghost
  void rtmr_queue_without(const struct rtmr *k, const struct rtmr \ghost *b, int32_t gone)
  {
  }
*/

/* The job at `gone` has no promise any more, and stands elsewhere; the others keep their order. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(b);
     requires range:   0 <= gone < b->jobs <= RTMR_JOBS && 0 <= b->promised <= b->jobs;
     requires moved:   \exists integer to; Demoted(*k, *b, gone, to) && \forall integer p; 0 <= p < k->jobs ==>
                       SAME_JOB(*k, p, *b, STOOD(p, gone, to));
     assigns \nothing;
     HAS_STEPPED_BACK(ensures, *k, *b, gone, name)
  @/
  static void stepped_back(const struct rtmr *k, const struct rtmr \ghost *b, int32_t gone, rtmr_handle name)
  {
      /@ assert unmoved: gone >= b->promised ==> \forall integer p; 0 <= p < k->jobs ==>
                         SAME_JOB(*k, p, *b, STOOD(p, gone, gone)); @/
  }
*/

/*@ ghost
  void rtmr_steps_back(const struct rtmr *k, const struct rtmr \ghost *b, int32_t gone, rtmr_handle job,
                       rtmr_handle name)
  {
      /@ assert only:  \forall integer p; 0 <= p < b->jobs && b->handle[p] == job ==> p == gone; @/
      /@ assert moved: \exists integer to; Suspended(*k, *b, gone, to); @/
      /@ assert same:  \exists integer to; Demoted(*k, *b, gone, to) && \forall integer p; 0 <= p < k->jobs ==>
                       SAME_JOB(*k, p, *b, STOOD(p, gone, to)); @/
      stepped_back(k, b, gone, name);
  }
*/

/*@ ghost
  void rtmr_runs_out(const struct rtmr *k, const struct rtmr \ghost *b, int32_t gone, rtmr_handle job,
                     rtmr_handle name)
  {
      /@ assert only:  \forall integer p; 0 <= p < b->jobs && b->handle[p] == job ==> p == gone; @/
      /@ assert moved: \exists integer to; Aborted(*k, *b, gone, to); @/
      /@ assert others: \exists integer to; Demoted(*k, *b, gone, to) && SAME_JOB(*k, to, *b, gone)
                        && \forall integer p; 0 <= p < k->jobs && p != to ==>
                        SAME_JOB(*k, p, *b, STOOD(p, gone, to)); @/
      /@ assert same:  \exists integer to; Demoted(*k, *b, gone, to) && \forall integer p; 0 <= p < k->jobs ==>
                       SAME_JOB(*k, p, *b, STOOD(p, gone, to)); @/
      stepped_back(k, b, gone, name);
  }
*/

/*@ ghost
  void rtmr_queue_after(const struct rtmr *k, const struct rtmr \ghost *b, const struct rtmr_ghost \ghost *g,
                        enum rtmr_stage stage, int32_t slot,
                        enum rtmr_status status, int32_t done)
  {
      if (status == RTMR_OK && done != 0) {
          int32_t p = stage == RTMR_MAP ? b->map.place[slot] : b->reduce.place[slot];
          /@ assert front:  \forall integer q; 0 <= q < p && q < k->jobs ==> SAME_JOB(*k, q, *b, q); @/
          /@ assert behind: \forall integer q; p <= q < k->jobs ==> SAME_JOB(*k, q, *b, q + 1); @/
          rtmr_queue_without(k, b, p);
      } else {
          rtmr_queue_stays(k, b);
      }
  }
*/

/*@ ghost
  void rtmr_queue_among(const struct rtmr *k, const struct rtmr \ghost *b, const struct rtmr_ghost \ghost *g,
                        enum rtmr_status status)
  {
      if (status <= 0) rtmr_queue_stays(k, b);
  }
*/
