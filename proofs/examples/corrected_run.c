#include "proofs/examples/corrected_run.h"

#if RTMR_WITH_STORED_VECTORS

void rtmr_early_job_enters(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    struct rtmr_decision decision;
    const struct rtmr_job job = { .map_tasks = 1, .map_estimate = 3, .deadline = 3 };

    rtmr_request_job(k, &job, &decision) /*@ ghost (g) */;
    //@ ghost rtmr_state_unfold(k, g);
    //@ assert planned: g->verdict.jobs == 1 && g->verdict.place == 0;
    //@ ghost rtmr_only_task(&k->map, &g->verdict.map_base, &g->verdict.map, k->now);
    //@ assert map_end: g->verdict.map.end[0] == 3;
    //@ assert none: g->verdict.reduce.first[0] == 0 && g->verdict.reduce.first[1] == 0;
    //@ assert floor: g->verdict.reduce.floor[0] == 3;
    //@ assert end_of: EndOf(g->verdict.reduce.floor[0], 0, 0, g->verdict.reduce.finish, g->verdict.reduce.end[0]);
    //@ assert ends: g->verdict.reduce.end[0] == 3;
    //@ assert accepted: decision.reason == RTMR_REASON_NONE && g->admitted == 0;
    /*@ ghost
      rtmr_watch(k, g, g->admitted);
      w->job_status = RTMR_LIVE;
      w->handle = decision.job;
      w->job = job;
      w->named = RTMR_UNWATCHED;
      rtmr_observe_begin(&w->map);
      rtmr_observe_begin(&w->reduce);
    */
    //@ ghost rtmr_promise_stands(k, g);
}

void rtmr_early_job_starts(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    struct rtmr_offer offer;

    //@ ghost struct rtmr before = *k;
    //@ ghost struct rtmr_ghost_job_stage known = g->job.map;
    //@ ghost rtmr_state_ranges(k, g);
    //@ assert offered: OFFER(k->map, k->jobs, 0);
    rtmr_dispatch_map(k, 0, &offer) /*@ ghost (g) */;
    //@ ghost rtmr_observe_start(&w->map, &g->job.map, &known, 0, 1, offer.bound);
    //@ ghost rtmr_times_stay(k, &before, w, g->watched);
}

void rtmr_early_job_runs(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    struct rtmr_alarm alarm;

    //@ ghost struct rtmr before = *k;
    //@ ghost rtmr_state_ranges(k, g);
    rtmr_move_clock(k, 2, &alarm) /*@ ghost (g) */;
    //@ ghost rtmr_times_stay(k, &before, w, g->watched);
    //@ ghost rtmr_promise_stands(k, g);
}

/* Algorithm VI as an auditor does it: a slot that was to be free at 0, and a task on it that
 * ended at `finish`, or none if that is 0. */
/*@ ghost
  /@ requires valid: \valid(a);
     requires range: 0 <= finish;
     assigns *a;
     ensures audit:  AUDIT(*a) && a->n == 1 && a->m == (finish > 0 ? 1 : 0) && a->finish.of[0] == finish;
     ensures begin:  a->u.row[0].at[0] == 0 && \forall integer x; Above(a->u.row[0].at, 1, x) == (0 > x ? 1 : 0);
     ensures end:    a->u.row[a->m].at[0] == finish;
  @/
  static void audit_one_slot(struct rtmr_ghost_audit \ghost *a, rtmr_ticks finish)
  {
      a->n = 1;
      a->m = finish > 0 ? 1 : 0;
      a->finish.of[0] = finish;
      a->u.row[0].at[0] = 0;
      a->u.row[1].at[0] = finish;
      /@ assert before: \forall integer x; Above(a->u.row[0].at, 1, x) == (0 > x ? 1 : 0); @/
      /@ assert after: \forall integer x; Above(a->u.row[1].at, 1, x) == (finish > x ? 1 : 0); @/
  }
*/

void rtmr_early_job_corrects(struct rtmr *k)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w, struct rtmr_ghost_audit \ghost *maps,
               struct rtmr_ghost_audit \ghost *reduces) */
{
    //@ ghost audit_one_slot(maps, 2);
    //@ ghost audit_one_slot(reduces, 0);
    //@ ghost rtmr_state_unfold(k, g);
    /*@ ghost
      w->waits.map.limit = 0;
      w->waits.map.release = 0;
      w->waits.reduce.limit = 0;
      w->waits.reduce.release = 0;
      rtmr_waits_forgotten(&w->waits, k, g);
    */
    rtmr_report_corrects(k, RTMR_MAP, 0) /*@ ghost (g, w, maps, reduces) */;
    //@ assert job_status: w->job_status == RTMR_DONE && w->estimated == 3;
    //@ ghost rtmr_state_unfold(k, g);
    //@ assert idle: k->map.state[0] == RTMR_SLOT_IDLE && k->reduce.state[0] == RTMR_SLOT_IDLE;
    //@ assert usable: k->map.usable == 1 && k->reduce.usable == 1;
    //@ assert setting: g->retired.corrected.map.usable == 1 && g->retired.corrected.reduce.usable == 1;
}

void rtmr_corrected_run(struct rtmr *k)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w, struct rtmr_ghost_audit \ghost *maps,
               struct rtmr_ghost_audit \ghost *reduces) */
{
    const struct rtmr_setup setup = { .map_slots = 1, .reduce_slots = 1, .feedback = RTMR_FEEDBACK_SATU };

    //@ ghost w->job_status = RTMR_UNWATCHED;
    rtmr_init(k, &setup) /*@ ghost (g) */;
    rtmr_early_job_enters(k) /*@ ghost (g, w) */;
    rtmr_early_job_starts(k) /*@ ghost (g, w) */;
    rtmr_early_job_runs(k) /*@ ghost (g, w) */;
    rtmr_early_job_corrects(k) /*@ ghost (g, w, maps, reduces) */;
}

#endif
