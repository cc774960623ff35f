#include "environment.h"

#include "plan_lemmas.h"

/* From here on the job that was admitted last is watched. */
/*@ ghost
  /@ requires valid:    \valid(k) && \valid(g);
     STATE(requires, *k, *g)
     requires admitted: 0 <= g->admitted < k->promised;
     assigns g->watched, g->handle, g->deadline;
     STATE(ensures, *k, *g)
     ensures watched:   g->watched == g->admitted && g->handle == k->handle[g->admitted] && g->deadline == k->deadline[g->admitted];
  @/
  static void watch(struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
      g->watched = g->admitted;
      g->handle = k->handle[g->watched];
      g->deadline = k->deadline[g->watched];
  }
*/

/* The watched job is in time. */
/*@ ghost
  /@ requires valid:   \valid(k) && \valid(g);
     STATE(requires, *k, *g)
     requires live:    g->watched >= 0;
     assigns \nothing;
     ensures live:     k->handle[g->watched] == g->handle && k->deadline[g->watched] == g->deadline && g->watched < k->promised;
     ensures in_time:  k->now <= k->reduce.end[g->watched] <= g->deadline;
  @/
  static void check(struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
      rtmr_promise_stands(k, g);
  }
*/

void rtmr_environment(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost enum rtmr_fate fate = RTMR_UNWATCHED;
    //@ ghost rtmr_handle handle = RTMR_NO_JOB;
    //@ ghost rtmr_ticks deadline = 0;
    //@ ghost rtmr_ticks estimated = 0;
    //@ ghost rtmr_ticks ended = 0;

    /*@ STATE(loop invariant, *k, *g)
        loop invariant tag:     k->tag == RTMR_CONTEXT_TAG;
        loop invariant live:    fate == RTMR_LIVE <==> g->watched >= 0;
        loop invariant same:    fate == RTMR_LIVE ==> g->handle == handle && g->deadline == deadline;
        loop invariant done:    fate == RTMR_DONE ==> ended <= estimated <= deadline;
        loop assigns *k, *g, fate, handle, deadline, estimated, ended;
    */
    while (1) {
        struct rtmr_job job;
        struct rtmr_decision decision;
        struct rtmr_offer offer;
        struct rtmr_report report;
        struct rtmr_alarm alarm;
        const enum rtmr_stage stage = rtmr_any_stage();
        const int32_t slot = rtmr_any_number();
        enum rtmr_status status;

        switch (rtmr_any_number()) {
        case 0: {
            rtmr_any_job(&job);
            status = rtmr_submit(k, &job, &decision) /*@ ghost (g) */;
            const int32_t chosen = rtmr_any_number();
            /*@ ghost
              if (status == RTMR_OK && fate == RTMR_UNWATCHED && chosen != 0 && g->admitted >= 0) {
                  watch(k, g);
                  fate = RTMR_LIVE;
                  handle = decision.job;
                  deadline = job.deadline;
                  /@ assert accepted: g->handle == handle && g->deadline == deadline; @/
              }
            */
            break;
        }
        case 1:
            rtmr_any_job(&job);
            status = rtmr_what_if(k, &job, &decision) /*@ ghost (g) */;
            break;
        case 2: {
            const rtmr_handle named = rtmr_any_handle();
            status = rtmr_withdraw(k, named) /*@ ghost (g) */;
            /*@ ghost
              if (fate == RTMR_LIVE && g->watched < 0) {
                  /@ assert withdrawn: status == RTMR_OK && named == handle; @/
                  fate = RTMR_WITHDRAWN;
              }
            */
            break;
        }
        case 3:
            status = rtmr_offer(k, stage, &offer) /*@ ghost (g) */;
            break;
        case 4:
            status = rtmr_dispatch(k, stage, slot, &offer) /*@ ghost (g) */;
            break;
        case 5:
            status = rtmr_finish(k, stage, slot, &report) /*@ ghost (g) */;
            /*@ ghost
              if (fate == RTMR_LIVE && g->watched < 0) {
                  /@ assert finished: status == RTMR_OK && report.job == handle && report.job_done != 0 && report.flagged == 0; @/
                  /@ assert in_time: k->now <= report.estimated_finish && report.estimated_finish <= deadline; @/
                  fate = RTMR_DONE;
                  ended = k->now;
                  estimated = report.estimated_finish;
              }
            */
            break;
        default: {
            const rtmr_ticks to = rtmr_any_instant();
            status = rtmr_advance(k, to, &alarm) /*@ ghost (g) */;
            /*@ ghost
              if (fate == RTMR_LIVE && g->watched < 0) {
                  /@ assert reported: status == RTMR_VIOLATION_OVERRUN || status == RTMR_VIOLATION_WAITING; @/
                  fate = RTMR_FLAGGED;
              }
            */
            break;
        }
        }
        //@ ghost if (fate == RTMR_LIVE) check(k, g);
        //@ assert promise: fate == RTMR_LIVE ==> k->handle[g->watched] == handle && k->deadline[g->watched] == deadline && g->watched < k->promised && k->now <= k->reduce.end[g->watched] <= deadline;
    }
}
