#include "environment.h"

/* 1 if the slot was told to run a task of the watched job, and has neither reported nor failed since; 0 if not. */
/*@ ghost
  /@ requires valid: \valid(stage);
     assigns \nothing;
     ensures mine:   \result == (0 <= slot < RTMR_SLOTS && stage->runs[slot] != 0 ? 1 : 0);
  @/
  static int32_t is_mine(struct rtmr_story_stage \ghost *stage, int32_t slot)
  {
      return 0 <= slot && slot < RTMR_SLOTS && stage->runs[slot] != 0 ? 1 : 0;
  }
*/

/* The slot, if there is one of that number, is told to run a task until `due`: of the watched job, or of another. */
/*@ ghost
  /@ requires valid: \valid(stage);
     assigns STAGE_STORY_RUNS(*stage);
     ensures told:   \forall integer s; 0 <= s < RTMR_SLOTS ==> stage->runs[s] == (s == slot ? mine : \old(stage->runs)[s]);
     ensures due:    \forall integer s; 0 <= s < RTMR_SLOTS ==> stage->due[s] == (s == slot ? due : \old(stage->due)[s]);
  @/
  static void note_told(struct rtmr_story_stage \ghost *stage, int32_t slot, int32_t mine, rtmr_ticks due)
  {
      if (0 <= slot && slot < RTMR_SLOTS) {
          stage->runs[slot] = mine;
          stage->due[slot] = due;
      }
  }
*/

/* The slot, if there is one of that number, is done with what it ran. */
/*@ ghost
  /@ requires valid: \valid(stage);
     assigns stage->runs[0 .. RTMR_SLOTS - 1];
     ensures told:   \forall integer s; 0 <= s < RTMR_SLOTS ==> stage->runs[s] == (s == slot ? 0 : \old(stage->runs)[s]);
  @/
  static void note_end(struct rtmr_story_stage \ghost *stage, int32_t slot)
  {
      if (0 <= slot && slot < RTMR_SLOTS) stage->runs[slot] = 0;
  }
*/

/* The story of a stage begins: no slot was told to run a task of the job. */
/*@ ghost
  /@ requires valid: \valid(stage);
     assigns *stage;
     ensures none:    stage->reports == 0 && \forall integer s; 0 <= s < RTMR_SLOTS ==> stage->runs[s] == 0;
  @/
  static void begin_stage(struct rtmr_story_stage \ghost *stage)
  {
      stage->reports = 0;
      /@ loop invariant range: 0 <= s <= RTMR_SLOTS;
         loop invariant none:  \forall integer q; 0 <= q < s ==> stage->runs[q] == 0;
         loop assigns s, stage->runs[0 .. RTMR_SLOTS - 1];
         loop variant RTMR_SLOTS - s;
      @/
      for (int32_t s = 0; s < RTMR_SLOTS; s++) {
          stage->runs[s] = 0;
      }
  }
*/

void rtmr_environment_submits(struct rtmr *k, const struct rtmr_job *job)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */
{
    struct rtmr_decision decision;
    const enum rtmr_status status = rtmr_request_job(k, job, &decision) /*@ ghost (g) */;
    const int32_t chosen = rtmr_any_number();

    /*@ ghost
      if (status == RTMR_OK && w->fate == RTMR_UNWATCHED && chosen != 0 && g->admitted >= 0) {
          rtmr_watch(k, g, g->admitted);
          w->fate = RTMR_LIVE;
          w->handle = decision.job;
          w->job = *job;
          w->named = 0;
          w->violated = 0;
          begin_stage(&w->map);
          begin_stage(&w->reduce);
      }
    */
    //@ ghost rtmr_promise_stands(k, g);
}

void rtmr_environment_asks(struct rtmr *k, const struct rtmr_job *job, enum rtmr_stage stage)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */
{
    struct rtmr_decision decision;
    struct rtmr_offer offer;

    rtmr_request_opinion(k, job, &decision) /*@ ghost (g) */;
    rtmr_look(k, stage, &offer) /*@ ghost (g) */;
}

void rtmr_environment_withdraws(struct rtmr *k, rtmr_handle job)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */
{
    const enum rtmr_status status = rtmr_request_withdrawal(k, job) /*@ ghost (g) */;

    //@ ghost if (status == RTMR_OK && w->fate == RTMR_LIVE && job == w->handle) w->named = 1;
    //@ ghost if (w->fate == RTMR_LIVE && g->watched < 0) w->fate = RTMR_WITHDRAWN;
    //@ ghost rtmr_promise_stands(k, g);
}

void rtmr_environment_dispatches(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */
{
    struct rtmr_offer offer;

    if (stage == RTMR_MAP) {
        const enum rtmr_status status = rtmr_dispatch_map(k, slot, &offer) /*@ ghost (g) */;
        //@ ghost note_told(&w->map, status == RTMR_OK ? slot : -1, offer.job == w->handle, offer.bound);
    } else {
        const enum rtmr_status status = rtmr_dispatch_reduce(k, slot, &offer) /*@ ghost (g) */;
        //@ ghost note_told(&w->reduce, status == RTMR_OK ? slot : -1, offer.job == w->handle, offer.bound);
    }
}

void rtmr_environment_reports(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */
{
    struct rtmr_report report;

    //@ ghost int32_t map_task = is_mine(&w->map, slot);
    //@ ghost int32_t reduce_task = is_mine(&w->reduce, slot);
    const enum rtmr_status status = rtmr_complete(k, stage, slot, &report) /*@ ghost (g) */;
    //@ ghost w->map.reports += w->fate == RTMR_LIVE && status == RTMR_OK && stage == RTMR_MAP ? map_task : 0;
    //@ ghost w->reduce.reports += w->fate == RTMR_LIVE && status == RTMR_OK && stage != RTMR_MAP ? reduce_task : 0;
    //@ ghost note_end(&w->map, status == RTMR_OK && stage == RTMR_MAP ? slot : -1);
    //@ ghost note_end(&w->reduce, status == RTMR_OK && stage != RTMR_MAP ? slot : -1);
    /*@ ghost
      if (w->fate == RTMR_LIVE && g->watched < 0) {
          /@ assert named: report.job == w->handle && report.job_done != 0 && report.deadline == w->job.deadline; @/
          w->fate = RTMR_DONE;
          w->ended = k->now;
          w->estimated = report.estimated_finish;
      }
    */
    //@ ghost rtmr_promise_stands(k, g);
}

enum rtmr_status rtmr_environment_waits(struct rtmr *k, rtmr_ticks to)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */
{
    struct rtmr_alarm alarm;
    const enum rtmr_status status = rtmr_move_clock(k, to, &alarm) /*@ ghost (g) */;

    //@ ghost if (status == RTMR_VIOLATION_OVERRUN || status == RTMR_VIOLATION_WAITING) w->violated = 1;
    //@ ghost if (w->fate == RTMR_LIVE && g->watched < 0) w->fate = RTMR_FLAGGED;
    //@ ghost rtmr_promise_stands(k, g);
    return status;
}

enum rtmr_status rtmr_environment_loses(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */
{
    struct rtmr_alarm alarm;
    const enum rtmr_status status = rtmr_lose_slot(k, stage, slot, &alarm) /*@ ghost (g) */;

    //@ ghost if (status == RTMR_VIOLATION_LOST) w->violated = 1;
    //@ ghost note_end(&w->map, status >= 0 && stage == RTMR_MAP ? slot : -1);
    //@ ghost note_end(&w->reduce, status >= 0 && stage != RTMR_MAP ? slot : -1);
    //@ ghost if (w->fate == RTMR_LIVE && g->watched < 0) w->fate = RTMR_FLAGGED;
    //@ ghost rtmr_promise_stands(k, g);
    return status;
}

enum rtmr_status rtmr_environment_fails(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */
{
    struct rtmr_alarm alarm;
    const enum rtmr_status status = rtmr_fail_task(k, stage, slot, &alarm) /*@ ghost (g) */;

    //@ ghost if (status == RTMR_VIOLATION_FAILED) w->violated = 1;
    //@ ghost note_end(&w->map, status >= 0 && stage == RTMR_MAP ? slot : -1);
    //@ ghost note_end(&w->reduce, status >= 0 && stage != RTMR_MAP ? slot : -1);
    //@ ghost if (w->fate == RTMR_LIVE && g->watched < 0) w->fate = RTMR_FLAGGED;
    //@ ghost rtmr_promise_stands(k, g);
    return status;
}

void rtmr_environment_drains(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */
{
    struct rtmr_decision decision;

    rtmr_drain_slot(k, stage, slot, &decision) /*@ ghost (g) */;
    //@ ghost rtmr_promise_stands(k, g);
}

void rtmr_environment_adds(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */
{
    rtmr_add_slot(k, stage, slot) /*@ ghost (g) */;
    //@ ghost rtmr_promise_stands(k, g);
}

void rtmr_environment_acts(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */
{
    const enum rtmr_stage stage = rtmr_any_stage();
    const int32_t slot = rtmr_any_number();
    const rtmr_handle handle = rtmr_any_handle();
    const rtmr_ticks to = rtmr_any_instant();
    struct rtmr_job job;

    job.map_tasks = rtmr_any_number();
    job.reduce_tasks = rtmr_any_number();
    job.map_estimate = rtmr_any_instant();
    job.reduce_estimate = rtmr_any_instant();
    job.deadline = rtmr_any_instant();
    switch (rtmr_any_number()) {
    case 0:
        rtmr_environment_submits(k, &job) /*@ ghost (g, w) */;
        break;
    case 1:
        rtmr_environment_asks(k, &job, stage) /*@ ghost (g, w) */;
        break;
    case 2:
        rtmr_environment_withdraws(k, handle) /*@ ghost (g, w) */;
        break;
    case 3:
        rtmr_environment_dispatches(k, stage, slot) /*@ ghost (g, w) */;
        break;
    case 4:
        rtmr_environment_reports(k, stage, slot) /*@ ghost (g, w) */;
        break;
    case 5:
        rtmr_environment_loses(k, stage, slot) /*@ ghost (g, w) */;
        break;
    case 6:
        rtmr_environment_fails(k, stage, slot) /*@ ghost (g, w) */;
        break;
    case 7:
        rtmr_environment_drains(k, stage, slot) /*@ ghost (g, w) */;
        break;
    case 8:
        rtmr_environment_adds(k, stage, slot) /*@ ghost (g, w) */;
        break;
    default:
        rtmr_environment_waits(k, to) /*@ ghost (g, w) */;
        break;
    }
}

void rtmr_environment(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_story \ghost *w) */
{
    struct rtmr_setup setup;

    //@ ghost w->fate = RTMR_UNWATCHED;
    /*@ loop assigns setup, *k, *g; */
    do {
        setup.map_slots = rtmr_any_number();
        setup.reduce_slots = rtmr_any_number();
        setup.feedback = rtmr_any_feedback();
        setup.order = rtmr_any_order();
        setup.counter_offer = rtmr_any_number();
        setup.delta = rtmr_any_instant();
        setup.latency = setup.feedback == RTMR_FEEDBACK_EXACT ? rtmr_any_instant() : 0;
        setup.reduces_per_node = rtmr_any_number();
    } while (rtmr_init(k, &setup) /*@ ghost (g) */ != RTMR_OK);
    /*@ loop invariant state: State(*k, *g);
        STORY(loop invariant, *k, *g, *w)
        loop assigns *k, *g, *w;
    */
    while (1) {
        rtmr_environment_acts(k) /*@ ghost (g, w) */;
    }
}
