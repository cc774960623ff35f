#include "proofs/examples/refused_run.h"

/*@ ghost
  void rtmr_one_after_the_other(const struct rtmr_pool *pool, struct rtmr_vector \ghost *base,
                                struct rtmr_ghost_plan \ghost *d, int32_t jobs,
                                rtmr_ticks now)
  {
      /@ assert idle: pool->state[0] == RTMR_SLOT_IDLE; @/
      /@ assert task: d->first[0] == 0 && d->first[1] == 1 && d->job[0] == 0; @/
      /@ assert next: jobs == 2 ==> d->first[2] == 2 && d->job[1] == 1; @/
      /@ assert slot: BusyAbove(pool->state, pool->bound, 1, now - 1) == 0
                      && BusyAbove(pool->state, pool->bound, 1, now) == 0; @/
      /@ assert before: Entries(1, base->at, d->open, d->least, d->finish, 0, now - 1) == 1; @/
      /@ assert then: Entries(1, base->at, d->open, d->least, d->finish, 0, now) == 0; @/
      /@ assert least: d->least[0] == now; @/
      /@ assert start: d->start[0] == now && d->finish[0] == now + d->estimate[0]; @/
      /@ assert entry: base->at[0] == now; @/
      /@ assert none: \forall integer x; Entries(1, base->at, d->open, d->least, d->finish, 0, x) == (now > x ? 1 : 0);
                      @/
      /@ assert one: \forall integer x; Entries(1, base->at, d->open, d->least, d->finish, 1, x)
                     == (d->finish[0] > x ? 1 : 0); @/
      /@ assert busy: jobs == 2 ==> Entries(1, base->at, d->open, d->least, d->finish, 1, d->finish[0] - 1) == 1; @/
      /@ assert free: jobs == 2 ==> Entries(1, base->at, d->open, d->least, d->finish, 1, d->finish[0]) == 0; @/
      /@ assert behind: jobs == 2 ==> d->least[1] == d->finish[0]; @/
      /@ assert ends: jobs == 2 ==> d->start[1] == d->finish[0] && d->finish[1] == d->finish[0] + d->estimate[1]; @/
  }
*/

void rtmr_waiting_job_enters(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_decision decision;
    const struct rtmr_job job = { .map_tasks = 1, .map_estimate = 3, .deadline = 4 };

    rtmr_request_job(k, &job, &decision) /*@ ghost (g) */;
    //@ ghost rtmr_state_unfold(k, g);
    //@ assert planned: g->verdict.jobs == 1 && g->verdict.place == 0;
    //@ ghost rtmr_one_after_the_other(&k->map, &g->verdict.map_base, &g->verdict.map, 1, k->now);
    //@ assert none: g->verdict.reduce.first[0] == 0 && g->verdict.reduce.first[1] == 0;
    //@ assert floor: g->verdict.reduce.floor[0] == 3;
    //@ assert end_of: EndOf(g->verdict.reduce.floor[0], 0, 0, g->verdict.reduce.finish, g->verdict.reduce.end[0]);
    //@ assert ends: g->verdict.reduce.end[0] == 3;
    //@ assert accepted: decision.reason == RTMR_REASON_NONE && g->admitted == 0;
    //@ assert tasks: Sum(k->map.unfinished, 1) == 1 && Sum(k->reduce.unfinished, 1) == 0;
}

enum rtmr_status rtmr_passing_job_asks(struct rtmr *k, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const struct rtmr_job job = { .map_tasks = 1, .map_estimate = 2, .deadline = 3 };
    //@ ghost rtmr_state_unfold(k, g);
    //@ assert room: DECIDABLE(*k, job);
    const enum rtmr_status status = rtmr_request_job(k, &job, decision) /*@ ghost (g) */;

    //@ assert place: g->verdict.place == 0;
    //@ assert jobs: 1 <= g->verdict.jobs <= 2;
    //@ ghost rtmr_one_after_the_other(&k->map, &g->verdict.map_base, &g->verdict.map, g->verdict.jobs, 0);
    //@ assert none: g->verdict.reduce.first[0] == 0 && g->verdict.reduce.first[1] == 0;
    //@ assert first_of: EndOf(g->verdict.reduce.floor[0], 0, 0, g->verdict.reduce.finish, g->verdict.reduce.end[0]);
    //@ assert first: g->verdict.reduce.end[0] == 2;
    //@ assert two: g->verdict.jobs == 2;
    //@ assert second_of: EndOf(g->verdict.reduce.floor[1], 0, 0, g->verdict.reduce.finish, g->verdict.reduce.end[1]);
    //@ assert second: g->verdict.reduce.end[1] == 5;
    return status;
}

enum rtmr_status rtmr_refused_run(struct rtmr *k, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const struct rtmr_setup setup = { .map_slots = 1, .reduce_slots = 1 };

    rtmr_init(k, &setup) /*@ ghost (g) */;
    rtmr_waiting_job_enters(k) /*@ ghost (g) */;
    return rtmr_passing_job_asks(k, decision) /*@ ghost (g) */;
}
