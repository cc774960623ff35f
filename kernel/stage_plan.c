#include "stage_plan.h"

#include "ticks.h"

rtmr_ticks rtmr_plan_stage(struct rtmr_vector *free_at, int32_t tasks, rtmr_ticks estimate, rtmr_ticks release,
                           rtmr_ticks end) /*@ ghost (struct rtmr_ghost_plan \ghost *draft, int32_t place) */
{
    rtmr_ticks latest = end;

    if (tasks > 0 && free_at->n < 1) {
        return RTMR_NEVER;
    }
    /*@ loop invariant range:     0 <= i <= tasks && (tasks > 0 ==> free_at->n > 0);
        loop invariant pushed:    draft->tasks == \at(draft->tasks, Pre) + i;
        loop invariant nothing:   i == 0 ==> latest == end;
        loop invariant end:       latest >= end && (latest == end || latest == RTMR_NEVER || latest <= RTMR_TIME_MAX);
        loop invariant ordered:   Ordered(free_at->at, free_at->n);
        loop invariant task:      \forall integer j; \at(draft->tasks, Pre) <= j < draft->tasks ==>
                                    draft->job[j] == place && draft->open[j] == 1;
        loop invariant times:     \forall integer j; \at(draft->tasks, Pre) <= j < draft->tasks ==>
                                    draft->least[j] <= draft->start[j] && release <= draft->start[j]
                                    && draft->start[j] <= draft->finish[j] <= latest
                                    && (draft->finish[j] == RTMR_NEVER
                                        || draft->start[j] + estimate <= draft->finish[j]);
        loop invariant kept:      \forall integer j; 0 <= j < \at(draft->tasks, Pre) ==>
                                    draft->job[j] == \at(draft->job, Pre)[j]
                                    && draft->open[j] == \at(draft->open, Pre)[j]
                                    && draft->least[j] == \at(draft->least, Pre)[j]
                                    && draft->start[j] == \at(draft->start, Pre)[j]
                                    && draft->finish[j] == \at(draft->finish, Pre)[j];
        loop invariant counts:    \forall integer j, x; 0 <= j <= \at(draft->tasks, Pre) ==>
                                    OpenAbove(draft->open, draft->finish, j, x)
                                    == \at(OpenAbove(draft->open, draft->finish, j, x), Pre);
        loop invariant scheduled: \forall integer j; \at(draft->tasks, Pre) <= j < draft->tasks ==>
                                    Scheduled(release, estimate, draft->least[j], draft->start[j], draft->finish[j]);
        loop invariant smallest:  \forall integer j, x; \at(draft->tasks, Pre) <= j < draft->tasks ==>
                                    (x < draft->least[j] <==> Above(\at(free_at->at, Pre), free_at->n, x)
                                     + OpenAbove(draft->open, draft->finish, j, x)
                                     - OpenAbove(draft->open, draft->finish, \at(draft->tasks, Pre), x)
                                     - LeastAbove(draft->least, j, x)
                                     + LeastAbove(draft->least, \at(draft->tasks, Pre), x) == free_at->n);
        loop invariant latest:    latest == end || (\exists integer j; \at(draft->tasks, Pre) <= j < draft->tasks
                                    && draft->finish[j] == latest);
        loop invariant taken:     \forall integer j, x; 0 <= j <= \at(draft->tasks, Pre) ==>
                                    LeastAbove(draft->least, j, x) == \at(LeastAbove(draft->least, j, x), Pre);
        loop invariant exchanged: Exchanged(free_at->n, \at(free_at->at, Pre), free_at->at, \at(draft->tasks, Pre),
                                            draft->tasks,
                                            draft->open, draft->least, draft->finish);
        loop assigns i, latest, free_at->at[0 .. RTMR_SLOTS - 1], draft->tasks, draft->job[0 .. RTMR_TASKS - 1],
            draft->open[0 .. RTMR_TASKS - 1], draft->least[0 .. RTMR_TASKS - 1], draft->start[0 .. RTMR_TASKS - 1],
            draft->finish[0 .. RTMR_TASKS - 1];
        loop variant tasks - i;
    */
    for (int32_t i = 0; i < tasks; i++) {
        const rtmr_ticks least = free_at->at[0];
        const rtmr_ticks start = rtmr_later(least, release);
        const rtmr_ticks finish = start > RTMR_TIME_MAX - estimate ? RTMR_NEVER : start + estimate;

        //@ ghost rtmr_above_first(free_at);
        //@ ghost rtmr_push_task(draft, place, least, start, finish);
        rtmr_vector_replace_first(free_at, finish);
        latest = rtmr_later(latest, finish);
    }
    return latest;
}

rtmr_ticks rtmr_plan_tasks(struct rtmr_vector *free_at, int32_t tasks, const rtmr_ticks *estimates, rtmr_ticks release,
                           rtmr_ticks end)
/*@ ghost (struct rtmr_ghost_plan \ghost *draft, int32_t place) */
{
    rtmr_ticks latest = end;

    /*@ loop invariant range:     0 <= i <= tasks;
        loop invariant ordered:   Ordered(free_at->at, free_at->n);
        loop invariant end:       latest >= end;
        loop invariant nothing:   i == 0 ==> latest == end;
        loop invariant no_slot:   i > 0 && free_at->n == 0 ==> latest == RTMR_NEVER;
        loop invariant pushed:    draft->tasks == \at(draft->tasks, Pre) + (free_at->n > 0 ? i : 0);
        loop invariant kept:      \forall integer j; 0 <= j < \at(draft->tasks, Pre) ==>
                                    draft->job[j] == \at(draft->job, Pre)[j]
                                    && draft->open[j] == \at(draft->open, Pre)[j]
                                    && draft->least[j] == \at(draft->least, Pre)[j]
                                    && draft->start[j] == \at(draft->start, Pre)[j]
                                    && draft->finish[j] == \at(draft->finish, Pre)[j];
        loop invariant task:      \forall integer j; \at(draft->tasks, Pre) <= j < draft->tasks ==>
                                    draft->job[j] == place && draft->open[j] == 1 && draft->finish[j] <= latest;
        loop invariant scheduled: \forall integer j; \at(draft->tasks, Pre) <= j < draft->tasks ==>
                                    Scheduled(release, estimates[j - \at(draft->tasks, Pre)], draft->least[j],
                                              draft->start[j], draft->finish[j]);
        loop invariant counts:    \forall integer j, x; 0 <= j <= \at(draft->tasks, Pre) ==>
                                    OpenAbove(draft->open, draft->finish, j, x)
                                    == \at(OpenAbove(draft->open, draft->finish, j, x), Pre)
                                    && LeastAbove(draft->least, j, x) == \at(LeastAbove(draft->least, j, x), Pre);
        loop invariant smallest:  \forall integer j, x; \at(draft->tasks, Pre) <= j < draft->tasks ==>
                                    (x < draft->least[j] <==> Above(\at(free_at->at, Pre), free_at->n, x)
                                     + OpenAbove(draft->open, draft->finish, j, x)
                                     - OpenAbove(draft->open, draft->finish, \at(draft->tasks, Pre), x)
                                     - LeastAbove(draft->least, j, x)
                                     + LeastAbove(draft->least, \at(draft->tasks, Pre), x) == free_at->n);
        loop invariant latest:    free_at->n > 0 ==>
                                  latest == end || (\exists integer j; \at(draft->tasks, Pre) <= j < draft->tasks
                                    && draft->finish[j] == latest);
        loop invariant exchanged: free_at->n > 0 ==>
                                  Exchanged(free_at->n, \at(free_at->at, Pre), free_at->at, \at(draft->tasks, Pre),
                                                               draft->tasks, draft->open, draft->least, draft->finish);
        loop assigns i, latest, free_at->at[0 .. RTMR_SLOTS - 1], draft->tasks, draft->job[0 .. RTMR_TASKS - 1],
            draft->open[0 .. RTMR_TASKS - 1], draft->least[0 .. RTMR_TASKS - 1], draft->start[0 .. RTMR_TASKS - 1],
            draft->finish[0 .. RTMR_TASKS - 1];
        loop variant tasks - i;
    */
    for (int32_t i = 0; i < tasks; i++) {
        latest = rtmr_plan_stage(free_at, 1, estimates[i], release, latest) /*@ ghost (draft, place) */;
    }
    return latest;
}
