#include "admission.h"

#include "latency_pads.h"
#include "stored_vectors.h"

enum rtmr_status rtmr_check_job(const struct rtmr *k, const struct rtmr_job *job)
{
    if (job->map_tasks < 0 || job->map_tasks > RTMR_TASKS) {
        return RTMR_E_MAP_TASKS;
    }
    if (job->reduce_tasks < 0 || job->reduce_tasks > RTMR_TASKS) {
        return RTMR_E_REDUCE_TASKS;
    }
    if (job->map_tasks > 0 && (job->map_estimate < 1 || job->map_estimate > RTMR_TIME_MAX)) {
        return RTMR_E_MAP_ESTIMATE;
    }
    if (job->reduce_tasks > 0 && (job->reduce_estimate < 1 || job->reduce_estimate > RTMR_TIME_MAX)) {
        return RTMR_E_REDUCE_ESTIMATE;
    }
    if (job->deadline < k->now || job->deadline > RTMR_TIME_MAX) {
        return RTMR_E_DEADLINE;
    }
    return RTMR_OK;
}

void rtmr_decision_clear(struct rtmr_decision *decision)
{
    decision->reason = RTMR_REASON_NONE;
    decision->job = RTMR_NO_JOB;
    decision->estimated_finish = RTMR_NEVER;
    decision->late_job = RTMR_NO_JOB;
    decision->late_by = 0;
    decision->earliest_deadline = RTMR_NEVER;
}

/*@ requires valid: \valid(row);
    requires range: STAGE_VALID(tasks, estimate) && 0 <= pad <= RTMR_TIME_MAX / 4;
    assigns *row;
    ensures asked:  STAGE_ASKED(*row, tasks, estimate, pad);
    ensures end:    row->end == 0;
*/
static void new_stage(int32_t tasks, rtmr_ticks estimate, rtmr_ticks pad, struct rtmr_stage_row *row)
{
    row->waiting = tasks;
    row->estimate = tasks > 0 ? estimate + pad : 0;
    row->end = 0;
}

void rtmr_candidate(const struct rtmr *k, const struct rtmr_job *job, struct rtmr_row *row)
{
    row->deadline = job->deadline;
    new_stage(job->map_tasks, job->map_estimate, RTMR_NOTICE_PAD(&k->map), &row->map);
    new_stage(job->reduce_tasks, job->reduce_estimate, RTMR_NOTICE_PAD(&k->reduce), &row->reduce);
}

enum rtmr_reason rtmr_room(const struct rtmr *k, const struct rtmr_row *candidate)
{
    if (k->next_handle == RTMR_LAST_HANDLE) {
        return RTMR_REASON_HANDLES;
    }
    if (candidate->map.waiting == 0 && candidate->reduce.waiting == 0) {
        return RTMR_REASON_NONE;
    }
    if (k->jobs >= RTMR_JOBS) {
        return RTMR_REASON_JOBS_FULL;
    }
    if (candidate->map.waiting > RTMR_TASKS - k->map.tasks ||
        candidate->reduce.waiting > RTMR_TASKS - k->reduce.tasks) {
        return RTMR_REASON_TASKS_FULL;
    }
    return RTMR_REASON_NONE;
}

int32_t rtmr_begin_plan(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
#if RTMR_WITH_STORED_VECTORS
    if (k->plans_from_slots == 0) {
        rtmr_stored_begin(k, place) /*@ ghost (g) */;
        return place;
    }
#else
    (void)place;
#endif
    rtmr_project(k) /*@ ghost (g) */;
    return 0;
}

/* Plans all promised jobs and the candidate by the policy of the setup. */
/*@ requires valid:  \valid(k) && \valid_read(candidate) && \valid(outlook) && \valid(g);
    STATE(requires, *k, *g)
    requires place:  MAY_BE_PUT(*k, place);
    requires fresh:  CANDIDATE(*candidate, *k);
    requires room:   k->map.tasks + candidate->map.waiting <= RTMR_TASKS
                     && k->reduce.tasks + candidate->reduce.waiting <= RTMR_TASKS;
    assigns SCRATCH(*k), *outlook, GHOST_BEGUN(*g);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, late, outlook->late == -1 || PLAN_FROM(*k, place) <= outlook->late <= k->promised)
             CLAUSE(conjunct, miss, outlook->late >= 0 ==>
                                    outlook->late_end > IN_ORDER(outlook->late, place, candidate->deadline,
                                    k->deadline))
             CLAUSE(conjunct, own, outlook->late == -1 ==> k->now <= outlook->candidate.end <= candidate->deadline)
             CLAUSE(conjunct, planned, JOBS_PLANNED(*k, place, *candidate, outlook->late, g->planned))
             BOTH_DRAFTED(conjunct, *g, g->planned)
             CLAUSE(conjunct, bases, BASES(*k, g->map.base, g->reduce.base, place))
             CLAUSE(conjunct, skipped,
                    SKIPPED(g->map.draft, PLAN_FROM(*k, place)) && SKIPPED(g->reduce.draft, PLAN_FROM(*k, place)))
             EXACT(conjunct, map_, \true, k->map, g->map, g->planned)
             EXACT(conjunct, reduce_, \true, k->reduce, g->reduce, g->planned)
             CLAUSE(conjunct, before, \forall integer i; PLAN_FROM(*k, place) <= i < (outlook->late < 0 ? k->promised
                                      + 1
                                          : outlook->late) ==>
                                      g->reduce.draft.end[i] <= IN_ORDER(i, place, candidate->deadline, k->deadline))
             CLAUSE(conjunct, late_end, outlook->late >= 0 ==> outlook->late_end ==
                                        (outlook->late < g->planned ? g->reduce.draft.end[outlook->late] : RTMR_NEVER))
             CLAUSE(conjunct, own_end,
                    outlook->candidate.end == (place < g->planned ? g->reduce.draft.end[place] : RTMR_NEVER)))
    ensures jobs:    JOBS_DRAFTED(*k, g->map.draft, g->reduce.draft, PLAN_FROM(*k, place), place, *candidate,
                                  g->planned);
    PLANNED(ensures, outlook->late == -1, *k, *g, PLAN_FROM(*k, place), place, candidate->map, candidate->reduce,
            candidate->deadline,
            outlook->candidate.map_end, outlook->candidate.end)
*/
static void plan_with(struct rtmr *k, int32_t place, const struct rtmr_row *candidate, struct rtmr_outlook *outlook)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_waiting_within(&k->map, k->jobs);
    //@ ghost rtmr_waiting_within(&k->reduce, k->jobs);
    const int32_t from = rtmr_begin_plan(k, place) /*@ ghost (g) */;

    rtmr_plan_jobs(k, from, place, candidate, outlook) /*@ ghost (g) */;
    /*@ assert own: outlook->late == -1 ==>
            g->reduce.draft.end[place] <= candidate->deadline
            && g->reduce.draft.end[place] == outlook->candidate.end; */
}

/* The same, and keeps what was found as a trial. */
/*@ requires valid:  \valid(k) && \valid_read(candidate) && \valid(outlook) && \valid(g);
    TOGETHER(requires, given,
             STATE(conjunct, *k, *g)
             CLAUSE(conjunct, place, MAY_BE_PUT(*k, place))
             CLAUSE(conjunct, fresh, CANDIDATE(*candidate, *k))
             CLAUSE(conjunct, room, k->map.tasks + candidate->map.waiting <= RTMR_TASKS
                                    && k->reduce.tasks + candidate->reduce.waiting <= RTMR_TASKS))
    assigns SCRATCH(*k), *outlook, GHOST_SCRATCH(*g);
    ensures tried:   TRIED(g->trial, *candidate) && g->trial.place == place;
    ensures verdict: Verdict(*k, g->trial, candidate->deadline);
    ensures late:    outlook->late == g->trial.late && (outlook->late == -1 || 0 <= outlook->late <= k->promised);
    ensures miss:    outlook->late >= 0 ==>
                     outlook->late_end > IN_ORDER(outlook->late, place, candidate->deadline, k->deadline);
    ensures late_end: outlook->late >= 0 ==> outlook->late_end == LATE_END(g->trial);
    ensures own_end: outlook->candidate.end == TRIAL_END(g->trial);
    ensures own:     outlook->late == -1 ==> k->now <= outlook->candidate.end <= candidate->deadline;
    PLANNED(ensures, outlook->late == -1, *k, *g, PLAN_FROM(*k, place), place, candidate->map, candidate->reduce,
            candidate->deadline,
            outlook->candidate.map_end, outlook->candidate.end)
    ensures drafts:  JUST_DRAFTED(g->trial, *g);
*/
static void try_candidate(struct rtmr *k, int32_t place, const struct rtmr_row *candidate, struct rtmr_outlook *outlook)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    plan_with(k, place, candidate, outlook) /*@ ghost (g) */;
    //@ ghost rtmr_keep_trial(g, place, candidate, outlook->late);
    //@ ghost rtmr_verdict_fold(k, &g->trial, candidate->deadline);
}

/* Says what an outlook means for a candidate at `place` with this deadline. */
/*@ requires valid:  \valid_read(k) && \valid_read(outlook) && \valid(decision);
    requires place:  0 <= place <= k->promised <= RTMR_JOBS && -1 <= outlook->late <= k->promised;
    requires miss:   outlook->late >= 0 ==> outlook->late_end > IN_ORDER(outlook->late, place, deadline, k->deadline);
    requires due:    0 <= deadline && \forall integer p; 0 <= p < k->promised ==> 0 <= k->deadline[p];
    assigns decision->reason, decision->estimated_finish, decision->late_job, decision->late_by;
    ensures reason:  decision->reason == (outlook->late < 0 ? RTMR_REASON_NONE : RTMR_REASON_LATE);
    ensures finish:  decision->estimated_finish == outlook->candidate.end;
    ensures named:   decision->late_job == (outlook->late < 0 || outlook->late == place ? \old(decision->late_job)
                     : k->handle[outlook->late < place ? outlook->late : outlook->late - 1]);
    ensures on_time: outlook->late < 0 ==> decision->late_by == \old(decision->late_by);
    ensures late_by: outlook->late >= 0 ==>
                     decision->late_by > 0 && decision->late_by == (outlook->late_end == RTMR_NEVER ? RTMR_NEVER
                     : outlook->late_end - IN_ORDER(outlook->late, place, deadline, k->deadline));
*/
static void decide(const struct rtmr *k, int32_t place, rtmr_ticks deadline, const struct rtmr_outlook *outlook,
                   struct rtmr_decision *decision)
{
    const int32_t late = outlook->late;
    rtmr_ticks due = deadline;

    decision->reason = RTMR_REASON_NONE;
    decision->estimated_finish = outlook->candidate.end;
    if (late < 0) {
        return;
    }
    if (late != place) {
        const int32_t p = late < place ? late : late - 1;
        decision->late_job = k->handle[p];
        due = k->deadline[p];
    }
    decision->reason = RTMR_REASON_LATE;
    decision->late_by = outlook->late_end == RTMR_NEVER ? RTMR_NEVER : outlook->late_end - due;
}

/* Tests a candidate that there is room for. */
/*@ requires valid:  \valid(k) && \valid(candidate) && \valid(decision) && \valid(g);
    TOGETHER(requires, given,
             STATE(conjunct, *k, *g)
             CLAUSE(conjunct, place, MAY_BE_PUT(*k, place))
             CLAUSE(conjunct, fresh, CANDIDATE(*candidate, *k))
             CLAUSE(conjunct, room, ROOM(*k, *candidate) == RTMR_REASON_NONE))
    assigns SCRATCH(*k), candidate->map.end, candidate->reduce.end, decision->reason, decision->estimated_finish,
            decision->late_job,
            decision->late_by, GHOST_SCRATCH(*g);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, tried, HAS_TASKS(*candidate) ==> TRIED(g->trial, *candidate) && g->trial.place == place)
             CLAUSE(conjunct, reason, decision->reason == RTMR_REASON_NONE || decision->reason == RTMR_REASON_LATE)
             CLAUSE(conjunct, late, decision->reason == RTMR_REASON_LATE ==> decision->late_by > 0)
             CLAUSE(conjunct, finish, decision->estimated_finish == candidate->reduce.end)
             CLAUSE(conjunct, in_time,
                    decision->reason == RTMR_REASON_NONE ==> k->now <= candidate->reduce.end <= candidate->deadline)
             CLAUSE(conjunct, nothing, !HAS_TASKS(*candidate) ==>
                                       decision->reason == RTMR_REASON_NONE && decision->estimated_finish == k->now
                                       && NAMES_AS_BEFORE(*decision))
             CLAUSE(conjunct, verdict, HAS_TASKS(*candidate) ==> Verdict(*k, g->trial, candidate->deadline))
             CLAUSE(conjunct, drafts, HAS_TASKS(*candidate) ==> JUST_DRAFTED(g->trial, *g)))
    ensures decided: HAS_TASKS(*candidate) && \old(NAMES_NO_JOB(*decision)) ==>
                     DECIDED(\old(*k), g->trial, candidate->deadline, *decision);
    PLANNED(ensures, decision->reason == RTMR_REASON_NONE && HAS_TASKS(*candidate), *k, *g, PLAN_FROM(*k, place), place,
            candidate->map, candidate->reduce,
            candidate->deadline, candidate->map.end, candidate->reduce.end)
*/
static void test_schedule(struct rtmr *k, struct rtmr_row *candidate, int32_t place, struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_outlook outlook;

    outlook.late = -1;
    outlook.late_end = k->now;
    outlook.candidate.map_end = k->now;
    outlook.candidate.end = k->now;
    if (candidate->map.waiting > 0 || candidate->reduce.waiting > 0) {
        try_candidate(k, place, candidate, &outlook) /*@ ghost (g) */;
    }
    candidate->map.end = outlook.candidate.map_end;
    candidate->reduce.end = outlook.candidate.end;
    decide(k, place, candidate->deadline, &outlook, decision);
}

/* Tests a checked job at its place, writing scratch only. Fills the decision but for `job` and
 * `earliest_deadline`; the job is accepted if decision->reason is RTMR_REASON_NONE; then its row
 * has its planned ends. */
/*@ requires valid:  \valid(k) && \valid(candidate) && \valid(decision) && \valid(g);
    requires state:  State(*k, *g);
    requires place:  MAY_BE_PUT(*k, place);
    requires fresh:  CANDIDATE(*candidate, *k);
    assigns SCRATCH(*k), candidate->map.end, candidate->reduce.end, decision->reason, decision->estimated_finish,
            decision->late_job,
            decision->late_by, GHOST_SCRATCH(*g);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             CLAUSE(conjunct, full, decision->reason != RTMR_REASON_NONE && decision->reason != RTMR_REASON_LATE <==>
                                    ROOM(*k, *candidate) != RTMR_REASON_NONE)
             CLAUSE(conjunct, room,
                    ROOM(*k, *candidate) != RTMR_REASON_NONE ==> decision->reason == ROOM(*k, *candidate)
                    && decision->estimated_finish == \old(decision->estimated_finish) && NAMES_AS_BEFORE(*decision))
             CLAUSE(conjunct, late, decision->reason == RTMR_REASON_LATE ==> decision->late_by > 0)
             CLAUSE(conjunct, finish,
                    ROOM(*k, *candidate) == RTMR_REASON_NONE ==> decision->estimated_finish == candidate->reduce.end)
             CLAUSE(conjunct, in_time,
                    decision->reason == RTMR_REASON_NONE ==> k->now <= candidate->reduce.end <= candidate->deadline)
             CLAUSE(conjunct, nothing, ROOM(*k, *candidate) == RTMR_REASON_NONE && !HAS_TASKS(*candidate) ==>
                                       decision->reason == RTMR_REASON_NONE && decision->estimated_finish == k->now
                                       && NAMES_AS_BEFORE(*decision))
             CLAUSE(conjunct, drafts,
                    ROOM(*k, *candidate) == RTMR_REASON_NONE && HAS_TASKS(*candidate) ==> JUST_DRAFTED(g->trial, *g)))
    ensures tried: ROOM(*k, *candidate) == RTMR_REASON_NONE && HAS_TASKS(*candidate) ==>
                      TRIED(g->trial, *candidate) && g->trial.place == place;
    ensures verdict: ROOM(*k, *candidate) == RTMR_REASON_NONE && HAS_TASKS(*candidate) ==>
                      Verdict(*k, g->trial, candidate->deadline);
    ensures decided: ROOM(*k, *candidate) == RTMR_REASON_NONE && HAS_TASKS(*candidate)
                      && \old(NAMES_NO_JOB(*decision)) ==>
                      DECIDED(\old(*k), g->trial, candidate->deadline, *decision);
    PLANNED(ensures, decision->reason == RTMR_REASON_NONE
                     && HAS_TASKS(*candidate), *k, *g, PLAN_FROM(*k, place), place,
                 candidate->map, candidate->reduce,
                 candidate->deadline, candidate->map.end, candidate->reduce.end)
*/
static void test_candidate(struct rtmr *k, struct rtmr_row *candidate, int32_t place, struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_unfold(k, g);
    decision->reason = rtmr_room(k, candidate);
    if (decision->reason == RTMR_REASON_NONE) {
        test_schedule(k, candidate, place, decision) /*@ ghost (g) */;
        //@ ghost rtmr_state_fold(k, g);
    }
}

void rtmr_adopt(struct rtmr *k)
{
    /*@ loop invariant range: 0 <= i <= k->promised;
        loop invariant ends:  \forall integer p; 0 <= p < i ==>
                              k->map.end[p] == k->map.draft[p] && k->reduce.end[p] == k->reduce.draft[p];
        loop invariant kept:  ENDS_STAY(*k, \at(*k, Pre), k->promised);
        loop assigns i, k->map.end[0 .. RTMR_JOBS - 1], k->reduce.end[0 .. RTMR_JOBS - 1];
        loop variant k->promised - i;
    */
    for (int32_t i = 0; i < k->promised; i++) {
        k->map.end[i] = k->map.draft[i];
        k->reduce.end[i] = k->reduce.draft[i];
    }
}

/* The planned ends that the test left become those of the jobs in the table. */
/*@ requires valid:  \valid(k) && \valid_read(candidate) && \valid(g);
    TOGETHER(requires, given,
             STATE(conjunct, *k, *g)
             CLAUSE(conjunct, place, MAY_BE_PUT(*k, place))
             PLANNED(conjunct, \true, *k, *g, PLAN_FROM(*k, place), place, candidate->map, candidate->reduce,
                 candidate->deadline, candidate->map.end, candidate->reduce.end))
    assigns k->map.end[0 .. RTMR_JOBS - 1], k->reduce.end[0 .. RTMR_JOBS - 1];
    ensures ends:    \forall integer p; 0 <= p < k->promised ==>
                     k->map.end[p] == k->map.draft[p] && k->reduce.end[p] == k->reduce.draft[p];
    ensures in_time: InTime(k->promised, k->map.end, k->reduce.end, k->deadline);
    ensures own:     candidate->map.end <= candidate->reduce.end <= candidate->deadline;
    ensures kept:    ENDS_STAY(*k, \old(*k), k->promised);
    BOTH_STAGES(ensures, slot_bounds, SLOT_BOUNDS, *k, k->promised, k->now)
*/
static void adopt_ends(struct rtmr *k)
/*@ ghost (struct rtmr_ghost \ghost *g, int32_t place, const struct rtmr_row *candidate) */
{
    //@ ghost rtmr_drafts_in_time(k, g, GHOST_PLAN_FROM(k, place), place, candidate);
    rtmr_adopt(k);
}

/* Puts a tested job at its place, with the planned ends that the test left. */
/*@ requires valid:  \valid(k) && \valid(candidate) && \valid(g);
    TOGETHER(requires, given,
             STATE(conjunct, *k, *g)
             CLAUSE(conjunct, place, MAY_BE_PUT(*k, place))
             CLAUSE(conjunct, fresh, CANDIDATE(*candidate, *k) && HAS_TASKS(*candidate))
             CLAUSE(conjunct, room, ROOM(*k, *candidate) == RTMR_REASON_NONE)
             PLANNED(conjunct, \true, *k, *g, PLAN_FROM(*k, place), place, candidate->map, candidate->reduce,
                 candidate->deadline, candidate->map.end, candidate->reduce.end))
    assigns TABLE_COLUMNS(*k), k->map.tasks, k->reduce.tasks, k->jobs, k->promised, k->next_handle, MEMORY(*k),
            g->watched;
    TOGETHER(ensures, outcome,
             TABLE(conjunct, *k, k->promised)
             WATCHED(conjunct, *k, *g)
             CLAUSE(conjunct, unflagged, k->plans_from_slots == 0 ==> k->promised == k->jobs)
             CLAUSE(conjunct, in_time, InTime(k->promised, k->map.end, k->reduce.end, k->deadline))
             CLAUSE(conjunct, put, ROW_IS(*k, place, \old(k->next_handle), *candidate))
             CLAUSE(conjunct, count, k->jobs == \old(k->jobs) + 1 && k->promised == \old(k->promised) + 1
                                     && k->next_handle == \old(k->next_handle) + 1)
             ALL_TASKS_STAY(conjunct, *k)
             CLAUSE(conjunct, flagged, FLAGGED_ENDS(*k, \old(k->map.end), \old(k->reduce.end))))
    ensures watch: g->watched == \old(g->watched) + (\old(g->watched) >= place ? 1 : 0);
    BOTH_MEMORIES(ensures, same, RowsKept, *k)
    ensures map_front: \forall integer p; 0 <= p < PLAN_FROM(*k, place) ==> k->map.end[p] == \old(k->map.end)[p];
    ensures reduce_front: \forall integer p; 0 <= p < PLAN_FROM(*k, place) ==>
                      k->reduce.end[p] == \old(k->reduce.end)[p];
    STAGE_PUT(ensures, put_map_, *k, k->map, MAP_MEMORY(*k), g->map, PLAN_FROM(*k, place), place)
    STAGE_PUT(ensures, put_reduce_, *k, k->reduce, REDUCE_MEMORY(*k), g->reduce, PLAN_FROM(*k, place), place)
    ensures release: PlanRelease(g->reduce.plan.first[PLAN_FROM(*k, place)], g->reduce.plan.open, g->reduce.plan.job,
                                 g->reduce.plan.start, k->map.end);
    ensures before:  \forall integer p; 0 <= p < place ==> PARAMETERS_KEPT(*k, p, Pre, p);
    ensures behind:  \forall integer p; place < p < k->jobs ==> PARAMETERS_KEPT(*k, p, Pre, p - 1);
    ensures map_finish_times: k->plans_from_slots == 0 ==>
                     TimesPut(place, k->promised, MAP_MEMORY(*k), \old(MAP_MEMORY(*k)));
    ensures reduce_finish_times: k->plans_from_slots == 0 ==>
                     TimesPut(place, k->promised, REDUCE_MEMORY(*k), \old(REDUCE_MEMORY(*k)));
*/
static void put_in(struct rtmr *k, int32_t place, const struct rtmr_row *candidate)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost int32_t from = GHOST_PLAN_FROM(k, place);
#if RTMR_WITH_STORED_VECTORS
    /*@ ghost
      if (k->plans_from_slots == 0) {
        rtmr_behind_floor(k, place);
        rtmr_runs_before(&k->map, place, k->jobs, k->now);
        rtmr_runs_before(&k->reduce, place, k->jobs, k->now);
      }
    */
#endif
    //@ ghost struct rtmr before = *k;
    adopt_ends(k) /*@ ghost (g, place, candidate) */;
    //@ ghost struct rtmr was = *k;
    rtmr_table_insert(k, place, candidate) /*@ ghost (g) */;
    //@ ghost rtmr_ends_move(k, &was, &before);
    /*@ ghost
      rtmr_plan_in_front(&k->map, &MAP_MEMORY(*k), &g->map, &was.map, k->plans_from_slots, from, place, was.promised,
                         k->now);
      rtmr_plan_in_front(&k->reduce, &REDUCE_MEMORY(*k), &g->reduce, &was.reduce, k->plans_from_slots, from, place,
                         was.promised, k->now);
      rtmr_draft_in_order(&k->map, &g->map, &was.map, &candidate->map, from, place, was.promised);
      rtmr_draft_in_order(&k->reduce, &g->reduce, &was.reduce, &candidate->reduce, from, place, was.promised);
    */
#if RTMR_WITH_STORED_VECTORS
    if (k->plans_from_slots == 0) {
        rtmr_stored_forget(k, place) /*@ ghost (g) */;
    }
#endif
    //@ ghost rtmr_waiting_within(&k->map, k->jobs);
    //@ ghost rtmr_waiting_within(&k->reduce, k->jobs);
}

/* Puts a tested job at its place and adopts the plan that the test left. */
/*@ requires valid:  \valid(k) && \valid(candidate) && \valid(g);
    TOGETHER(requires, given,
             STATE(conjunct, *k, *g)
             CLAUSE(conjunct, place, MAY_BE_PUT(*k, place))
             CLAUSE(conjunct, fresh, CANDIDATE(*candidate, *k) && HAS_TASKS(*candidate))
             CLAUSE(conjunct, room, ROOM(*k, *candidate) == RTMR_REASON_NONE)
             PLANNED(conjunct, \true, *k, *g, PLAN_FROM(*k, place), place, candidate->map, candidate->reduce,
                 candidate->deadline, candidate->map.end, candidate->reduce.end))
    assigns TABLE_COLUMNS(*k), k->map.tasks, k->reduce.tasks, k->jobs, k->promised, k->next_handle, MEMORY(*k),
            g->watched,
            g->map.plan, g->map.last, g->map.position[0 .. RTMR_SLOTS - 1],
            g->reduce.plan, g->reduce.last, g->reduce.position[0 .. RTMR_SLOTS - 1];
    STATE_KEEPING(ensures, *k, *g, place)
    PENDING(ensures, *k)
    ensures put:     ROW_IS(*k, place, \old(k->next_handle), *candidate);
    ensures before:  \forall integer p; 0 <= p < place ==> PARAMETERS_KEPT(*k, p, Pre, p);
    ensures behind:  \forall integer p; place < p < k->jobs ==> PARAMETERS_KEPT(*k, p, Pre, p - 1);
    ensures count:   k->jobs == \old(k->jobs) + 1 && k->promised == \old(k->promised) + 1
                     && k->next_handle == \old(k->next_handle) + 1;
    ensures watch:   g->watched == \old(g->watched) + (\old(g->watched) >= place ? 1 : 0);
    BOTH_MEMORIES(ensures, finish_times, k->plans_from_slots == 0 ==> TimesPut, *k, place, k->promised)
    ALL_TASKS_STAY(ensures, *k)
    ensures flagged: FLAGGED_ENDS(*k, \old(k->map.end), \old(k->reduce.end));
    BOTH_MEMORIES(ensures, same, RowsKept, *k)
    ensures map_ends: EndsAdopted(PLAN_FROM(*k, place), k->promised, k->map.end, \old(k->map.end), g->map.draft.end);
    ensures reduce_ends: EndsAdopted(PLAN_FROM(*k, place), k->promised, k->reduce.end, \old(k->reduce.end),
                                     g->reduce.draft.end);
*/
static void take_in(struct rtmr *k, int32_t place, const struct rtmr_row *candidate)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    put_in(k, place, candidate) /*@ ghost (g) */;
    //@ ghost struct rtmr_ghost_kept map_kept;
    //@ ghost struct rtmr_ghost_kept reduce_kept;
    //@ ghost int32_t from = GHOST_PLAN_FROM(k, place);
    //@ ghost rtmr_adopt_behind(&k->map, &MAP_MEMORY(*k), &g->map, &map_kept, from, k->promised, k->now);
    //@ ghost struct rtmr_ghost_pool was = g->reduce;
    //@ ghost rtmr_adopt_behind(&k->reduce, &REDUCE_MEMORY(*k), &g->reduce, &reduce_kept, from, k->promised, k->now);
    //@ ghost rtmr_all_released(k, g, &was, &reduce_kept, from);
}

int32_t rtmr_consider(struct rtmr *k, const struct rtmr_job *job, struct rtmr_row *candidate,
                      struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost struct rtmr before = *k;
    //@ ghost rtmr_state_ranges(k, g);
    const int32_t place = rtmr_table_place(k, job->deadline);

    rtmr_candidate(k, job, candidate);
    test_candidate(k, candidate, place, decision) /*@ ghost (g) */;
    //@ ghost rtmr_note_verdict(k, g);
    //@ ghost rtmr_verdict_kept(&before, k, &g->verdict, job->deadline);
    /*@ ghost
      if (decision->reason == RTMR_REASON_NONE && (candidate->map.waiting > 0 || candidate->reduce.waiting > 0)) {
          rtmr_planned_fold(k, g, place, candidate);
      }
    */
    return place;
}

rtmr_handle rtmr_accept(struct rtmr *k, int32_t place, const struct rtmr_row *candidate)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const rtmr_handle handle = k->next_handle;

    //@ ghost struct rtmr before = *k;
    //@ ghost rtmr_state_unfold(k, g);
    if (candidate->map.waiting == 0 && candidate->reduce.waiting == 0) {
        //@ ghost g->admitted = -1;
        k->next_handle++;
        //@ ghost rtmr_unnoted_fold(k, g);
        return handle;
    }
    take_in(k, place, candidate) /*@ ghost (g) */;
    //@ ghost rtmr_ends_drafted(k, g, &before, place);
    //@ ghost g->admitted = place;
    //@ ghost struct rtmr put = *k;
    rtmr_stored_admitted(k, place) /*@ ghost (g) */;
    //@ ghost rtmr_ends_recorded(k, g, &put, &before, place);
#if RTMR_WITH_STORED_VECTORS
    /*@ ghost
      if (k->plans_from_slots == 0) {
          rtmr_memory_put(&MAP_MEMORY(*k), &MAP_MEMORY(put), &MAP_MEMORY(before), place, k->promised);
          rtmr_memory_put(&REDUCE_MEMORY(*k), &REDUCE_MEMORY(put), &REDUCE_MEMORY(before), place, k->promised);
      }
    */
#endif
    //@ ghost rtmr_unnoted_fold(k, g);
    return handle;
}
