/*
 * What feedback makes of a job's finish times, at the level of events: the vectors from which it
 * plans again are those of Algorithm VI, of all the times that the watched job's tasks were
 * reported at. This joins what the calls promise with algorithm_6.h.
 */
#ifndef PROOFS_FEEDBACK_H
#define PROOFS_FEEDBACK_H

#include "proofs/papers/algorithm_6.h"
#include "proofs/theorem/environment.h"

#if RTMR_WITH_STORED_VECTORS

/* Algorithm VI of a stage, as an auditor does it who has noted m finish times: on vectors of n
 * entries, sorted. */
struct rtmr_ghost_audit {
    int32_t n;
    int32_t m;
    struct rtmr_ghost_items finish;
    struct rtmr_ghost_rows u;
};
#define AUDIT(A) (1 <= (A).n <= RTMR_SLOTS && 0 <= (A).m <= RTMR_TASKS && U_ROWS((A).u, (A).n, (A).m, (A).finish))
/* He has noted the times that the trace S of the stage tells, */
#define TIMES_NOTED(A, S) ((A).m == (S).reports && \forall integer i; 0 <= i < (A).m ==> \
                           (A).finish.of[i] == (S).finish[i])
/* and began with what was stored for the job before the one at p: of as many entries as the
 * stage P has usable slots, as many lie above anything. */
#define BEGAN(A, P, M, p) ((A).n == (P).usable && \forall integer x; \
                           Above((A).u.row[0].at, (A).n, x) == STORED_ABOVE(M, (A).n, p, x))
/* The vector V is his last. */
#define AUDITED(A, V) ((V).n == (A).n && \forall integer x; \
                       Above((V).at, (A).n, x) == Above((A).u.row[(A).m].at, (A).n, x))

/* The vector that the kernel corrects, by the finish times that it remembers of the job at p, is
 * the auditor's last. Hypotheses in words: the finish times ascend; what is remembered are the
 * last of them, as many as there are slots, and no more slots are usable; the vector is that
 * correction. */
/*@ ghost
  /@ requires valid:  \valid_read(pool) && \valid_read(memory) && \valid_read(origin) && \valid(a);
     requires range:  a->n == pool->usable <= limit <= RTMR_SLOTS && 0 <= p < RTMR_JOBS;
     requires audit:  AUDIT(*a);
     requires order:  Ascending(a->finish.of, a->m);
     requires last:   LastTimes(memory->of[p].ended, a->finish.of, a->m, limit);
     requires origin: CORRECTED_BASE(*pool, *memory, *origin, p);
     assigns \nothing;
     ensures same:    BEGAN(*a, *pool, *memory, p) ==> AUDITED(*a, *origin);
  @/
  void rtmr_correction_is_algorithm_6(const struct rtmr_pool \ghost *pool,
                                      const struct rtmr_stage_memory \ghost *memory,
                                      const struct rtmr_vector \ghost *origin, struct rtmr_ghost_audit \ghost *a,
                                      int32_t limit, int32_t p);
*/

/* A slot reports. If that finishes the watched job, and feedback is due, the jobs behind it are
 * planned again from the vectors that Algorithm VI makes of what is stored for the job before
 * it, by all the finish times of its maps, and of its reduces (Algorithm V lines 8 to 13). What
 * is planned from them, task after task, says `fed_back` of the same call. Hypotheses in words:
 * what is to be in any state between two calls; the auditors do Algorithm VI on sorted vectors,
 * each of the stage's usable slots, from what was stored for the job before, and of all the
 * finish times that the trace has. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(w) && \valid(maps) && \valid(reduces);
    requires state:   State(*k, *g);
    TRACE(requires, *k, *g, *w)
    requires map_audit: AUDIT(*maps);
    requires reduce_audit: AUDIT(*reduces);
    WAITS_OBSERVED(requires, *k, w->waits)
    assigns FINISHED(*k), GHOST_FINISHED(*g), w->job_status, w->ended, w->estimated, STAGE_TRACE_TIMES(w->map),
            STAGE_TRACE_TIMES(w->reduce),
            TRACE_RUNS(*w), WAITS_ASSIGNED(w->waits);
    ensures state:    State(*k, *g);
    REPORT_HEARD(ensures, *k, *g, *w, stage, slot)
    ensures recorded: w->job_status != \old(w->job_status) ==>
                      PlanningSame(g->retired.corrected, g->retired.reported) && SettingSame(*k, g->retired.corrected)
                      && g->retired.reported.plans_from_slots == \old(k->plans_from_slots)
                      && g->retired.reported.reduce.end[\old(g->watched)] == w->estimated;
    ensures fed_back: w->job_status != \old(w->job_status) ==>
                      FedBack(g->retired.corrected, g->retired.reported, g->map.replan, g->reduce.replan,
                              \old(g->watched));
    ensures maps:     w->job_status != \old(w->job_status) && CORRECTS(g->retired.corrected,
                          g->retired.reported.reduce.end[\old(g->watched)])
                      && TIMES_NOTED(*maps, w->map) && BEGAN(*maps, g->retired.corrected.map,
                                                             MAP_MEMORY(g->retired.reported), \old(g->watched)) ==>
                      AUDITED(*maps, g->map.replan.origin);
    ensures reduces:  w->job_status != \old(w->job_status) && CORRECTS(g->retired.corrected,
                          g->retired.reported.reduce.end[\old(g->watched)])
                      && TIMES_NOTED(*reduces, w->reduce)
                      && BEGAN(*reduces, g->retired.corrected.reduce, REDUCE_MEMORY(g->retired.reported),
                               \old(g->watched)) ==>
                      AUDITED(*reduces, g->reduce.replan.origin);
*/
void rtmr_report_corrects(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w, struct rtmr_ghost_audit \ghost *maps,
               struct rtmr_ghost_audit \ghost *reduces) */;

#endif

#endif
