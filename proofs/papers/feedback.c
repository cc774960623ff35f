/*
 * How feedback.h follows.
 */
#include "proofs/papers/feedback.h"

#if RTMR_WITH_STORED_VECTORS

/*@ ghost
  void rtmr_correction_is_algorithm_6(const struct rtmr_pool \ghost *pool,
                                      const struct rtmr_stage_memory \ghost *memory,
                                      const struct rtmr_vector \ghost *origin, struct rtmr_ghost_audit \ghost *a,
                                      int32_t limit, int32_t p)
  {
      struct rtmr_vector ended = memory->of[p].ended;

      rtmr_last_times_suffice(&a->u, &a->finish, &ended, a->n, limit, a->m);
  }
*/

/* 1 if the auditor has noted the times that the trace has of the stage. */
/*@ ghost
  /@ requires valid:  \valid(a) && \valid(stage);
     requires range:  0 <= a->m <= RTMR_TASKS;
     assigns \nothing;
     ensures noted:   \result != 0 <==> TIMES_NOTED(*a, *stage);
  @/
  static int32_t noted(struct rtmr_ghost_audit \ghost *a, struct rtmr_trace_stage \ghost *stage)
  {
      if (a->m != stage->reports) return 0;
      /@ loop invariant range: 0 <= i <= a->m;
         loop invariant same:  \forall integer j; 0 <= j < i ==> a->finish.of[j] == stage->finish[j];
         loop assigns i;
         loop variant a->m - i;
      @/
      for (int32_t i = 0; i < a->m; i++) {
          if (a->finish.of[i] != stage->finish[i]) return 0;
      }
      return 1;
  }
*/

/* What feedback, if it was due, began with, and that it left the finish times alone. */
/*@ ghost
  /@ requires valid:    \valid(g);
     requires place:    0 <= p < RTMR_JOBS;
     requires fed_back: FedBack(g->retired.corrected, g->retired.reported, g->map.replan, g->reduce.replan, p);
     requires due:      CORRECTS(g->retired.corrected, g->retired.reported.reduce.end[p]);
     assigns \nothing;
     ensures maps:      CORRECTED_BASE(g->retired.corrected.map, MAP_MEMORY(g->retired.corrected), g->map.replan.origin,
                                       p)
                        && VectorSame(MAP_MEMORY(g->retired.corrected).of[p].ended,
                                      MAP_MEMORY(g->retired.reported).of[p].ended);
     ensures reduces:   CORRECTED_BASE(g->retired.corrected.reduce, REDUCE_MEMORY(g->retired.corrected),
                                       g->reduce.replan.origin, p)
                        && VectorSame(REDUCE_MEMORY(g->retired.corrected).of[p].ended,
                                      REDUCE_MEMORY(g->retired.reported).of[p].ended);
  @/
  static void corrected(struct rtmr_ghost \ghost *g, int32_t p)
  {
  }
*/

/* The auditor's last vector is what the kernel's correction makes, if he noted what the trace
 * has. */
/*@ ghost
  /@ requires valid:  \valid_read(pool) && \valid_read(memory) && \valid_read(reported) && \valid_read(origin)
                      && \valid(a) && \valid(stage);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, pool->usable <= limit <= RTMR_SLOTS && 0 <= p < RTMR_JOBS)
              CLAUSE(conjunct, audit, AUDIT(*a))
              CLAUSE(conjunct, past, Ascending(stage->finish, stage->reports))
              CLAUSE(conjunct, observed, TIMES_OBSERVED(*reported, p, *stage, limit))
              CLAUSE(conjunct, same, VectorSame(memory->of[p].ended, reported->of[p].ended))
              CLAUSE(conjunct, front, p > 0 ==> memory->of[p - 1].row == reported->of[p - 1].row)
              CLAUSE(conjunct, origin, CORRECTED_BASE(*pool, *memory, *origin, p)))
     assigns \nothing;
     ensures same:    TIMES_NOTED(*a, *stage) && BEGAN(*a, *pool, *reported, p) ==> AUDITED(*a, *origin);
  @/
  static void audited(const struct rtmr_pool \ghost *pool, const struct rtmr_stage_memory \ghost *memory,
                      const struct rtmr_stage_memory \ghost *reported, const struct rtmr_vector \ghost *origin,
                      struct rtmr_ghost_audit \ghost *a, struct rtmr_trace_stage \ghost *stage, int32_t limit,
                      int32_t p)
  {
      if (noted(a, stage) != 0 && a->n == pool->usable) rtmr_correction_is_algorithm_6(pool, memory, origin, a, limit,
          p);
  }
*/

void rtmr_report_corrects(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w, struct rtmr_ghost_audit \ghost *maps,
               struct rtmr_ghost_audit \ghost *reduces) */
{
    //@ ghost int32_t job_status = w->job_status;
    //@ ghost int32_t place = g->watched;
    //@ ghost int32_t plans_from_slots = k->plans_from_slots;
    //@ ghost rtmr_state_ranges(k, g);
    rtmr_environment_reports(k, stage, slot) /*@ ghost (g, w) */;
    //@ ghost rtmr_state_ranges(k, g);
    /*@ ghost
      if (w->job_status != job_status && plans_from_slots == 0 && k->feedback == RTMR_FEEDBACK_SATU
          && w->estimated - k->now >= k->delta) {
          corrected(g, place);
          audited(&g->retired.corrected.map, &MAP_MEMORY(g->retired.corrected), &MAP_MEMORY(g->retired.reported),
                  &g->map.replan.origin, maps,
                  &w->map, k->map.slots, place);
          audited(&g->retired.corrected.reduce, &REDUCE_MEMORY(g->retired.corrected),
                  &REDUCE_MEMORY(g->retired.reported), &g->reduce.replan.origin, reduces, &w->reduce,
                  k->reduce.slots, place);
      }
    */
}

#endif
