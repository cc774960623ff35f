#include "proofs/examples/first_run.h"

/*@ ghost
  void rtmr_only_task(const struct rtmr_pool *pool, struct rtmr_vector \ghost *base, struct rtmr_ghost_plan \ghost *d,
                      rtmr_ticks now)
  {
      /@ assert idle: pool->state[0] == RTMR_SLOT_IDLE; @/
      /@ assert task: d->first[0] == 0 && d->first[1] == 1 && d->job[0] == 0; @/
      /@ assert slot: BusyAbove(pool->state, pool->bound, 1, now - 1) == 0
                      && BusyAbove(pool->state, pool->bound, 1, now) == 0; @/
      /@ assert before: Entries(1, base->at, d->open, d->least, d->finish, 0, now - 1) == 1; @/
      /@ assert then: Entries(1, base->at, d->open, d->least, d->finish, 0, now) == 0; @/
      /@ assert least: d->least[0] == now; @/
      /@ assert start: d->start[0] == d->release[0] && d->finish[0] == d->release[0] + d->estimate[0]; @/
      /@ assert entry: base->at[0] == now; @/
      /@ assert none:  \forall integer x; Entries(1, base->at, d->open, d->least, d->finish, 0, x) == (now > x ? 1 : 0);
                       @/
  }
*/

enum rtmr_status rtmr_first_job_enters(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_decision decision;
    const struct rtmr_job job = {
        .map_tasks = 1, .reduce_tasks = 1, .map_estimate = 3, .reduce_estimate = 4, .deadline = 7
    };
    const enum rtmr_status status = rtmr_request_job(k, &job, &decision) /*@ ghost (g) */;

    //@ ghost rtmr_state_unfold(k, g);
    //@ assert planned: g->verdict.jobs == 1 && g->verdict.place == 0;
    //@ ghost rtmr_only_task(&k->map, &g->verdict.map_base, &g->verdict.map, k->now);
    //@ ghost rtmr_only_task(&k->reduce, &g->verdict.reduce_base, &g->verdict.reduce, k->now);
    //@ assert ends: g->verdict.map.end[0] == 3 && g->verdict.reduce.end[0] == 7;
    return status;
}

/* The map task that runs is reported. */
/*@ requires valid:   \valid(k) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, state, State(*k, *g))
             CLAUSE(conjunct, tasks, k->map.estimate[0] == 3 && k->reduce.estimate[0] == 4 && k->map.waiting[0] == 0
                                     && k->map.unfinished[0] == 1
                                     && k->reduce.waiting[0] == 1 && k->reduce.unfinished[0] == 1)
             CLAUSE(conjunct, runs, k->map.slots == 1 && k->map.state[0] == RTMR_SLOT_BUSY && k->map.place[0] == 0)
             CLAUSE(conjunct, idle, ALL_IDLE(k->reduce, 1)))
    requires jobs:    k->now == 3 && k->jobs == 1 && k->promised == 1 && k->handle[0] == 1 && k->deadline[0] == 7;
    assigns FINISHED(*k), GHOST_FINISHED(*g);
    ensures state:    State(*k, *g);
    ensures after:    HALFWAY(*k, 3, 0, 1);
*/
static void first_map_ends(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_report report;

    rtmr_complete(k, RTMR_MAP, 0, &report) /*@ ghost (g) */;
    //@ ghost rtmr_state_unfold(k, g);
}

void rtmr_first_map_runs(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_offer offer;
    struct rtmr_alarm alarm;

    //@ ghost rtmr_state_unfold(k, g);
    //@ assert offered: OFFER(k->map, k->jobs, 0);
    rtmr_dispatch_map(k, 0, &offer) /*@ ghost (g) */;
    rtmr_move_clock(k, 3, &alarm) /*@ ghost (g) */;
    first_map_ends(k) /*@ ghost (g) */;
}

void rtmr_first_reduce_runs(struct rtmr *k, struct rtmr_report *report) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_offer offer;
    struct rtmr_alarm alarm;

    //@ ghost rtmr_state_unfold(k, g);
    //@ assert offered: OFFER(k->reduce, k->jobs, 0);
    rtmr_dispatch_reduce(k, 0, &offer) /*@ ghost (g) */;
    rtmr_move_clock(k, 7, &alarm) /*@ ghost (g) */;
    rtmr_complete(k, RTMR_REDUCE, 0, report) /*@ ghost (g) */;
}

void rtmr_first_run(struct rtmr *k, enum rtmr_feedback feedback, struct rtmr_report *report)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const struct rtmr_setup setup = { .map_slots = 1, .reduce_slots = 1, .feedback = feedback };

    rtmr_init(k, &setup) /*@ ghost (g) */;
    rtmr_first_job_enters(k) /*@ ghost (g) */;
    rtmr_first_map_runs(k) /*@ ghost (g) */;
    rtmr_first_reduce_runs(k, report) /*@ ghost (g) */;
}
