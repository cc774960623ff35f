#include "what_if.h"

#if RTMR_WITH_WHAT_IF

#include "admission.h"
#include "availability.h"
#include "ticks.h"

/* Plans job i of the order, the candidate or a promised job, behind those before it. *end becomes
 * its end. Returns its deadline. */
/*@ requires valid:   \valid(k) && \valid_read(candidate) && \valid(end) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, order, 0 <= from <= i <= k->promised && from <= place <= k->promised)
             PLANNING(conjunct, *k, from, *candidate)
             IN_DRAFT(conjunct, *k, *g, from, place, *candidate)
             MAY_GO_ON(conjunct, \true, *k, *g, from, place, *candidate, i))
    requires planned: g->planned == i;
    assigns k->map.free_at, k->reduce.free_at, *end, GHOST_DRAFTED(*g);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, deadline, \result == IN_ORDER(i, place, candidate->deadline, k->deadline))
             CLAUSE(conjunct, served, SERVED(*k, place, *candidate, i) ==> g->planned == i + 1)
             CLAUSE(conjunct, unserved, !SERVED(*k, place, *candidate, i) ==> g->planned == i)
             MAY_GO_ON(conjunct, SERVED(*k, place, *candidate, i), *k, *g, from, place, *candidate, i + 1)
             CLAUSE(conjunct, end, *end == (i < g->planned ? g->reduce.draft.end[i] : RTMR_NEVER))
             CLAUSE(conjunct, ends,
                    \forall integer j; 0 <= j < i ==> g->reduce.draft.end[j] == \old(g->reduce.draft.end)[j]))
    IN_DRAFT(ensures, *k, *g, from, place, *candidate)
*/
static rtmr_ticks plan_in_order(struct rtmr *k, int32_t i, int32_t place, const struct rtmr_row *candidate,
                                rtmr_ticks *end) /*@ ghost (struct rtmr_ghost \ghost *g, int32_t from) */
{
    struct rtmr_row job;
    struct rtmr_span span;

    //@ ghost rtmr_waiting_grows(&k->map, k->promised);
    //@ ghost rtmr_waiting_grows(&k->reduce, k->promised);
    /*@ assert next: i != place ==>
            (\forall integer p; p == (i < place ? i : i - 1) ==>
             Sum(k->map.waiting, p + 1) == Sum(k->map.waiting, p) + k->map.waiting[p]
            && Sum(k->reduce.waiting, p + 1) == Sum(k->reduce.waiting, p) + k->reduce.waiting[p]); */
    rtmr_read_next(k, i, place, candidate, &job);
    rtmr_plan_job(k, &job, job.map.end, job.reduce.end, &span) /*@ ghost (g, i) */;
    //@ assert kept: JOBS_DRAFTED(*k, g->map.draft, g->reduce.draft, from, place, *candidate, i);
    /*@ assert own: SERVED(*k, place, *candidate, i) ==>
            JOBS_DRAFTED(*k, g->map.draft, g->reduce.draft, i, place, *candidate, i + 1); */
    *end = span.end;
    return job.deadline;
}

/* The same unless planning is over: a job is late, and a stage has no slots. `late` is the first
 * late job before job i, -1: there is none; returns the first late one up to it. *end becomes
 * RTMR_NEVER if it is not planned. */
/*@ requires valid:   \valid(k) && \valid_read(candidate) && \valid(end) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, order, 0 <= from <= i <= k->promised && from <= place <= k->promised)
             PLANNING(conjunct, *k, from, *candidate)
             FIRST_PLANNED(conjunct, *k, *g, from, place, *candidate, late, i))
    assigns k->map.free_at, k->reduce.free_at, *end, GHOST_DRAFTED(*g);
    FIRST_PLANNED(ensures, *k, *g, from, place, *candidate, \result, i + 1)
    ensures end:      *end == (i < g->planned ? g->reduce.draft.end[i] : RTMR_NEVER);
    ensures late:     \result == late || (late < 0 && \result == i);
    ensures ends:     \forall integer j; 0 <= j < i ==> g->reduce.draft.end[j] == \old(g->reduce.draft.end)[j];
*/
static int32_t plan_in_turn(struct rtmr *k, int32_t i, int32_t place, const struct rtmr_row *candidate, int32_t late,
                            rtmr_ticks *end) /*@ ghost (struct rtmr_ghost \ghost *g, int32_t from) */
{
    if (late >= 0 && (k->map.usable == 0 || k->reduce.usable == 0)) {
        //@ assert over: g->planned <= i;
        *end = RTMR_NEVER;
        return late;
    }
    const rtmr_ticks deadline = plan_in_order(k, i, place, candidate, end) /*@ ghost (g, from) */;
    //@ assert ended: *end == (i < g->planned ? g->reduce.draft.end[i] : RTMR_NEVER);
    /*@ assert goes_on: (late < 0 && *end <= deadline) || (k->map.usable > 0 && k->reduce.usable > 0) ==>
            SERVED(*k, place, *candidate, i); */
    /*@ assert dues: \forall integer j; 0 <= j < i ==> IN_ORDER(j, place, candidate->deadline, k->deadline)
            == \at(IN_ORDER(j, place, candidate->deadline, k->deadline), Pre); */
    //@ assert none: late < 0 ==> END_IN_TIME(*k, *g, from, i, place, *candidate);
    //@ assert first: late >= 0 ==> END_IN_TIME(*k, *g, from, late, place, *candidate);
    //@ assert own: late < 0 && *end <= deadline ==> END_IN_TIME(*k, *g, from, i + 1, place, *candidate);
    return late < 0 && *end > deadline ? i : late;
}

/* Begins plans with the candidate at `place`: the vectors become those behind the jobs before it.
 * Returns the first late one of these, -1: none is. */
/*@ requires valid:   \valid(k) && \valid_read(candidate) && \valid(g);
    TOGETHER(requires, given,
             STATE(conjunct, *k, *g)
             CLAUSE(conjunct, place, MAY_BE_PUT(*k, place))
             CLAUSE(conjunct, fresh, PLANNABLE(*candidate) && candidate->deadline <= RTMR_TIME_MAX)
             CLAUSE(conjunct, room, k->map.tasks + candidate->map.waiting <= RTMR_TASKS
                                    && k->reduce.tasks + candidate->reduce.waiting <= RTMR_TASKS))
    assigns SCRATCH(*k), GHOST_BEGUN(*g);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, bases, BASES(*k, g->map.base, g->reduce.base, place))
             PLANNING(conjunct, *k, PLAN_FROM(*k, place), *candidate)
             FIRST_PLANNED(conjunct, *k, *g, PLAN_FROM(*k, place), place, *candidate, \result, place))
*/
static int32_t begin_at(struct rtmr *k, int32_t place, const struct rtmr_row *candidate)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    int32_t late = -1;
    //@ ghost rtmr_waiting_within(&k->map, k->jobs);
    //@ ghost rtmr_waiting_within(&k->reduce, k->jobs);
    const int32_t from = rtmr_begin_plan(k, place) /*@ ghost (g) */;

    /*@ loop invariant until: from <= i <= place;
        FIRST_PLANNED(invariant, *k, *g, from, place, *candidate, late, i)
        loop assigns i, late, k->map.free_at, k->reduce.free_at, GHOST_DRAFTED(*g);
        loop variant place - i;
    */
    for (int32_t i = from; i < place; i++) {
        rtmr_ticks end;
        late = plan_in_turn(k, i, place, candidate, late, &end) /*@ ghost (g, from) */;
    }
    return late;
}

/* The candidate goes behind the job at `place`, which is planned before it. */
/*@ requires valid:   \valid(k) && \valid_read(candidate) && \valid(g);
    requires place:   0 <= place < k->promised;
    PLANNING(requires, *k, 0, *candidate)
    FIRST_PLANNED(requires, *k, *g, 0, place, *candidate, late, place)
    assigns k->map.free_at, k->reduce.free_at, GHOST_DRAFTED(*g);
    FIRST_PLANNED(ensures, *k, *g, 0, place + 1, *candidate, \result, place + 1)
*/
static int32_t pass_job(struct rtmr *k, int32_t place, const struct rtmr_row *candidate, int32_t late)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    rtmr_ticks end;

    return plan_in_turn(k, place, place + 1, candidate, late, &end) /*@ ghost (g, 0) */;
}

/* From plans with the candidate at `place` to those with it at the next one: with exact projection
 * one more job is planned, with stored vectors they begin with those of the job there. */
/*@ requires valid:   \valid(k) && \valid_read(candidate) && \valid(g);
    TOGETHER(requires, given,
             STATE(conjunct, *k, *g)
             CLAUSE(conjunct, place, MAY_BE_PUT(*k, place) && place < k->promised)
             CLAUSE(conjunct, room, k->map.tasks + candidate->map.waiting <= RTMR_TASKS
                                    && k->reduce.tasks + candidate->reduce.waiting <= RTMR_TASKS)
             CLAUSE(conjunct, bases, BASES(*k, g->map.base, g->reduce.base, place))
             PLANNING(conjunct, *k, PLAN_FROM(*k, place), *candidate)
             FIRST_PLANNED(conjunct, *k, *g, PLAN_FROM(*k, place), place, *candidate, late, place))
    assigns SCRATCH(*k), GHOST_BEGUN(*g);
    ensures bases:    BASES(*k, g->map.base, g->reduce.base, place + 1);
    PLANNING(ensures, *k, PLAN_FROM(*k, place + 1), *candidate)
    FIRST_PLANNED(ensures, *k, *g, PLAN_FROM(*k, place + 1), place + 1, *candidate, \result, place + 1)
*/
static int32_t next_place(struct rtmr *k, int32_t place, const struct rtmr_row *candidate, int32_t late)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    if (k->plans_from_slots != 0) {
        return pass_job(k, place, candidate, late) /*@ ghost (g) */;
    }
    return begin_at(k, place + 1, candidate) /*@ ghost (g) */;
}

/* When the candidate ends at `place` if it is accepted there with its deadline, RTMR_NEVER if not.
 * The jobs before it are planned, and `late` is the first late one of them. The drafts stay as they
 * are: what is tried is kept as a trial. */
/*@ requires valid:   \valid(k) && \valid_read(candidate) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, place, 0 <= place <= k->promised && from == PLAN_FROM(*k, place))
             CLAUSE(conjunct, bases, BASES(*k, g->map.base, g->reduce.base, place))
             PLANNING(conjunct, *k, from, *candidate)
             FIRST_PLANNED(conjunct, *k, *g, from, place, *candidate, late, place))
    assigns k->map.free_at, k->reduce.free_at, g->trial;
    ensures tried:    TRIED(g->trial, *candidate) && g->trial.place == place;
    VERDICT(ensures, , \true, *k, g->trial, candidate->deadline)
    ensures end:      \result == (g->trial.late < 0 ? g->trial.reduce.end[place] : RTMR_NEVER);
    ensures own:      \result == RTMR_NEVER || \result <= candidate->deadline;
*/
static rtmr_ticks end_at(struct rtmr *k, int32_t place, const struct rtmr_row *candidate, int32_t late)
/*@ ghost (struct rtmr_ghost \ghost *g, int32_t from) */
{
    rtmr_ticks end;
    //@ ghost struct rtmr_ghost apart;
    //@ ghost apart.map = g->map;
    //@ ghost apart.reduce = g->reduce;
    //@ ghost apart.planned = g->planned;
    int32_t first = plan_in_turn(k, place, place, candidate, late, &end) /*@ ghost (&apart, from) */;

    /*@ loop invariant until: place < i <= k->promised + 1;
        loop invariant stops: first >= 0 ==> i == (first < place ? place : first) + 1;
        loop invariant end:   end == (place < apart.planned ? apart.reduce.draft.end[place] : RTMR_NEVER);
        FIRST_PLANNED(invariant, *k, apart, from, place, *candidate, first, i)
        loop assigns i, first, k->map.free_at, k->reduce.free_at, GHOST_DRAFTED(apart);
        loop variant k->promised + 1 - i;
    */
    for (int32_t i = place + 1; first < 0 && i <= k->promised; i++) {
        rtmr_ticks other;
        first = plan_in_turn(k, i, place, candidate, first, &other) /*@ ghost (&apart, from) */;
    }
    /*@ assert in_time: END_IN_TIME(*k, apart, PLAN_FROM(*k, place), first < 0 ? k->promised + 1 : first, place,
                                    *candidate); */
    //@ assert own_end: first < 0 ==> apart.reduce.draft.end[place] <= candidate->deadline;
    //@ ghost rtmr_keep_trial(&apart, place, candidate, first);
    /*@ assert kept: \forall integer i; PLAN_FROM(*k, place) <= i < (first < 0 ? k->promised + 1 : first) ==>
            apart.trial.reduce.end[i] <= IN_ORDER(i, place, candidate->deadline, k->deadline); */
    //@ ghost g->trial = apart.trial;
    return first < 0 ? end : RTMR_NEVER;
}

/* The smallest of the deadlines low .. high, which all put the candidate at `place`, with which it
 * would be accepted now, or RTMR_NEVER. The jobs before it are planned, and are so afterwards. The
 * search began with the table `before` and the deadline `first`. */
/*@ requires valid:   \valid(k) && \valid(candidate) && \valid(g) && \valid_read(before);
    TOGETHER(requires, given,
             CLAUSE(conjunct, place, 0 <= place <= k->promised && from == PLAN_FROM(*k, place))
             CLAUSE(conjunct, dues, 0 <= low && high <= RTMR_TIME_MAX)
             CLAUSE(conjunct, here, \forall integer due; low <= due <= high ==> PLACE(*k, due, place))
             CLAUSE(conjunct, bases, BASES(*k, g->map.base, g->reduce.base, place))
             CLAUSE(conjunct, same, TESTED(*k, *before))
             PLANNING(conjunct, *k, from, *candidate)
             FIRST_PLANNED(conjunct, *k, *g, from, place, *candidate, late, place)
             REFUSED_BEFORE(conjunct, \true, *k, *before, *g, *candidate, first, low))
    assigns k->map.free_at, k->reduce.free_at, k->map.kept, k->reduce.kept, candidate->deadline, g->trial, g->offer,
            g->refused;
    TOGETHER(ensures, outcome,
             PLANNING(conjunct, *k, from, *candidate)
             CLAUSE(conjunct, found, \result == RTMR_NEVER || low <= \result <= high)
             CLAUSE(conjunct, accepts,
                    \result != RTMR_NEVER ==>
                    TRIED(g->offer, *candidate) && PLACE(*k, \result, g->offer.place) && g->offer.late == -1)
             CLAUSE(conjunct, offer_verdict, \result != RTMR_NEVER ==> Verdict(*before, g->offer, \result)))
    FIRST_PLANNED(ensures, *k, *g, from, place, *candidate, late, place)
    REFUSED_BEFORE(ensures, \result == RTMR_NEVER || g->doubted < \result, *k, *before, *g, *candidate, first,
                   LATEST(low, high + 1))
*/
static rtmr_ticks earliest_at(struct rtmr *k, struct rtmr_row *candidate, int32_t place, rtmr_ticks low,
                              rtmr_ticks high, int32_t late)
/*@ ghost (struct rtmr_ghost \ghost *g, const struct rtmr \ghost *before, int32_t from, rtmr_ticks first) */
{
    if (low > high) {
        return RTMR_NEVER;
    }
    candidate->deadline = high;
    rtmr_availability_keep(&k->map.free_at, &k->map.kept);
    rtmr_availability_keep(&k->reduce.free_at, &k->reduce.kept);
    const rtmr_ticks end = end_at(k, place, candidate, late) /*@ ghost (g, from) */;
    rtmr_availability_return(&k->map.free_at, &k->map.kept);
    rtmr_availability_return(&k->reduce.free_at, &k->reduce.kept);
    //@ ghost rtmr_note_refusal(before, k, g, candidate, first, low, high);
    /*@ assert refuses: (end == RTMR_NEVER || g->doubted < end || g->doubted < low)
            && first <= g->doubted < LATEST(low, high + 1) ==> Verdict(*before, g->refused, g->doubted); */
    if (end == RTMR_NEVER) {
        return RTMR_NEVER;
    }
    //@ ghost rtmr_note_offer(before, k, g, high, low > end ? low : end);
    return rtmr_later(low, end);
}

/* The smallest deadline >= first with which the candidate would be accepted now, or RTMR_NEVER;
 * `first` puts it at `begin`. The search begins with the table `before`. */
/*@ requires valid:   \valid(k) && \valid(candidate) && \valid(g) && \valid_read(before);
    TOGETHER(requires, given,
             STATE(conjunct, *k, *g)
             CLAUSE(conjunct, place, MAY_BE_PUT(*k, begin) && PLACE(*k, first, begin))
             CLAUSE(conjunct, due, 0 <= first <= RTMR_TIME_MAX)
             CLAUSE(conjunct, fresh, PLANNABLE(*candidate) && candidate->deadline <= RTMR_TIME_MAX)
             CLAUSE(conjunct, room, k->map.tasks + candidate->map.waiting <= RTMR_TASKS
                                    && k->reduce.tasks + candidate->reduce.waiting <= RTMR_TASKS)
             CLAUSE(conjunct, same, TESTED(*k, *before)))
    assigns SEARCHED(*k), candidate->deadline, GHOST_OFFERED(*g);
    ensures found:    \result == RTMR_NEVER || first <= \result <= RTMR_TIME_MAX;
    ensures accepts:  \result != RTMR_NEVER ==>
                      TRIED(g->offer, *candidate) && PLACE(*k, \result, g->offer.place) && g->offer.late == -1;
    ensures offer_verdict: \result != RTMR_NEVER ==> Verdict(*before, g->offer, \result);
    REFUSED_BEFORE(ensures, \result == RTMR_NEVER || g->doubted < \result, *k, *before, *g, *candidate, first,
                   RTMR_TIME_MAX + 1)
*/
static rtmr_ticks search(struct rtmr *k, struct rtmr_row *candidate, int32_t begin, rtmr_ticks first)
/*@ ghost (struct rtmr_ghost \ghost *g, const struct rtmr \ghost *before) */
{
    int32_t place = begin;
    rtmr_ticks low = first;
    int32_t late = begin_at(k, place, candidate) /*@ ghost (g) */;

    /*@ loop invariant place:  MAY_BE_PUT(*k, place);
        loop invariant low:    first <= low <= RTMR_TIME_MAX;
        loop invariant passed: \forall integer p; Floor(k->order, k->promised, k->started) <= p < place ==>
                               k->deadline[p] <= low;
        loop invariant bases:  BASES(*k, g->map.base, g->reduce.base, place);
        loop invariant same:   TESTED(*k, *before);
        PLANNING(invariant, *k, PLAN_FROM(*k, place), *candidate)
        FIRST_PLANNED(invariant, *k, *g, PLAN_FROM(*k, place), place, *candidate, late, place)
        REFUSED_BEFORE(invariant, \true, *k, *before, *g, *candidate, first, low)
        loop assigns place, low, late, candidate->deadline, SEARCHED(*k), GHOST_OFFERED(*g);
        loop variant k->promised - place;
    */
    for (;;) {
        /* deadlines low .. high put the job at `place` */
        const rtmr_ticks high = place < k->promised ? k->deadline[place] - 1 : RTMR_TIME_MAX;
        //@ assert here: \forall integer due; low <= due <= high ==> PLACE(*k, due, place);
        //@ ghost int32_t from = k->plans_from_slots != 0 ? 0 : place;
        const rtmr_ticks earliest = earliest_at(k, candidate, place, low, high, late)
            /*@ ghost (g, before, from, first) */;
        if (earliest != RTMR_NEVER || place == k->promised) {
            return earliest;
        }
        low = rtmr_later(low, high + 1);
        late = next_place(k, place, candidate, late) /*@ ghost (g) */;
        place++;
    }
}

rtmr_ticks rtmr_earliest_deadline(struct rtmr *k, const struct rtmr_job *job) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost struct rtmr before = *k;
    struct rtmr_row candidate;
    rtmr_ticks earliest = RTMR_NEVER;

    //@ ghost rtmr_state_unfold(k, g);
    rtmr_candidate(k, job, &candidate);
    if (rtmr_room(k, &candidate) == RTMR_REASON_NONE) {
        const int32_t place = rtmr_table_place(k, job->deadline);
        earliest = search(k, &candidate, place, job->deadline) /*@ ghost (g, &before) */;
    }
    //@ ghost rtmr_state_fold(k, g);
    return earliest;
}

#endif
