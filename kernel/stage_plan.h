/*
 * Planning of one job's stage: the loop of Algorithms II and III.
 */
#ifndef RTMR_STAGE_PLAN_H
#define RTMR_STAGE_PLAN_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/lemmas/stage_lemmas.h"
#include "spec/schedule.acsl"
#endif

/* Plans `tasks` tasks of `estimate` ticks each onto the vector: every task takes the smallest
 * entry, starts at max(entry, release) and puts its finish in the entry's place. A finish above
 * RTMR_TIME_MAX is RTMR_NEVER. Returns max(end, latest finish); RTMR_NEVER too if there are
 * tasks and no slots. On runs it moves at most O(tasks + runs) of them: a whole run at a time, and
 * many rounds at once if no other run is due between them; on a heap O(tasks * log n). Source:
 * Algorithm II lines 2-8 with release = now, Algorithm III lines 3-9 with release = e_m. */
/*@ requires valid:    \valid(free_at) && \valid(draft);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range, 0 <= tasks && 0 <= estimate <= 2 * RTMR_TIME_MAX)
             CLAUSE(conjunct, room, 0 <= draft->tasks && draft->tasks + tasks <= RTMR_TASKS)
             CLAUSE(conjunct, ordered, FREE_ORDERED(*free_at)))
    assigns *free_at, draft->tasks, draft->job[0 .. RTMR_TASKS - 1],
            draft->open[0 .. RTMR_TASKS - 1], draft->least[0 .. RTMR_TASKS - 1], draft->start[0 .. RTMR_TASKS - 1],
            draft->finish[0 .. RTMR_TASKS - 1];
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, ordered, FREE_ORDERED(*free_at))
             CLAUSE(conjunct, end, \result >= end)
             CLAUSE(conjunct, range, \result == RTMR_NEVER || \result == end || \result <= RTMR_TIME_MAX)
             CLAUSE(conjunct, nothing, tasks == 0 ==> \result == end)
             CLAUSE(conjunct, no_slot, tasks > 0 && FREE_N(*free_at) == 0 ==> \result == RTMR_NEVER)
             CLAUSE(conjunct, pushed, tasks == 0 || FREE_N(*free_at) > 0 ==> draft->tasks == \old(draft->tasks) + tasks)
             CLAUSE(conjunct, none, FREE_N(*free_at) == 0 ==> draft->tasks == \old(draft->tasks))
             CLAUSE(conjunct, task, \forall integer i; \old(draft->tasks) <= i < draft->tasks ==>
                                    draft->job[i] == place && draft->open[i] == 1)
             CLAUSE(conjunct, times,
                    \forall integer i; \old(draft->tasks) <= i < draft->tasks ==>
                    draft->least[i] <= draft->start[i] && release <= draft->start[i]
                    && draft->start[i] <= draft->finish[i] <= \result
                    && (draft->finish[i] == RTMR_NEVER || draft->start[i] + estimate <= draft->finish[i]))
             CLAUSE(conjunct, kept,
                    \forall integer i; 0 <= i < \old(draft->tasks) ==>
                    draft->job[i] == \old(draft->job)[i] && draft->open[i] == \old(draft->open)[i]
                    && draft->least[i] == \old(draft->least)[i] && draft->start[i] == \old(draft->start)[i]
                    && draft->finish[i] == \old(draft->finish)[i])
             CLAUSE(conjunct, counts, \forall integer i, x; 0 <= i <= \old(draft->tasks) ==>
                                      OpenAbove(draft->open, draft->finish, i, x)
                                      == \old(OpenAbove(draft->open, draft->finish, i, x)))
             CLAUSE(conjunct, scheduled, \forall integer i; \old(draft->tasks) <= i < draft->tasks ==>
                                         Scheduled(release, estimate, draft->least[i], draft->start[i],
                                         draft->finish[i]))
             CLAUSE(conjunct, smallest,
                    \forall integer i, x; \old(draft->tasks) <= i < draft->tasks ==>
                    (x < draft->least[i] <==> \old(FREE_ABOVE(*free_at, x))
                     + OpenAbove(draft->open, draft->finish, i, x) - OpenAbove(draft->open, draft->finish,
                         \old(draft->tasks), x)
                     - LeastAbove(draft->least, i, x) + LeastAbove(draft->least, \old(draft->tasks), x)
                     == FREE_N(*free_at)))
             CLAUSE(conjunct, latest,
                    tasks == 0 || FREE_N(*free_at) > 0 ==> \result == end
                    || (\exists integer i; \old(draft->tasks) <= i < draft->tasks && draft->finish[i] == \result))
             CLAUSE(conjunct, taken, \forall integer i, x; 0 <= i <= \old(draft->tasks) ==>
                                     LeastAbove(draft->least, i, x) == \old(LeastAbove(draft->least, i, x)))
             CLAUSE(conjunct, size, FREE_N(*free_at) == \old(FREE_N(*free_at)))
             CLAUSE(conjunct, exchanged, FREE_N(*free_at) > 0 ==> \forall integer x; FREE_ABOVE(*free_at, x)
                                         == \old(FREE_ABOVE(*free_at, x))
                                            + OpenAbove(draft->open, draft->finish, draft->tasks, x)
                                            - OpenAbove(draft->open, draft->finish, \old(draft->tasks), x)
                                            - LeastAbove(draft->least, draft->tasks, x)
                                            + LeastAbove(draft->least, \old(draft->tasks), x)))
*/
rtmr_ticks rtmr_plan_stage(struct rtmr_availability *free_at, int32_t tasks, rtmr_ticks estimate, rtmr_ticks release,
                           rtmr_ticks end) /*@ ghost (struct rtmr_ghost_plan \ghost *draft, int32_t place) */;

/* The same for tasks with an estimate each: estimates[i] is that of the i-th task to be
 * dispatched. The result is the MAX over the tasks, not the last one's finish. Dispatch must
 * follow the order of the array (slip 10). */
/*@ requires valid:    \valid(free_at) && \valid(draft) && \valid_read(estimates + (0 .. tasks - 1));
    requires range:    0 <= tasks;
    requires times:    \forall integer i; 0 <= i < tasks ==> 0 <= estimates[i] <= 2 * RTMR_TIME_MAX;
    requires room:     0 <= draft->tasks && draft->tasks + tasks <= RTMR_TASKS;
    requires ordered:  FREE_ORDERED(*free_at);
    assigns *free_at, draft->tasks, draft->job[0 .. RTMR_TASKS - 1],
            draft->open[0 .. RTMR_TASKS - 1], draft->least[0 .. RTMR_TASKS - 1], draft->start[0 .. RTMR_TASKS - 1],
            draft->finish[0 .. RTMR_TASKS - 1];
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, ordered, FREE_ORDERED(*free_at))
             CLAUSE(conjunct, end, \result >= end)
             CLAUSE(conjunct, nothing, tasks == 0 ==> \result == end)
             CLAUSE(conjunct, no_slot, tasks > 0 && FREE_N(*free_at) == 0 ==> \result == RTMR_NEVER)
             CLAUSE(conjunct, pushed, tasks == 0 || FREE_N(*free_at) > 0 ==> draft->tasks == \old(draft->tasks) + tasks)
             CLAUSE(conjunct, kept,
                    \forall integer i; 0 <= i < \old(draft->tasks) ==>
                    draft->job[i] == \old(draft->job)[i] && draft->open[i] == \old(draft->open)[i]
                    && draft->least[i] == \old(draft->least)[i] && draft->start[i] == \old(draft->start)[i]
                    && draft->finish[i] == \old(draft->finish)[i])
             CLAUSE(conjunct, task, \forall integer i; \old(draft->tasks) <= i < draft->tasks ==>
                                    draft->job[i] == place && draft->open[i] == 1 && draft->finish[i] <= \result)
             CLAUSE(conjunct, scheduled,
                    \forall integer i; \old(draft->tasks) <= i < draft->tasks ==>
                    Scheduled(release, estimates[i - \old(draft->tasks)], draft->least[i], draft->start[i],
                              draft->finish[i]))
             CLAUSE(conjunct, smallest,
                    \forall integer i, x; \old(draft->tasks) <= i < draft->tasks ==>
                    (x < draft->least[i] <==> \old(FREE_ABOVE(*free_at, x))
                     + OpenAbove(draft->open, draft->finish, i, x) - OpenAbove(draft->open, draft->finish,
                         \old(draft->tasks), x)
                     - LeastAbove(draft->least, i, x) + LeastAbove(draft->least, \old(draft->tasks), x)
                     == FREE_N(*free_at)))
             CLAUSE(conjunct, latest,
                    tasks == 0 || FREE_N(*free_at) > 0 ==> \result == end
                    || (\exists integer i; \old(draft->tasks) <= i < draft->tasks && draft->finish[i] == \result))
             CLAUSE(conjunct, size, FREE_N(*free_at) == \old(FREE_N(*free_at)))
             CLAUSE(conjunct, exchanged, FREE_N(*free_at) > 0 ==> \forall integer x; FREE_ABOVE(*free_at, x)
                                         == \old(FREE_ABOVE(*free_at, x))
                                            + OpenAbove(draft->open, draft->finish, draft->tasks, x)
                                            - OpenAbove(draft->open, draft->finish, \old(draft->tasks), x)
                                            - LeastAbove(draft->least, draft->tasks, x)
                                            + LeastAbove(draft->least, \old(draft->tasks), x)))
*/
rtmr_ticks rtmr_plan_tasks(struct rtmr_availability *free_at, int32_t tasks, const rtmr_ticks *estimates,
                           rtmr_ticks release, rtmr_ticks end)
    /*@ ghost (struct rtmr_ghost_plan \ghost *draft, int32_t place) */;

#endif
