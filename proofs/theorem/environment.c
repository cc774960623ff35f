#include "proofs/theorem/environment.h"

enum rtmr_status rtmr_environment_submits(struct rtmr *k, const struct rtmr_job *job)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    struct rtmr_decision decision;
    //@ ghost struct rtmr before = *k;
    //@ ghost int32_t was = g->watched;
    //@ ghost rtmr_state_ranges(k, g);
    const enum rtmr_status status = rtmr_request_job(k, job, &decision) /*@ ghost (g) */;
    const int32_t chosen = rtmr_any_number();

    //@ ghost rtmr_state_ranges(k, g);
    //@ ghost if (w->job_status == RTMR_LIVE) rtmr_times_stay_behind(k, &before, g, w, was);
    //@ ghost if (w->job_status != RTMR_UNWATCHED) rtmr_name_stays_away(k, &before, g->admitted, w->handle);
    /*@ assert gone: w->job_status == RTMR_DONE || w->job_status == RTMR_WITHDRAWN ==>
            NO_JOB_NAMED(*k, w->handle); */
    /*@ ghost
      if (status == RTMR_OK && w->job_status == RTMR_UNWATCHED && chosen != 0 && g->admitted >= 0) {
          rtmr_watch(k, g, g->admitted);
          w->job_status = RTMR_LIVE;
          w->handle = decision.job;
          w->job = *job;
          w->named = RTMR_UNWATCHED;
          rtmr_observe_begin(&w->map);
          rtmr_observe_begin(&w->reduce);
      }
    */
    /*@ assert same: w->job_status == RTMR_LIVE ==>
            g->watched >= 0 && g->job.handle == w->handle && g->job.deadline == w->job.deadline; */
    //@ ghost rtmr_promise_stands(k, g);
    /*@ ghost
      if (status == RTMR_OK && g->admitted >= 0) {
          rtmr_queue_with(k, &before, g->admitted);
      } else {
          rtmr_queue_stays(k, &before);
      }
    */
    /*@ ghost
      if (status == RTMR_OK) {
          rtmr_waits_noted(&w->waits, k, &before, g, -1, RTMR_NEVER, -1, RTMR_NEVER);
      } else {
          rtmr_waits_go_on(&w->waits, k, &before);
      }
    */
    return status;
}

enum rtmr_status rtmr_environment_asks(struct rtmr *k, const struct rtmr_job *job, enum rtmr_stage stage)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
#if RTMR_WITH_WHAT_IF
    struct rtmr_decision decision;
#endif
    struct rtmr_offer offer;

#if RTMR_WITH_WHAT_IF
    rtmr_request_opinion(k, job, &decision) /*@ ghost (g) */;
#endif
    return rtmr_find_offer(k, stage, &offer) /*@ ghost (g) */;
}

enum rtmr_status rtmr_environment_withdraws(struct rtmr *k, rtmr_handle job)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    //@ ghost struct rtmr before = *k;
    //@ ghost int32_t was = g->watched;
    //@ ghost rtmr_state_ranges(k, g);
    //@ ghost int32_t gone = rtmr_place_of(k, job);
    const enum rtmr_status status = rtmr_request_withdrawal(k, job) /*@ ghost (g) */;

    /*@ ghost
      if (g->watched >= 0 && status == RTMR_OK) {
          rtmr_times_move_up(k, &before, g, w, was, gone);
      } else if (g->watched >= 0) {
          rtmr_times_stay(k, &before, w, g->watched);
      }
    */
    //@ ghost if (status == RTMR_OK && w->job_status == RTMR_LIVE && job == w->handle) w->named = RTMR_WITHDRAWN;
    //@ ghost if (w->job_status == RTMR_LIVE && g->watched < 0) w->job_status = RTMR_WITHDRAWN;
    //@ ghost rtmr_promise_stands(k, g);
    /*@ ghost
      if (status == RTMR_OK) {
          rtmr_queue_without(k, &before, gone);
          rtmr_name_leaves(k, &before, gone, w->handle);
      } else {
          rtmr_queue_stays(k, &before);
      }
    */
    //@ ghost rtmr_waits_after(&w->waits, k, &before, g, status == RTMR_OK);
    return status;
}

enum rtmr_status rtmr_environment_dispatches(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    struct rtmr_offer offer;
    enum rtmr_status status;
    //@ ghost struct rtmr before = *k;
    //@ ghost struct rtmr_ghost_job known = g->job;
    //@ ghost rtmr_state_ranges(k, g);
    //@ ghost int32_t longest = -1;
    //@ ghost rtmr_ticks began = RTMR_NEVER;
    /*@ ghost
      if (stage == RTMR_MAP && 0 <= slot && slot < k->map.slots && k->map.state[slot] == RTMR_SLOT_IDLE) {
          longest = rtmr_waits_longest(&k->map, &w->waits.map, slot, k->now);
          began = w->waits.map.since[slot];
      } else if (stage != RTMR_MAP && 0 <= slot && slot < k->reduce.slots
                 && k->reduce.state[slot] == RTMR_SLOT_IDLE) {
          longest = rtmr_waits_longest(&k->reduce, &w->waits.reduce, slot, k->now);
          began = w->waits.reduce.since[slot];
      }
    */

    if (stage == RTMR_MAP) {
        status = rtmr_dispatch_map(k, slot, &offer) /*@ ghost (g) */;
        /*@ ghost rtmr_observe_start(&w->map, &g->job.map, &known.map, status == RTMR_OK ? slot : -1,
                                  w->job_status == RTMR_LIVE && offer.job == w->handle, offer.bound);
        */
    } else {
        status = rtmr_dispatch_reduce(k, slot, &offer) /*@ ghost (g) */;
        /*@ ghost rtmr_observe_start(&w->reduce, &g->job.reduce, &known.reduce, status == RTMR_OK ? slot : -1,
                                  w->job_status == RTMR_LIVE && offer.job == w->handle, offer.bound);
        */
    }
    //@ ghost if (w->job_status == RTMR_LIVE) rtmr_times_stay(k, &before, w, g->watched);
    /*@ ghost
      if (status != RTMR_OK) {
          rtmr_waits_unchanged(&w->waits, k, &before, g);
      } else if (stage == RTMR_MAP) {
          rtmr_waits_noted(&w->waits, k, &before, g, longest, began, -1, RTMR_NEVER);
      } else {
          rtmr_waits_noted(&w->waits, k, &before, g, -1, RTMR_NEVER, longest, began);
      }
    */
    return status;
}

enum rtmr_status rtmr_environment_reports(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    struct rtmr_report report;

    //@ ghost struct rtmr before = *k;
    //@ ghost struct rtmr_trace observed = *w;
    //@ ghost int32_t was = g->watched;
    //@ ghost rtmr_state_ranges(k, g);
    //@ ghost rtmr_watched_tasks(k, g);
    //@ ghost int32_t map_task = rtmr_is_observed(&w->map, slot);
    //@ ghost int32_t reduce_task = rtmr_is_observed(&w->reduce, slot);
    //@ ghost rtmr_ticks began = rtmr_would_wait(k, g, stage, slot);
    const enum rtmr_status status = rtmr_complete(k, stage, slot, &report) /*@ ghost (g) */;
    /*@ assert away: w->job_status != RTMR_UNWATCHED && NO_JOB_NAMED(before, w->handle) ==>
                     NO_JOB_NAMED(*k, w->handle); */
    //@ ghost rtmr_observe_end(&w->map, status == RTMR_OK && stage == RTMR_MAP ? slot : -1);
    //@ ghost rtmr_observe_end(&w->reduce, status == RTMR_OK && stage != RTMR_MAP ? slot : -1);
    //@ ghost rtmr_state_ranges(k, g);
    //@ ghost rtmr_watched_tasks(k, g);
    /*@ ghost rtmr_observe_report(&w->map, w->job_status == RTMR_LIVE && status == RTMR_OK
                                  && stage == RTMR_MAP ? map_task : 0, k->now); */
    /*@ ghost rtmr_observe_report(&w->reduce, w->job_status == RTMR_LIVE && status == RTMR_OK
                                  && stage != RTMR_MAP ? reduce_task : 0, k->now); */
    /*@ ghost
      if (w->job_status == RTMR_LIVE && status == RTMR_OK) {
          int32_t p = stage == RTMR_MAP ? before.map.place[slot] : before.reduce.place[slot];
          rtmr_watched_place(k, &before, g, stage, p, was, report.job_done);
          IF_STORED(before) {
              rtmr_times_grow(&MAP_MEMORY(*k), &MAP_MEMORY(before), &MAP_MEMORY(g->retired.reported), &w->map,
                              &observed.map, was, g->watched, p, k->jobs,
                              k->map.slots, k->now, stage == RTMR_MAP, report.job_done);
              rtmr_times_grow(&REDUCE_MEMORY(*k), &REDUCE_MEMORY(before), &REDUCE_MEMORY(g->retired.reported),
                              &w->reduce, &observed.reduce, was, g->watched, p, k->jobs, k->reduce.slots, k->now,
                              stage != RTMR_MAP, report.job_done);
          }
          /@ assert plans:  g->watched >= 0 && k->plans_from_slots == 0 ==> before.plans_from_slots == 0; @/
          /@ assert map_finish_times: g->watched >= 0 && k->plans_from_slots == 0 ==>
                                      TIMES_OBSERVED(MAP_MEMORY(*k), g->watched, w->map, k->map.slots); @/
          /@ assert reduce_finish_times: g->watched >= 0 && k->plans_from_slots == 0 ==>
                                        TIMES_OBSERVED(REDUCE_MEMORY(*k), g->watched, w->reduce, k->reduce.slots); @/
      } else if (w->job_status == RTMR_LIVE) {
          rtmr_times_stay(k, &before, w, was);
          /@ assert map_stay: k->plans_from_slots == 0 ==>
                              g->watched >= 0 && TIMES_OBSERVED(MAP_MEMORY(*k), g->watched, w->map, k->map.slots); @/
          /@ assert reduce_stay: k->plans_from_slots == 0 ==>
                                 g->watched >= 0 && TIMES_OBSERVED(REDUCE_MEMORY(*k), g->watched, w->reduce,
                                     k->reduce.slots); @/
      }
    */
    /*@ assert map_grown: status == RTMR_OK && w->job_status == RTMR_LIVE && g->watched >= 0
                        && k->plans_from_slots == 0 ==>
                        TIMES_OBSERVED(MAP_MEMORY(*k), g->watched, w->map, k->map.slots); */
    /*@ assert reduce_grown: status == RTMR_OK && w->job_status == RTMR_LIVE && g->watched >= 0
                        && k->plans_from_slots == 0 ==>
                        TIMES_OBSERVED(REDUCE_MEMORY(*k), g->watched, w->reduce, k->reduce.slots); */
    /*@ assert map_kept: status != RTMR_OK && w->job_status == RTMR_LIVE && g->watched >= 0
                        && k->plans_from_slots == 0 ==>
                        TIMES_OBSERVED(MAP_MEMORY(*k), g->watched, w->map, k->map.slots); */
    /*@ assert reduce_kept: status != RTMR_OK && w->job_status == RTMR_LIVE && g->watched >= 0
                        && k->plans_from_slots == 0 ==>
                        TIMES_OBSERVED(REDUCE_MEMORY(*k), g->watched, w->reduce, k->reduce.slots); */
    /*@ assert map_told: w->job_status == RTMR_LIVE && g->watched >= 0 && k->plans_from_slots == 0 ==>
            TIMES_OBSERVED(MAP_MEMORY(*k), g->watched, w->map, k->map.slots); */
    /*@ assert reduce_told: w->job_status == RTMR_LIVE && g->watched >= 0 && k->plans_from_slots == 0 ==>
            TIMES_OBSERVED(REDUCE_MEMORY(*k), g->watched, w->reduce, k->reduce.slots); */
    /*@ ghost
      if (w->job_status == RTMR_LIVE && g->watched < 0) {
          /@ assert named: report.job == w->handle && report.job_done != 0 && report.deadline == w->job.deadline; @/
          w->job_status = RTMR_DONE;
          w->ended = k->now;
          w->estimated = report.estimated_finish;
      }
    */
    //@ ghost rtmr_promise_stands(k, g);
    //@ ghost rtmr_queue_after(k, &before, g, stage, slot, status, report.job_done);
    /*@ ghost
      if (status == RTMR_OK && report.job_done != 0) {
          int32_t gone = stage == RTMR_MAP ? before.map.place[slot] : before.reduce.place[slot];
          rtmr_name_leaves(k, &before, gone, w->handle);
      }
    */
    /*@ ghost
      if (status == RTMR_OK) {
          rtmr_waits_noted(&w->waits, k, &before, g, stage == RTMR_MAP ? slot : -1, began,
                           stage == RTMR_MAP ? -1 : slot, began);
      } else {
          rtmr_waits_unchanged(&w->waits, k, &before, g);
      }
    */
    return status;
}

enum rtmr_status rtmr_environment_waits(struct rtmr *k, rtmr_ticks to)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    struct rtmr_alarm alarm;
    //@ ghost struct rtmr before = *k;
    //@ ghost rtmr_state_ranges(k, g);
    //@ ghost if (k->now < to) rtmr_waits_judged(&w->waits, k, g, to);
    const enum rtmr_status status = rtmr_move_clock(k, to, &alarm) /*@ ghost (g) */;

    /*@ ghost
      if (w->job_status == RTMR_LIVE && g->watched < 0) {
          w->job_status = RTMR_FLAGGED;
          w->flagged_by = status;
      }
    */
    //@ ghost if (w->job_status == RTMR_LIVE) rtmr_times_stay(k, &before, w, g->watched);
    //@ ghost rtmr_promise_stands(k, g);
    //@ ghost rtmr_queue_among(k, &before, g, status);
    /*@ ghost
      if (status > 0) {
          rtmr_waits_forgotten(&w->waits, k, g);
      } else if (status < 0) {
          rtmr_waits_unchanged(&w->waits, k, &before, g);
      } else {
          rtmr_waits_go_on(&w->waits, k, &before);
      }
    */
    return status;
}

#if RTMR_WITH_SLOT_CHANGES
enum rtmr_status rtmr_environment_loses(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    struct rtmr_alarm alarm;
    //@ ghost struct rtmr before = *k;
    //@ ghost rtmr_state_ranges(k, g);
    const enum rtmr_status status = rtmr_lose_slot(k, stage, slot, &alarm) /*@ ghost (g) */;

    //@ ghost rtmr_observe_end(&w->map, status >= 0 && stage == RTMR_MAP ? slot : -1);
    //@ ghost rtmr_observe_end(&w->reduce, status >= 0 && stage != RTMR_MAP ? slot : -1);
    /*@ ghost
      if (w->job_status == RTMR_LIVE && g->watched < 0) {
          w->job_status = RTMR_FLAGGED;
          w->flagged_by = status;
      }
    */
    //@ ghost if (w->job_status == RTMR_LIVE) rtmr_times_stay(k, &before, w, g->watched);
    //@ ghost rtmr_promise_stands(k, g);
    //@ ghost rtmr_queue_among(k, &before, g, status);
    /*@ ghost
      if (status > 0) {
          rtmr_waits_forgotten(&w->waits, k, g);
      } else {
          rtmr_waits_unchanged(&w->waits, k, &before, g);
      }
    */
    return status;
}

enum rtmr_status rtmr_environment_fails(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    struct rtmr_alarm alarm;
    //@ ghost struct rtmr before = *k;
    //@ ghost rtmr_state_ranges(k, g);
    const enum rtmr_status status = rtmr_fail_task(k, stage, slot, &alarm) /*@ ghost (g) */;

    //@ ghost rtmr_observe_end(&w->map, status >= 0 && stage == RTMR_MAP ? slot : -1);
    //@ ghost rtmr_observe_end(&w->reduce, status >= 0 && stage != RTMR_MAP ? slot : -1);
    /*@ ghost
      if (w->job_status == RTMR_LIVE && g->watched < 0) {
          w->job_status = RTMR_FLAGGED;
          w->flagged_by = status;
      }
    */
    //@ ghost if (w->job_status == RTMR_LIVE) rtmr_times_stay(k, &before, w, g->watched);
    //@ ghost rtmr_promise_stands(k, g);
    //@ ghost rtmr_queue_among(k, &before, g, status);
    /*@ ghost
      if (status > 0) {
          rtmr_waits_forgotten(&w->waits, k, g);
      } else {
          rtmr_waits_unchanged(&w->waits, k, &before, g);
      }
    */
    return status;
}

enum rtmr_status rtmr_environment_drains(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    struct rtmr_decision decision;
    //@ ghost struct rtmr before = *k;
    //@ ghost rtmr_state_ranges(k, g);
    const enum rtmr_status status = rtmr_drain_slot(k, stage, slot, &decision) /*@ ghost (g) */;

    //@ ghost rtmr_promise_stands(k, g);
    /*@ ghost
      if (status != RTMR_OK) {
          rtmr_waits_unchanged(&w->waits, k, &before, g);
      } else if ((stage == RTMR_MAP ? before.map.state[slot] : before.reduce.state[slot]) == RTMR_SLOT_LATE) {
          /@ assert map_leaves: stage == RTMR_MAP ==> k->map.state[slot] == RTMR_SLOT_LATE_DRAINING; @/
          /@ assert reduce_leaves: stage != RTMR_MAP ==> k->reduce.state[slot] == RTMR_SLOT_LATE_DRAINING; @/
          /@ assert map_idle: STILL_IDLE(k->map, before.map, -1); @/
          /@ assert reduce_idle: STILL_IDLE(k->reduce, before.reduce, -1); @/
          /@ assert map_bounds: \forall integer s; 0 <= s < k->map.slots && k->map.state[s] == RTMR_SLOT_IDLE ==>
                                k->map.bound[s] == before.map.bound[s]; @/
          /@ assert reduce_bounds: \forall integer s;
                                   0 <= s < k->reduce.slots && k->reduce.state[s] == RTMR_SLOT_IDLE ==>
                                   k->reduce.bound[s] == before.reduce.bound[s]; @/
          rtmr_waits_stay(&w->waits, k, &before);
      } else {
          rtmr_waits_noted(&w->waits, k, &before, g, -1, RTMR_NEVER, -1, RTMR_NEVER);
      }
    */
    return status;
}

enum rtmr_status rtmr_environment_adds(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    //@ ghost struct rtmr before = *k;
    //@ ghost rtmr_state_ranges(k, g);
    const enum rtmr_status status = rtmr_add_slot(k, stage, slot) /*@ ghost (g) */;

    //@ ghost rtmr_promise_stands(k, g);
    /*@ ghost
      if (status == RTMR_OK) {
          rtmr_waits_noted(&w->waits, k, &before, g, stage == RTMR_MAP ? slot : -1, k->now,
                           stage == RTMR_MAP ? -1 : slot, k->now);
      } else {
          rtmr_waits_unchanged(&w->waits, k, &before, g);
      }
    */
    return status;
}
#endif

#if RTMR_WITH_PROMISE_CHANGES
enum rtmr_status rtmr_environment_renews(struct rtmr *k, rtmr_handle job, rtmr_ticks deadline)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    struct rtmr_decision decision;
    //@ ghost struct rtmr before = *k;
    //@ ghost rtmr_state_ranges(k, g);
    const enum rtmr_status status = rtmr_renew_promise(k, job, deadline, &decision) /*@ ghost (g) */;

    //@ ghost rtmr_state_ranges(k, g);
    //@ assert job: status == RTMR_OK ==> job > 0;
    //@ assert named: status == RTMR_OK && NO_JOB_NAMED(before, w->handle) ==> job != w->handle;
    /*@ ghost
      if (status == RTMR_OK) {
          rtmr_name_stays_away_renewed(k, &before, g->moved.from, g->moved.to, deadline, w->handle);
      }
    */
    //@ assert stays: NO_JOB_NAMED(before, w->handle) ==> NO_JOB_NAMED(*k, w->handle);
    //@ ghost if (status != RTMR_OK && w->job_status == RTMR_LIVE) rtmr_times_stay(k, &before, w, g->watched);
    /*@ ghost
      if (status == RTMR_OK && w->job_status != RTMR_UNWATCHED && job == w->handle) {
          /@ assert watched: g->watched >= 0 && k->deadline[g->watched] == deadline; @/
          if (w->job_status != RTMR_LIVE) rtmr_trace_again(k, g, w);
          w->job_status = RTMR_LIVE;
          w->job.deadline = deadline;
          w->renewed = 1;
      }
    */
    //@ ghost rtmr_promise_stands(k, g);
    //@ ghost rtmr_waits_after(&w->waits, k, &before, g, status == RTMR_OK);
    return status;
}

enum rtmr_status rtmr_environment_extends(struct rtmr *k, enum rtmr_stage stage, int32_t slot, rtmr_ticks bound)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    struct rtmr_decision decision;
    //@ ghost struct rtmr before = *k;
    //@ ghost struct rtmr_ghost_job known = g->job;
    //@ ghost rtmr_state_ranges(k, g);
    const enum rtmr_status status = rtmr_extend_task(k, stage, slot, bound, &decision) /*@ ghost (g) */;

    /*@ ghost rtmr_observe_bound(&w->map, &g->job.map, &known.map,
                                 status == RTMR_OK && stage == RTMR_MAP ? slot : -1, bound); */
    /*@ ghost rtmr_observe_bound(&w->reduce, &g->job.reduce, &known.reduce,
                                 status == RTMR_OK && stage != RTMR_MAP ? slot : -1, bound); */
    //@ ghost if (w->job_status == RTMR_LIVE) rtmr_times_stay(k, &before, w, g->watched);
    //@ ghost rtmr_promise_stands(k, g);
    //@ ghost rtmr_queue_stays(k, &before);
    //@ ghost rtmr_waits_after(&w->waits, k, &before, g, status == RTMR_OK);
    return status;
}

enum rtmr_status rtmr_environment_reestimates(struct rtmr *k, rtmr_handle job, enum rtmr_stage stage,
                                              rtmr_ticks estimate)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    struct rtmr_decision decision;
    //@ ghost struct rtmr before = *k;
    //@ ghost rtmr_state_ranges(k, g);
    const enum rtmr_status status = rtmr_change_estimate(k, job, stage, estimate, &decision) /*@ ghost (g) */;

    //@ ghost if (w->job_status == RTMR_LIVE) rtmr_times_stay(k, &before, w, g->watched);
    /*@ ghost
      if (status == RTMR_OK && w->job_status == RTMR_LIVE && job == w->handle) {
          w->reestimated = 1;
          if (stage == RTMR_MAP) w->job.map_estimate = estimate;
          else w->job.reduce_estimate = estimate;
      }
    */
    //@ ghost rtmr_promise_stands(k, g);
    //@ ghost rtmr_queue_stays(k, &before);
    //@ ghost rtmr_waits_after(&w->waits, k, &before, g, status == RTMR_OK);
    return status;
}

enum rtmr_status rtmr_environment_suspends(struct rtmr *k, rtmr_handle job)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    //@ ghost struct rtmr before = *k;
    //@ ghost int32_t was = g->watched;
    //@ ghost rtmr_state_ranges(k, g);
    //@ ghost int32_t gone = rtmr_place_of(k, job);
    const enum rtmr_status status = rtmr_suspend_promise(k, job) /*@ ghost (g) */;

    //@ ghost rtmr_state_ranges(k, g);
    /*@ ghost
      if (status == RTMR_OK) {
          rtmr_steps_back(k, &before, gone, job, w->handle);
          rtmr_queue_without(k, &before, gone);
          /@ assert place:  k->plans_from_slots == 0 && g->watched >= 0 ==> g->watched == was; @/
      } else {
          rtmr_queue_stays(k, &before);
      }
    */
    //@ ghost if (g->watched >= 0) rtmr_times_stay(k, &before, w, g->watched);
    //@ ghost if (w->job_status == RTMR_LIVE && g->watched < 0) w->named = RTMR_SUSPENDED;
    //@ ghost if (w->job_status == RTMR_LIVE && g->watched < 0) w->job_status = RTMR_SUSPENDED;
    //@ ghost rtmr_promise_stands(k, g);
    //@ ghost rtmr_waits_after(&w->waits, k, &before, g, k->promised < before.promised);
    return status;
}

enum rtmr_status rtmr_environment_aborts(struct rtmr *k, rtmr_handle job)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    //@ ghost struct rtmr before = *k;
    //@ ghost int32_t was = g->watched;
    //@ ghost rtmr_state_ranges(k, g);
    //@ ghost int32_t gone = rtmr_place_of(k, job);
    const enum rtmr_status status = rtmr_abort_job(k, job) /*@ ghost (g) */;

    //@ ghost rtmr_state_ranges(k, g);
    /*@ ghost
      if (status != RTMR_OK) {
          rtmr_queue_stays(k, &before);
          if (g->watched >= 0) rtmr_times_stay(k, &before, w, g->watched);
      } else if (k->jobs < before.jobs) {
          /@ assert left:   gone >= 0 && AbortedAtOnce(*k, before, gone); @/
          /@ assert moved:  MOVED_UP(*k, before, gone); @/
          rtmr_queue_without(k, &before, gone);
          rtmr_name_leaves(k, &before, gone, w->handle);
          rtmr_name_leaves(k, &before, gone, job);
          if (g->watched >= 0) rtmr_times_move_up(k, &before, g, w, was, gone);
      } else {
          rtmr_runs_out(k, &before, gone, job, w->handle);
          rtmr_queue_without(k, &before, gone);
          /@ assert place:  k->plans_from_slots == 0 && g->watched >= 0 ==> g->watched == was; @/
          if (g->watched >= 0) rtmr_times_stay(k, &before, w, g->watched);
      }
    */
    //@ ghost if (w->job_status == RTMR_LIVE && g->watched < 0) w->named = RTMR_ABORTED;
    //@ ghost if (w->job_status == RTMR_LIVE && g->watched < 0) w->job_status = RTMR_ABORTED;
    //@ ghost rtmr_promise_stands(k, g);
    //@ ghost rtmr_waits_after(&w->waits, k, &before, g, status == RTMR_OK);
    return status;
}
#endif

enum rtmr_status rtmr_environment_step(struct rtmr *k)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    const enum rtmr_stage stage = rtmr_any_stage();
    const int32_t slot = rtmr_any_number();
    const rtmr_handle handle = rtmr_any_handle();
    const rtmr_ticks to = rtmr_any_instant();
    struct rtmr_job job;
    enum rtmr_status status;

    job.map_tasks = rtmr_any_number();
    job.reduce_tasks = rtmr_any_number();
    job.map_estimate = rtmr_any_instant();
    job.reduce_estimate = rtmr_any_instant();
    job.deadline = rtmr_any_instant();
    //@ ghost w->renewed = 0;
    //@ ghost w->reestimated = 0;
    //@ ghost rtmr_state_ranges(k, g);
    //@ assert there: w->job_status == RTMR_LIVE ==> !NO_JOB_NAMED(*k, w->handle);
    switch (rtmr_any_number()) {
    case 0:
        status = rtmr_environment_submits(k, &job) /*@ ghost (g, w) */;
        break;
    case 1:
        status = rtmr_environment_asks(k, &job, stage) /*@ ghost (g, w) */;
        break;
    case 2:
        status = rtmr_environment_withdraws(k, handle) /*@ ghost (g, w) */;
        break;
    case 3:
        status = rtmr_environment_dispatches(k, stage, slot) /*@ ghost (g, w) */;
        break;
    case 4:
        status = rtmr_environment_reports(k, stage, slot) /*@ ghost (g, w) */;
        break;
#if RTMR_WITH_SLOT_CHANGES
    case 5:
        status = rtmr_environment_loses(k, stage, slot) /*@ ghost (g, w) */;
        break;
    case 6:
        status = rtmr_environment_fails(k, stage, slot) /*@ ghost (g, w) */;
        break;
    case 7:
        status = rtmr_environment_drains(k, stage, slot) /*@ ghost (g, w) */;
        break;
    case 8:
        status = rtmr_environment_adds(k, stage, slot) /*@ ghost (g, w) */;
        break;
#endif
#if RTMR_WITH_PROMISE_CHANGES
    case 9:
        status = rtmr_environment_renews(k, handle, to) /*@ ghost (g, w) */;
        break;
    case 10:
        status = rtmr_environment_extends(k, stage, slot, to) /*@ ghost (g, w) */;
        break;
    case 11:
        status = rtmr_environment_reestimates(k, handle, stage, to) /*@ ghost (g, w) */;
        break;
    case 12:
        status = rtmr_environment_suspends(k, handle) /*@ ghost (g, w) */;
        break;
    case 13:
        status = rtmr_environment_aborts(k, handle) /*@ ghost (g, w) */;
        break;
#endif
    default:
        status = rtmr_environment_waits(k, to) /*@ ghost (g, w) */;
        break;
    }
    return status;
}

void rtmr_environment(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w) */
{
    struct rtmr_setup setup;

    //@ ghost w->job_status = RTMR_UNWATCHED;
    //@ ghost rtmr_ticks latency = 0;
    //@ ghost int32_t per_node = 0;
    /*@ loop assigns setup, latency, per_node, *k, *g; */
    do {
        setup.map_slots = rtmr_any_number();
        setup.reduce_slots = rtmr_any_number();
        setup.feedback = rtmr_any_feedback();
        setup.order = rtmr_any_order();
        setup.counter_offer = rtmr_any_number();
        setup.delta = rtmr_any_instant();
        setup.latency = rtmr_any_instant();
        setup.reduces_per_node = rtmr_any_number();
        //@ ghost latency = setup.latency;
        //@ ghost per_node = setup.reduces_per_node;
    } while (rtmr_init(k, &setup) /*@ ghost (g) */ != RTMR_OK);
    //@ ghost rtmr_state_ranges(k, g);
    //@ ghost rtmr_empty_queue(k);
    //@ ghost rtmr_watch_none(k, g);
    //@ ghost rtmr_waits_begin(&w->waits, k, g, latency, per_node);
    /*@ loop invariant state: State(*k, *g);
        loop invariant queued: QUEUED(*k);
        TRACE(invariant, *k, *g, *w)
        WAITS_OBSERVED(invariant, *k, w->waits)
        loop assigns *k, *g, *w;
    */
    while (1) {
        rtmr_environment_step(k) /*@ ghost (g, w) */;
    }
}
